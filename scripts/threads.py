#!/usr/bin/env python3
"""What threads are worth: counts large boards on one thread and on several, in alternating pairs, and prints a table.

    scripts/threads.py [--threads N] [--pairs N] [--number] [BOARD ...]

MINESAT names the program (default: the release build). A pair counts if the processor was on the run with one thread for at
least 0.95 of its time: a machine with other work says little. Without names all boards are counted, which takes half an hour
with ten pairs.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import children

ROOT = pathlib.Path(__file__).resolve().parent.parent
MINESAT = os.environ.get("MINESAT", str(ROOT / "target/release/minesat"))
LEAST_SHARE = 0.95
BOARDS = {
    "uniform": "uniform --rows 1000 --cols 1000 --density 0.25 --open 0.5",
    "scatter": "scatter --rows 150 --cols 150 --density 0.3 --reveal 0.3",
    "corridor-20k": "corridor --rows 3 --length 20000",
    "corridor-100k": "corridor --rows 3 --length 100000",
    "lattice-12": "lattice --k 12 --density 0.4 --total unknown",
    "lattice-14": "lattice --k 14 --density 0.4 --total unknown",
    "lattice-12-total": "lattice --k 12 --density 0.4",
    "lattice-14-total": "lattice --k 14 --density 0.4",
}


def run(board, threads, words):
    """Seconds of a count, the processor's share of them, and the answer without its time."""
    done = children.Run([MINESAT, "count", "--json", "--no-tally", "--threads", str(threads), *words, board])
    if done.code:
        sys.exit(f"{board}: exit code {done.code}")
    answer = json.loads(done.output)
    answer.pop("seconds")
    return done.seconds, done.share, answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("boards", nargs="*", metavar="BOARD", help=", ".join(BOARDS))
    parser.add_argument("--number", action="store_true", help="count the models alone, without chances")
    args = parser.parse_args()
    words = ["--no-cells"] if args.number else []
    unknown = [name for name in args.boards if name not in BOARDS]
    if unknown:
        sys.exit(f"no board {unknown[0]}; there are {', '.join(BOARDS)}")
    sys.set_int_max_str_digits(0)
    print(f"| board | pairs that count | 1 thread, s | {args.threads} threads, s | times as fast | least | most |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in args.boards or BOARDS:
            board = f"{folder}/{name}.jsonl"
            subprocess.run([MINESAT, "generate", *BOARDS[name].split(), "-o", board], check=True)
            pairs = []
            for pair in range(args.pairs):
                order = (1, args.threads) if pair % 2 == 0 else (args.threads, 1)
                found = {threads: run(board, threads, words) for threads in order}
                (one, share, right), (more, _, answer) = found[1], found[args.threads]
                if answer != right:
                    sys.exit(f"{name}: {args.threads} threads answer differently")
                if share >= LEAST_SHARE:
                    pairs.append((one, more, one / more))
            if not pairs:
                print(f"| {name} | 0 of {args.pairs} | | | | | |", flush=True)
                continue
            one, more, ratio = (statistics.median(column) for column in zip(*pairs))
            ratios = [pair[2] for pair in pairs]
            row = [name, f"{len(pairs)} of {args.pairs}", f"{one:.2f}", f"{more:.2f}", f"{ratio:.2f}"]
            print("|", " | ".join([*row, f"{min(ratios):.2f}", f"{max(ratios):.2f}"]), "|", flush=True)


if __name__ == "__main__":
    main()
