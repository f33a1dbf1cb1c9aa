#!/bin/sh
# The studies and experiments that answer questions of the source systems (src/guide/sources.md has the index): writes
# results/play/NAME. Arguments name some of them; --list prints the studies, --all the experiments as well. RESULTS names
# another folder for the results; QUICK=1 takes a tenth of the games and boards; MINESAT names the program to use.
set -eu
studies="guesses-beginner guesses-intermediate guesses-expert growth closure chain-effort search-tree merging sweep-growth"
experiments="total usual a5 b2 c1 d2"
case "${1:-}" in
--list) printf '%s\n' $studies && exit ;;
--all) printf '%s\n' $studies $experiments && exit ;;
esac
. "$(dirname "$0")/program.sh"
out=${RESULTS:-results/play}
[ $# -gt 0 ] || set -- $studies
# A number, or with QUICK a tenth of it.
of() { if [ -n "${QUICK:-}" ]; then echo $((($1 + 9) / 10)); else echo "$1"; fi; }
study() {
    folder=$out/$name
    $MINESAT study "$@" -o "$folder"
}
# ROWS, COLS, MINES, games: where players lose, and where exact play differs, with pictures of the largest differences.
guesses() { study guesses --rows $1 --cols $2 --mines $3 --games "$(of $4)" --models 500 --draw ees equation csp frontier pseq lookahead; }
for name in "$@"; do
    case "$name" in
    guesses-beginner) guesses 9 9 10 2000 ;;
    guesses-intermediate) guesses 16 16 40 2000 ;;
    guesses-expert) guesses 16 30 99 2000 ;;
    growth)
        if [ -n "${QUICK:-}" ]; then
            study growth --sides 10 20 40 --games 4 --limit 10
        else
            study growth
        fi
        ;;
    closure) study closure --boards "$(of 100)" ;;
    chain-effort) study chain-effort --boards "$(of 200)" ;;
    search-tree) study search-tree --board instances/drawn/search-tree.mine ;;
    merging) study merging --board instances/drawn/merging.mine ;;
    sweep-growth) study sweep-growth --boards "$(of 20)" ;;
    total | usual | a5 | b2 | c1 | d2)
        if [ -n "${QUICK:-}" ]; then
            $MINESAT experiment "instances/plans/play/$name.toml" --games "$(of 500)" -o "$out/$name"
        else
            $MINESAT experiment "instances/plans/play/$name.toml" -o "$out/$name"
        fi
        ;;
    *)
        echo "no study $name; there are $studies $experiments" >&2
        exit 2
        ;;
    esac
done
