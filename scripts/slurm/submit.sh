#!/bin/sh
# Measures a plan as a Slurm job array and joins the shares when all have ended: submit.sh PLAN SHARES FOLDER [sbatch
# options], from a folder that all nodes share. A share whose node dies is requeued and resumes;
# submitting the same again makes only what is missing. Times compare on one kind of node: --constraint.
# A share has one whole core, hardware threads included, so that nothing shares its caches: minesat binds its measurements to
# a core of the job, and the limits of the plan count processor time there, whatever the job waits for. Limits of this shell
# (ulimit) do not come along. In a federation the second job goes to the cluster that took the first.
# MINESAT names the program to use (default: the release build).
set -eu
. "$(dirname "$0")/../program.sh"
if [ $# -lt 3 ]; then
    echo "usage: scripts/slurm/submit.sh PLAN SHARES FOLDER [sbatch options]" >&2
    exit 2
fi
plan=$1 shares=$2 results=$3
shift 3
case "$results" in
*\\*) echo "$results: Slurm takes a backslash in the name of a log as a sign; choose a folder without" >&2 && exit 2 ;;
esac
mkdir -p "$results/slurm"
# In names of logs %a is the share, so a % of the folder is written twice.
logs=$(printf '%s/slurm' "$results" | sed 's/%/%%/g')
case "$(scontrol show config | sed -n 's/^TaskPlugin *= *//p')" in
*affinity* | *cgroup*) ;;
*) echo "this cluster does not confine jobs to their cores (TaskPlugin): shares on one node would measure on the same core;" \
    "add --exclusive" >&2 ;;
esac
# Arguments are for sbatch and for the job's script; a share writes to its own log, also after a requeue.
array=$(sbatch --parsable --job-name=minesat --array="1-$shares" --requeue --open-mode=append \
    --ntasks=1 --cpus-per-task=1 --hint=nomultithread --propagate=NONE \
    --output="$logs/share-%a.log" "$@" scripts/slurm/share.sh "$plan" "$results")
# ID, or ID;CLUSTER where there are several.
id=${array%%;*} cluster=
case "$array" in *";"*) cluster=${array#*;} ;; esac
join=$(sbatch --parsable --job-name=minesat-merge --dependency="afterany:$id" --requeue --open-mode=append \
    --output="$logs/merge.log" "$@" ${cluster:+"--clusters=$cluster"} scripts/slurm/merge.sh "$shares" "$results")
echo "array $id of $shares shares, one whole core each, then job ${join%%;*}${cluster:+ on $cluster};" \
    "logs in $results/slurm"
