#!/usr/bin/env python3
"""How long each plan takes, from the committed records: writes scripts/durations.txt, which scripts/reproduce.sh
reads. What has no such records, as a study, keeps its line. Compressed records need the program `zstd`. Give the command again when results were measured anew."""
import gzip
import json
import pathlib
import subprocess
import sys

# Threads that play games.
CORES = 2
# Least wall time of a measurement, seconds: short ones are repeated.
LEAST = 0.02


def rows(path):
    if path.suffix == ".zst":
        data = subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout
    else:
        data = gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()
    return map(json.loads, data.splitlines())


def seconds(row):
    """Wall time of a measurement, or of the games of a point on all cores."""
    if "point" in row:
        return row["point"]["sums"].get("seconds", [0])[0] / CORES
    return max(LEAST, row["wall_seconds"]) if "wall_seconds" in row else 0


if len(sys.argv) != 1:
    print(__doc__, file=sys.stderr)
    sys.exit(2)
results = pathlib.Path("results")
table = {}
for path in sorted(results.glob("**/records.jsonl*")):
    table[str(path.parent.relative_to(results))] = sum(map(seconds, rows(path)))
file = pathlib.Path("scripts/durations.txt")
for line in file.read_text().splitlines():
    name, _, time = line.partition(" ")
    if not name.startswith("#") and name not in table:
        table[name] = float(time)
table = dict(sorted(table.items()))
lines = [f"{name} {max(1, round(time))}\n" for name, time in table.items()]
file.write_text("# Seconds that each plan took, from its records: made by scripts/durations.py.\n" + "".join(lines))
print(f"{file}: {len(table)} plans, {sum(table.values()) / 3600:.1f} hours")
