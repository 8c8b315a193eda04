#!/usr/bin/env bash
# Prints the figures of DESIGN's table and what reading costs, side by side with bare C programs, bare
# Node and pyatspi. About a minute and a half; arguments choose parts: calls, reading.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
need_packages
need_build
need_box
exec node bench/run.mjs "$@"
