#!/bin/sh
# Measures a plan as a Slurm job array and joins the shares when all have ended: submit.sh PLAN SHARES FOLDER [sbatch
# options], from a folder that all nodes share. A share whose node dies is requeued and resumes;
# submitting the same again makes only what is missing. Times compare on one kind of node: --constraint.
# MINESAT names the program to use (default: the release build).
set -eu
. "$(dirname "$0")/../program.sh"
if [ $# -lt 3 ]; then
    echo "usage: scripts/slurm/submit.sh PLAN SHARES FOLDER [sbatch options]" >&2
    exit 2
fi
plan=$1 shares=$2 results=$3
shift 3
mkdir -p "$results/slurm"
# Arguments are for sbatch and for the job's script; a share writes to its own log, also after a requeue.
array=$(sbatch --parsable --job-name=minesat --array="1-$shares" --requeue --open-mode=append \
    --output="$results/slurm/share-%a.log" "$@" scripts/slurm/share.sh "$plan" "$results")
join=$(sbatch --parsable --job-name=minesat-merge --dependency="afterany:$array" --requeue --open-mode=append \
    --output="$results/slurm/merge.log" "$@" scripts/slurm/merge.sh "$shares" "$results")
echo "array $array, then job $join; logs in $results/slurm"
