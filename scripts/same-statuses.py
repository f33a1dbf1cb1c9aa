#!/usr/bin/env python3
"""Compares the statuses of two runs of one plan: same-statuses.py QUIET LONGER BUSY, folders with a records.jsonl each.
LONGER is the quiet run with a limit 25 % longer; it shows which rows are within 25 % of the limit, and these are left out."""
import json
import sys

LEAST_ROWS, LEAST_TIMEOUTS, MARGIN = 500, 50, 0.25


def rows(folder):
    """The last attempt at every measurement."""
    with open(f"{folder}/records.jsonl", encoding="utf-8") as lines:
        records = [r for r in map(json.loads, lines) if "instance" in r]
    return {tuple(r[k] for k in ("file", "instance", "engine", "query", "run")): r for r in records}


def seconds(row):
    """Processor time of the engine, or of the whole child where that did not say."""
    own = row.get("cpu_seconds")
    return row["cpu_user_seconds"] + row["cpu_sys_seconds"] if own is None else own


if len(sys.argv) != 4:
    print(__doc__, file=sys.stderr)
    sys.exit(2)
quiet, longer, busy = map(rows, sys.argv[1:])
if not quiet.keys() == longer.keys() == busy.keys():
    sys.exit("FAILED: the runs hold different measurements; remove their folders and measure again")
near = set()
for key, row in quiet.items():
    limit = row["timeout_seconds"]
    answered = [r for r in (row, longer[key]) if r["status"] != "timeout"]
    if any(abs(seconds(r) - limit) <= MARGIN * limit for r in answered):
        near.add(key)
timeouts = [key for key, row in quiet.items() if row["status"] == "timeout" and key not in near]
differ = [key for key in quiet if key not in near and quiet[key]["status"] != busy[key]["status"]]
compared = len(quiet) - len(near)
print(f"{len(quiet)} rows; left out, as their processor time is within 25 % of the limit: {len(near)}")
print(f"compared: {compared}, of which {len(timeouts)} are timeouts on the quiet machine; different statuses: {len(differ)}")
for key in differ:
    print("  ", *key[1:], quiet[key]["status"], "on the quiet machine,", busy[key]["status"], "on the busy one")
if compared < LEAST_ROWS or len(timeouts) < LEAST_TIMEOUTS:
    sys.exit(f"FAILED: fewer than {LEAST_ROWS} rows, or than {LEAST_TIMEOUTS} timeouts, to compare")
sys.exit(bool(differ))
