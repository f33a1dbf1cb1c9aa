#!/bin/sh
# Loads the exports of minesat in other people's programs and compares their answers with ours: DIMACS
# in SAT solvers, OPB in a pseudo-Boolean solver, LP and MPS in integer programming solvers. What a
# solver finds is read back with `minesat decode`, which checks it on the board. Programs that are not
# installed are skipped with a message (Debian: minisat cadical picosat glpk-utils coinor-cbc
# lp-solve; PyPI: python-sat, highspy, pyscipopt).
# MINESAT names the program to use (default: the release build), PYTHON a python, BOARDS an instance
# file, and MOST how many of its boards are taken. SMALL=1000 makes 1,000 small boards instead, consistent and
# inconsistent ones, and takes all of them. SOLVERS names the programs to use (default: all).
set -eu
. "$(dirname "$0")/program.sh"
BOARDS=${BOARDS:-instances/smoke.jsonl}
MOST=${MOST:-12}
SMALL=${SMALL:-0}
SOLVERS=${SOLVERS:-minisat cadical picosat pysat pysat-pb glpsol cbc highs scip}
make_folder
mkdir "$folder/ours"
if [ "$SMALL" -gt 0 ]; then
    BOARDS=$folder/small.jsonl
    MOST=$SMALL
    "$PYTHON" - "$SMALL" >"$BOARDS" <<'P'
import json, random, sys
draw = random.Random(42)
for number in range(int(sys.argv[1])):
    rows, cols = draw.randint(1, 6), draw.randint(1, 6)
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    mines = {cell for cell in cells if draw.random() < 0.25}
    def around(r, c):
        return sum((r + i, c + j) in mines for i in (-1, 0, 1) for j in (-1, 0, 1))
    board = [["#"] * cols for _ in range(rows)]
    for r, c in cells:
        if (r, c) not in mines and draw.random() < 0.5:
            board[r][c] = "_" if draw.random() < 0.05 else str(around(r, c))
        elif (r, c) in mines and draw.random() < 0.1:
            board[r][c] = "F"
    # Every fourth board has a clue, a covered cell or a total changed: many of those are inconsistent.
    total = len(mines) if draw.random() < 0.7 else None
    if number % 4 == 0:
        r, c = draw.choice(cells)
        near = sum(0 <= r + i < rows and 0 <= c + j < cols for i in (-1, 0, 1) for j in (-1, 0, 1)) - 1
        board[r][c] = draw.choice(["#", str(draw.randint(0, near))])
        if total is not None and draw.random() < 0.5:
            total = draw.randint(0, rows * cols)
    if not any("#" in row for row in board):
        board[r][c] = "#"
    print(json.dumps({"name": f"small-{number}", "mines": total, "board": ["".join(row) for row in board]}))
P
fi
checked=0
wrong=0

