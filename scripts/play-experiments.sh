#!/bin/sh
# Plays the experiments of instances/plans/play/ and writes results/play/NAME (records, report, charts), and the table
# of optimal play. Arguments name some of them (a1-a2, e3, optimal, ...); MINESAT names the program to use.
# `changes` is what samples and short games win more than fitted values, `deviations` what other cells than those that
# lookahead opens are worth, `endgames` what is lost late in the game, `dead-ends` where nothing
# can be told any more; EXAMPLES names the folder of their programs.
set -eu
. "$(dirname "$0")/program.sh"
[ $# -gt 0 ] || set -- $(basename -s .toml instances/plans/play/*.toml) optimal changes deviations endgames dead-ends
example() {
    if [ -z "${EXAMPLES:-}" ]; then
        cargo build --release --quiet --example "$1"
    fi
    mkdir -p "results/play/$1"
    "${EXAMPLES:-target/release/examples}/$@" >"results/play/$1/report.md.part"
    mv "results/play/$1/report.md.part" "results/play/$1/report.md"
}
for name in "$@"; do
    case "$name" in
    optimal)
        $MINESAT optimal --nodes 1000000 --models 1100000 --boards 1x1 1x2 1x3 1x4 2x2 2x3 2x4 3x3 3x4 4x4 \
            1x5 1x6 1x8 1x10 2x5 2x6 2x7 2x8 2x9 3x5 3x6 3x7 4x5 5x5 --output results/play/optimal
        ;;
    changes) example changes lookahead lookahead:sample=0,games=0 20000 60 29 ;;
    deviations) example deviations 3000 500 107 ;;
    endgames) example endgames 20000 108 ;;
    dead-ends) example dead-ends 20000 109 ;;
    *) $MINESAT experiment "instances/plans/play/$name.toml" ;;
    esac
done
