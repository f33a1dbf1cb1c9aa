"""Games: one to be played by hand, and series of a player."""

from __future__ import annotations

import json
from typing import Any, Dict, Optional, Tuple

from . import _minesat
from ._answers import Picture
from ._board import Board
from ._errors import InputError
from ._types import Bools, Cell

__all__ = ["LEVELS", "Game", "play", "size"]

#: Rows, columns and mines of the standard levels.
LEVELS: Dict[str, Tuple[int, int, int]] = {
    "beginner": (9, 9, 10),
    "intermediate": (16, 16, 40),
    "expert": (16, 30, 99),
}


def size(level: Optional[str], rows: Optional[int], cols: Optional[int], mines: Optional[int]) -> Tuple[int, int, int]:
    """Rows, columns and mines, by a level or one by one."""
    given = (rows, cols, mines)
    if level is not None:
        if any(number is not None for number in given):
            raise InputError("give a level, or rows, cols and mines")
        if level not in LEVELS:
            raise InputError(f"no level named {level!r}; there are {', '.join(LEVELS)}")
        return LEVELS[level]
    if rows is None or cols is None or mines is None:
        raise InputError("give a level, or all of rows, cols and mines")
    return (rows, cols, mines)


class Game:
    """A game in progress: its board, cells to open and to mark, and how it ends.

    Game ``index`` of a ``seed`` has the board that every player gets under these rules. ``start`` is what is promised of
    the first cell ``at``, which the referee opens: ``safe``, ``zero``, or ``none`` (no cell is opened).
    """

    def __init__(
        self,
        level: Optional[str] = None,
        *,
        rows: Optional[int] = None,
        cols: Optional[int] = None,
        mines: Optional[int] = None,
        start: str = "safe",
        at: Cell = (0, 0),
        seed: int = 1,
        index: int = 0,
    ) -> None:
        if level is None and rows is None and cols is None and mines is None:
            level = "expert"
        self._size = size(level, rows, cols, mines)
        self._core = _minesat.CoreGame(self._size, start, (int(at[0]), int(at[1])), seed, index)

    def open(self, row: int, col: int) -> bool:
        """Opens a cell, and what a 0 opens with it. True if that changed anything."""
        return self._core.act((row, col), False)

    def flag(self, row: int, col: int) -> bool:
        """Marks a cell as a mine. True if that changed anything."""
        return self._core.act((row, col), True)

    @property
    def board(self) -> Board:
        """What a player sees, marks and opened mines as flags."""
        return Board._of(self._core.board())

    @property
    def outcome(self) -> str:
        """``playing``, ``won`` or ``lost``."""
        return self._core.outcome

    @property
    def opened(self) -> int:
        """Safe cells that are open."""
        return self._core.opened

    @property
    def bv3(self) -> int:
        """Fewest clicks that open all safe cells."""
        return self._core.bv3

    @property
    def mines(self) -> Optional[Bools]:
        """Where the mines were, once the game is over; None before."""
        data = self._core.mines()
        if data is None:
            return None
        import numpy

        return numpy.frombuffer(data, dtype=numpy.uint8).reshape(self._size[:2]).astype(bool)

    def view(self) -> Picture:
        """The board as a picture."""
        return self.board.view()

    def _repr_svg_(self) -> Optional[str]:
        return self.board._repr_svg_()

    def __repr__(self) -> str:
        rows, cols, mines = self._size
        return f"<Game {rows}x{cols}, {mines} mines: {self.outcome}, {self.opened} open>"


def play(
    player: str = "frontier",
    level: Optional[str] = None,
    *,
    games: int = 100,
    rows: Optional[int] = None,
    cols: Optional[int] = None,
    mines: Optional[int] = None,
    start: str = "safe",
    at: Cell = (0, 0),
    clues: str = "exact",
    seed: int = 1,
    index: int = 0,
    jobs: int = 1,
    timeout: Optional[float] = None,
    frame: str = "pandas",
) -> Any:
    """Lets a player play whole games; a data frame with one row per game, as `minesat play -o FILE` writes them.

    ``player`` is a specification (``minesat.players()`` lists them), ``index`` the first game, ``jobs`` the number of
    threads; boards depend on the seed and the rules alone. ``frame`` is ``pandas``, ``polars`` or ``list``.
    """
    from ._lab import framed

    if level is None and rows is None and cols is None and mines is None:
        level = "expert"
    numbers = size(level, rows, cols, mines)
    place = (int(at[0]), int(at[1]))
    lines = _minesat.play(player, numbers, start, place, clues, seed, (index, index + games), jobs, timeout)
    records = []
    for line in lines:
        record = json.loads(line)
        for reason, moves in record.pop("moves").items():
            record[f"moves_{reason}"] = moves
        records.append(record)
    return framed(records, frame)
