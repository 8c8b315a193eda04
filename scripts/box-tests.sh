#!/usr/bin/env bash
# Runs the tests of test/e2e inside the kwin box, which is entered by the caller. Arguments go to vitest.
cd /project && exec node node_modules/vitest/vitest.mjs run --project 'e2e*' --configLoader runner \
  --reporter=default --reporter=./test/support/log-reporter.ts "$@"
