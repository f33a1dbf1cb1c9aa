#!/bin/sh
# Compiled families: makes the boards (target/compiled, not committed), measures all engines on them
# (instances/plans/compiled.toml), solves every formula without its board, and writes results/compiled.
# MINESAT names the program to use (default: the release build), RESULTS another folder of results; --restart makes all measurements anew.
set -eu
. "$(dirname "$0")/program.sh"
work=target/compiled
results=${RESULTS:-results/compiled}
rm -rf "$work"
mkdir -p "$work/formulas" "$results"

# One formula: the boards of its libraries into a file, itself into another, its layouts into a third.
make() { # file of boards, libraries, family, settings...
    boards=$1 libraries=$2 family=$3
    shift 3
    set -- --family "$family" "$@"
    for library in $libraries; do
        "$MINESAT" compile "$@" --library "$library" --json |
            sed "s/^{\"name\":\"\([^\"]*\)\"/{\"name\":\"\1-$library\"/" >>"$work/$boards.jsonl"
    done
    name=$(tail -n 1 "$work/$boards.jsonl" | sed "s/^{\"name\":\"\([^\"]*\)-$library\".*/\1/")
    "$MINESAT" compile "$@" --cnf >"$work/formulas/$name.cnf"
    for library in 6x7 6x9 7x7; do
        for layout in plain packed ordered; do
            for via in gates clauses; do
                cells=$("$MINESAT" compile "$@" --library "$library" --layout "$layout" --via "$via" |
                    sed -n 's/^c size .* = \([0-9]*\) cells.*/\1/p;2q')
                printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$library" "$layout" "$via" "$cells" >>"$work/cells.tsv"
            done
        done
    done
}

for n in 10 20 30 50 75; do
    make boards "6x7 6x9" random --set variables=$n
done
for holes in 3 4 5 6; do
    make boards "6x7 6x9" pigeonhole --set pigeons=$((holes + 1)) --set holes=$holes
done
for n in 8 16 24; do
    make boards "6x7 6x9" parity --set variables=$n
done
for factors in "15 3" "143 4" "899 5"; do
    make boards "6x7 6x9" factoring --set product="${factors% *}" --set left="${factors#* }" --set right="${factors#* }"
done
for n in 4 6; do
    make boards "6x7 6x9" queens --set queens=$n
done
for n in 4 6; do
    make boards "6x7 6x9" dominoes --set rows=$n --set cols=$n --set mutilated=1
done
for n in 100 150 200; do
    make large "6x7 6x9" random --set variables=$n --seed 2
done
gzip -n "$work"/*.jsonl

"$MINESAT" bench instances/plans/compiled.toml -o "$results" "$@"
for solver in batsat varisat; do
    for formula in "$work"/formulas/*.cnf; do
        # Exit codes tell the answer, so they are no failures.
        "$MINESAT" satisfy "$formula" --solver $solver --json --timeout 60 || true
    done
done >"$work/formulas.jsonl"
python3 scripts/compiled-table.py "$results/records.jsonl" "$work/formulas.jsonl" "$work/cells.tsv" >"$results/formulas.md"
