#!/usr/bin/env python3
"""Compares two record files of `minesat bench`: same-records.py A B. They are the same if they hold the same rows in
the same order, each once, apart from times, memory and what else the machine decides."""
import json
import pathlib
import sys

MACHINE = {
    "seconds", "cpu_seconds", "samples", "wall_seconds", "cpu_user_seconds", "cpu_sys_seconds", "max_rss_kib",
    "involuntary_switches", "load", "core", "starved", "attempts_before",
}


def rows(path):
    """The facts of the run, and the last attempt at every measurement."""
    records = {}
    with open(path, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            key = tuple(row[k] for k in ("file_sha256", "instance", "engine", "query", "run"))
            if key in records and not row.get("attempts_before"):
                sys.exit(f"FAILED: {path}: a measurement stands there twice: {key[1:]}")
            records[key] = {name: value for name, value in row.items() if name not in MACHINE}
    return json.loads(pathlib.Path(path).with_name("run.json").read_text(encoding="utf-8")), list(records.values())


if len(sys.argv) != 3:
    print(__doc__, file=sys.stderr)
    sys.exit(2)
(run_a, a), (run_b, b) = map(rows, sys.argv[1:])
if run_a["plan"] != run_b["plan"]:
    sys.exit("FAILED: different plans")
if a != b:
    different = [(x, y) for x, y in zip(a, b) if x != y]
    sys.exit(f"FAILED: {len(a)} rows against {len(b)}; first difference: {different[:1]}")
print(f"the same {len(a)} rows, each once")
