#!/bin/sh
# Makes instances/suite: draws candidates from fixed seeds, grades them by the effort that engines need, and writes the boards
# with their features and the manifest (an hour on one core; resumes after an interruption). Candidates and grades stay in
# target/suite; MINESAT names the program to use; the default is the release build.
set -eu
. "$(dirname "$0")/program.sh"
folder=${SUITE_WORK:-target/suite}
mkdir -p "$folder"
formulas() { # family, settings of one formula each ("NAME=VALUE ..."), then seeds
    family=$1 settings=$2 seeds=${3:-1}
    for seed in $seeds; do
        set -- --family "$family"
        for setting in $settings; do set -- "$@" --set "$setting"; done
        "$MINESAT" compile --json "$@" --seed "$seed"
    done
}
compiled() {
    for holes in 4 5 6 7 8; do formulas pigeonhole "pigeons=$((holes + 1)) holes=$holes"; done
    for n in 10 12 14 16 18 20 24 30; do formulas parity "variables=$n" "1 2"; done
    for n in 12 16 20 24 28 32; do formulas tseitin "vertices=$n degree=3" "1 2"; done
    for n in 8 10 12 14; do formulas tseitin "vertices=$n degree=4" "1 2"; done
    for n in 24 30 40 50 60; do formulas random "variables=$n" "1 2"; done
    for product in 1147 3599 4093 4087 10403 16127 16129; do formulas factoring "product=$product left=7 right=7"; done
    for bits in 3,3 3,4 4,4 4,5; do formulas multipliers "left=${bits%,*} right=${bits#*,}"; done
    for bits in 4 5 6 7 8 10 12 16; do formulas adders "bits=$bits"; done
    for gates in 80 120 160 200; do
        formulas reconvergent "inputs=20 gates=$gates outputs=12 window=20 planted=1" "1 2"
    done
    for n in 4 5 6 7; do formulas queens "queens=$n"; done
    for size in 4,6 6,6 6,8 7,8 8,8; do formulas dominoes "rows=${size%,*} cols=${size#*,} mutilated=1"; done
}
binding() {
    for k in 4 5 6 7 8; do
        for density in 0.3 0.4; do
            "$MINESAT" generate lattice --k "$k" --density "$density" --total unknown --seed 6
        done
    done
    for n in 14 16 18 20 24; do
        "$MINESAT" generate scatter --rows "$n" --cols "$n" --density 0.2 --reveal 0.2 --total unknown --seed 6
    done
}
"$MINESAT" generate recipe instances/recipes/suite.txt -o "$folder/drawn.jsonl.zst"
compiled >"$folder/compiled.jsonl"
binding | MINESAT="$MINESAT" "$PYTHON" scripts/bind-totals.py >"$folder/binding.jsonl"
"$MINESAT" grade "$folder/compiled.jsonl" "$folder/binding.jsonl" "$folder/drawn.jsonl.zst" --most 100 -t 4 \
    --grades "$folder/grades.jsonl" -o instances/suite
