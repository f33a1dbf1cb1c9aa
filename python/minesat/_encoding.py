"""Boards as clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List

from ._errors import InputError
from ._types import Bools, Cell

if TYPE_CHECKING:
    from ._board import Board

__all__ = ["Encoding"]


class Encoding:
    """Clauses of a board, as PySAT takes them: ``Solver(bootstrap_with=encoding.clauses)``.

    Variable ``i`` is the ``i``-th covered cell in reading order, from 1; true is a mine. Auxiliary variables follow.
    """

    def __init__(self, board: "Board", found: Dict[str, Any]) -> None:
        #: The board.
        self.board = board
        #: Lists of literals: a variable, negative for its complement.
        self.clauses: List[List[int]] = found["clauses"]
        #: The largest variable.
        self.top: int = found["variables"]
        #: The variable of each covered cell.
        self.variables: Dict[Cell, int] = {cell: at for at, cell in enumerate(found["cells"], 1)}
        #: The cell of each variable that is one.
        self.cells: Dict[int, Cell] = {at: cell for cell, at in self.variables.items()}

    @property
    def nv(self) -> int:
        """The largest variable, under PySAT's name for it."""
        return self.top

    def decode(self, literals: Iterable[int]) -> Bools:
        """The mines of a model, an array of the board's shape; a variable that the model leaves out is safe.

        Raises ``InputError`` if they are no model of the board.
        """
        import numpy

        mines = numpy.zeros(self.board.shape, dtype=bool)
        for literal in literals:
            cell = self.cells.get(int(literal))
            if cell is not None:
                mines[cell] = True
        if not self.board.is_model(mines):
            raise InputError("these literals are no model of the board")
        return mines

    def to_dimacs(self) -> str:
        """The formula as DIMACS, with a line ``c cell VARIABLE ROW COLUMN`` for each covered cell."""
        lines = [f"c cell {at} {row} {col}" for at, (row, col) in self.cells.items()]
        lines.append(f"p cnf {self.top} {len(self.clauses)}")
        lines.extend(" ".join(map(str, [*clause, 0])) for clause in self.clauses)
        return "\n".join(lines) + "\n"

    def __repr__(self) -> str:
        return f"<Encoding of {self.board.name}: {self.top} variables, {len(self.clauses)} clauses>"
