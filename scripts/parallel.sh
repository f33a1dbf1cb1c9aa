#!/bin/sh
# Measures a plan in shares by GNU parallel on this host, and joins them: parallel.sh PLAN SHARES FOLDER [parallel
# options, such as --jobs 2]. The same command resumes. Shares that run at the same time disturb each
# other's times. MINESAT names the program to use (default: the release build).
set -eu
. "$(dirname "$0")/program.sh"
if [ $# -lt 3 ]; then
    echo "usage: scripts/parallel.sh PLAN SHARES FOLDER [parallel options]" >&2
    exit 2
fi
plan=$1 shares=$2 results=$3
shift 3
mkdir -p "$results"
# A share exits with 1 if answers disagree; the merge compares all answers and reports that.
seq "$shares" | parallel "$@" -q "$MINESAT" bench "$plan" --shard "{}/$shares" --resume -o "$results" || true
"$MINESAT" bench merge "$results"/shard-*-of-"$shares".jsonl -o "$results"
