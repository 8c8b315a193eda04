#!/usr/bin/env bash
# Every test that needs no special kernel: the check, then the built server in a real KWin desktop (the kwin box).
# The last line is `N passed, N failed`.
set -uo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
say 'This sets up what is missing (the first time about 2 min), then runs all tests (about 15 min).'
need_packages
need_box
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
checked=0
say 'check: types, lint, format, boundaries, unit tests'
UNIT_RESULTS=$results/unit.json bash scripts/check.sh || checked=$?
need_build
say 'tests in the kwin box'
BOX_OUT=$results scripts/boxes/kwin bash /project/scripts/box-tests.sh --project 'e2e*' --reporter=json --outputFile=/out/e2e.json || true
status=0
count=$(node scripts/count-tests.mjs "$checked" "$results/unit.json" "$results/e2e.json") || status=1
if [ "$status" -ne 0 ]; then
  trap - EXIT
  say "What servers and desktops printed is in $results/logs."
fi
printf '%s\n' "$count"
exit "$status"
