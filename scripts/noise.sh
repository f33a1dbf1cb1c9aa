#!/bin/sh
# Whether comparisons separate what differs and nothing else: runs instances/plans/noise.toml again and again, each time
# with another order of the engines, and reads in each report which engines have a star. `sat` and `sat#again` are the same,
# `sat:solver=varisat` takes 10 % more processor time (MINESAT_TEST_SLOWED). Fails unless 19 of 20 runs are right in either
# respect. Records and reports are in target/noise; the same command resumes. About ten seconds a run.
set -eu
usage() {
    echo "usage: scripts/noise.sh [--anyway] [RUNS]    (default: 20 runs; --anyway: on a loaded machine too)" >&2
    exit 2
}
ANYWAY='' runs=20
for word in "$@"; do
    case "$word" in
    --anyway) ANYWAY=1 ;;
    '' | 0* | *[!0-9]*) usage ;;
    *) runs=$word ;;
    esac
done
. "$(dirname "$0")/program.sh"
wait_until_quiet 3
slowed=sat:solver=varisat
export MINESAT_TEST_SLOWED=$slowed=0.1

# The engines with a star in the first table of report $1 with a column "times the best's", one a line.
starred() {
    awk -F ' *[|] *' '
        !column && /^[|] engine [|]/ { for (i = 1; i <= NF; i++) if ($i == "times the best\047s") column = i; next }
        column && !/^[|]/ { exit }
        column && $column ~ /\*$/ { print $2 }
        END { if (!column) { print FILENAME ": no table with times the best\047s" >"/dev/stderr"; exit 1 } }' "$1"
}
twins=0 found=0
for run in $(seq "$runs"); do
    folder=target/noise/$run
    "$MINESAT" bench instances/plans/noise.toml --seed "$run" -o "$folder" >/dev/null
    stars=$(starred "$folder/report.md")
    twin='no star' slow='not found'
    if echo "$stars" | grep -qxE 'sat(#again)?'; then twin='a star' twins=$((twins + 1)); fi
    if echo "$stars" | grep -qxF "$slowed"; then slow=found found=$((found + 1)); fi
    echo "run $run of $runs: equal engines: $twin; slowed engine: $slow"
done
wrong=$((runs / 20))
echo "equal engines have a star in $twins of $runs runs (at most $wrong)"
echo "the engine slowed by 10 % is found in $found of $runs runs (at least $((runs - wrong)))"
[ "$twins" -le "$wrong" ] && [ "$found" -ge $((runs - wrong)) ]
