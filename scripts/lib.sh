# shellcheck shell=bash
# Shared by the scripts: says what is done, and sets up what is missing. Source it; it changes to the project's folder.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# A command that is interrupted may end by itself; then this script must not go on.
# shellcheck disable=SC2064 # $1 is the command to run then
on_signals() {
  trap "$1 129" HUP
  trap "$1 130" INT
  trap "$1 143" TERM
}
on_signals exit

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# Runs a command behind one line that counts seconds; the last STEP_LINES lines of its output are shown when it fails.
step() {
  local title=$1 log='' pid='' status=0 started=$SECONDS
  shift
  on_signals end_step
  log=$(mktemp)
  NO_COLOR=1 "$@" >"$log" 2>&1 </dev/null &
  pid=$!
  if [ -t 2 ]; then
    while kill -0 "$pid" 2>/dev/null; do
      printf '\r%s … %d s %.60s\033[K' "$title" $((SECONDS - started)) "$(tail -n 1 "$log" 2>/dev/null | tr -d '\r')" >&2
      sleep 0.3
    done
    printf '\r\033[K' >&2
  fi
  wait "$pid" || status=$?
  on_signals exit
  if [ "$status" -ne 0 ]; then
    tail -n "${STEP_LINES:-40}" "$log" >&2
    rm -f "$log"
    fail "$title: failed with exit code $status"
  fi
  rm -f "$log"
  say "$title: done in $((SECONDS - started)) s"
}

# Ends the step that runs, then this script.
end_step() {
  trap '' HUP INT TERM
  [ -z "$pid" ] || kill "$pid" 2>/dev/null || true
  wait
  [ -z "$log" ] || rm -f "$log"
  exit "$1"
}

# npm packages as the lock file says, unless they are there.
need_packages() {
  command -v node >/dev/null || fail 'Node.js 20 or newer is needed (https://nodejs.org).'
  [ node_modules/.package-lock.json -nt package-lock.json ] && return
  step 'npm packages (about 20 s)' npm ci --no-audit --no-fund
}

# The built server, unless it is newer than every source.
need_build() {
  if [ dist/tools-plain.json -nt package.json ] && [ -z "$(find src scripts/generate.mjs rolldown.config.ts -newer dist/tools-plain.json -print -quit)" ]; then return; fi
  step 'build (about 2 s)' npm run --silent build
}

# A box (`kwin` without argument), unless it is made.
need_box() {
  local name=${1:-kwin}
  if scripts/boxes/"$name" true >/dev/null 2>&1 </dev/null; then return; fi
  step "box $name: a Debian root with KWin 6 and applications (once, 2 to 4 min, 2 GB)" scripts/boxes/"$name"
}
