#!/bin/sh
# Brings axe-core (MPL-2.0), which tests the page for accessibility, from the npm registry to target/axe-core.
set -eu
cd "$(dirname "$0")/.."
version=4.10.3
sum=880970c081707360e64f34cea25ff91892f5bc95675b0776925b9709dd8a68bb
out=target/axe-core
check() { echo "$sum  $out/axe.min.js" | sha256sum --check --status; }
[ -f "$out/axe.min.js" ] && check && exit 0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && npm pack --silent "axe-core@$version" >/dev/null && tar xzf axe-core-*.tgz)
mkdir -p "$out"
cp "$folder/package/axe.min.js" "$folder/package/LICENSE" "$out/"
check || { echo "axe.min.js is not that of axe-core $version" >&2; rm "$out/axe.min.js"; exit 1; }
