"""Model counters on the formulas of `minesat encode`, against `minesat count`; see compare-counters.sh.

The boards know no total and the clues are written without auxiliary variables, so that a formula has exactly the
models of its board, over the same cells. Times are user CPU seconds of a process a count, reading included.
"""

import argparse
import importlib.util
import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MINESAT = os.environ.get("MINESAT", str(Path(__file__).resolve().parent.parent / "target/release/minesat"))

# Families with sizes that grow: arguments of `minesat generate`.
BOARDS = [
    *(f"lattice --k {k} --density 0.2 --total unknown --seed {k}" for k in (3, 4, 5, 6, 8, 10)),
    *(f"scatter --rows {n} --cols {n} --density 0.2 --reveal {r} --total unknown --seed {n}"
      for n in (12, 16, 24, 32) for r in (0.3, 0.5)),
    *(f"uniform --rows {n} --cols {n} --density 0.2 --open 0.5 --total unknown --seed {n}" for n in (16, 40, 100)),
    *(f"corridor --rows 3 --length {n} --density 0.2 --total unknown --seed {n}" for n in (100, 1000)),
]

# Programs that read DIMACS: name in PATH and arguments before the file.
PROGRAMS = {"ganak": [], "d4": ["-mc"], "gpmc": ["-mode=0"], "sharpSAT": []}
MODULES = {"pysdd": "pysdd", "cudd": "dd.cudd"}


def clauses(path):
    """Number of variables and the clauses of a DIMACS file."""
    variables, rows = 0, []
    for line in Path(path).read_text().splitlines():
        if line.startswith("p cnf"):
            variables = int(line.split()[2])
        elif line and line[0] not in "cp":
            rows.append([int(word) for word in line.split()[:-1]])
    return variables, rows


def count_with_pysdd(path):
    """Models by a sentential decision diagram, with automatic minimisation."""
    from pysdd.sdd import SddManager

    variables, _ = clauses(path)
    manager, node = SddManager.from_cnf_file(os.fsencode(path))
    # Exact integers: the library's own count is in 64 bits.
    memo = {}

    def models(node, vtree):
        """Models of a node over the variables of a vtree above it."""
        if node.is_false():
            return 0
        if node.is_true():
            return 1 << vtree.var_count()
        own = node.vtree()
        if node.id not in memo:
            if node.is_literal():
                memo[node.id] = 1
            else:
                pairs = node.elements()
                memo[node.id] = sum(models(p, own.left()) * models(s, own.right()) for p, s in pairs)
        return memo[node.id] << (vtree.var_count() - own.var_count())

    sys.setrecursionlimit(1_000_000)
    root = manager.vtree()
    return models(node, root) << (variables - root.var_count())


def count_with_cudd(path):
    """Models by a binary decision diagram over the cells in reading order, with sifting."""
    from dd import cudd

    variables, rows = clauses(path)
    bdd = cudd.BDD()
    bdd.configure(reordering=True)
    names = [f"x{i}" for i in range(1, variables + 1)]
    bdd.declare(*names)
    node = bdd.true
    for row in rows:
        clause = bdd.false
        for literal in row:
            variable = bdd.var(f"x{abs(literal)}")
            clause |= variable if literal > 0 else ~variable
        node &= clause
    bdd.configure(reordering=False)
    memo = {}

    def models(node):
        """Models over the levels from the node's own; nodes carry their negation in the edge."""
        if node == bdd.true:
            return 1
        if node == bdd.false:
            return 0
        key = int(node)
        if key not in memo:
            level, total = node.level, 0
            for child in (node.low, node.high):
                child = ~child if node.negated else child
                below = variables if child in (bdd.true, bdd.false) else child.level
                total += models(child) << (below - level - 1)
            memo[key] = total
        return memo[key]

    sys.setrecursionlimit(1_000_000)
    first = variables if node in (bdd.true, bdd.false) else node.level
    return models(node) << first


WORKERS = {"pysdd": count_with_pysdd, "cudd": count_with_cudd}


