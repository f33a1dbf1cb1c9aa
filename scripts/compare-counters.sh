#!/bin/sh
# Exact model counters on the same boards (instances/plans/counters.toml, results/counters). Makes the boards and, with
# pip, an environment that holds the counters of others, both in target/counters; programs of these names elsewhere in
# PATH are not taken. Arguments go to `minesat bench`; RESULTS names another folder of results.
set -eu
. "$(dirname "$0")/program.sh"
work=$PWD/target/counters
mkdir -p "$work"

if [ ! -x "$work/tools/bin/cudd" ]; then
    "$PYTHON" -m venv "$work/tools"
    "$work/tools/bin/pip" install --quiet pyganak==2.8.0 pysdd==1.0.6 dd==0.6.0
    for counter in ganak sdd cudd; do
        printf '#!/bin/sh\nexec "%s" "%s" %s "$@"\n' "$work/tools/bin/python" "$PWD/scripts/count_models.py" $counter \
            >"$work/tools/bin/$counter"
        chmod +x "$work/tools/bin/$counter"
    done
fi
PATH=$work/tools/bin:$PATH
export PATH

boards=$work/boards.jsonl
generate() { "$MINESAT" generate "$@" >>"$boards.partial"; }
rm -f "$boards.partial"
for k in 4 5 6 8 10 12; do
    generate lattice --k $k --density 0.2 --total unknown --seed $k
done
for n in 16 24 32 48 64 100; do
    for revealed in 0.3 0.5; do
        generate scatter --rows $n --cols $n --density 0.2 --reveal $revealed --total unknown --seed $n
    done
done
for n in 16 40 100 200; do
    generate uniform --rows $n --cols $n --density 0.2 --open 0.5 --total unknown --seed $n
done
for n in 100 1000; do
    generate corridor --rows 3 --length $n --density 0.2 --total unknown --seed $n
done
# The same with the total, which joins all cells.
for n in 12 16 24; do
    generate scatter --rows $n --cols $n --density 0.2 --reveal 0.5 --seed $n
done
for n in 9 16 30; do
    generate uniform --rows $n --cols $n --density 0.2 --open 0.5 --seed $n
done
# Formulas as boards. All completions have the same number of mines, so the total tells nothing: as clauses over
# thousands of cells it would only be in the way.
formula() {
    "$MINESAT" compile "$@" --json >"$work/formula.json"
    sed 's/"mines":[0-9]*/"mines":null/' "$work/formula.json" >>"$boards.partial"
}
for n in 5 10 20 30 40 50; do
    formula --family random --set variables=$n --set clauses=$((2 * n))
done
for n in 4 5 6; do
    formula --family queens --set queens=$n
done
formula --family parity --set variables=8
formula --family factoring --set product=143 --set left=4 --set right=4
mv "$boards.partial" "$boards"

"$MINESAT" bench instances/plans/counters.toml -o "${RESULTS:-results/counters}" "$@"
