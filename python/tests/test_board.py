"""Boards: read, shown, written, compared."""

import copy
import pickle

import minesat
import numpy
import pytest
from conftest import FIRST, ROOT
from minesat import Board


def test_a_board_shows_what_a_player_sees(first):
    assert first.shape == (3, 5) and first.mines == 4
    assert first.lines == ["#####", "#212#", "#####"]
    assert first.cells.shape == (3, 5) and first.cells[1, 2] == "1" and first.cells[0, 0] == "#"
    assert len(first.covered) == 12 and first.covered[5] == (1, 0)
    assert Board(["#1#", "F_0"]).mines is None


@pytest.mark.parametrize(
    "text",
    [
        FIRST,
        "# # # # #\n# 2 1 2 #\n# # # # #\nmines: 4\n",
        "? ? ? ? ?\n? 2 1 2 ?\n? ? ? ? ?\nmines: 4\n",
        '{"name":"a","family":"","tier":"","rows":3,"cols":5,"mines":4,"board":["#####","#212#","#####"],'
        '"seed":null,"params":{},"origin":""}',
        FIRST.replace("\n", "\r\n").encode(),
    ],
)
def test_every_text_is_told_by_its_content(first, text):
    assert Board.parse(text) == first


def test_what_a_format_writes_is_read(first):
    written = 0
    for name in minesat.formats():
        try:
            text = first.to_text(name)
        except minesat.InputError:
            continue
        written += 1
        assert Board.parse(text, format=name) == first, name
    assert written >= 4
    assert Board.parse(first.to_text("instance")) == first
    assert Board.parse(first.export("opb")) == first
    assert "Minimize" in first.export("lp") or "minimize" in first.export("lp").lower()


def test_letters_can_be_given_a_meaning():
    assert Board.parse("x1x\n", letters="x=covered").lines == ["#1#"]


def test_boards_are_values(first):
    same = Board(["#####", "#212#", "#####"], 4)
    assert same == first and hash(same) == hash(first) and len({same, first}) == 1
    assert Board(["#####", "#212#", "#####"], 5) != first and first != "a board"
    assert pickle.loads(pickle.dumps(first)) == first and copy.deepcopy(first) == first
    named = first.renamed("mine")
    assert named == first and named.name == "mine" and "mine" in repr(named)
    assert Board.unopened(2, 3, 1).lines == ["###", "###"]


def test_files_of_many_boards(tmp_path, first):
    boards = minesat.generate("uniform", 5, rows=5, cols=5, mines=5) + [first, first]
    for name in ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst"):
        minesat.write_boards(tmp_path / name, boards)
        back = minesat.read_boards(tmp_path / name)
        assert back == boards and len({board.name for board in back}) == 7
    assert [board.name for board in back[:5]] == [board.name for board in boards[:5]]
    assert len(minesat.read_boards("builtin:smoke.jsonl")) > 10
    assert len(minesat.read_boards(ROOT / "instances/sources/csp-assignment.mine")) == 1


def test_equal_seeds_give_equal_boards():
    boards = minesat.generate("scatter", 4, seed=3, rows=6, cols=7, density=0.2)
    assert boards == minesat.generate("scatter", 4, seed=3, rows=6, cols=7, density=0.2)
    assert boards[2] == minesat.generate("scatter", 1, seed=3, index=2, rows=6, cols=7, density=0.2)[0]
    assert boards != minesat.generate("scatter", 4, seed=4, rows=6, cols=7, density=0.2)
    assert boards[0].data["family"] == "scatter" and boards[0].data["seed"] == 3
    assert "uniform" in minesat.families()


def test_pictures_are_svg(first, tmp_path):
    plain = first._repr_svg_()
    assert plain.startswith("<svg") and plain.rstrip().endswith("</svg>")
    layered = [
        first.view(verdicts=True),
        first.view(probabilities=True),
        first.view(model=True),
        first.view(components=True),
        first.view(explain=(0, 2)),
        first.solve().view(),
        first.count().view(),
        first.model().view(),
    ]
    assert all(picture.svg != plain for picture in layered)
    layered[0].save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text() == layered[0].svg
    assert Board.unopened(600, 600)._repr_svg_() is None
    with pytest.raises(minesat.InputError, match="250000"):
        Board.unopened(600, 600).view()


def test_models_are_checked(first):
    mines = first.model().mines
    assert first.is_model(mines)
    assert not first.is_model(~mines)
    with pytest.raises(minesat.InputError, match="shape"):
        first.is_model(numpy.zeros((2, 2)))
