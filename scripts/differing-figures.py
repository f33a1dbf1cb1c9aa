#!/usr/bin/env python3
"""Compares the rows of two runs of an experiment with games or of a study: differing-figures.py OLD NEW, folders. Equal
seeds play equal games, so all figures are compared but times. Prints a Markdown list.
Packed rows need the program `zstd` or `gzip`."""
import collections
import json
import math
import pathlib
import subprocess
import sys

# What names a row, and what is no figure.
NAMES = ("group", "player", "engine", "family", "label", "x", "side", "size", "rows", "cols", "density", "name")
NO_FIGURES = {"seconds", "git", "cpu", "spec", "wins", "settings", "mib"}
MOST_LISTED = 40


def whole(value):
    """Without the fractions in lists, which may be times."""
    if isinstance(value, list):
        return [whole(one) for one in value if not isinstance(one, float)]
    if isinstance(value, dict):
        return {key: whole(one) for key, one in value.items() if not isinstance(one, float)}
    return value


def rows(folder):
    """Figures by name of the row; the last row of a name counts."""
    files = [pathlib.Path(folder, name) for name in ("records.jsonl.zst", "records.jsonl.gz", "records.jsonl", "points.jsonl")]
    # A study has one file of rows under a name of its own.
    files += sorted([*pathlib.Path(folder).glob("*.jsonl"), *pathlib.Path(folder).glob("*.jsonl.zst")])
    file = next((file for file in files if file.exists()), None)
    if file is None:
        sys.exit(f"{folder}: no rows (a file *.jsonl or *.jsonl.zst)")
    found = {}
    unpackers = {".zst": ["zstd", "-dcq"], ".gz": ["gzip", "-dc"]}
    if file.suffix in unpackers:
        text = subprocess.run([*unpackers[file.suffix], file], check=True, capture_output=True, text=True).stdout
    else:
        text = file.read_text(encoding="utf-8")
    times = collections.Counter()
    for row in map(json.loads, text.splitlines()):
        if not isinstance(row, dict):
            row = {"row": row}
        if "command" in row or "experiment" in row:
            continue
        is_point = "point" in row
        row = row.get("point", row)
        name = {**row, **row.get("settings", {})}
        name = ", ".join(str(name[key]) for key in NAMES if name.get(key) is not None)
        if not is_point:
            # Rows of a study may share what names them; they come in the order of its plan.
            times[name] += 1
            name = f"{name} ({times[name]})"
        if name:
            sums = {key: total for key, (total, _) in row.get("sums", {}).items()}
            figures = {**row, **sums}
            figures.pop("sums", None)
            found[name] = {key: whole(value) for key, value in figures.items() if key not in NO_FIGURES}
    return found


def shown(value):
    return value if not isinstance(value, list) else "another list"


def equal(a, b):
    """Sums of fractions depend on the order of the summands, that is on the threads."""
    numbers = all(isinstance(value, (int, float)) for value in (a, b))
    return math.isclose(a, b, rel_tol=1e-9) if numbers else a == b


def difference(was, now):
    keys = [key for key in was.keys() & now.keys() if not equal(was[key], now[key])]
    return "; ".join(f"{key} {shown(was[key])}, now {shown(now[key])}" for key in sorted(keys))


if len(sys.argv) != 3:
    print(__doc__, file=sys.stderr)
    sys.exit(2)
old, new = map(rows, sys.argv[1:])
both = [name for name in old if name in new]
changed = [f"{name}: {what}" for name in both if (what := difference(old[name], new[name]))]
print(f"- {len(both)} rows in both runs; {len(old) - len(both)} in the earlier run alone, {len(new) - len(both)} in the later.")
print(f"- Rows whose figures differ: {len(changed)}. Times are not compared.")
for line in changed[:MOST_LISTED]:
    print(f"  - {line}")
if len(changed) > MOST_LISTED:
    print(f"  - {len(changed) - MOST_LISTED} more")
