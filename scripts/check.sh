#!/usr/bin/env bash
# Everything that needs no desktop: types, lint, format, unused code, boundaries and unit tests, documents up to date.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
need_packages
step 'types' npx tsc -p .
step 'lint' npx oxlint --type-aware --deny-warnings
step 'format' npx biome ci --colors=off --linter-enabled=false .
step 'unused code' npx knip
step 'build' npx rolldown -c rolldown.config.ts
step 'documents' node scripts/generate.mjs --check
STEP_LINES=400 step 'unit tests' \
  npx vitest run --project unit --reporter=minimal ${UNIT_RESULTS:+--reporter=json --outputFile="$UNIT_RESULTS"}
