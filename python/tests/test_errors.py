"""Errors are exceptions, with their place."""

import pickle
import threading
import time

import minesat
import pytest
from minesat import Board


def hard():
    """A board that `backtrack` does not count in a lifetime."""
    return minesat.generate("lattice", 1, k=40)[0]


def test_an_error_in_a_text_has_its_place():
    with pytest.raises(minesat.InputError) as caught:
        Board.parse("2 3 1\n#1#\n#y#\n", file="a.mine")
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.file, error.line, error.column) == ("a.mine", 3, 2)
    lines = str(error).splitlines()
    assert lines[0].startswith("a.mine:3:2: ") and error.reason in lines[0]
    shown = next(at for at, line in enumerate(lines) if "#y#" in line)
    assert lines[shown + 1].index("^") == lines[shown].index("y")
    back = pickle.loads(pickle.dumps(error))
    assert (str(back), back.line, back.reason) == (str(error), 3, error.reason)


def test_errors_without_a_place_say_so(tmp_path):
    for wrong in (
        lambda: Board.parse(""),
        lambda: Board.parse("#1#", format="none"),
        lambda: Board.parse("*.\n..\n"),
        lambda: Board(["#1#"], 9),
        lambda: minesat.read_boards(tmp_path / "absent.mine"),
        lambda: Board(["#"]).solve("sta"),
        lambda: Board(["#"]).solve("sat:local=non"),
        lambda: Board(["#"]).solve(timeout=-1),
        lambda: Board(["#"]).solve(memory="much"),
        lambda: Board(["1#"]).explain((0, 0)),
        lambda: Board(["1#"]).explain((7, 0)),
        lambda: Board(["1#"]).encode(local="none"),
        lambda: Board(["1#"]).to_text("none"),
        lambda: Board(["1#"]).export("none"),
        lambda: minesat.generate("none"),
        lambda: minesat.generate(rows=0),
        lambda: minesat.generate(nothing=1),
        lambda: minesat.compile("a &"),
        lambda: minesat.compile([[1]], library="none"),
        lambda: minesat.play("nobody", games=1),
        lambda: minesat.play(level="none"),
        lambda: minesat.play(rows=3),
    ):
        with pytest.raises(minesat.InputError) as caught:
            wrong()
        assert str(caught.value) and not str(caught.value).startswith("error: ")


def test_several_boards_are_no_board(first):
    line = first.to_text("instance") + "\n"
    with pytest.raises(minesat.InputError, match="2 boards"):
        Board.parse(line + line.replace('"name":"', '"name":"b'))


def test_limits_are_exceptions():
    begun = time.monotonic()
    with pytest.raises(minesat.LimitError) as caught:
        hard().count("backtrack", timeout=0.2)
    assert caught.value.status == "timeout" and time.monotonic() - begun < 5
    with pytest.raises(minesat.LimitError) as caught:
        hard().count("frontier", memory="100K")
    assert caught.value.status == "memory"
    with pytest.raises(minesat.UnsupportedError):
        Board(["#1#"]).count("rules")


def test_others_run_while_an_engine_works():
    ticks, over = [], threading.Event()

    def tick():
        while not over.wait(0.01):
            ticks.append(time.monotonic())

    ticker = threading.Thread(target=tick)
    ticker.start()
    with pytest.raises(minesat.LimitError):
        hard().count("backtrack", timeout=1)
    over.set()
    ticker.join()
    assert len(ticks) > 20
