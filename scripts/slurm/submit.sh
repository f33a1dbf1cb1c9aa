#!/bin/sh
# Measures a plan as a Slurm job array and joins the shares when all have ended: submit.sh PLAN SHARES FOLDER [sbatch
# options], from a folder that all nodes share. A share whose node dies is requeued and resumes;
# submitting the same again makes only what is missing. Times compare on one kind of node: --constraint.
# A share has one whole core, hardware threads included, so that nothing shares its caches: minesat binds its measurements to
# a core of the job, and the limits of the plan count processor time there, whatever the job waits for. Limits of this shell
# (ulimit) do not come along.
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
case "$(scontrol show config | sed -n 's/^TaskPlugin *= *//p')" in
*affinity* | *cgroup*) ;;
*) echo "this cluster does not confine jobs to their cores (TaskPlugin): shares on one node would measure on the same core;" \
    "add --exclusive" >&2 ;;
esac
# Arguments are for sbatch and for the job's script; a share writes to its own log, also after a requeue.
array=$(sbatch --parsable --job-name=minesat --array="1-$shares" --requeue --open-mode=append \
    --ntasks=1 --cpus-per-task=1 --hint=nomultithread --propagate=NONE \
    --output="$results/slurm/share-%a.log" "$@" scripts/slurm/share.sh "$plan" "$results")
join=$(sbatch --parsable --job-name=minesat-merge --dependency="afterany:$array" --requeue --open-mode=append \
    --output="$results/slurm/merge.log" "$@" scripts/slurm/merge.sh "$shares" "$results")
echo "array $array of $shares shares, one whole core each, then job $join; logs in $results/slurm"
