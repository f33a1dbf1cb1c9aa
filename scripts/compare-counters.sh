#!/bin/sh
# Counts the same boards with minesat and with general model counters, checks that the numbers are equal and writes
# results/counters/table.md. A counter that is not installed is skipped with a message: `pip install pysdd dd` has two;
# ganak, d4, gpmc and sharpSAT are taken from PATH. Arguments go to compare_counters.py (--help lists them).
# MINESAT names the program to use; the default is the release build.
set -eu
. "$(dirname "$0")/program.sh"
exec "$PYTHON" scripts/compare_counters.py "$@"
