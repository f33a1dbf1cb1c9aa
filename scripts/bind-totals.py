#!/usr/bin/env python3
"""Boards whose total binds, from instance lines without a total on standard input.

For every board `minesat mine-bounds` finds the fewest mines beside its clues. Two boards come out: one whose total is that
number, so that all cells beside no clue are safe, and one whose total is one less, which is inconsistent for no local reason.
MINESAT names the program.
"""
import json
import os
import subprocess
import sys

MINESAT = os.environ.get("MINESAT", "target/release/minesat")


def main():
    for line in sys.stdin:
        instance = json.loads(line)
        found = subprocess.run([MINESAT, "mine-bounds", "--json", "-"], input=line, capture_output=True, text=True, check=True)
        fewest = json.loads(found.stdout)["fewest"]
        for less, status in [(0, "ok"), (1, "inconsistent")]:
            total = fewest - less
            if total < 0:
                continue
            params = {**instance["params"], "fewest": fewest, "less": less}
            bound = {
                **instance,
                "name": f"binding-{instance['name']}-less{less}",
                "family": "binding",
                "mines": total,
                "params": params,
                "origin": f"{instance['origin']} | MINESAT=minesat scripts/bind-totals.py",
                "expected": {"status": status},
            }
            print(json.dumps(bound, separators=(",", ":")))


if __name__ == "__main__":
    main()
