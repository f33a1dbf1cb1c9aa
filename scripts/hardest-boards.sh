#!/bin/sh
# Boards that `minesat hardest` finds, seed 1, 10x10: per engine the board of most effort, per pair of engines the
# smallest board on which the first needs 100 times the effort of the second, and for engines that are the fastest on no
# evaluation board of the suite (results/engines) the board on which they are furthest ahead of another. Makes
# instances/hardest and results/hardest. Effort decides, not time, so every machine finds the same boards; the same command
# resumes. ENGINES names the engines of the pairs, NEVER the last ones, AHEAD the other of these. STEPS: candidates for these
# (default 100000), a tenth for the rest.
set -eu
. "$(dirname "$0")/program.sh"
steps=${STEPS:-100000}
boards=instances/hardest
mkdir -p "$boards" results/hardest
few=$((steps / 10))
search() { # name, candidates, options of hardest
    name=$1 candidates=$2
    shift 2
    [ -s "$boards/$name.jsonl" ] && [ ! -e "$boards/$name.jsonl.under-way" ] && return
    echo "$name" >&2
    "$MINESAT" hardest "$@" --nodes 5000 --steps "$candidates" -o "$boards/$name.jsonl" >/dev/null
}
word() { echo "$1" | sed 's/.*[=:]//'; }
for engine in ${NEVER:-incremental}; do
    search "ahead-$(word "$engine")" "$steps" -e "${AHEAD:-frontier}" --against "$engine" --timeout 2
done
all=${ENGINES:-search frontier backtrack}
for engine in $all; do
    search "most-$(word "$engine")" "$few" -e "$engine"
done
for engine in $all; do
    for other in $all; do
        [ "$engine" = "$other" ] ||
            search "smallest-$(word "$engine")-$(word "$other")" "$few" -e "$engine" --against "$other" --smallest 100
    done
done
"$PYTHON" scripts/hardest-table.py "$boards" "$(git rev-parse --short=12 HEAD)" >results/hardest/report.md
