#!/bin/sh
# Makes the instance files of instances/ from their recipes. Without arguments the files that are
# under version control; `scripts/make-instances.sh large` those that are not, checked by hash.
# `scripts/make-instances.sh expected` then fills in the answers on which two engines agree (ten minutes).
# `scripts/make-instances.sh gaps` searches the smallest boards that deduction methods miss a cell of (five minutes).
# MINESAT names the program to use; the default is the release build.
set -eu
. "$(dirname "$0")/program.sh"
make_file() { # recipe, tier, file
    "$MINESAT" generate recipe "instances/recipes/$1.txt" --tier "$2" -o "instances/$3"
    echo "instances/$3"
}
case "${1:-}" in
'')
    make_file sources source sources.jsonl
    make_file smoke smoke smoke.jsonl
    make_file easy easy easy.jsonl
    make_file medium medium medium.jsonl
    make_file hard hard hard.jsonl.gz
    make_file c1 c1 c1.jsonl
    make_file c2 c2 c2.jsonl.gz
    make_file corridor large corridor.jsonl.gz
    make_file hierarchy hierarchy hierarchy.jsonl.gz
    make_file phase phase phase.jsonl.gz
    make_file totals totals totals.jsonl.gz
    make_file wide wide wide.jsonl
    for formula in instances/formulas/*.cnf; do
        "$MINESAT" compile "$formula" --json
    done >instances/compiled.jsonl.partial
    mv instances/compiled.jsonl.partial instances/compiled.jsonl
    echo instances/compiled.jsonl
    ;;
gaps)
    "$MINESAT" separate --cells 18 --from instances/compiled.jsonl -o instances/gaps.jsonl
    "$MINESAT" label instances/gaps.jsonl --engines frontier,sat,backtrack
    ;;
expected)
    for file in sources.jsonl smoke.jsonl c1.jsonl c2.jsonl.gz easy.jsonl; do
        "$MINESAT" label "instances/$file" --engines frontier,sat,backtrack
    done
    for file in medium.jsonl hard.jsonl.gz; do
        "$MINESAT" label "instances/$file" --engines frontier,sat -t 20 --memory 4G
    done
    ;;
large)
    mkdir -p instances/large
    make_file large large large/large.jsonl
    make_file many many large/many.jsonl
    make_file backbones large large/backbones.jsonl
    make_file counting large large/counting.jsonl
    sha256sum -c instances/large.sha256
    ;;
*)
    echo "usage: $0 [expected|gaps|large]" >&2
    exit 2
    ;;
esac
