#!/bin/sh
# Experiment A3: searches 15x15 for long chains of influence (instances/chains.jsonl) and measures chains on random
# boards (results/play/a3). MINESAT names the program to use; "search" or "experiment" does only that half.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${MINESAT:-}" ]; then
    cargo build --release --quiet
    MINESAT=target/release/minesat
fi
case "${1:-both}" in
search | both) $MINESAT chains --search 15x15 --steps 10000 --runs 2 --seed 1 -o instances/chains.jsonl ;;
esac
case "${1:-both}" in
experiment | both) $MINESAT study chains --boards 200 --found instances/chains.jsonl instances/sources.jsonl -o results/play/a3 ;;
esac
