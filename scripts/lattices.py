#!/usr/bin/env python3
"""How far exact counting goes on lattices of clues, and whether `auto` takes the right plan: writes results/lattice.

MINESAT names the program (default: the release build). Answers are kept in rows.jsonl; after an interruption the same command
resumes, and when all are there it only writes report.md again. About 40 minutes, on one core.
"""
import functools
import itertools
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import children

ROOT = pathlib.Path(__file__).resolve().parent.parent
MINESAT = os.environ.get("MINESAT", str(ROOT / "target/release/minesat"))
FOLDER = ROOT / "results/lattice"
LATTICE = "lattice --k {k} --density {density} --total unknown --seed {seed} --count {count}"
SCATTER = "scatter --rows {n} --cols {n} --density {density} --reveal {reveal} --total unknown --seed {seed} --count {count}"

# How far: the sides by density, with three boards each, up to the first side at which one is not counted.
# `chances` is the number of models and every chance, `number` the number alone.
LIMITS = {".2": range(8, 33, 2), ".3": range(8, 21, 2), ".4": range(8, 19, 2), ".5": range(8, 21, 2)}
QUERIES = {"chances": [], "number": ["--no-cells"]}
SECONDS, MEMORY = 60, "16G"

# Plans: lattices and scatters small enough for a path, and boards of compiled formulas.
PLANS = ["path", "tree", "auto"]
ENDS = ["ok", "inconsistent"]
PLAN_SECONDS, PLAN_MEMORY = 10, "8G"
SMALL = {".2": (8, 10, 12, 14, 15), ".3": (8, 9, 10, 11, 12), ".4": (8, 9, 10, 11, 12), ".5": (8, 9, 10, 11, 12)}
SCATTERS = [(".2", ".3"), (".25", ".3"), (".3", ".2"), (".35", ".25"), (".35", ".3"), (".4", ".3")]


def output(*args, text=None):
    """A run of the program that has ended."""
    return children.Run([MINESAT, *args], text)


def generated(words):
    return output("generate", *words.split()).output.splitlines()


def counted(board, plan, seconds, memory, *words):
    """One answer as a row. Short runs are repeated, and the least time counts."""
    best = None
    command = ["count", "-", "--json", "--no-tally", "--threads", "1", "-e", f"frontier:decomposition={plan}"]
    for _ in range(5):
        done = output(*command, "-t", str(seconds), "--memory", memory, *words, text=board + "\n")
        answer = json.loads(done.output or "{}")
        stats = answer.get("stats", {})
        row = {"status": answer.get("status"), "cpu_seconds": round(done.cpu_seconds, 4), "cpu_share": round(done.share, 2)}
        row["resident"] = done.resident
        row |= {word: stats.get(word) for word in ("nodes", "peak_states", "table_bytes", "width", "predicted_pairs")}
        if best is None or row["cpu_seconds"] < best["cpu_seconds"]:
            best = row
        if done.cpu_seconds > 1:
            break
    return best


def limit_boards(is_counted):
    for query, (density, sides) in itertools.product(QUERIES, LIMITS.items()):
        for k in sides:
            these = []
            for i, board in enumerate(generated(LATTICE.format(k=k, density=density, seed=9, count=3))):
                these.append({"study": "limit", "query": query, "density": density, "k": k, "board": i, "plan": "auto"})
                yield these[-1], board
            if not all(map(is_counted, these)):
                break


