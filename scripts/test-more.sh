#!/usr/bin/env bash
# The built server with programs that nobody wrote it for: LibreOffice, Okular, System Settings and others (the kwin-more box).
# The last line is `N passed, N failed`.
set -uo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
say 'This sets up what is missing (the first time about 5 min), then runs the tests in the kwin-more box.'
need_packages
need_box kwin-more
need_build
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
BOX_OUT=$results scripts/boxes/kwin-more bash /project/scripts/box-tests.sh --project more --reporter=json \
  --outputFile=/out/more.json || true
status=0
count=$(node scripts/count-tests.mjs 0 "$results/more.json") || status=1
if [ "$status" -ne 0 ]; then
  trap - EXIT
  say "What servers and desktops printed is in $results/logs."
fi
printf '%s\n' "$count"
exit "$status"
