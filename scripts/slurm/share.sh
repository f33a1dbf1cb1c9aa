#!/bin/sh
# One share of a plan, a task of the array that submit.sh submits: PLAN FOLDER.
set -eu
exec "$MINESAT" bench "$1" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --resume -o "$2"
