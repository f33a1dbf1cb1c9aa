#!/usr/bin/env python3
"""The report of scripts/rival.sh: who wins which of the same boards. Arguments: the folder with the games, the folder of
results, revision and setting of the other program, the number of games, the version of this one."""
import gzip
import json
import math
import os
import pathlib
import platform
import subprocess
import sys

if len(sys.argv) != 7:
    print(__doc__, file=sys.stderr)
    sys.exit(2)
work, out = map(pathlib.Path, sys.argv[1:3])
revision, setting, games, version = sys.argv[3:]

STARTS = [("safe", "(0,0) safe", 41.132), ("zero", "(3,3) a 0", 54.3)]


def played(player, start):
    """Results by game, and the mean of guesses."""
    lines = (work / f"{player}-{start}.jsonl").read_text().splitlines()
    # The other program prints lines of its own as well.
    rows = [json.loads(line) for line in lines if line.startswith("{")]
    rows.sort(key=lambda row: row["game"])
    if [row["game"] for row in rows] != list(range(len(rows))):
        sys.exit(f"{player}, {start}: games are missing")
    mean = lambda name: sum(row[name] for row in rows) / len(rows)
    return [row["result"] for row in rows], mean("guesses")


def interval(won, n):
    """Wilson's 95 % interval of a share, in percent."""
    z, p = 1.959964, won / n
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return [100 * (middle + sign * half) / (1 + z * z / n) for sign in (-1, 1)]


def mcnemar(first, second):
    """Two-sided exact p, from games that one alone won."""
    n, k = first + second, min(first, second)
    log = [math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) - n * math.log(2) for i in range(k + 1)]
    return min(1.0, 2 * sum(map(math.exp, log)))


answers, tables, kept = [], [], []
for start, words, published in STARTS:
    results = {player: played(player, start) for player in ("java", "lookahead")}
    won = {player: [result == "won" for result in results[player][0]] for player in results}
    n = len(won["java"])
    rows = []
    for player in results:
        count = sum(won[player])
        low, high = interval(count, n)
        stuck = sum(result not in ("won", "lost") for result in results[player][0])
        _, guesses = results[player]
        rows.append(f"| {player} | {n} | {count} | {100 * count / n:.2f} | {low:.2f} to {high:.2f} | {stuck} | {guesses:.2f} |")
    alone = [sum(a and not b for a, b in zip(won[x], won[y])) for x, y in (("lookahead", "java"), ("java", "lookahead"))]
    more = (alone[0] - alone[1]) / n
    error = 1.959964 * math.sqrt(max(0.0, (sum(alone) / n - more * more) / n))
    p = mcnemar(*alone)
    verdict = "no difference beyond noise" if p >= 0.05 else "`lookahead` wins more" if more > 0 else "the Java solver wins more"
    answers.append(
        f"- First cell {words}: `lookahead` wins {100 * sum(won['lookahead']) / n:.2f} % and the Java solver {100 * sum(won['java']) / n:.2f} % of the "
        f"same {n} boards: {100 * more:+.2f} +- {100 * error:.2f} points ({alone[0]} boards against {alone[1]}, McNemar p = {p:.4f}): {verdict}. "
        f"Published: {published} %."
    )
    tables.append(
        f"## First cell {words}\n\n| player | games | won | % | 95 % interval | stuck | guesses per game |\n|---|---|---|---|---|---|---|\n"
        + "\n".join(rows)
    )
    for player in results:
        kept.append({"start": start, "player": player, "won": "".join("01"[w] for w in won[player])})

git = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True).stdout.strip()
cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine()) if os.path.exists("/proc/cpuinfo") else platform.machine()
java = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr.splitlines()[:1]
text = f"""# The strongest published player on the same boards

**Does `lookahead` win more than the strongest published player on the same boards?**

Made by `GAMES={games} scripts/rival.sh`, revision {git}, on {cpu} ({os.cpu_count()} cores).

## Answer

{chr(10).join(answers)}

## Method

The other player is D. N. Hill's solver in Java, https://github.com/DavidNHill/Minesweeper, revision {revision}, with the settings
{setting}, one thread a game and the play style NO_FLAG, as in its own program for series of games (MinesweeperBulk, whose source
names a run of 10,000,000 Expert games). `scripts/rival/Rival.java` gives it boards that `minesat play --make-boards` wrote, the first
cell opened, and makes its moves. Its author publishes 41 % for a safe first cell in a corner and 54.3 % for a 0 at (3,3) (README of
JSMinesweeper since 2022); 41.132 % of 10 million games is the figure of the plans of this project, whose page we could not find again.
{version}; {' '.join(java)}.

{(chr(10) * 2).join(tables)}

`won.jsonl.gz` keeps which boards each of them won.
"""
out.mkdir(parents=True, exist_ok=True)
with gzip.GzipFile(out / "won.jsonl.gz", "wb", mtime=0) as file:
    file.write("".join(json.dumps(row) + "\n" for row in kept).encode())
(out / "report.md").write_text(text)
