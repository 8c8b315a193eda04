#!/usr/bin/env bash
# Prints the figures of DESIGN's table, side by side with a bare C program and bare Node. About a minute.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
need_packages
need_build
need_box
exec node bench/run.mjs "$@"
