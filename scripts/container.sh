#!/bin/sh
# Builds the container image of scripts/container and tries it on a plan in a folder of this machine. IMAGE names it (default:
# minesat), CONTAINER the program (docker or podman; default: the one that runs).
set -eu
cd "$(dirname "$0")/.."
image=${IMAGE:-minesat}
runs() { command -v "$1" >/dev/null && "$1" info >/dev/null 2>&1; }
engine=
for name in ${CONTAINER:-docker podman}; do
    if runs "$name"; then engine=$name && break; fi
done
if [ -z "$engine" ]; then
    echo "skipped: neither ${CONTAINER:-docker nor podman} runs here (docker info says why)"
    exit 0
fi
"$engine" build --tag "$image" --file scripts/container/Dockerfile .
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/plan.toml" <<'P'
title = "In a container"
results = "results"
[[run]]
instances = ["builtin:sources.jsonl"]
engines = ["frontier", "sat"]
queries = ["classify"]
P
# As the user of this machine, so that the results are theirs. A measurement wants to be bound to a core, which containers may.
"$engine" run --rm --user "$(id -u):$(id -g)" --volume "$folder:/work" "$image" bench plan.toml
lines=$(wc -l <"$folder/results/records.jsonl")
[ "$lines" = 12 ] || { echo "FAILED: $lines records instead of 12"; exit 1; }
echo "$image runs: $("$engine" run --rm "$image" --version)"
