#!/bin/sh
# How far every engine, preset and SAT solver goes beyond its limits of time and memory, to results/limits. About ten
# minutes on a machine that does nothing else; the same command resumes. MINESAT names the program to use.
set -eu
. "$(dirname "$0")/program.sh"
make_way results/limits
$MINESAT study limits -o results/limits
sed -n 5p results/limits/report.md
