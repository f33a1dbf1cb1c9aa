#!/bin/sh
# Has other people's checkers look at the proofs of `minesat encode --proof`: of inconsistent boards
# and of cells that are forced. A wrong proof must be rejected. Checkers that are not
# installed are skipped with a message (drat-trim and lrat-check: Debian's drat-trim; rate: `cargo
# install rate`; dratify: PyPI).
# MINESAT names the program to use (default: the release build), PYTHON a python, BOARDS an instance
# file, and MOST how many boards and cells are taken.
set -eu
. "$(dirname "$0")/program.sh"
BOARDS=${BOARDS:-instances/easy.jsonl}
MOST=${MOST:-20}
make_folder
accepted=0
wrong=0

# Exit code 0: the checker accepts.
check() { # checker
    case "$1" in
    rate) rate "$folder/problem.cnf" "$folder/proof.drat" 2>&1 | grep -q "^s VERIFIED" ;;
    drat-trim) drat-trim "$folder/problem.cnf" "$folder/proof.drat" | grep -q "s VERIFIED" ;;
    lrat-check) lrat-check "$folder/problem.cnf" "$folder/proof.lrat" | grep -q "VERIFIED" ;;
    dratify)
        "$PYTHON" - "$folder/problem.cnf" "$folder/proof.drat" <<'P'
import sys
from dratify import check_proof, parse_dimacs
result = check_proof(parse_dimacs(open(sys.argv[1]).read()), open(sys.argv[2]).read())
sys.exit(0 if result.ok and result.reached_empty else 1)
P
        ;;
    esac
}

checkers=
for checker in rate drat-trim lrat-check; do
    if command -v $checker >/dev/null; then checkers="$checkers $checker"; else echo "skipped: $checker, which is not installed"; fi
done
if "$PYTHON" -c 'import dratify' 2>/dev/null; then checkers="$checkers dratify"; else echo "skipped: dratify, which is not installed"; fi
if [ -z "$checkers" ]; then exit 0; fi

# Lines `name` of inconsistent boards and `name row,column` of forced cells.
"$MINESAT" solve "$BOARDS" --json --engine frontier >"$folder/answers" || true
"$PYTHON" - "$folder/answers" "$MOST" >"$folder/questions" <<'P'
import json, sys
answers = [json.loads(line) for line in open(sys.argv[1])]
most = int(sys.argv[2])
for answer in [a for a in answers if a["status"] == "inconsistent"][:most]:
    print(answer["instance"])
forced = [(a["instance"], r, c) for a in answers for r, row in enumerate(a["classes"] or [])
          for c, letter in enumerate(row) if letter in "sm"]
for name, r, c in forced[:: max(1, len(forced) // most)][:most]:
    print(f"{name} {r},{c}")
P

while read -r name cell; do
    for ending in drat lrat; do
        "$MINESAT" encode "$BOARDS" --only "$name" ${cell:+--cell "$cell"} --total sequential \
            --proof "$folder/proof.$ending" -o "$folder/problem.cnf"
    done
    for checker in $checkers; do
        if check "$checker" </dev/null; then
            accepted=$((accepted + 1))
        else
            wrong=$((wrong + 1))
            echo "WRONG: $checker rejects the proof of $name $cell"
        fi
    done
done <"$folder/questions"
echo "$(wc -l <"$folder/questions") proofs, checked by$checkers: $accepted times accepted, $wrong times rejected"

# A proof of a contradiction from a formula that has models must be rejected by all.
printf 'p cnf 2 2\n1 2 0\n-1 -2 0\n' >"$folder/problem.cnf"
printf '0\n' >"$folder/proof.drat"
printf '3 0 1 2 0\n' >"$folder/proof.lrat"
for checker in $checkers; do
    if check "$checker"; then
        wrong=$((wrong + 1))
        echo "WRONG: $checker accepts a proof of nothing"
    fi
done
[ "$wrong" = 0 ]
