"""Answers are those of brute force in pure Python."""

import math
from fractions import Fraction

import brute
import minesat
import numpy
import pytest
from conftest import small_boards

BOARDS = small_boards()
IDS = [f"{at}-{board.name}" for at, board in enumerate(BOARDS)]


def test_there_are_boards_of_all_kinds():
    models = [len(brute.models(board.lines, board.mines)) for board in BOARDS]
    assert len(BOARDS) > 40 and 0 in models and max(models) > 50
    assert any(board.mines is None for board in BOARDS)


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_counts_are_those_of_brute_force(board):
    models = brute.models(board.lines, board.mines)
    for engine in ("frontier", "search", "brute"):
        count = board.count(engine)
        assert count.models == len(models) and isinstance(count.models, int)
        assert count.consistent == bool(models)
        chances = count.probabilities
        assert chances.dtype == numpy.float64 and chances.shape == board.shape
        for cell in numpy.ndindex(board.shape):
            if cell not in board.covered or not models:
                assert numpy.isnan(chances[cell])
        if not models:
            assert count.verdicts is None and count.fractions == {} and count.safest() is None
            continue
        mined = {cell: sum(cell in model for model in models) for cell in board.covered}
        assert count.mined == mined
        assert count.fractions == {cell: Fraction(number, len(models)) for cell, number in mined.items()}
        assert all(chances[cell] == number / len(models) for cell, number in mined.items())
        if mined:
            assert mined[count.safest()] == min(mined.values())


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_verdicts_are_those_of_brute_force(board):
    models = brute.models(board.lines, board.mines)
    for engine in ("sat:local=totalizer", "sat:local=sequential,solver=batsat", "frontier", "ilp"):
        answer = board.solve(engine)
        if not models:
            assert answer.status == "inconsistent" and answer.verdicts is None and not answer.consistent
            continue
        expected = numpy.full(board.shape, ".")
        for cell in board.covered:
            mined = sum(cell in model for model in models)
            expected[cell] = "s" if mined == 0 else "m" if mined == len(models) else "o"
        assert (answer.verdicts == expected).all()
        assert answer.safe == [cell for cell in board.covered if expected[cell] == "s"]
        assert answer.mines == [cell for cell in board.covered if expected[cell] == "m"]
        assert answer.undecided == [cell for cell in board.covered if expected[cell] == "o"]


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_models_and_explanations_hold(board):
    models = brute.models(board.lines, board.mines)
    found = board.model()
    if not models:
        assert found.decision == "inconsistent" and found.mines is None
        assert board.explain().verdict == "inconsistent"
        return
    assert frozenset(map(tuple, numpy.argwhere(found.mines).tolist())) in models
    assert board.explain() is None
    verdicts = board.solve("frontier").verdicts
    for cell in board.covered[:4]:
        why = board.explain(cell)
        word = {"s": "safe", "m": "mine", "o": "open"}[verdicts[cell]]
        assert why.verdict == word and why.cell == cell and str(why)
        if word == "open":
            continue
        # The clues of the reason, and the total if it is part of it, force the cell without the others.
        lines = [
            "".join(
                "_" if letter.isdigit() and (row, col) not in why.clues else letter for col, letter in enumerate(line)
            )
            for row, line in enumerate(board.lines)
        ]
        assert all((cell in model) == (word == "mine") for model in brute.models(lines, why.total))


def test_large_numbers_are_exact():
    board = minesat.Board.unopened(20, 20, 200)
    count = board.count()
    assert count.models == math.comb(400, 200)
    assert set(count.fractions.values()) == {Fraction(1, 2)}
    large = minesat.Board.unopened(60, 60, 900).count()
    assert large.probabilities[3, 3] == 0.25
    with pytest.raises(ValueError, match="exact=True"):
        large.fractions


def test_answers_say_how_they_were_found(first):
    count = first.count()
    assert count.engine == "frontier" and count.seconds >= 0 and count.stats["nodes"] > 0
    assert count.frontier_models == sum(count.tally.values()) > 0
    assert "36 models" in repr(count) and "2 safe" in repr(first.solve())
    assert first.solve("rules").verdicts[0, 0] in "ou"
