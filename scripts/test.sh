#!/usr/bin/env bash
# Every test that needs no special kernel: the check, then the built server in a real KWin desktop (the kwin box).
# The last line is `N passed, N failed`.
set -uo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
need_packages
need_build
need_box
say 'check: types, lint, format, boundaries, unit tests (about 40 s)'
checked=0
bash scripts/check.sh || checked=$?
say 'tests in the kwin box (about 5 min)'
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
npx vitest run --reporter=default --reporter=json --outputFile="$results/all.json" || true
node scripts/count-tests.mjs "$results/all.json" "$checked"
