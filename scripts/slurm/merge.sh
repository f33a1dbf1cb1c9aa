#!/bin/sh
# Joins the shares, the last job that submit.sh submits: SHARES FOLDER.
set -eu
exec "$MINESAT" bench merge "$2"/shard-*-of-"$1".jsonl -o "$2"
