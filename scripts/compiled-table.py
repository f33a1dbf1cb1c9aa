"""Joins the records of boards with the effort on their formulas: tables in Markdown on standard output.

Called by scripts/compiled-experiments.sh with the records, the lines of `minesat satisfy --json`, and the sizes
of boards by layout (name, library, layout, way, cells).
"""

import json
import sys
from collections import defaultdict

records, formulas, cells = sys.argv[1:4]
rows = []
with open(records) as file:
    for line in file:
        line = json.loads(line)
        if "instance" in line:
            rows.append(line)
by_board = {(row["instance"], row["engine"]): row for row in rows}
direct = {}
with open(formulas) as file:
    for line in file:
        line = json.loads(line)
        direct[line["formula"], line["solver"]] = line
names = list(dict.fromkeys(row["instance"].rsplit("-", 1)[0] for row in rows))


def short(row):
    if row is None:
        return "-"
    if row["status"] not in ("ok", "inconsistent"):
        return row["status"]
    conflicts = f"{row['conflicts']:,} / " if "conflicts" in row else ""
    return f"{conflicts}{row['cpu_seconds']:.2f} s"


def table(head, lines):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for line in lines:
        print("| " + " | ".join(str(word) for word in line) + " |")
    print()


print("# Formulas and their boards\n")
print("Made by `scripts/compiled-experiments.sh` from `records.jsonl` beside it (`run.json` names revision and")
print("machine) and from `minesat satisfy` on the formulas. Conflicts and seconds: processor time of an answer on a board,")
print("wall time of the solver alone on a formula.\n")
print("## What the encoding costs\n")
print("batsat on the formula itself, on its boards as they are (`collapse=off`), and on its boards after equal and")
print("complementary cells became one variable and inner cells of crossings were left out.\n")
lines = []
wrong = []
for name in names:
    found = direct.get((name, "batsat"))
    stats = found["stats"]
    line = [name, found["status"].lower(), f"{stats['variables']:,} / {stats['clauses']:,}"]
    line.append(f"{stats.get('conflicts', 0):,} / {found['seconds']:.3f} s")
    for library in ("6x7", "6x9"):
        board = f"{name}-{library}"
        for engine in ("sat:solver=batsat,collapse=off", "sat:solver=batsat"):
            line.append(short(by_board.get((board, engine))))
        for (instance, engine), row in by_board.items():
            right = {"SATISFIABLE": "ok", "UNSATISFIABLE": "inconsistent"}.get(found["status"])
            answered = row["status"] in ("ok", "inconsistent") and row.get("decision") != "unknown"
            if instance == board and right and answered and engine not in ("lp", "rules") and row["status"] != right:
                wrong.append((board, engine))
    lines.append(line)
table(
    ["formula", "answer", "variables / clauses", "formula", "6x7 as it is", "6x7 collapsed", "6x9 as it is", "6x9 collapsed"],
    lines,
)
print(f"Complete engines that answer a board otherwise than its formula: {len(wrong)} {wrong or ''}\n")

print("## All engines\n")
print("Processor seconds where a board was decided; `?` where an incomplete method (lp, rules) found no contradiction.\n")
engines = list(dict.fromkeys(row["engine"] for row in rows))
lines = []
for board in dict.fromkeys(row["instance"] for row in rows):
    line = [board, f"{next(r['covered'] for r in rows if r['instance'] == board):,}"]
    for engine in engines:
        row = by_board.get((board, engine))
        if row is None:
            line.append("")
        elif row["status"] == "ok" and engine in ("lp", "rules"):
            line.append("?")
        elif row["status"] in ("ok", "inconsistent"):
            line.append(f"{row['cpu_seconds']:.2f}")
        else:
            line.append(row["status"])
    width = by_board.get((board, "frontier"), {}).get("width")
    line.append(width if width is not None else "")
    lines.append(line)
table(["board", "covered", *engines, "width"], lines)
refuted = [r["instance"] for r in rows if r["engine"] == "lp" and r["status"] == "inconsistent"]
asked = [r for r in rows if r["engine"] == "lp" and r["status"] in ("ok", "inconsistent")]
print(f"The LP relaxation answered on {len(asked)} boards and refuted {len(refuted)}: {', '.join(refuted) or 'none'}.\n")

print("## Cells by layout\n")
print("Circuits (parity, factoring) either as gates or as clauses; other formulas are clauses already.\n")
sizes = defaultdict(dict)
with open(cells) as file:
    for line in file:
        name, library, layout, via, count = line.rstrip("\n").split("\t")
        sizes[name][library, layout, via] = int(count) if count else None
circuits = ("parity", "factoring")
lines = []
for name, size in sizes.items():
    for via in ("gates", "clauses") if name.startswith(circuits) else ("clauses",):
        line = [name, via]
        for library in ("6x7", "6x9", "7x7"):
            for layout in ("plain", "packed", "ordered"):
                count = size.get((library, layout, via))
                line.append("-" if count is None else f"{count:,}")
        lines.append(line)
head = [f"{library} {layout}" for library in ("6x7", "6x9", "7x7") for layout in ("plain", "packed", "ordered")]
table(["formula", "as", *head], lines)
