# Sourced by the scripts here. Goes to the top folder; MINESAT names the program to use (default: the release build,
# brought up to date), PYTHON a python.
cd "$(dirname "$0")"
while [ ! -f Cargo.toml ]; do cd ..; done
if [ -z "${MINESAT:-}" ]; then
    cargo build --release --quiet
    MINESAT=$PWD/target/release/minesat
fi
export MINESAT
PYTHON=${PYTHON:-python3}

# Makes a folder, $folder, that is gone when the script ends.
make_folder() {
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
}

# Removes the report in folder $1 if a script of earlier revisions made it: a study does not replace what it did not make.
make_way() {
    if grep -qs 'Made by `scripts/' "$1/report.md"; then rm "$1/report.md"; fi
}
