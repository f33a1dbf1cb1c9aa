#!/bin/sh
# Fits what lookahead adds to its scores: plays games on from its clicks (three and a half hours on two cores) and writes
# crates/play/src/play/players/lookahead/fitted.json.gz, then, from close calls by that fit in two rounds, fitted-close.json.gz. An argument
# is a part of the games, 0.5 say; PYTHON needs numpy, jax and optax. The first round of the file committed was of 8 games
# a cell from e^100 models up and 64 below e^30, with two passes at a rate of 2e-4 and without the control variate.
set -eu
. "$(dirname "$0")/program.sh"
part=${1:-1}
into=crates/play/src/play/players/lookahead
make_folder
clicks() {
    cargo build --release --quiet --example clicks
    target/release/examples/clicks "$("$PYTHON" -c "print(int($1 * $part))")" "$2" "$3" "$4" "$folder/$4-$3"
}
fit() {
    "$PYTHON" scripts/fit-clicks.py "$@" >"$folder/fitted.json"
}
clicks 150000 3101 zero all
clicks 210000 3100 safe all
fit --plain "$folder/all-zero" "$folder/all-safe"
gzip -9n <"$folder/fitted.json" >$into/fitted.json.gz
fit "$folder/all-zero" "$folder/all-safe"
mv "$folder/fitted.json" "$folder/of-all.json"
rm "$folder/all-zero" "$folder/all-safe"
clicks 100000 4242 safe close
fit --from "$folder/of-all.json" "$folder/close-safe"
mv "$folder/fitted.json" "$folder/of-close.json"
rm "$folder/close-safe"
for seed in 9101 9102 9103 9104 9105; do
    clicks 12500 $seed safe close
    mv "$folder/close-safe" "$folder/more-$seed"
done
fit --from "$folder/of-close.json" "$folder"/more-*
gzip -9n <"$folder/fitted.json" >$into/fitted-close.json.gz
