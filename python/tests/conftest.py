"""Boards for several tests."""

import os
from pathlib import Path

import minesat
import pytest

#: The folder of the project.
ROOT = Path(__file__).resolve().parents[2]

os.environ.setdefault("MPLBACKEND", "agg")

FIRST = "3 5 4\n#####\n#212#\n#####\n"


@pytest.fixture
def first():
    """A board with 36 models."""
    return minesat.Board.parse(FIRST)


def small_boards():
    """Boards of at most 12 covered cells, of all kinds: with and without a total, without a model, with flags."""
    made = [
        minesat.Board(["#1#"], 1),
        minesat.Board(["#2#"], None),
        minesat.Board(["###"], 2),
        minesat.Board(["F2#", "###"], 2),
        minesat.Board(["#1#", "1_1"], None),
        minesat.Board(["33", "##"], None),
        minesat.Board(["11#", "###"], 5),
        minesat.Board(["00_"], 0),
    ]
    for total in ("known", "unknown"):
        made += minesat.generate("uniform", 12, seed=5, rows=4, cols=4, mines=4, total=total)
        made += minesat.generate("scatter", 20, seed=7, rows=4, cols=4, density=0.3, reveal=0.4, total=total)
    return [board for board in made if len(board.covered) <= 12]
