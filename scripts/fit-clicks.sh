#!/bin/sh
# Trains the value nets of lookahead: rollouts from its clicks (three and a half hours on two cores), then the two ensembles of
# crates/play/weights/lookahead.bin, the second from close calls by the first, in two rounds. An argument is a part of the
# games, 0.5 say; PYTHON needs numpy, jax and optax. Afterwards crates/play/weights/CARD.md needs the new hash.
set -eu
. "$(dirname "$0")/program.sh"
part=${1:-1}
weights=crates/play/weights/lookahead.bin
make_folder
clicks() {
    cargo build --release --quiet --example clicks
    target/release/examples/clicks "$("$PYTHON" -c "print(int($1 * $part))")" "$2" "$3" "$4" "$folder/$4-$3"
}
fit() {
    "$PYTHON" scripts/fit-clicks.py "$@"
}
clicks 150000 3101 zero all
clicks 210000 3100 safe all
fit --plain --into $weights "$folder/all-zero" "$folder/all-safe"
cp $weights "$folder/of-all"
fit --into "$folder/of-all" "$folder/all-zero" "$folder/all-safe"
rm "$folder/all-zero" "$folder/all-safe"
clicks 100000 4242 safe close
cp $weights "$folder/of-close"
fit --from "$folder/of-all" --into "$folder/of-close" "$folder/close-safe"
rm "$folder/close-safe"
for seed in 9101 9102 9103 9104 9105; do
    clicks 12500 $seed safe close
    mv "$folder/close-safe" "$folder/more-$seed"
done
fit --from "$folder/of-close" --into $weights "$folder"/more-*
"$PYTHON" scripts/value_weights.py $weights
