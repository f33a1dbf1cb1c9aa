#!/bin/sh
# Remakes src/guide/schemas, the JSON schemas of all formats, with the program of the working tree (a debug build). MINESAT
# names another program.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${MINESAT:-}" ]; then
    cargo build --quiet
    MINESAT=target/debug/minesat
fi
folder=src/guide/schemas
rm -rf "$folder"
"$MINESAT" schema --all -o "$folder"
