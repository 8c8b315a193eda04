# Shared by the scripts: says what is done, and sets up what is missing. Source it; it changes to the project's folder.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# Runs a command behind one line that counts seconds; its output is shown only when it fails.
step() {
  local title=$1 log status=0 started=$SECONDS
  shift
  log=$(mktemp)
  NO_COLOR=1 "$@" >"$log" 2>&1 </dev/null &
  local pid=$!
  trap 'kill '"$pid"' 2>/dev/null; wait '"$pid"' 2>/dev/null; rm -f '"$log"'; exit 130' INT TERM
  if [ -t 2 ]; then
    while kill -0 "$pid" 2>/dev/null; do
      printf '\r%s … %d s %.60s\033[K' "$title" $((SECONDS - started)) "$(tail -n 1 "$log" 2>/dev/null | tr -d '\r')" >&2
      sleep 0.3
    done
    printf '\r\033[K' >&2
  fi
  wait "$pid" || status=$?
  trap - INT TERM
  if [ "$status" -ne 0 ]; then
    tail -n 40 "$log" >&2
    rm -f "$log"
    fail "$title: failed with exit code $status"
  fi
  rm -f "$log"
  say "$title: done in $((SECONDS - started)) s"
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

# The kwin box, unless it is made.
need_box() {
  if scripts/boxes/kwin true >/dev/null 2>&1 </dev/null; then return; fi
  step 'test box: a Debian root with KWin 6 and applications (once, about 2 min, 2.5 GB)' scripts/boxes/kwin
}
