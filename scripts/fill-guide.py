#!/usr/bin/env python3
"""Runs the `console` blocks of the README and the guide and writes what their commands print below them.

What differs from run to run (times, statistics after the first two) becomes `[..]`. The tests compare:
`cargo test --test all guide::`. MINESAT_DIR names the folder of the program; the default is target/debug.

    scripts/fill-guide.py [README.md] [src/guide/CHAPTER.md ...]    # without names: all of them
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = os.environ.get("MINESAT_DIR", str(ROOT / "target/debug"))


def masked(line):
    if re.search(r"\b[0-9.]+ ms$", line):
        return ", ".join(line.split(", ")[:2] if line.count(", ") > 1 else line.split(", ")[:1]) + ", [..]"
    line = re.sub(r'"stats":\{[^}]*\},"seconds":[0-9.e-]+', '"stats":{[..]},"seconds":[..]', line)
    line = re.sub(r"\| [0-9.]+ \| \d+ \|$", "|[..]", line)  # the CPU seconds of `play`
    return re.sub(r"^c minesat .*", "c minesat [..]", line)


def filled(text):
    lines, inside = [], False
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(ROOT / "instances", f"{folder}/instances")
        environment = dict(os.environ, PATH=f"{PROGRAMS}:{os.environ['PATH']}", NO_COLOR="1")
        for line in text.splitlines():
            if inside and line.startswith("$ "):
                command = ["sh", "-c", "{ " + line[2:] + "\n} 2>&1"]
                ended = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
                lines += [line, *map(masked, ended.stdout.splitlines())]
                lines += [f"? {ended.returncode}"] if ended.returncode else []
            elif not inside or line == "```":
                lines.append(line)
            inside = line == "```console" or (inside and line != "```")
    return "\n".join(lines) + "\n"


names = sys.argv[1:] or ["README.md", *sorted(str(path) for path in (ROOT / "src/guide").glob("*.md"))]
for name in names:
    path = ROOT / name
    old = path.read_text()
    new = filled(old)
    if new != old:
        path.write_text(new)
        print(f"{name}: filled")
