#!/usr/bin/env python3
"""Two players of one name on the same boards, in records of `minesat experiment` of two revisions. For every row of both
that is not the same the games that one won and the other lost, and the difference in points with its standard error
times 1.96. Records of a revision:
`git show REVISION:results/play/lookahead/records.jsonl.zst >before.jsonl.zst`."""

import argparse
import json
import pathlib
import subprocess


def rows(path):
    unpack = {".zst": ["zstd", "-dcq"], ".gz": ["gzip", "-dc"]}.get(pathlib.Path(path).suffix, ["cat"])
    lines = subprocess.run([*unpack, path], check=True, capture_output=True, text=True).stdout.splitlines()
    points = [point for line in lines if (point := json.loads(line).get("point"))]
    return {(p["group"], p["player"], json.dumps(p["settings"], sort_keys=True)): p for p in points}


def place(settings):
    """The label of a point, else its x."""
    x = settings.get("x")
    return settings.get("label") or ("" if x is None else f"{x:.12g}")


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("before")
parser.add_argument("after")
options = parser.parse_args()
before, after = rows(options.before), rows(options.after)
for key in before:
    if key not in after:
        continue
    old, new = before[key], after[key]
    if old["wins"] == new["wins"]:
        continue
    a, b = int(old["wins"], 16), int(new["wins"], 16)
    lost, won = (a & ~b).bit_count(), (b & ~a).bit_count()
    points = lambda games: 100 * games / new["games"]
    print(f"{key[0]}, {place(new['settings'])}, {key[1]}, {new['games']} games: {old['git']} wins {points(old['won']):.3f} %, "
          f"{new['git']} {points(new['won']):.3f} %; {won} won alone, {lost} lost: {points(won - lost):+.3f} "
          f"+- {1.96 * points((won + lost) ** 0.5):.3f}")
