#!/bin/sh
# Plays the user's own desktop for a test: a KWin session that desktop-mcp did not make, with KCalc.
# Run it under dbus-run-session; it prints the address of the session's bus, and ends at the end of its stdin.
# What KWin and KCalc print goes to stderr.
dir=$1
outputs=${2:-1}
export XDG_RUNTIME_DIR="$dir" KWIN_WAYLAND_NO_PERMISSION_CHECKS=1
export XDG_CURRENT_DESKTOP=KDE KDE_FULL_SESSION=true KDE_SESSION_VERSION=6
kwin_wayland --virtual --output-count "$outputs" --no-lockscreen --width 1280 --height 800 --socket wayland-user >&2 &
kwin=$!
until busctl --user list --no-pager 2>/dev/null | grep -q '^org.kde.KWin '; do sleep 0.05; done
export WAYLAND_DISPLAY=wayland-user QT_QPA_PLATFORM=wayland
busctl --user set-property org.a11y.Bus /org/a11y/bus org.a11y.Status IsEnabled b false
kcalc >&2 &
kcalc=$!
echo "DBUS_SESSION_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS"
cat >/dev/null
kill "$kcalc" "$kwin"
