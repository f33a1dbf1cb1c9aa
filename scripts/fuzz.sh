#!/bin/sh
# Coverage-guided fuzzing of every reader and of the way from board to answers: fuzz.sh [SECONDS a target] [TARGET...].
# Needs `cargo install cargo-fuzz` and a C++ compiler; a stable compiler will do. Starts from the committed corpus of
# tests/fuzz and from the instances and formulas of the project; what fails is left in tests/fuzz/artifacts.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "skipped: cargo-fuzz is not installed (cargo install cargo-fuzz)"
    exit 0
fi
[ $# -gt 0 ] || set -- $(cargo fuzz list --fuzz-dir tests/fuzz)
cargo fuzz build --sanitizer none --codegen-units 16 --fuzz-dir tests/fuzz --target-dir target/fuzz
built=target/fuzz/$(rustc -vV | sed -n 's/^host: //p')/release

# Files that a target may start from; cut, since long inputs are slow.
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
seed() { # target, prefix, files...
    target=$1 prefix=$2
    shift 2
    mkdir -p "$seeds/$target"
    for file in "$@"; do
        { printf %s "$prefix" && head -c 2000 "$file"; } >"$seeds/$target/$(basename "$file")"
    done
}
seed boards '' instances/sources/*.mine
seed instances '' instances/sources.jsonl instances/smoke.jsonl
seed plan '' instances/plans/*.toml
seed tiles '' instances/gadgets/*/*
seed formulas c instances/formulas/*.cnf
seed formulas i instances/formulas/*.bench
seed formulas b instances/formulas/*.blif
seed formulas a instances/formulas/*.aag
seed formulas e instances/formulas/*.expr
seed records '' results/smoke/records.jsonl.zst

# Built once: a long run is of one state of the sources, whatever is edited meanwhile.
for target in "$@"; do cp "$built/$target" "$seeds/$target.bin"; done

failed=
for target in "$@"; do
    mkdir -p "tests/fuzz/corpus/$target" "$seeds/$target" "tests/fuzz/artifacts/$target"
    echo "$target: $seconds seconds"
    # New inputs go to the temporary folder; those worth keeping are committed by hand.
    if ! "$seeds/$target.bin" "$seeds/$target" "tests/fuzz/corpus/$target" -max_total_time="$seconds" \
        -artifact_prefix="tests/fuzz/artifacts/$target/" -rss_limit_mb=2048 -timeout=10 -max_len=4096 \
        -print_final_stats=1 >"$seeds/log" 2>&1; then
        failed="$failed $target"
        tail -n 40 "$seeds/log"
    fi
    sed -n 's/^stat::\(number_of_executed_units\|peak_rss_mb\): */  \1 /p' "$seeds/log"
done
if [ -n "$failed" ]; then
    echo "FAILED:$failed"
    exit 1
fi
