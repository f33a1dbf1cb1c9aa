#!/bin/sh
# The counting library stays light: prints how many crates `minesat-engines` pulls in without its features, and fails
# above 30.
set -eu
cd "$(dirname "$0")/.."
count=$(cargo tree -p minesat-engines --no-default-features -e normal --prefix none --no-dedupe | sort -u | grep -vc minesat)
echo "the counting library has $count dependency crates (at most 30)"
[ "$count" -le 30 ]
