#!/usr/bin/env python3
"""Compares two record files of `minesat bench`: same-records.py A B. They are the same if they hold the same rows in
the same order, each once, times and resident memory apart."""
import json
import sys

TIMES = {"seconds", "wall_seconds", "cpu_user_seconds", "cpu_sys_seconds", "max_rss_kib"}


def rows(path):
    with open(path, encoding="utf-8") as lines:
        header, *records = map(json.loads, lines)
    return header, [{key: value for key, value in r.items() if key not in TIMES} for r in records]


(header_a, a), (header_b, b) = map(rows, sys.argv[1:])
keys = [tuple(r[k] for k in ("file_sha256", "instance", "engine", "query", "run")) for r in b]
if header_a["plan_sha256"] != header_b["plan_sha256"]:
    sys.exit("FAILED: different plans")
if len(set(keys)) != len(keys):
    sys.exit("FAILED: a measurement stands there twice")
if a != b:
    different = [(x, y) for x, y in zip(a, b) if x != y]
    sys.exit(f"FAILED: {len(a)} rows against {len(b)}; first difference: {different[:1]}")
print(f"the same {len(a)} rows, each once")
