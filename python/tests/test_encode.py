"""Clauses have the models of the board."""

import brute
import minesat
import pytest
from conftest import small_boards

BOARDS = [board for board in small_boards() if len(board.covered) <= 8]


@pytest.mark.parametrize("local", minesat.encodings())
def test_clauses_have_the_models_of_the_board(local):
    for board in BOARDS[::3]:
        encoding = board.encode(local=local, total=local)
        variables = sorted(encoding.cells)
        assert variables == list(range(1, len(board.covered) + 1))
        assert [encoding.cells[at] for at in variables] == board.covered
        assert encoding.nv == encoding.top >= max((abs(x) for clause in encoding.clauses for x in clause), default=0)
        expected = {
            frozenset(encoding.variables[cell] for cell in model) for model in brute.models(board.lines, board.mines)
        }
        assert brute.projected(encoding.clauses, variables) == expected, board


def test_without_a_total_and_with_slack():
    board = minesat.Board(["#1#", "___", "###"], 3)
    clues = board.encode(total=None)
    assert {len(model) for model in brute.projected(clues.clauses, sorted(clues.cells))} == {1, 2, 3, 4}
    slack = board.encode(slack=True)
    assert len(slack.clauses) < len(board.encode().clauses)
    with pytest.raises(minesat.InputError, match="clauses"):
        minesat.Board(["#" * 30], 15).encode(most_clauses=10)


def test_pysat_takes_the_clauses(first):
    pysat = pytest.importorskip("pysat.solvers")
    formula = pytest.importorskip("pysat.formula")
    for board in [first, *minesat.generate("uniform", 10, rows=6, cols=6, mines=7)]:
        count = board.count()
        for local in ("totalizer", "sequential", "adder"):
            encoding = board.encode(local=local)
            cnf = formula.CNF(from_clauses=encoding.clauses)
            assert cnf.nv <= encoding.nv
            verdicts = board.solve().verdicts
            with pysat.Solver(name="cadical153", bootstrap_with=cnf) as solver:
                assert solver.solve()
                assert board.is_model(encoding.decode(solver.get_model()))
                for cell, variable in encoding.variables.items():
                    can = (solver.solve([variable]), solver.solve([-variable]))
                    assert verdicts[cell] == {(True, True): "o", (True, False): "m", (False, True): "s"}[can]
        if count.models <= 2000:
            encoding, found = board.encode(), 0
            with pysat.Solver(name="minisat22", bootstrap_with=encoding.clauses) as solver:
                while solver.solve():
                    found += 1
                    model = solver.get_model()[: len(encoding.cells)]
                    solver.add_clause([-literal for literal in model])
            assert found == count.models


def test_literals_are_decoded(first):
    encoding = first.encode()
    mines = first.model().mines
    literals = [variable if mines[cell] else -variable for cell, variable in encoding.variables.items()]
    assert (encoding.decode(literals) == mines).all()
    with pytest.raises(minesat.InputError, match="no model"):
        encoding.decode([1, 2, 3])
    text = encoding.to_dimacs().splitlines()
    assert text[0] == "c cell 1 0 0" and f"p cnf {encoding.top} {len(encoding.clauses)}" in text


def test_formulas_come_back_from_their_boards():
    xor = minesat.compile("p cnf 2 2\n1 2 0\n-1 -2 0\n")
    assert xor.board.count("search").models == 2
    values = xor.decode(xor.board.model("sat"))
    assert values["1"] != values["2"] and xor.holds(values)
    clauses = [[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]]
    one = minesat.compile(clauses)
    assert one.board.count("search").models == 3 and sum(one.decode(one.board.model("sat")).values()) == 1
    circuit = minesat.compile("s = a ^ b\nc = a & b\n", fix={"c": 1})
    assert circuit.decode(circuit.board.model("sat")) == {"a": True, "b": True}
    assert set(circuit.outputs) == {"s", "c"} and circuit.to_dimacs().startswith("p cnf")
    assert not minesat.compile([[1], [-1]]).board.model("sat").consistent
    with pytest.raises(minesat.InputError, match="no model of the board"):
        xor.decode(~xor.board.model("sat").mines)
    with pytest.raises(minesat.InputError) as error:
        minesat.compile("p cnf 1 1\n1 x 0\n", file="a.cnf")
    assert (error.value.file, error.value.line) == ("a.cnf", 2)
