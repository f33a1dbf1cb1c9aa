#!/bin/sh
# How far every engine, preset and SAT solver goes beyond its limits of time and memory, to results/limits. About ten
# minutes on a machine that does nothing else. LIMITS names the program that measures.
set -eu
. "$(dirname "$0")/program.sh"
if [ -z "${LIMITS:-}" ]; then
    cargo build --release --quiet --example limits
    LIMITS=target/release/examples/limits
fi
out=results/limits
mkdir -p "$out"
{
    echo "# Limits of time and memory"
    echo
    "$LIMITS" "$MINESAT"
    echo
    echo "A row is the worst of three runs of \`minesat\`, one at a time: wall time of the whole process less its limit, and"
    echo "peak resident memory of it and what it starts less its limit; 0 where it stayed below. Rows on memory have a time"
    echo "limit as well, and one run where that comes first. Reading the board and starting the program count, so a slow or"
    echo "busy machine shows more. Lattice 100 has 201x201 cells. Programs of others as solvers are not in the table."
    echo
    echo "Made by \`scripts/limits.sh\` with revision $(git describe --always --dirty=-modified); $(nproc) cores," \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1); load average at the end" \
        "$(cut -d' ' -f1-3 /proc/loadavg)."
} >"$out/report.md.part"
mv "$out/report.md.part" "$out/report.md"
sed -n 3p "$out/report.md"