def plan_boards():
    for density, sides in SMALL.items():
        for k in sides:
            for i, board in enumerate(generated(LATTICE.format(k=k, density=density, seed=40, count=2))):
                yield "lattice", f"lattice {k}, density {density}, board {i}", board
    for reveal, density in SCATTERS:
        for n in (40, 60, 100):
            for i, board in enumerate(generated(SCATTER.format(n=n, density=density, reveal=reveal, seed=13, count=2))):
                yield "scatter", f"scatter {n}x{n}, density {density}, shown {reveal}, board {i}", board
    compiled = (ROOT / "instances/compiled.jsonl").read_text().splitlines()
    for board in compiled[:: max(1, len(compiled) // 12)][:12]:
        yield "compiled", json.loads(board)["name"], board
    for family in ("adders", "multipliers", "parity", "reconvergent"):
        packed = ROOT / f"instances/suite/{family}.jsonl.zst"
        boards = subprocess.run(["zstd", "-dc", packed], capture_output=True, text=True, check=True).stdout.splitlines()
        for board in boards[:: max(1, len(boards) // 3)][:3]:
            yield "compiled", f"{family}: {json.loads(board)['name']}", board


def measured():
    """All rows, those in rows.jsonl first."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    journal = FOLDER / "rows.jsonl"
    lines = journal.read_text().splitlines() if journal.exists() else []
    rows = [json.loads(line) for line in lines if line.endswith("}")]
    known = {json.dumps(row["of"], sort_keys=True): row for row in rows}
    journal.write_text("".join(json.dumps(row) + "\n" for row in rows))
    key_of = lambda of: json.dumps(of, sort_keys=True)
    limit = limit_boards(lambda of: known[key_of(of)]["status"] == "ok")
    asked = itertools.chain(
        ((of, board, SECONDS, MEMORY) for of, board in limit),
        (
            ({"study": "plan", "family": family, "board": name, "plan": plan}, board, PLAN_SECONDS, PLAN_MEMORY)
            for family, name, board in plan_boards()
            for plan in PLANS
        ),
    )
    for of, board, seconds, memory in asked:
        key = key_of(of)
        if key not in known:
            words = QUERIES[of.get("query", "chances")]
            row = {"of": of, **counted(board, of["plan"], seconds, memory, *words), "git": revision()}
            print(*of.values(), row["status"], row["cpu_seconds"], file=sys.stderr)
            with journal.open("a") as out:
                out.write(json.dumps(row) + "\n")
            known[key] = row
        yield known[key]


@functools.cache
def revision():
    """The revision that the program was built from, as it writes it into the record of a game."""
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "game.jsonl"
        output(*"play --rows 3 --cols 3 --mines 1 --games 1 --player random --output".split(), str(record))
        return json.loads(record.read_text().splitlines()[0])["git"]


def span(values, form):
    return " to ".join(dict.fromkeys(form(f(values)) for f in (min, max)))


def limit_table(rows):
    """The lines of the table, and by query the largest side of each density that all boards of it were counted at."""
    lines, furthest = [], {query: {} for query in QUERIES}
    for density, sides in LIMITS.items():
        whole = dict.fromkeys(QUERIES, True)
        for k in sides:
            cells = [density, str(k)]
            for query in QUERIES:
                here = {"query": query, "density": density, "k": k}
                these = [row for row in rows if here.items() <= row["of"].items()]
                solved = [row for row in these if row["status"] == "ok"]
                whole[query] &= len(solved) == len(these) > 0
                if whole[query]:
                    furthest[query][density] = k
                seconds = span([row["cpu_seconds"] for row in solved], "{:.2f}".format) if solved else ""
                resident = f"{max(row['resident'] for row in solved) / 1e6:,.0f}" if solved else ""
                cells += [f"{len(solved)} of {len(these)}" if these else "", seconds, resident]
            if any(cells[2:]):
                lines.append("| " + " | ".join(cells) + " |")
    return lines, furthest


# Regrets that the table of boards shows.
SHOWN = 1.25


def plan_tables(rows):
    """The lines of the tables by family and by board; of each board compared its regret and name, and the seconds of the
    better plan; and how many boards are left out."""
    regrets, families, boards, left_out = [], {}, [], 0
    names = list(dict.fromkeys((row["of"]["family"], row["of"]["board"]) for row in rows))
    for family, name in names:
        path, tree, auto = ({r["of"]["plan"]: r for r in rows if r["of"]["board"] == name}[plan] for plan in PLANS)
        ends = [row["cpu_seconds"] for row in (path, tree) if row["status"] in ENDS]
        if not ends:
            left_out += 1
            continue
        regret = auto["cpu_seconds"] / min(ends) if auto["status"] in ENDS else math.inf
        regrets.append((regret, name))
        better = "path" if path["status"] in ENDS and path["cpu_seconds"] == min(ends) else "tree"
        families.setdefault(family, []).append((regret, better, min(ends)))
        if regret > SHOWN:
            show = lambda row: f"{row['cpu_seconds']:.4f}" if row["status"] in ENDS else row["status"]
            predicted = f"{tree['predicted_pairs']:,}" if tree.get("predicted_pairs") else ""
            real = f"{tree['table_bytes'] // 4:,}" if tree["status"] in ENDS else ""
            boards.append(f"| {name} | {show(path)} | {show(tree)} | {show(auto)} | {regret:.2f} | {predicted} | {real} |")
    lines = []
    for family, found in families.items():
        count = lambda most: sum(regret <= most for regret, _, _ in found)
        of_trees = sum(better == "tree" for _, better, _ in found)
        seconds = span([least for _, _, least in found], "{:.3f}".format)
        worst = max(regret for regret, _, _ in found)
        lines.append(f"| {family} | {len(found)} | {of_trees} | {seconds} | {count(1.5)} | {count(2.2)} | {worst:.2f} |")
    best_times = [least for found in families.values() for _, _, least in found]
    return lines, boards, regrets, best_times, left_out


def main():
    rows = list(measured())
    limit, furthest = limit_table([row for row in rows if row["of"]["study"] == "limit"])
    families, boards, regrets, best_times, left_out = plan_tables([row for row in rows if row["of"]["study"] == "plan"])
    long = sum(least >= 0.05 for least in best_times)
    within = lambda most: sum(regret <= most for regret, _ in regrets)
    single = [row["cpu_share"] for row in rows if row["cpu_seconds"] > 0.2]
    cpu = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), "unknown")
    most = lambda density, k: ", the largest tried" if k == max(LIMITS[density]) else ""
    far = {
        query: ", ".join(f"{k} at {density}{most(density, k)}" for density, k in sides.items())
        for query, sides in furthest.items()
    }
    report = f"""# Lattices of clues with spacing 2: how far does exact counting go, and is the plan right?

- **How far:** within {SECONDS} s and {MEMORY[:-1]} GB all three boards are counted, with every chance, up to k = {far["chances"]}
  (density of mines); the number of models alone up to {far["number"]}. Clues 0 take cells out, so boards of one size differ by a
  factor of ten, and a larger one may be easier.
- **Plans:** on {within(1.5)} of {len(regrets)} lattices, scatters and compiled boards `auto` takes at most 1.5 times as long as
  the better of path and tree, on {within(2.2)} at most 2.2 times, at worst {max(regrets)[0]:.2f} times
  ({max(regrets)[1]}).

Made by `scripts/lattices.py` at revision {' '.join(dict.fromkeys(row['git'] for row in rows))} on {cpu}, {os.cpu_count()} cores;
`rows.jsonl` has every answer. CPU seconds of the whole command, reading and printing included, on one core; of runs beyond
0.2 s the least share of CPU in the time that passed is {min(single):.2f}. The total is unknown; the answer is the number of
models and every chance (`minesat count --no-tally`), or the number alone (`--no-cells`, in a single pass).

## How far

Resident: the most memory of the process, of the counted boards.

| density | k | every chance | CPU s | resident, MB | number alone | CPU s | resident, MB |
|--:|--:|---|--:|--:|---|--:|--:|
{chr(10).join(limit)}

A path row by row has one open sum per column, and an open sum with clue c needs between 0 and c more mines; that bounds its
states by the product of (c + 1) over k clues. Trees merge parts of the board two by two and stay below.

## Plans

CPU seconds with `frontier:decomposition=path`, `tree` and `auto`, at most {PLAN_SECONDS} s and {PLAN_MEMORY[:-1]} GB; the least of
five runs below a second. Regret: `auto` by the better of the two. {left_out} boards that neither plan ends on are left out. On {long} boards the better plan
takes 0.05 s or more; on the others starting the program is much of the time, which hides regrets.

| family | boards | better by a tree | seconds of the better | regret up to 1.5 | up to 2.2 | largest regret |
|---|--:|--:|--:|--:|--:|--:|
{chr(10).join(families)}

Boards with a regret above {SHOWN}; predicted and real are pairs of states that the tree merges (bytes of its tables by four: also
its groups).

| board | path | tree | auto | regret | predicted | real |
|---|--:|--:|--:|--:|--:|--:|
{chr(10).join(boards)}
"""
    (FOLDER / "report.md").write_text(report)
    print(FOLDER / "report.md")


main()