def limited(command, seconds, memory):
    """Standard output and user CPU seconds of a command; None where it ran out of time or memory, or failed."""

    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (memory << 30, memory << 30))

    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limits, timeout=4 * seconds)
        output = done.stdout if done.returncode in (0, 10) else None
    except subprocess.TimeoutExpired:
        output = None
    return output, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def parse(output):
    """The number that a model counter prints."""
    for pattern in (r"^c s exact arb int (\d+)", r"^s mc (\d+)", r"^s (\d+)$", r"^# solutions\s*\n(\d+)", r"^(\d+)$"):
        found = re.search(pattern, output, re.MULTILINE)
        if found:
            return int(found.group(1))
    return None


def counters():
    """Command before the file of every counter that is here; says which are not."""
    here = {}
    for name, module in MODULES.items():
        try:
            found = importlib.util.find_spec(module) is not None
        except ModuleNotFoundError:
            found = False
        if found:
            here[name] = [sys.executable, __file__, "--worker", name]
        else:
            print(f"skipped: {name} (pip install {module.split('.')[0]})", file=sys.stderr)
    for name, arguments in PROGRAMS.items():
        path = shutil.which(name)
        if path:
            here[name] = [path, *arguments]
        else:
            print(f"skipped: {name} is not in PATH", file=sys.stderr)
    return here


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=int, default=60, help="CPU seconds a count (60)")
    parser.add_argument("--memory", type=int, default=4, help="gigabytes a count (4)")
    parser.add_argument("--engines", default="frontier,search", help="engines of minesat (frontier,search)")
    parser.add_argument("--output", default="results/counters/table.md")
    parser.add_argument("file", nargs="?", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        print(WORKERS[args.worker](args.file))
        return 0

    others = counters()
    engines = args.engines.split(",")
    rows, wrong = [], 0
    with tempfile.TemporaryDirectory() as folder:
        board, formula = Path(folder, "board.jsonl"), Path(folder, "board.cnf")
        for arguments in BOARDS:
            run = [MINESAT, "generate", *arguments.split(), "-o", board]
            subprocess.run(run, check=True)
            subprocess.run([MINESAT, "encode", board, "--to", "cnf", "-o", formula], check=True)
            name = json.loads(board.read_text())["name"]
            variables, clause_rows = clauses(formula)
            models, cells = None, []
            for engine in engines:
                command = [MINESAT, "count", board, "--json", "--engine", engine]
                output, seconds = limited(command, args.seconds, args.memory)
                answer = json.loads(output)["models"] if output else None
                number = int(answer) if answer is not None else None
                cells, models, wrong = judge(cells, name, engine, number, seconds, models, wrong)
            for counter, command in others.items():
                output, seconds = limited([*command, str(formula)], args.seconds, args.memory)
                number = parse(output) if output else None
                cells, models, wrong = judge(cells, name, counter, number, seconds, models, wrong)
            digits = "?" if models is None else str(len(str(models)))
            rows.append([name, str(variables), str(len(clause_rows)), digits, *cells])
            print(" | ".join(rows[-1]), file=sys.stderr)
    write(args, ["board", "variables", "clauses", "digits", *engines, *others], rows)
    return 1 if wrong else 0


def judge(cells, name, counter, number, seconds, models, wrong):
    """Adds a cell of the table; equal numbers are the point of it."""
    if number is None:
        return [*cells, "–"], models, wrong
    if models is not None and number != models:
        print(f"{name}: {counter} counts {number}, the one before {models}", file=sys.stderr)
        return [*cells, "**wrong**"], models, wrong + 1
    return [*cells, f"{seconds:.2f}"], number, wrong


def write(args, head, rows):
    """The table, whole or not at all."""
    revision = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    lines = [
        "# Model counters on the same boards",
        "",
        f"User CPU seconds a count, a process each; – is out of {args.seconds} s or {args.memory} GB. All numbers "
        "of a row are equal. The formulas are those of `minesat encode`, no total, no auxiliary variables.",
        "",
        "| " + " | ".join(head) + " |",
        "|" + "---|" * len(head),
        *("| " + " | ".join(row) + " |" for row in rows),
        "",
        f"Made by `scripts/compare-counters.sh --seconds {args.seconds} --memory {args.memory}` at revision "
        f"{revision}, {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}.",
        "",
    ]
    path = Path(args.output)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text("\n".join(lines))
    partial.replace(path)
    print(path)


if __name__ == "__main__":
    sys.exit(main())
