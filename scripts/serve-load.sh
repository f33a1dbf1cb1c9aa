#!/bin/sh
# Latencies of `minesat serve` under load, to results/serve: 10,000 requests over 32 connections, a tenth of them
# malformed or oversized, every answer held against the library's; then what a question meets beside 512 clients that say
# nothing, never read, or send a byte now and then. LOAD names the load generator to use.
set -eu
. "$(dirname "$0")/program.sh"
if [ -z "${LOAD:-}" ]; then
    cargo build --release --quiet --example serve-load
    LOAD=target/release/examples/serve-load
fi
out=results/serve
mkdir -p "$out"
"$LOAD" "$MINESAT" 10000 32 >"$out/load.json.part"
mv "$out/load.json.part" "$out/load.json"
{
    echo "made with revision $(git describe --always --dirty=-modified) by scripts/serve-load.sh"
    echo "machine: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    echo "load average at the end: $(cut -d' ' -f1-3 /proc/loadavg)"
} >"$out/made-by.txt"
cat "$out/load.json" "$out/made-by.txt"
