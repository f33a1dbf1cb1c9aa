#!/bin/sh
# Draws the pictures of results/pictures. MINESAT names the program to use; the default is the release build.
set -eu
. "$(dirname "$0")/program.sh"
out=results/pictures
mkdir -p "$out"
make_folder

# A circuit as a board: signals by colour, gates outlined, one solution.
"$MINESAT" compile instances/formulas/half-adder.cnf --json >"$folder/half-adder.jsonl"
"$MINESAT" view "$folder/half-adder.jsonl" --signals --tiles --solution -o "$out/half-adder.svg"
# A wire that splits, as Kaye drew it in 2000: one signal.
"$MINESAT" view instances/patterns.jsonl --only 'Kaye splitter, ASE2003 p.35' --signals -o "$out/kaye-splitter.svg"
# The smallest ambiguous pattern in the open, and what a total changes.
"$MINESAT" view instances/patterns.jsonl --only 'Louf smallest ambiguous state (6 mines)' --probabilities \
    -o "$out/ambiguous.svg"
# A position: what is certain, and the mine probabilities.
"$MINESAT" view instances/sources/csp-assignment.mine --verdicts -o "$out/assignment-verdicts.svg"
"$MINESAT" view instances/sources/csp-assignment.mine --probabilities -o "$out/assignment-probabilities.svg"
# A whole game: the first of experiment E2, 300 x 150 cells with 10,000 mines.
"$MINESAT" play --rows 150 --cols 300 --mines 10000 --at 75,150 --start zero --on-mine continue --player frontier \
    --replay 0 --animate "$out/game-300x150.png" >/dev/null
echo "made with revision $(git describe --always --dirty=-modified) by scripts/make-pictures.sh" >"$out/made-by.txt"
ls "$out"