names=$("$PYTHON" -c '
import json, sys
boards = [json.loads(line) for line in open(sys.argv[1]) if line.strip()]
# Of a board without covered cells solvers have nothing to print.
boards = [b for b in boards if any("#" in row for row in b["board"])]
most = int(sys.argv[2])
if len(boards) <= most:
    print("\n".join(b["name"] for b in boards))
    sys.exit()
wrong = [b["name"] for b in boards if (b.get("expected") or {}).get("status") == "inconsistent"][: max(1, most // 5)]
others = [b["name"] for b in boards if b["name"] not in wrong]
step = max(1, len(others) // max(1, most - len(wrong)))
print("\n".join((wrong + others[::step])[:most]))' "$BOARDS" "$MOST")

# Python programs that print `s` and `v` lines, so that one reader serves all.
cat >"$folder/sat.py" <<'P'
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver(name="glucose4", bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    if solver.solve():
        print("s SATISFIABLE\nv", *solver.get_model(), 0)
    else:
        print("s UNSATISFIABLE")
P
cat >"$folder/run-highs.py" <<'P'
import sys
import highspy
model = highspy.Highs()
model.setOptionValue("output_flag", False)
if model.readModel(sys.argv[1]) != highspy.HighsStatus.kOk:
    sys.exit("HiGHS cannot read " + sys.argv[1])
model.run()
status = model.getModelStatus()
if status == highspy.HighsModelStatus.kOptimal:
    print("s SATISFIABLE")
    lp = model.getLp()
    for name, value in zip(lp.col_names_, model.getSolution().col_value):
        print(name, "=", round(value, 6))
elif status == highspy.HighsModelStatus.kInfeasible:
    print("s UNSATISFIABLE")
P
cat >"$folder/scip.py" <<'P'
import sys
from pyscipopt import Model
model = Model()
model.hideOutput()
model.readProblem(sys.argv[1])
model.optimize()
if model.getStatus() == "infeasible":
    print("s UNSATISFIABLE")
elif model.getNSols() > 0:
    print("s SATISFIABLE")
    solution = model.getBestSol()
    for variable in model.getVars():
        print(variable.name, "=", round(solution[variable], 6))
P
cat >"$folder/opb.py" <<'P'
import sys
from pysat.card import CardEnc
from pysat.solvers import Solver
top, clauses, rows = 0, [], []
for line in open(sys.argv[1]):
    if line.startswith("* #variable="):
        top = int(line.split()[2])
    elif not line.startswith("*"):
        words = line.replace(";", "").split()
        at = words.index("=")
        terms = [(int(w), int(x[1:])) for w, x in zip(words[0:at:2], words[1:at:2])]
        rows.append(([t for t in terms if t[0]], int(words[at + 1])))
for terms, bound in rows:
    if bound < 0 or bound > sum(w for w, _ in terms):
        clauses.append([])
        continue
    if terms:
        # Every weight is 1, so that a cardinality encoder will do (pysat.pb needs another package).
        assert all(w == 1 for w, _ in terms)
        sat = CardEnc.equals(lits=[x for _, x in terms], bound=bound, top_id=top)
        top = max(top, sat.nv)
        clauses += sat.clauses
with Solver(name="cadical153") as solver:
    for clause in clauses:
        if not clause:
            print("s UNSATISFIABLE")
            sys.exit()
        solver.add_clause(clause)
    if solver.solve():
        print("s SATISFIABLE\nv", *("x%d" % v if v > 0 else "-x%d" % -v for v in solver.get_model()))
    else:
        print("s UNSATISFIABLE")
P

# Runs one solver on one export of one board; its answer in $folder/answer in a form decode reads.
solve() { # solver, problem
    case "$1" in
    minisat) minisat -verb=0 "$2" "$folder/answer" >/dev/null 2>&1 || true ;;
    cadical | picosat) "$1" "$2" >"$folder/answer" || true ;;
    pysat) "$PYTHON" "$folder/sat.py" "$2" >"$folder/answer" ;;
    pysat-pb) "$PYTHON" "$folder/opb.py" "$2" >"$folder/answer" 2>"$folder/errors" ;;
    highs) "$PYTHON" "$folder/run-highs.py" "$2" >"$folder/answer" ;;
    scip) "$PYTHON" "$folder/scip.py" "$2" >"$folder/answer" ;;
    glpsol)
        case "$2" in *.lp) form=--lp ;; *) form=--freemps ;; esac
        glpsol $form "$2" -o "$folder/found" >"$folder/log"
        if grep -q "NO PRIMAL FEASIBLE\|NO INTEGER FEASIBLE\|NO FEASIBLE\|infeasible" "$folder/log"; then
            echo "s UNSATISFIABLE" >"$folder/answer"
        else
            cp "$folder/found" "$folder/answer"
        fi
        ;;
    cbc)
        cbc "$2" solve printingOptions all solu "$folder/found" >"$folder/log" 2>&1
        if grep -qi infeasible "$folder/found" "$folder/log"; then
            echo "s UNSATISFIABLE" >"$folder/answer"
        else
            cp "$folder/found" "$folder/answer"
        fi
        ;;
    esac
}

has() { # solver
    case "$1" in
    pysat | pysat-pb) "$PYTHON" -c 'import pysat' 2>/dev/null ;;
    highs) "$PYTHON" -c 'import highspy' 2>/dev/null ;;
    scip) "$PYTHON" -c 'import pyscipopt' 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

check() { # format, solver
    case " $SOLVERS " in *" $2 "*) ;; *) return ;; esac
    if ! has "$2"; then
        echo "skipped: $1 in $2, which is not installed"
        return
    fi
    boards=0
    total=
    [ "$1" != cnf ] || total="--total sequential"
    for name in $names; do
        "$MINESAT" encode "$BOARDS" --only "$name" --to "$1" $total -o "$folder/problem.$1"
        # Ours: 20 for an inconsistent board.
        if [ ! -f "$folder/ours/$name" ]; then
            ours=0
            "$MINESAT" solve "$BOARDS" --only "$name" >/dev/null || ours=$?
            echo "$ours" >"$folder/ours/$name"
        fi
        ours=$(cat "$folder/ours/$name")
        rm -f "$folder/answer"
        theirs=0
        solve "$2" "$folder/problem.$1" || true
        "$MINESAT" decode "$BOARDS" --only "$name" "$folder/answer" >"$folder/shown" 2>&1 || theirs=$?
        checked=$((checked + 1))
        boards=$((boards + 1))
        if [ "$ours" != "$theirs" ]; then
            wrong=$((wrong + 1))
            echo "WRONG: $1 in $2 on $name: exit $theirs instead of $ours"
            cat "$folder/shown"
        fi
    done
    echo "$1 in $2: $boards boards"
}

for solver in minisat cadical picosat pysat; do check cnf $solver; done
for solver in pysat-pb scip; do check opb $solver; done
for solver in glpsol cbc highs scip; do check lp $solver; done
for solver in glpsol cbc highs scip; do check mps $solver; done
echo "$checked answers compared, $wrong wrong"
[ "$wrong" = 0 ]
