#!/bin/sh
# Shows that a plan survives the death of a node: starts a Slurm cluster of three nodes on loopback (Debian's munge,
# slurmctld, slurmd and slurm-client, installed where they are missing; as root, no systemd), submits
# instances/plans/shares.toml by submit.sh, kills a node and all that runs on it in the middle, and compares the joined
# records with those of a run on one machine. Then the same plan through GNU parallel.
set -eu
. "$(dirname "$0")/../program.sh"
make_folder
export MINESAT
plan=instances/plans/shares.toml
shares=6
PATH=$PATH:/usr/sbin
have() {
    for program in munged slurmctld slurmd sbatch parallel python3; do
        command -v $program >/dev/null || return 1
    done
}
if ! have && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        munge slurmctld slurmd slurm-client parallel python3; } >/dev/null
fi
if ! have; then
    echo "skipped: $program is not installed (apt-get install munge slurmctld slurmd slurm-client parallel python3)"
    exit 0
fi
mkdir -p "$folder/run" "$folder/state" "$folder/spool"
# munge trusts no path through a folder that others may write to, and everybody must reach its socket.
munge=$(mktemp -d /run/minesat-munge.XXXXXX)
chmod 755 "$folder" "$munge"
(umask 077 && dd if=/dev/urandom of="$munge/key" bs=128 count=1 2>/dev/null)

cat >"$folder/slurm.conf" <<C
ClusterName=minesat
SlurmctldHost=localhost
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$munge/socket,cred_expire=5
CredType=cred/munge
SlurmctldPort=17000
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmctldLogFile=$folder/run/slurmctld.log
SlurmdPidFile=$folder/run/slurmd-%n.pid
SlurmdLogFile=$folder/run/slurmd-%n.log
SlurmdSpoolDir=$folder/spool/%n
StateSaveLocation=$folder/state
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SchedulerParameters=sched_interval=5,bf_interval=5
SlurmdTimeout=10
ReturnToService=2
JobRequeue=1
MpiDefault=none
NodeName=lab1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17001 CPUs=1
NodeName=lab2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17002 CPUs=1
NodeName=lab3 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17003 CPUs=1
PartitionName=lab Nodes=lab[1-3] Default=YES State=UP
C
export SLURM_CONF="$folder/slurm.conf"

# Processes of jobs on a node, and the daemons that watch them: what stops when a node dies.
on_node() {
    grep -lzsx "SLURMD_NODENAME=$1" /proc/[0-9]*/environ | xargs -r grep -lzsx "SLURM_CONF=$SLURM_CONF" |
        while IFS=/ read -r _ _ pid _; do
            echo "$pid"
            # Its parent, if that is a daemon of Slurm.
            parent=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null) || true
            case "$(cat "/proc/${parent:-0}/comm" 2>/dev/null)" in slurmstepd*) echo "$parent" ;; esac
        done | sort -un
}
kill_node() {
    if [ -f "$folder/run/slurmd-$1.pid" ]; then
        kill -9 "$(cat "$folder/run/slurmd-$1.pid")" 2>/dev/null || true
    fi
    on_node "$1" | xargs -r kill -9 2>/dev/null || true
}
stop() {
    for node in lab1 lab2 lab3; do kill_node $node; done
    if [ -f "$folder/run/slurmctld.pid" ]; then kill "$(cat "$folder/run/slurmctld.pid")" 2>/dev/null || true; fi
    if [ -f "$munge/pid" ]; then kill "$(cat "$munge/pid")" 2>/dev/null || true; fi
    sleep 1
    rm -rf "$folder" "$munge"
}
trap stop EXIT
trap 'exit 130' INT TERM

munged --key-file="$munge/key" --socket="$munge/socket" --pid-file="$munge/pid" --log-file="$munge/log" \
    --seed-file="$munge/seed"
slurmctld -c
for node in lab1 lab2 lab3; do
    mkdir -p "$folder/spool/$node"
    slurmd -N $node
done
for _ in $(seq 60); do
    [ "$(sinfo --noheader --Node --states=idle | wc -l)" = 3 ] && break
    sleep 0.5
done
sinfo

results=$folder/results
scripts/slurm/submit.sh $plan $shares "$results"
# The first share of the node to be killed is in the middle once it has written some of its rows.
victim=
for _ in $(seq 200); do
    task=$(squeue --noheader --array --nodelist=lab2 --states=running --format=%K | head -1)
    file=$results/shard-$task-of-$shares.jsonl
    if [ -n "$task" ] && [ -f "$file" ] && [ "$(wc -l <"$file")" -ge 4 ]; then
        victim=$task
        break
    fi
    sleep 0.1
done
if [ -z "$victim" ]; then
    echo "FAILED: no share was caught in the middle on lab2"
    squeue
    exit 1
fi
kill_node lab2
before=$(wc -l <"$file")
echo "killed lab2 in the middle of share $victim, after $before of its rows"

for _ in $(seq 240); do
    [ -z "$(squeue --noheader)" ] && break
    sleep 1
done
squeue
cat "$results/slurm/merge.log"
after=$(wc -l <"$file")
[ "$after" -gt "$before" ] || { echo "FAILED: share $victim did not go on"; exit 1; }

"$MINESAT" bench $plan -o "$folder/single" --no-report
"$PYTHON" scripts/same-records.py "$folder/single/records.jsonl" "$results/records.jsonl"
scripts/parallel.sh $plan $shares "$folder/parallel" --jobs 2 >/dev/null
"$PYTHON" scripts/same-records.py "$folder/single/records.jsonl" "$folder/parallel/records.jsonl"
