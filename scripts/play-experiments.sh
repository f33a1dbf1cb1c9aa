#!/bin/sh
# Plays the experiments of instances/plans/play/ and writes results/play/NAME (records, report, charts), and the table
# of optimal play. Arguments name some of them (a1-a2, e3, optimal, ...); MINESAT names the program to use.
# `changes` is what parts of lookahead win that too few games are decided by to count them (samples and short games, close
# calls, dominated cells), `deviations` what other cells than those that lookahead values most are worth, `endgames` what is lost
# late in the game, `dead-ends` where nothing can be told any more; EXAMPLES names the folder of their programs.
set -eu
. "$(dirname "$0")/program.sh"
[ $# -gt 0 ] || set -- $(basename -s .toml instances/plans/play/*.toml) optimal changes deviations endgames dead-ends
# A report of an example: its file, the example, arguments.
example() {
    file=results/play/$2/$1.md
    shift
    if [ -z "${EXAMPLES:-}" ]; then
        cargo build --release --quiet --example "$1"
    fi
    mkdir -p "results/play/$1"
    "${EXAMPLES:-target/release/examples}/$@" >"$file.part"
    mv "$file.part" "$file"
}
for name in "$@"; do
    case "$name" in
    optimal)
        # This number of nodes takes about a minute.
        $MINESAT optimal --nodes 15000000 --models 1100000 --boards 1x1 1x2 1x3 1x4 2x2 2x3 2x4 3x3 3x4 4x4 \
            1x5 1x6 1x8 1x10 2x5 2x6 2x7 2x8 2x9 3x5 3x6 3x7 3x8 4x5 4x6 5x5 --output results/play/optimal
        ;;
    changes)
        example report changes lookahead lookahead:sample=0,games=0 20000 60 29
        example close-calls changes lookahead lookahead:close=off 6000 30 205
        example dominated-cells changes lookahead lookahead:dominated=off 6000 60 301
        ;;
    deviations) example report deviations 3000 500 107 ;;
    endgames) example report endgames 20000 108 ;;
    dead-ends) example report dead-ends 20000 109 ;;
    *) $MINESAT experiment "instances/plans/play/$name.toml" ;;
    esac
done
