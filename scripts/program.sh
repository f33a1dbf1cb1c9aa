# Sourced by the scripts here. Goes to the top folder; MINESAT names the program to use (default: the release build,
# brought up to date; with BUILD=later a call of `build` does that), PYTHON a python.
cd "$(dirname "$0")"
while [ ! -f Cargo.toml ]; do cd ..; done
build() {
    if [ -z "${MINESAT:-}" ]; then
        cargo build --release --quiet
        MINESAT=$PWD/target/release/minesat
    fi
    export MINESAT
}
[ "${BUILD:-}" = later ] || build
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

# Load of the last minute.
load() {
    LC_ALL=C uptime | sed 's/.*load averages*: *//; s/[, ].*//'
}

# Refuses to measure on a loaded machine: waits up to $1 minutes until the load of the last minute, to which a build or an
# earlier run still adds, is below 0.5. ANYWAY, if not empty, skips that.
wait_until_quiet() {
    [ -z "${ANYWAY:-}" ] || return 0
    tries=$(($1 * 6))
    while ! load | awk '{ exit !($1 < 0.5) }'; do
        if [ "$tries" = 0 ]; then
            echo "refused: the load of the last minute is $(load), and other work would disturb the times. End that work" \
                "(uptime and top show it) and give the same command again; --anyway measures nevertheless." >&2
            exit 1
        fi
        [ $((tries % 6)) != 0 ] || echo "waiting for a quiet machine: the load of the last minute is $(load)" >&2
        tries=$((tries - 1))
        sleep 10
    done
}
