#!/usr/bin/env bash
# The main job, shown: over MCP, a private KWin session, Kate read, written and saved, KCalc operated, a picture.
# Uses the machine's own KWin 6, Kate and KCalc where they are installed, else the kwin box. At most 60 s after set-up.
# `npm run demo -- docs/demo.png` writes the picture of README.md.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"
say 'This sets up what is missing (the first time about 2 minutes), then shows an agent'"'"'s calls on a private KDE desktop.'
need_packages
need_build
if [ "$(id -u)" -ne 0 ] && type kwin_wayland kate kcalc Xvfb dbus-daemon >/dev/null 2>&1; then
  exec node scripts/demo.mjs own "$@"
fi
need_box
exec node scripts/demo.mjs box "$@"
