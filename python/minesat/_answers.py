"""Answers about a board."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from ._types import Bools, Cell, Floats, Letters, Path

if TYPE_CHECKING:
    from ._board import Board

__all__ = ["Count", "Explanation", "Model", "Picture", "Verdicts"]


def letters(board: "Board", data: bytes) -> Letters:
    """An array of letters, one per cell."""
    import numpy

    return numpy.frombuffer(data, dtype="S1").astype("U1").reshape(board.shape)


def numbers(board: "Board", data: bytes) -> Floats:
    """An array of float64, one per cell."""
    import numpy

    return numpy.frombuffer(data, dtype=numpy.float64).reshape(board.shape)


class Picture:
    """A picture of a board; a notebook shows it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Picture({len(self.svg)} bytes of SVG)"

    def save(self, path: Path) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


class _Answer:
    """What every answer has."""

    def __init__(self, board: "Board", engine: str, found: Dict[str, Any]) -> None:
        #: The board that was asked about.
        self.board = board
        #: The specification of the engine.
        self.engine = engine
        #: ``ok``, or ``inconsistent`` if the board has no model.
        self.status: str = found["status"]
        #: Wall time of the engine alone.
        self.seconds: float = found["seconds"]
        #: The counters of the engine; one that it does not observe is absent.
        self.stats: Dict[str, int] = found["stats"]
        self._found = found

    @property
    def consistent(self) -> bool:
        """False if the board has no model, which is proved."""
        return self.status != "inconsistent"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.board.name} by {self.engine}: {self._summary()}>"

    def _summary(self) -> str:
        return self.status


class _WithVerdicts(_Answer):
    @property
    def verdicts(self) -> Optional[Letters]:
        """A letter per cell: ``s`` safe, ``m`` mine, ``o`` open (undecided: safe in some models and a mine in others),
        ``u`` unknown (an incomplete engine did not decide it), ``.`` not covered. None if the board has no model."""
        data = self._found.get("classes")
        return None if data is None else letters(self.board, data)

    def _cells(self, letter: str) -> List[Cell]:
        data = self._found.get("classes", b"")
        cols = self.board.cols
        return [divmod(at, cols) for at, byte in enumerate(data) if byte == ord(letter)]

    @property
    def safe(self) -> List[Cell]:
        """Cells that are a mine in no model."""
        return self._cells("s")

    @property
    def mines(self) -> List[Cell]:
        """Cells that are a mine in every model."""
        return self._cells("m")

    @property
    def undecided(self) -> List[Cell]:
        """Cells that are safe in some models and a mine in others."""
        return self._cells("o")


class Verdicts(_WithVerdicts):
    """Which cells are certain."""

    def _summary(self) -> str:
        if not self.consistent:
            return "inconsistent"
        return f"{len(self.safe)} safe, {len(self.mines)} mines, {len(self.undecided)} undecided"

    def view(self) -> Picture:
        """The board with safe cells green and mines red."""
        return self.board._picture(verdicts=self._found.get("classes"))

    def _repr_svg_(self) -> str:
        return self.view().svg


