#!/bin/sh
# The strongest player of others whose figures are published, D. N. Hill's solver in Java, on the same boards as lookahead:
# gets its sources at one revision, compiles them with scripts/rival/Rival.java, which plays given boards, and writes
# results/play/rival (a report, and who won which board). Needs git, a JDK (17 or later) and the network, or a clone that RIVAL
# names. GAMES boards of the seeds 1 (first cell safe) and 1 (a 0 at (3,3)); RESULTS names another folder; MINESAT the program.
set -eu
. "$(dirname "$0")/program.sh"
revision=0806bb80042184e4f2b1413f4092c4e09526c237
setting=SMALL_ANALYSIS
games=${GAMES:-10000}
out=${RESULTS:-results/play/rival}
work=$PWD/target/rival
command -v javac >/dev/null || {
    echo "rival.sh needs a JDK: javac is not in the PATH (Debian: apt-get install openjdk-17-jdk-headless)" >&2
    exit 2
}
mkdir -p "$work" "$out"
if [ ! -e "$work/sources/.$revision" ]; then
    rm -rf "$work/sources" "$work/clone"
    git clone --quiet "${RIVAL:-https://github.com/DavidNHill/Minesweeper.git}" "$work/clone"
    mkdir "$work/sources"
    git -C "$work/clone" archive "$revision" Asynchronous MinesweeperGameState MineSweeperSolver | tar -x -C "$work/sources"
    touch "$work/sources/.$revision"
fi
rm -rf "$work/classes"
mkdir "$work/classes"
find "$work/sources"/*/src -name '*.java' >"$work/files.txt"
javac -nowarn -encoding UTF-8 -d "$work/classes" @"$work/files.txt" scripts/rival/Rival.java 2>"$work/javac.txt" || {
    cat "$work/javac.txt" >&2
    exit 1
}
for start in safe zero; do
    at=0,0
    [ $start = safe ] || at=3,3
    boards=$work/$start-$games.txt
    "$MINESAT" play --make-boards --level expert --start $start --at $at --games "$games" --seed 1 -o "$boards"
    java -Xmx2g -cp "$work/classes" Rival "$boards" $setting >"$work/java-$start.jsonl" 2>"$work/java-$start.txt"
    "$MINESAT" play --boards "$boards" --player lookahead --seed 1 -o "$work/lookahead-$start.jsonl" >/dev/null
done
"$PYTHON" scripts/rival/report.py "$work" "$out" "$revision" "$setting" "$games" "$("$MINESAT" --version)"
echo "$out/report.md"
