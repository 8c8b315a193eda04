#!/bin/sh
# The process tree of one virtual session. The server holds the other end of stdin: when that closes, all of this ends.
#
#   session.sh outer FOLDER MARKER KEEP FILE...   makes the namespaces, waits, then removes what is left of the session and FILEs
#   session.sh inner FOLDER                       process 1 of the session: does what stdin says
#
# Lines in:   run ID              runs FOLDER/launch/ID, a script that ends in exec
#             listen ID           the same, with the session's socket as descriptor 5
#             stop [PID...]       asks these to end, gives them 700 ms, then ends everything
# Lines out:  tree PID            PID is a host process that sees the session's own /proc
#             shared REASON       there is no private process namespace here
#             pid ID PID          it runs; PID as the session sees it
#             exit ID STATUS      it ended; 128 + n for a signal

outer() {
  folder=$1 marker=$2 keep=$3
  shift 3
  exec 3<&0 </dev/null
  if namespaces; then
    # shellcheck disable=SC2086 # a list of options
    unshare $flags sh "$0" inner "$folder" <&3 &
    echo "tree $!"
    exec 3<&-
    wait
  else
    echo "shared $reason"
    sh "$0" inner "$folder" <&3
    end_marked
  fi
  # One file system: a FUSE mount of a program may show the user's own files in here.
  if [ "$keep" = keep ]; then
    for part in "$folder"/*; do
      case ${part##*/} in logs | home) ;; *) rm -rf --one-file-system -- "$part" ;; esac
    done
  else
    rm -rf --one-file-system -- "$folder"
  fi
  rmdir -- "${folder%/*}" 2>/dev/null # the parent, when it holds no other session
  rm -f -- "$@"
}

# Finds the options of unshare that work here: plain ones for root, a user namespace for others.
namespaces() {
  for flags in '' '--user --map-current-user'; do
    flags="$flags --pid --fork --kill-child --mount-proc"
    # shellcheck disable=SC2086
    reason=$(unshare $flags true 2>&1) && return 0
  done
  return 1
}

# Ends every process that carries the session's marker or is of this shell's login session.
end_marked() {
  for _ in 1 2 3 4 5 6 7 8; do
    pids=$(marked)
    [ -n "$pids" ] || return 0
    # shellcheck disable=SC2086
    kill -KILL $pids 2>/dev/null
    sleep 0.05
  done
}

marked() {
  # shellcheck disable=SC2013 # words: such a path has no blank
  for file in $(grep -ls "DESKTOP_MCP_SESSION=$marker" /proc/[0-9]*/environ 2>/dev/null); do
    file=${file#/proc/}
    echo "${file%/environ}"
  done
  for file in /proc/[0-9]*/stat; do
    read -r stat 2>/dev/null <"$file" || continue
    pid=${stat%% *}
    # shellcheck disable=SC2086 # fields after "pid (name)": state, parent, group, session
    set -- ${stat##*) }
    [ "$4" = $$ ] && [ "$1" != Z ] && [ "$pid" != $$ ] && [ "$2" != $$ ] && echo "$pid"
  done
}

inner() {
  folder=$1
  exec 3<&0 4>&1 </dev/null >/dev/null
  obey <&3 &
  exec 3<&-
  wait $! # reaps orphans too, which a shell that blocks in read does not
}

obey() {
  while read -r word rest; do
    case $word in
      run) run "$rest" 5<&- ;;
      listen) run "$rest" ;;
      stop)
        # shellcheck disable=SC2086
        end_politely $rest
        return
        ;;
    esac
  done
}

# The subshell between makes process 1 the parent of what waits here, so that nothing is left unreaped.
run() {
  ( (
    sh "$folder/launch/$1" </dev/null >/dev/null 2>&1 3<&- 4>&- &
    echo "pid $1 $!" >&4
    wait $!
    echo "exit $1 $?" >&4
  ) & )
}

end_politely() {
  [ $# -gt 0 ] || return
  kill -TERM "$@" 2>/dev/null
  tries=0
  while [ $tries -lt 35 ] && any_alive "$@"; do
    sleep 0.02
    tries=$((tries + 1))
  done
}

any_alive() {
  for pid in "$@"; do
    kill -0 "$pid" 2>/dev/null && return 0
  done
  return 1
}

"$@"
