# shellcheck shell=bash
# What all boxes share: making a Debian root once, and running a command inside it.
# A box is a script that sets `suite` and `packages`, may define `customize ROOT` (the last step of making),
# and calls `box_main "$@"`.
set -euo pipefail
umask 022

box=$(basename "$0")
project=$(realpath "$(dirname "$0")/../..")
boxes=${XDG_CACHE_HOME:-$HOME/.cache}/desktop-mcp/boxes
root=$boxes/$box
started=$EPOCHSECONDS
: "${suite:?}" "${packages:?}"

usage() {
  cat <<END
Usage: scripts/boxes/$box [COMMAND [ARGUMENT...]]
Runs COMMAND as an unprivileged user in a private view of a Debian $suite desktop, which is made on first use.
Without COMMAND it only makes the box. Nothing that COMMAND starts or writes outlives it.

  --path            print the folder of the box
  --help            print this
  BOX_OUT=DIR       DIR on the host is /out inside, writable
  BOX_ENV='A B'     variables to pass on, besides DESKTOP_MCP_*
  XDG_CACHE_HOME    boxes are kept in desktop-mcp/boxes there (default: ~/.cache)

Inside: /project is this tree, read-only; node and desktop-mcp are on PATH; /home/user (the working directory), /tmp,
/run and /dev/shm are empty; the network is a loopback of its own.
END
}

