#!/bin/sh
# Boards that `minesat hardest` finds, seed 1, 10x10: per engine the board of most effort, per pair of engines the
# smallest board on which the first needs 100 times the effort of the second, and for engines that win on no evaluation
# board of the suite (results/engines) the board on which they are furthest ahead of another. Makes instances/hardest and
# results/hardest. Effort decides, not time, so every machine finds the same boards; the same command resumes.
# STEPS: candidates per search (default 100000).
set -eu
. "$(dirname "$0")/program.sh"
steps=${STEPS:-100000}
boards=instances/hardest
mkdir -p "$boards" results/hardest
search() { # name, options of hardest
    name=$1
    shift
    [ -s "$boards/$name.jsonl" ] && [ ! -e "$boards/$name.jsonl.under-way" ] && return
    echo "$name" >&2
    "$MINESAT" hardest "$@" --steps "$steps" -o "$boards/$name.jsonl" >/dev/null
}
word() { echo "$1" | sed 's/.*[=:]//'; }
all='search frontier backtrack sat:solver=batsat'
for engine in $all; do
    search "most-$(word "$engine")" -e "$engine" --nodes 20000
done
for engine in $all; do
    for other in $all; do
        [ "$engine" = "$other" ] ||
            search "smallest-$(word "$engine")-$(word "$other")" -e "$engine" --against "$other" --smallest 100 --nodes 20000
    done
done
# Engines that win nowhere, each with the engine that is usually ahead of it.
for engine in ${NEVER:-}; do
    search "ahead-$(word "$engine")" -e "${AHEAD:-frontier}" --against "$engine" --nodes 20000
done
"$PYTHON" scripts/hardest-table.py "$boards" "$(git rev-parse --short=12 HEAD)" >results/hardest/report.md
