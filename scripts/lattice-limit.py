#!/usr/bin/env python3
"""How far exact counting goes on lattices of clues with spacing 2: writes results/lattice/report.md.

For each k three boards (mine density .2, total unknown) are counted by `minesat count --no-tally`: the number of models with
all digits and the chance of every cell, within 60 s and 16 GB. MINESAT names the program (default: the release build).
Arguments: the values of k (default: 8 10 ... 30).
"""
import json
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MINESAT = os.environ.get("MINESAT", str(ROOT / "target/release/minesat"))
SEED, BOARDS = 9, 3


def output(*args, text=None):
    return subprocess.run([MINESAT, *args], input=text, capture_output=True, text=True, check=False).stdout


def mean_log(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


rows, states_by_k = [], {}
for k in map(int, sys.argv[1:] or range(8, 31, 2)):
    boards = output("generate", "lattice", "--k", str(k), "--total", "unknown", "--seed", str(SEED), "--count", str(BOARDS))
    solved, shown = [], []
    for board in boards.splitlines():
        answer = json.loads(output("count", "-", "--json", "--no-tally", "-t", "60", "--memory", "16G", text=board) or "{}")
        stats = answer.get("stats", {})
        print(k, answer.get("status"), stats.get("peak_states"), answer.get("seconds"), file=sys.stderr)
        if answer.get("status") == "ok":
            solved.append((answer["seconds"], stats["peak_states"], stats["table_bytes"], stats["width"], len(answer["models"])))
    if not solved:
        rows.append(f"| {k} | 0 of {BOARDS} | | | | | |")
        continue
    states_by_k[k] = mean_log([s[1] for s in solved])
    span = lambda i, form: " to ".join(dict.fromkeys(form(f(s[i] for s in solved)) for f in (min, max)))
    bytes_a_state = max(s[2] / s[1] for s in solved)
    rows.append(
        f"| {k} | {len(solved)} of {BOARDS} | {span(0, '{:.2f}'.format)} | {span(3, str)} | {span(1, '{:,}'.format)} | "
        f"{max(s[2] for s in solved) / 1e6:.0f} | {bytes_a_state:.0f} |"
    )

ks = sorted(k for k in states_by_k)
rate = None
if len(ks) > 2:
    n, mean = len(ks), sum(ks) / len(ks)
    logs = [math.log(states_by_k[k]) for k in ks]
    rate = math.exp(sum((k - mean) * l for k, l in zip(ks, logs)) / sum((k - mean) ** 2 for k in ks))
revision = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty=-modified", "--abbrev=12"], capture_output=True, text=True).stdout
cpu = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), "unknown")
report = f"""# Lattices of clues with spacing 2: how far exact counting goes

Made by `scripts/lattice-limit.py {' '.join(sys.argv[1:])}` at revision {revision.strip()} on {cpu}, {os.cpu_count()} cores.
{BOARDS} boards for each k (seed {SEED}, mine density .2, total unknown), the number of models and every chance, at most 60 s
and 16 GB each. States: the most held at once. Clues 0 take cells out, so boards of one size differ by a factor of ten.

| k | counted | seconds | open sums at most | states | tables, MB | bytes a state at most |
|--:|---|--:|--:|--:|--:|--:|
{chr(10).join(rows)}

"""
if rate:
    report += f"""The states grow by a factor of {rate:.2f} per k (least squares over the logarithms of the geometric means). Theory: row by row
one sum a column is open, and an open sum with clue c needs between 0 and c more mines; that bounds the states of a path
by the product of (c + 1) over k clues, 2.34 per k at density .2. Trees merge blocks of the board two by two and stay below.
"""
folder = ROOT / "results/lattice"
folder.mkdir(parents=True, exist_ok=True)
(folder / "report.md").write_text(report)
print(folder / "report.md")
