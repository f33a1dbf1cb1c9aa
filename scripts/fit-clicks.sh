#!/bin/sh
# Fits what lookahead adds to its scores: plays games on from its clicks (an hour and a half on two cores) and writes
# src/play/players/lookahead/fitted.json. An argument is a part of the games, 0.1 say; PYTHON needs numpy, jax and optax.
set -eu
. "$(dirname "$0")/program.sh"
part=${1:-1}
cargo build --release --quiet --example clicks
make_folder
games() {
    "$PYTHON" -c "print(int($1 * $part))"
}
target/release/examples/clicks "$(games 150000)" 3101 zero "$folder/zero"
target/release/examples/clicks "$(games 210000)" 3100 safe "$folder/safe"
"$PYTHON" scripts/fit-clicks.py "$folder/zero" "$folder/safe" >"$folder/fitted.json"
mv "$folder/fitted.json" src/play/players/lookahead/fitted.json
