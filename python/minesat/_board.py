"""Boards."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _minesat
from ._answers import Count, Explanation, Model, Picture, Verdicts, letters
from ._encoding import Encoding
from ._errors import InputError
from ._types import Cell, Letters, Path, Size

__all__ = ["Board", "generate", "read_boards", "write_boards"]


class Board:
    """What a player sees: covered cells, clues, flags, and perhaps the total number of mines.

    Cells are ``(row, column)``, both from 0. A board does not change.
    """

    __slots__ = ("_core",)

    def __init__(self, rows: Sequence[str], mines: Optional[int] = None) -> None:
        """A board from its rows: ``#`` covered, ``0`` to ``8``, ``F`` flag, ``_`` open without its number; ``mines`` is
        the total, flags included."""
        cols = len(rows[0]) if rows else 0
        total = "?" if mines is None else mines
        text = f"{len(rows)} {cols} {total}\n" + "".join(f"{row}\n" for row in rows)
        self._core = _minesat.parse(text.encode(), "<rows>", "minesat", None)[0].named("board")

    @classmethod
    def _of(cls, core: "_minesat.CoreBoard") -> "Board":
        board = cls.__new__(cls)
        board._core = core
        return board

    @classmethod
    def parse(
        cls,
        text: Union[str, bytes],
        *,
        file: str = "<text>",
        format: Optional[str] = None,
        letters: Optional[str] = None,
    ) -> "Board":
        """The board in a text, in every form that the command line reads: board text, an instance line, grids, CSV, JSON,
        files and links of other programs.

        ``file`` names the text in errors. The format is detected, unless ``format`` names one of ``minesat.formats()``;
        ``letters`` gives letters a meaning, as in ``"x=covered,!=flag"``.

        Raises ``InputError`` with line and column.
        """
        data = text.encode() if isinstance(text, str) else bytes(text)
        found = _minesat.parse(data, file, format, letters)
        if len(found) != 1:
            what = "no board" if not found else f"{len(found)} boards"
            raise InputError(f"{file} holds {what}, not one: minesat.read_boards reads a file of many", file=file)
        return cls._of(found[0])

    @classmethod
    def unopened(cls, rows: int, cols: int, mines: Optional[int] = None) -> "Board":
        """A board with every cell covered."""
        return cls(["#" * cols] * rows, mines)

    @property
    def name(self) -> str:
        """Its name."""
        return self._core.name

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self._core.rows

    @property
    def cols(self) -> int:
        """Number of columns."""
        return self._core.cols

    @property
    def shape(self) -> Tuple[int, int]:
        """Rows and columns."""
        return (self._core.rows, self._core.cols)

    @property
    def mines(self) -> Optional[int]:
        """The total number of mines, flags included; None where it is unknown."""
        return self._core.mines

    @property
    def cells(self) -> Letters:
        """A letter per cell: ``#`` covered, ``0`` to ``8``, ``F`` flag, ``_`` open without its number."""
        return letters(self, self._core.letters())

    @property
    def lines(self) -> List[str]:
        """The rows as text."""
        text, cols = self._core.letters().decode(), self.cols
        return [text[at : at + cols] for at in range(0, len(text), cols)]

    @property
    def covered(self) -> List[Cell]:
        """The covered cells in reading order: the variables of every formula of the board, in their order."""
        cols = self.cols
        return [divmod(at, cols) for at, byte in enumerate(self._core.letters()) if byte == ord("#")]

    @property
    def data(self) -> Dict[str, Any]:
        """The instance: name, family, seed, parameters, origin, features, expected answer."""
        return json.loads(self._core.line())

    def renamed(self, name: str) -> "Board":
        """The same board under another name."""
        return self._of(self._core.named(name))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        mines = "unknown" if self.mines is None else self.mines
        return f"<Board {self.name}: {self.rows}x{self.cols}, {mines} mines>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._core.equals(other._core)

    def __hash__(self) -> int:
        return hash((self._core.letters(), self.cols, self.mines))

    def __reduce__(self):
        return _of_line, (self._core.line(),)

    def solve(
        self,
        engine: str = "sat:local=totalizer",
        timeout: Optional[float] = None,
        memory: Optional[Size] = None,
    ) -> Verdicts:
        """Which cells are safe, which are mines.

        ``engine`` is a specification as on the command line (``minesat.engines()`` lists them), ``timeout`` a number of
        seconds, ``memory`` a limit on the tables of the engine, in bytes or as ``"512M"``.

        Raises ``LimitError``, ``UnsupportedError``, ``EngineError``, or ``InputError`` for an engine that does not exist.
        """
        return Verdicts(self, engine, self._core.ask("classify", engine, False, timeout, memory))

    def count(
        self,
        engine: str = "frontier",
        exact: bool = False,
        timeout: Optional[float] = None,
        memory: Optional[Size] = None,
    ) -> Count:
        """How many models there are, and the chance of a mine per cell.

        ``exact`` asks for exact numbers per cell also where the board has 3,000 covered cells or more. Raises as
        ``solve``.
        """
        return Count(self, engine, self._core.ask("count", engine, exact, timeout, memory))

    def model(
        self,
        engine: str = "frontier",
        timeout: Optional[float] = None,
        memory: Optional[Size] = None,
    ) -> Model:
        """One model, if there is one. It is checked against the board, whatever the engine says. Raises as ``solve``."""
        return Model(self, engine, self._core.ask("decide", engine, False, timeout, memory))

    def is_model(self, mines: Any) -> bool:
        """Whether these mines (an array of the board's shape, true for a mine) agree with every clue and the total."""
        import numpy

        array = numpy.asarray(mines, dtype=bool)
        if array.shape != self.shape:
            raise InputError(f"mines have the shape {array.shape}, and the board {self.shape}")
        return self._core.is_model(array.astype(numpy.uint8).tobytes())

    def explain(
        self,
        cell: Optional[Cell] = None,
        calls: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Optional[Explanation]:
        """Why a covered cell is safe, a mine or undecided. Without a cell: why the board is impossible, None if it has a
        model.

        ``calls`` bounds the search for a smallest set of clues; with 0 any irreducible one will do.
        """
        at = None if cell is None else self._cell(cell)
        found = self._core.explain(at, calls, timeout, None)
        return None if found is None else Explanation._of(self, found)

    def _cell(self, cell: Cell) -> Cell:
        row, col = int(cell[0]), int(cell[1])
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise InputError(f"({row},{col}) is not on the board of {self.rows} rows and {self.cols} columns")
        return (row, col)

    def encode(
        self,
        local: str = "binomial",
        total: Optional[str] = "totalizer",
        slack: bool = False,
        most_clauses: int = 50_000_000,
    ) -> Encoding:
        """The board as clauses: lists of literals as PySAT takes them.

        ``local`` and ``total`` are encodings (``minesat.encodings()``) of the clues and of the total; without ``total`` it
        is left out. With ``slack`` the total is written over the cells beside clues alone: equally satisfiable, far fewer
        clauses, another number of models.
        """
        return Encoding(self, self._core.encode(local, total, slack, most_clauses))

    def view(
        self,
        *,
        verdicts: bool = False,
        probabilities: bool = False,
        model: bool = False,
        components: bool = False,
        explain: Optional[Cell] = None,
        engine: Optional[str] = None,
    ) -> Picture:
        """A picture, with layers that are asked for: verdicts, chances as a heat map, the mines of a model, a colour per
        component, the clues that force a cell."""
        layers: Dict[str, Any] = {"components": components}
        if verdicts:
            layers["verdicts"] = self.solve(engine or "frontier")._found.get("classes")
        if probabilities:
            count = self.count(engine or "frontier")
            layers["chances"] = count.probabilities.ravel().tolist() if count.consistent else None
        if model:
            found = self.model(engine or "frontier").mines
            layers["model"] = None if found is None else found.astype("uint8").tobytes()
        if explain is not None:
            why = self.explain(explain)
            layers.update(clues=why.clues if why else [], cells=[self._cell(explain)])
        return self._picture(**layers)

    def _picture(
        self,
        verdicts: Optional[bytes] = None,
        chances: Optional[List[float]] = None,
        model: Optional[bytes] = None,
        clues: Sequence[Cell] = (),
        cells: Sequence[Cell] = (),
        components: bool = False,
    ) -> Picture:
        return Picture(self._core.svg(verdicts, chances, model, list(clues), list(cells), components))

    def _repr_svg_(self) -> Optional[str]:
        # A notebook shows the text of a board that is too large for a picture.
        return self.view().svg if self.rows * self.cols <= 250_000 else None

    def to_text(self, format: str = "minesat") -> str:
        """The board in a format of ``minesat.formats()`` for boards, or ``"instance"``, a line of an instance file.

        Raises ``InputError`` if the format cannot say what is on the board.
        """
        if format == "instance":
            return self._core.line()
        return self._core.text(format).decode()

    def export(self, format: str = "opb") -> str:
        """The sums of the board for other programs: ``opb``, ``lp``, ``mps`` or ``json``; ``encode`` has the clauses."""
        return self._core.export(format)


def _of_line(line: str) -> Board:
    return Board.parse(line)


def read_boards(path: Path, *, format: Optional[str] = None, letters: Optional[str] = None) -> List[Board]:
    """The boards in a file: instances (JSON Lines) or one board of any format, plain, .gz or .zst; ``builtin:smoke.jsonl``
    and ``builtin:sources.jsonl`` are in the program."""
    return [Board._of(core) for core in _minesat.read(os.fspath(path), format, letters)]


def write_boards(path: Path, boards: Iterable[Board]) -> None:
    """Writes boards as an instance file, compressed if its name ends in .gz or .zst. Names are unique in a file: a board
    whose name was there before gets a number."""
    cores, seen = [], set()
    for board in boards:
        name, number = board.name, 1
        while name in seen:
            number += 1
            name = f"{board.name}-{number}"
        seen.add(name)
        cores.append(board._core if name == board.name else board._core.named(name))
    _minesat.write(os.fspath(path), cores)


def generate(family: str = "uniform", count: int = 1, *, seed: int = 1, index: int = 0, **params: Any) -> List[Board]:
    """Boards of a family: equal seeds give equal boards on every machine, those of ``minesat generate``.

    ``params`` are the options of the family (``minesat.families()`` lists them), such as ``rows``, ``cols``, ``mines`` or
    ``density``.
    """
    settings = [(name.replace("_", "-"), str(value)) for name, value in params.items()]
    return [Board._of(core) for core in _minesat.generate(family, settings, seed, index, count)]
