#!/bin/sh
# Licences, bans and sources of all dependencies by cargo-deny, and known vulnerabilities where their database can be
# reached. `cargo install cargo-deny --locked` brings the program; without it nothing is checked, and that is said.
set -eu
cd "$(dirname "$0")/.."
if ! cargo deny --version >/dev/null 2>&1; then
    echo "skipped: cargo-deny is not installed (cargo install cargo-deny --locked)"
    exit 0
fi
cargo deny --all-features check --config .cargo/deny.toml --hide-inclusion-graph licenses bans sources
# The database is a repository on the network.
if cargo deny fetch --config .cargo/deny.toml db >/dev/null 2>&1; then
    cargo deny --all-features check --config .cargo/deny.toml --disable-fetch advisories
else
    echo "skipped: the database of advisories cannot be reached"
fi
