#!/bin/sh
# Bounds of reading: blanks by the hundred megabytes, files that unpack to gigabytes, lines of a gigabyte, boards of 10^8
# cells. Prints time, largest memory and exit code of each case, and ends with 1 where one is slower than 2 s per 100 MB
# (unpacked), takes more than 300 MB though it is refused, or more than 6 times its size though it is read.
#
#   scripts/read-limits.sh [PROGRAM] [SHARE]
#
# PROGRAM is target/release/minesat by default; SHARE (1 by default) shrinks every size, as 0.1 for a quick look.
set -eu
program=${1:-target/release/minesat}
share=${2:-1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 - "$program" "$share" "$folder" <<'PYTHON'
import os, resource, shutil, subprocess, sys, time

program, share, folder = os.path.abspath(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
MB = 10**6
os.chdir(folder)


def size(bytes):
    return int(bytes * share)


def file(name, *parts):
    """Writes parts, each bytes or (bytes, repeats), packed by the end of the name."""
    packers = {"gz": ["gzip", "-1", "-c"], "zst": ["zstd", "-q", "-19", "-c"]}
    packer = packers.get(name.rsplit(".", 1)[-1])
    if packer and not shutil.which(packer[0]):
        return None
    with open(name, "wb") as out:
        pipe = subprocess.Popen(packer, stdin=subprocess.PIPE, stdout=out) if packer else None
        to = pipe.stdin if pipe else out
        for part in parts:
            text, repeats = part if isinstance(part, tuple) else (part, 1)
            block = max(1, 2**20 // len(text))
            for _ in range(repeats // block):
                to.write(text * block)
            to.write(text * (repeats % block))
        if pipe:
            pipe.stdin.close()
            pipe.wait()
    return name


def measure(arguments, stdin):
    source = open(stdin, "rb") if stdin else subprocess.DEVNULL
    start = time.time()
    child = subprocess.Popen([program] + arguments, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = child.stderr.read().decode(errors="replace").strip()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return time.time() - start, usage.ru_maxrss * 1024 / MB, child.returncode, said


rows = int(10_000 * share**0.5)
line, whole = size(1_000 * MB), size(2_000 * MB)
cells = rows * rows
row = b'"' + b"#" * rows + b'"'
board = [b'{"name":"a","board":[', (row + b",", rows - 1), row, b"]}\n"]
tall = min(cells // 4, 2**24)
solve, convert, grid = ["solve"], ["convert", "--to", "minesat"], ["convert", "--to", "grid"]
SMALL = b"1 1 0\n0\n"
open("small.mine", "wb").write(SMALL)
# Name, command, unpacked size, whether it is read (None: read to its end, then refused), and the parts of the file.
cases = [
    ("newlines", solve, size(100 * MB), False, "newlines.mine", [(b"\n", size(100 * MB))]),
    ("CRs", solve, size(100 * MB), False, "crs.mine", [(b"\r", size(100 * MB))]),
    ("spaces", solve, size(100 * MB), False, "spaces.mine", [(b" ", size(100 * MB))]),
    ("newlines, then an instance", solve, size(100 * MB), True, "late.jsonl",
     [(b"\n", size(100 * MB)), b'{"name":"a","board":["#1"]}\n']),
    ("an instance, then newlines", solve, size(100 * MB), True, "early.jsonl",
     [b'{"name":"a","board":["#1"]}\n', (b"\n", size(100 * MB))]),
]
for end in ["gz", "zst"]:
    cases += [
        (f"newlines .{end}", solve, whole, False, f"newlines.{end}", [(b"\n", whole)]),
        (f"zero bytes .{end}", solve, whole, False, f"zeros.{end}", [(b"\0", whole)]),
        (f"one row .{end}", solve, whole, False, f"row.{end}", [(b"#", whole)]),
        (f"one instance .{end}", solve, whole, False, f"line.jsonl.{end}", [b'{"name":"a","board":["', (b"#", whole)]),
        (f"newlines after an instance .{end}", solve, whole, False, f"after.jsonl.{end}",
         [b'{"name":"a","board":["#1"]}\n', (b"\n", whole)]),
        (f"a plan .{end}", ["bench"], whole, False, f"plan.toml.{end}", [(b"#", whole)]),
    ]
cases += [
    ("a row of 1 GB", solve, line, False, "row.mine", [(b"#", line)]),
    ("an instance of 1 GB", solve, line, False, "line.jsonl", [b'{"name":"', (b"x", line)]),
    ("certificates, a line of 1 GB", ["verify", "small.mine"], line, False, "cert.jsonl", [b'{"instance":"', (b"x", line)]),
    ("an answer, a line of 1 GB", ["decode", "small.mine"], line, False, "answer", [b"v ", (b"1 ", line // 2)]),
    ("a formula, a line of 1 GB", ["satisfy"], line, False, "formula.cnf", [b"p cnf 9 1\n", (b"1 ", line // 2)]),
    ("records, a line of 1 GB", ["report"], line, False, "records.jsonl", [b'{"minesat_records":', (b"1", line)]),
    ("boards of games, a line of 1 GB", ["play", "--boards"], line, False, "games.txt", [b"9 9 10 0 safe\n", (b"0", line)]),
    ("an array of numbers", ["report"], size(100 * MB), False, "numbers.jsonl", [b"[", (b"1,", size(50 * MB)), b"1]\n"]),
    (f"{rows} x {rows} board text", convert, cells, True, "large.mine",
     [b"%d %d ?\n" % (rows, rows), (b"#" * rows + b"\n", rows)]),
    (f"{rows} x {rows} grid", grid, cells, True, "large.txt", [(b"#" * rows + b"\n", rows)]),
    (f"{rows} x {rows} JSMinesweeper", convert, cells, True, "large.js",
     [b"%dx%dx1\n" % (rows, rows), (b"H" * rows + b"\n", rows)]),
    (f"{rows} x {rows} instance", convert, cells, True, "large.jsonl", board),
    (f"{rows} x {rows} instance .gz", convert, cells, True, "large.jsonl.gz", board),
    (f"{tall} x 1 instance", convert, 4 * tall, True, "tall.jsonl",
     [b'{"name":"a","board":[', (b'"#",', tall - 1), b'"#"]}\n']),
    (f"1 x {tall} instance", grid, tall, True, "wide.jsonl",
     [b'{"name":"a","board":["', (b"#", tall), b'"]}\n']),
    (f"{tall} x 1 grid", grid, 4 * tall, True, "tall-grid.jsonl",
     [b'{"name":"a","board":[', (b'"#",', tall - 1), b'"#"]}\n']),
    ("a row that is too long", solve, cells, False, "long.jsonl", [b'{"name":"a","board":["', (b"#", cells), b'"]}\n']),
    ("an instance with a wrong letter at its end", solve, cells, None, "wrong.jsonl",
     [b'{"name":"a","board":[', (row + b",", rows - 1), row[:-2] + b'x"]}\n']),
]

bad = 0
print(f"{'case':45} {'MB':>6} {'s':>6} {'MB held':>8}  end")
for name, command, bytes, is_read, path, parts in cases:
    if not file(path, *parts):
        print(f"{name:45} left out: no program packs it here")
        continue
    seconds, held, code, said = measure(command + [path], None)
    wrong = []
    if code != (0 if is_read else 2):
        wrong.append("wrong end")
    if seconds > 2 * max(bytes / (100 * MB), 0.25):
        wrong.append("too slow")
    if held > (300 if is_read is False else max(6 * bytes / MB, 60)):
        wrong.append("too much memory")
    bad += bool(wrong)
    first = said.splitlines()[0][:90] if said else ""
    print(f"{name:45} {bytes / MB:6.0f} {seconds:6.2f} {held:8.0f}  {code} {', '.join(wrong)} {first}", flush=True)
    os.remove(path)
sys.exit(1 if bad else 0)
PYTHON
