#!/bin/sh
# Whether other work on the machine changes statuses: measures instances/plans/busy.toml on the quiet machine, once more
# with a limit 25 % longer, and then beside four processes that never sleep; fails if a status differs. Left out are rows
# whose processor time on the quiet machine is within 25 % of the limit, as the longer limit shows it. Records are in
# target/busy; the same command resumes. About 3, 3 and 20 minutes.
set -eu
ANYWAY=''
case "$*" in
'') ;;
--anyway) ANYWAY=1 ;;
*)
    echo "usage: scripts/busy.sh [--anyway]    (--anyway: even if the machine is busy already)" >&2
    exit 2
    ;;
esac
. "$(dirname "$0")/program.sh"
plan=instances/plans/busy.toml
measure() { # folder, options
    folder=target/busy/$1
    shift
    "$MINESAT" bench $plan --no-report -o "$folder" "$@"
}
wait_until_quiet 3
measure quiet
measure longer --timeout 1.25

busy=''
end() {
    # shellcheck disable=SC2086 # several numbers
    [ -z "$busy" ] || kill $busy 2>/dev/null || true
}
trap end EXIT
trap 'exit 130' INT TERM
# They end with this script, however it ends.
for _ in 1 2 3 4; do
    while kill -0 $$ 2>/dev/null; do :; done &
    busy="$busy $!"
done
measure busy
# shellcheck disable=SC2086 # several numbers
kill -0 $busy || { echo "FAILED: a process beside the measurements has ended" >&2; exit 1; }
"$PYTHON" scripts/same-statuses.py target/busy/quiet target/busy/longer target/busy/busy
