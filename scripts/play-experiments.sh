#!/bin/sh
# Plays the experiments of instances/plans/play/ and writes results/play/NAME (records, report, charts), and the studies of
# games. Arguments name some of them (a1-a2, e3, optimal, ...); MINESAT names the program to use. `changes` is what parts of
# lookahead win that too few games are decided by to count them: samples and short games, close calls, dominated cells.
set -eu
. "$(dirname "$0")/program.sh"
[ $# -gt 0 ] || set -- $(basename -s .toml instances/plans/play/*.toml) optimal changes deviations endgames dead-ends \
    $(scripts/source-studies.sh --list)
# What lookahead wins more than with a setting: a folder in results/play/changes, the setting, options.
changes() {
    folder=results/play/changes/$1
    setting=$2
    shift 2
    $MINESAT study settings lookahead "lookahead:$setting" "$@" -o "$folder"
}
for name in "$@"; do
    make_way "results/play/$name"
    case "$name" in
    optimal)
        # This number of nodes takes about a minute.
        $MINESAT study optimal --nodes 15000000 --models 1100000 --boards 1x1 1x2 1x3 1x4 2x2 2x3 2x4 3x3 3x4 4x4 \
            1x5 1x6 1x8 1x10 2x5 2x6 2x7 2x8 2x9 3x5 3x6 3x7 3x8 4x5 4x6 5x5 --output results/play/optimal
        ;;
    changes)
        changes samples sample=0,games=0 --games 20000 --models 60 --seed 29
        changes close-calls close=off --games 6000 --models 30 --seed 205
        changes dominated-cells dominated=off --games 6000 --models 60 --seed 301
        ;;
    deviations) $MINESAT study deviations --games 3000 --models 500 --seed 107 -o results/play/deviations ;;
    endgames) $MINESAT study endgames --games 20000 --seed 108 -o results/play/endgames ;;
    dead-ends) $MINESAT study dead-ends --games 20000 --seed 109 -o results/play/dead-ends ;;
    *)
        if scripts/source-studies.sh --list | grep -qx "$name"; then
            scripts/source-studies.sh "$name"
        else
            $MINESAT experiment "instances/plans/play/$name.toml"
        fi
        ;;
    esac
done
