#!/bin/sh
# The Python package: builds its wheel, installs it in an environment of its own (target/python), and runs its tests with the
# notebooks. PYTHON names another interpreter.
set -eu
cd "$(dirname "$0")/.."
skip() {
    echo "skipped: $1"
    exit 0
}
python=${PYTHON:-python3}
command -v "$python" >/dev/null || skip "there is no $python"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' || skip "$python is older than 3.9"
place=$PWD/target/python
venv=$place/venv
# An environment outlives neither its interpreter nor a move of the folder.
if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    rm -rf "$venv"
    mkdir -p "$place"
    "$python" -m venv "$venv" >"$place/venv.log" 2>&1 ||
        skip "$python makes no virtual environment (on Debian: apt-get install python3-venv); see $place/venv.log"
fi
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
"$venv/bin/python" -m pip install --quiet 'maturin>=1.9.4,<2' -r python/tests/requirements.txt ||
    skip "maturin and what the tests use cannot be installed here"
if ! cargo metadata --locked --format-version 1 --manifest-path python/Cargo.toml >/dev/null; then
    echo "python/Cargo.lock is behind: cargo update --workspace --manifest-path python/Cargo.toml"
    exit 1
fi
rm -rf "$place/wheels"
# Without `serve` and PNG, which take as long as all else together and are tested in the program.
CARGO_TARGET_DIR=$place/cargo "$venv/bin/maturin" build --quiet --release --locked --manifest-path python/Cargo.toml \
    --no-default-features --interpreter "$venv/bin/python" --out "$place/wheels"
"$venv/bin/python" -m pip install --quiet --force-reinstall --no-deps "$place"/wheels/*.whl
# Elsewhere, so that the tests see what is installed.
tests=$PWD/python/tests
cd "$place"
"$venv/bin/python" -m pytest -q -p no:cacheprovider --rootdir "$tests" "$tests" "$@"
