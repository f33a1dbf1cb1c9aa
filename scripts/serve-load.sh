#!/bin/sh
# Latencies of `minesat serve` under load, to results/serve: 10,000 requests over 32 connections, a tenth of them
# malformed or oversized, every answer held against the library's. MINESAT and LOAD name the programs to use; the
# defaults are the release builds.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${MINESAT:-}" ] || [ -z "${LOAD:-}" ]; then
    cargo build --release --quiet --bin minesat --example serve-load
    MINESAT=target/release/minesat
    LOAD=target/release/examples/serve-load
fi
out=results/serve
mkdir -p "$out"
"$LOAD" "$MINESAT" 10000 32 >"$out/load.json.part"
mv "$out/load.json.part" "$out/load.json"
{
    echo "made with revision $(git describe --always --dirty=-modified) by scripts/serve-load.sh"
    echo "machine: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    echo "load average before the run's end: $(cut -d' ' -f1-3 /proc/loadavg)"
} >"$out/made-by.txt"
cat "$out/load.json" "$out/made-by.txt"