box_main() {
  case ${1-} in
    --help) usage; return ;;
    --path) echo "$root"; return ;;
    -*) usage >&2; return 2 ;;
  esac
  ((EUID == 0)) || die "needs root, to mount and to run debootstrap: run it as root"
  mkdir -p "$boxes"
  exec 9>"$boxes/$box.lock" # shared by runs, exclusive while making: no run loses its root
  lock --shared
  if ! is_made; then
    lock --exclusive
    is_made || make
    lock --shared
  fi
  if (($#)); then run "$@"; fi
}

say() { printf '%s: %s (%d s)\n' "$box" "$*" $((EPOCHSECONDS - started)) >&2; }
die() { printf '%s: %s\n' "$box" "$*" >&2; exit 1; }
lock() {
  flock --nonblock "$1" 9 || {
    say "waiting until $box is made, or no longer in use"
    setpriv --pdeathsig KILL flock "$1" 9
  }
}

# --- running -------------------------------------------------------------------------------------------------------

run() {
  local node out='' name
  local environment=(HOME=/home/user USER=user PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 TERM="${TERM:-dumb}")
  for name in ${!DESKTOP_MCP_@} ${BOX_ENV-}; do
    [[ -z ${!name+set} ]] || environment+=("$name=${!name}")
  done
  if [[ ${BOX_OUT-} ]]; then
    mkdir -p "$BOX_OUT"
    chmod a+rwx "$BOX_OUT"
    out=$(realpath "$BOX_OUT")
  fi
  node=$(host_node)
  contained --ipc --uts --net -- enter "$root" "$project" "$node" "$out" env -i --default-signal "${environment[@]}" "$@"
}

host_node() {
  local node magic
  node=$(readlink -f "$(command -v node)") || die "needs node on the host"
  read -rN4 magic <"$node" || true
  [[ $magic == $'\x7fELF' ]] || node=$(node -p process.execPath) # a version manager's shim
  echo "$node"
}

# contained NAMESPACE... -- FUNCTION ARGUMENT...: runs FUNCTION as process 1 of new namespaces. Whatever ends this
# script, SIGKILL included, ends every process in there.
contained() {
  local namespaces=() status=0
  while [[ $1 != -- ]]; do namespaces+=("$1"); shift; done
  shift
  export box started
  export -f enter read_only build customize say
  trap 'stop 129' HUP
  trap 'stop 130' INT
  trap 'stop 143' TERM
  # unshare itself is silent: it complains when its child is killed.
  setpriv --pdeathsig KILL unshare --mount --pid "${namespaces[@]}" --fork --kill-child \
    bash -euo pipefail -c 'exec 2>&8 8>&-; "$@"' box "$@" <&0 8>&2 2>/dev/null &
  wait "$!" || status=$?
  trap - HUP INT TERM
  return "$status"
}

# Ends process 1 rather than unshare, which then returns only when all the others are gone.
stop() {
  local child=${!-} first
  trap '' HUP INT TERM
  [[ $child ]] || exit "$1"
  first=$(cat "/proc/$child/task/$child/children" 2>/dev/null) || true
  kill -KILL "${first:-$child}" 2>/dev/null || true
  wait "$child" 2>/dev/null || true
  exit "$1"
}

# enter ROOT PROJECT NODE OUT COMMAND...: by pivot_root, since under chroot the kernel refuses user namespaces.
enter() {
  local root=$1 project=$2 node=$3 out=$4 device status=0
  shift 4
  exec 9>&-
  read_only "$root" "$root"
  cd "$root"
  read_only "$project" project
  read_only "$node" usr/local/bin/node
  [[ -z $out ]] || mount --bind "$out" out

  mount -t proc proc proc
  mount -t sysfs -o ro sysfs sys
  mount -t tmpfs -o mode=755 dev dev
  for device in null zero full random urandom tty; do
    : >"dev/$device"
    mount --bind "/dev/$device" "dev/$device"
  done
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts dev/pts
  mount -t tmpfs -o mode=1777 shm dev/shm # KWin crashes without
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  ln -s fd/0 dev/stdin
  ln -s fd/1 dev/stdout
  ln -s fd/2 dev/stderr

  mount -t tmpfs -o uid=1000,gid=1000,mode=700 home home/user
  mount -t tmpfs -o mode=1777 tmp tmp
  mkdir -m 1777 tmp/.X11-unix
  mount -t tmpfs -o mode=755 run run
  mkdir run/user
  install -d -o 1000 -g 1000 -m 700 run/user/1000

  echo "$box" >/proc/sys/kernel/hostname
  pivot_root . mnt
  umount -l /mnt
  ip link set lo up
  cd /home/user
  # This shell stays, as the init that reaps orphans; silent, since stderr belongs to the command.
  exec 8>&2 2>/dev/null
  setpriv --reuid=1000 --regid=1000 --clear-groups --inh-caps=-all "$@" 2>&8 8>&- || status=$?
  exit "$status"
}

# nosuid, so that file capabilities (kwin_wayland has one) have no effect.
read_only() {
  mount --bind "$1" "$2"
  mount -o remount,bind,ro,nosuid "$2"
}

# --- making --------------------------------------------------------------------------------------------------------

# All that the root depends on; when it changes the box is made anew.
stamp() { { echo "$suite ${packages[*]}"; declare -f build customize; } | sha256sum; }
is_made() { [[ -r $root/etc/box-stamp && $(<"$root/etc/box-stamp") == "$(stamp)" ]]; }
declare -F customize >/dev/null || customize() { :; }

# Under another name first, so that a box is either whole or absent.
make() {
  local new=$root.new log=$root.log
  host_tools
  rm -rf --one-file-system "$new" "$root.old" # what an interrupted making left; its mounts went with its namespace
  say "making $root from Debian $suite"
  contained -- build "$new" "$suite" "$(host_mirror)" "$log" "${packages[@]}" || {
    tail -n 20 "$log" >&2
    die "making failed; the whole log is $log"
  }
  stamp >"$new/etc/box-stamp"
  if [[ -e $root ]]; then mv "$root" "$root.old"; fi
  mv "$new" "$root"
  rm -rf --one-file-system "$root.old"
  run sh -c 'node --version && unshare --user --map-current-user true' >/dev/null ||
    say "warning: this machine's node, or user namespaces, do not work inside"
  say "made, $(du -sh "$root" | cut -f1)"
}

host_tools() {
  local missing=()
  unshare --mount --pid --net --fork mount -t tmpfs tmpfs /mnt ||
    die "needs the right to make namespaces and to mount (a container has it when started with --privileged)"
  command -v apt-get >/dev/null || die "needs a Debian or Ubuntu host, for apt-get and debootstrap"
  command -v debootstrap >/dev/null || missing+=(debootstrap)
  [[ -e /usr/share/keyrings/debian-archive-keyring.gpg ]] || missing+=(debian-archive-keyring)
  ((${#missing[@]})) || return 0
  say "installing ${missing[*]} on this machine"
  { apt-get update && apt-get install --yes --no-install-recommends "${missing[@]}"; } >&2
}

# The Debian mirror that this machine uses.
host_mirror() {
  local mirror
  mirror=$(sed -nE "s|^'(https?://.*/debian)/+dists/.*|\1|p; T; q" < <(apt-get update --print-uris))
  echo "${mirror:-http://deb.debian.org/debian}"
}

# build ROOT SUITE MIRROR LOG PACKAGE...
build() {
  local root=$1 suite=$2 mirror=$3 log=$4 script=/usr/share/debootstrap/scripts/$2 proxy passwords
  shift 4
  exec 3>&2 >"$log" 2>&1
  export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
  mount -t proc proc /proc

  mkdir -p "$root/etc/dpkg/dpkg.cfg.d"
  printf '%s\n' force-unsafe-io path-exclude=/usr/share/{doc,man,info,locale,help}/'*' >"$root/etc/dpkg/dpkg.cfg.d/box"
  [[ -e $script ]] || script=/usr/share/debootstrap/scripts/sid
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  http_proxy=${proxy:-${http_proxy-}} debootstrap --variant=minbase --include=ca-certificates \
    --keyring=/usr/share/keyrings/debian-archive-keyring.gpg "$suite" "$root" "$mirror" "$script"
  say "base system done, installing $# packages with what they need" 2>&3

  # This machine's proxy, options and passwords of apt are seen while making, not kept.
  mount -t tmpfs run "$root/run"
  apt-config dump | sed -nE '/^Acquire::(https?|Check|Max|Retries|Allow)/p' >"$root/run/apt.conf"
  passwords=/etc/apt/auth.conf.d
  if [[ -d $passwords ]]; then mkdir -p "$root$passwords" && mount --bind "$passwords" "$root$passwords"; fi
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # no service starts
  chmod +x "$root/usr/sbin/policy-rc.d"
  mount -t proc proc "$root/proc"
  APT_CONFIG=/run/apt.conf chroot "$root" apt-get update
  APT_CONFIG=/run/apt.conf chroot "$root" apt-get install --yes --no-install-recommends "$@"
  chroot "$root" apt-get clean
  chroot "$root" useradd --create-home --uid 1000 --user-group --shell /bin/bash user
  chroot "$root" dbus-uuidgen --ensure=/etc/machine-id

  echo "$box" >"$root/etc/hostname"
  echo "127.0.0.1 localhost $box" >"$root/etc/hosts"
  mkdir "$root/project" "$root/out"
  : >"$root/usr/local/bin/node"
  printf '#!/bin/sh\nexec node /project/dist/boot.js "$@"\n' >"$root/usr/local/bin/desktop-mcp"
  chmod +x "$root/usr/local/bin/desktop-mcp"
  rm -rf "$root"/{etc/resolv.conf,var/lib/apt/lists,var/tmp}
  ln -s /tmp "$root/var/tmp"
  customize "$root"
}
