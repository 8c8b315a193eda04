# shellcheck shell=bash disable=SC2034 # read by the boxes
# What every box with a KDE desktop holds: Debian trixie's KWin 6.3 and the programs that tests read and operate.
suite=trixie
packages=(
  kwin-wayland kwin-common plasma-integration qt6-wayland breeze-icon-theme xvfb
  kate kwrite kcalc dolphin konsole kdialog
  gtk-3-examples gtk-4-examples firefox-esr chromium
  at-spi2-core python3-pyatspi dbus dbus-bin
  systemd # busctl
  fonts-dejavu-core fonts-hack fonts-wqy-microhei
  iproute2 procps util-linux
)
