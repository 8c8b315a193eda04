#!/usr/bin/env bash
# Runs the tests of test/e2e inside a box, which is entered by the caller. Arguments go to vitest: a file, or `--project NAME`.
# What servers and desktops print goes to a log for each test file, in BOX_OUT/logs when there is a BOX_OUT.
if [ -w /out ]; then export TEST_LOGS=/out/logs; fi
cd /project && exec node node_modules/vitest/vitest.mjs run --configLoader runner \
  --reporter=default --reporter=./test/support/log-reporter.ts "$@"