class Count(_WithVerdicts):
    """How many models a board has, and in how many of them each cell is a mine."""

    @property
    def models(self) -> Optional[int]:
        """The number of models over all covered cells."""
        return self._found.get("models")

    @property
    def frontier_models(self) -> Optional[int]:
        """The number of solutions of the clues alone, over the covered cells beside them."""
        return self._found.get("frontier_models")

    @property
    def tally(self) -> Optional[Dict[int, int]]:
        """The same by their number of mines."""
        return self._found.get("tally")

    @property
    def probabilities(self) -> Floats:
        """The chance of a mine per cell, correctly rounded; NaN where a cell is not covered, or without models."""
        import numpy

        data = self._found.get("chances")
        return numpy.full(self.board.shape, numpy.nan) if data is None else numbers(self.board, data)

    @property
    def fractions(self) -> Dict[Cell, Fraction]:
        """The same exactly, by cell.

        Boards of 3,000 covered cells and more have it if they were counted with ``exact=True``.
        """
        return {cell: Fraction(mined, self._found["models"]) for cell, mined in self._mined()}

    @property
    def mined(self) -> Dict[Cell, int]:
        """Models with a mine at each cell."""
        return dict(self._mined())

    def _mined(self) -> List[Tuple[Cell, int]]:
        if not self.consistent:
            return []
        if "mined" not in self._found:
            raise ValueError("this count has floats alone: count(exact=True) has exact numbers for a large board")
        import numpy

        index = numpy.frombuffer(self._found["index"], dtype=numpy.uint32)
        mined = self._found["mined"]
        return [(cell, mined[at]) for cell, at in zip(self.board.covered, index)]

    def safest(self) -> Optional[Cell]:
        """The covered cell with the least chance of a mine, the first of several; None without one."""
        import numpy

        chances = self.probabilities
        if numpy.isnan(chances).all():
            return None
        return divmod(int(numpy.nanargmin(chances)), self.board.cols)

    def _summary(self) -> str:
        models = self.models
        return "inconsistent" if not self.consistent else "counted" if models is None else f"{models} models"

    def view(self) -> Picture:
        """The board with the chances as a heat map."""
        if not self.consistent:
            return self.board.view()
        return self.board._picture(chances=self.probabilities.ravel().tolist())

    def _repr_svg_(self) -> str:
        return self.view().svg


class Model(_Answer):
    """One model of a board, if there is one."""

    @property
    def decision(self) -> str:
        """``consistent``, ``inconsistent``, or ``unknown`` where an incomplete engine found neither."""
        return self._found["decision"]

    @property
    def mines(self) -> Optional[Bools]:
        """True where a covered cell is a mine; None without a model."""
        data = self._found["model"]
        return None if data is None else letters(self.board, data) == "*"

    def _summary(self) -> str:
        return self.decision

    def view(self) -> Picture:
        """The board with the mines of the model."""
        data = self._found["model"]
        return self.board._picture(model=None if data is None else bytes(byte == ord("*") for byte in data))

    def _repr_svg_(self) -> str:
        return self.view().svg


class Explanation:
    """Why a cell is certain or undecided, or a board impossible. ``str`` of it is the explanation in sentences."""

    def __init__(self, board: "Board", found: Dict[str, Any]) -> None:
        #: The board.
        self.board = board
        #: Everything, as `minesat explain --json` prints it.
        self.data = found

    @classmethod
    def _of(cls, board: "Board", text: str) -> "Explanation":
        return cls(board, json.loads(text))

    @property
    def cell(self) -> Optional[Cell]:
        """The cell in question; None for a whole board."""
        cell = self.data["cell"]
        return None if cell is None else (cell[0], cell[1])

    @property
    def verdict(self) -> str:
        """``safe``, ``mine``, ``open`` or ``inconsistent``."""
        return self.data["verdict"]

    @property
    def clues(self) -> List[Cell]:
        """The clues that force the verdict, in reading order; empty for an undecided cell."""
        return [(clue["at"][0], clue["at"][1]) for clue in self.data["clues"]]

    @property
    def total(self) -> Optional[int]:
        """The total number of mines, where it is part of the reason."""
        return self.data["total"]

    @property
    def minimality(self) -> Optional[str]:
        """``smallest``: proved that no set has fewer clues; ``irreducible``: no clue can be left out."""
        return self.data["minimality"]

    @property
    def text(self) -> List[str]:
        """The explanation in sentences."""
        return self.data["text"]

    def __str__(self) -> str:
        return "\n".join(self.text)

    def __repr__(self) -> str:
        return f"<Explanation of {self.board.name}: {self.cell or 'the board'} {self.verdict}>"

    def view(self) -> Picture:
        """The board with the clues and the cell outlined."""
        return self.board._picture(clues=self.clues, cells=[] if self.cell is None else [self.cell])

    def _repr_svg_(self) -> str:
        return self.view().svg
