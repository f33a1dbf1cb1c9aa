"""Formulas and circuits as boards, and back."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Mapping, Optional, Union

from . import _minesat
from ._answers import Model
from ._board import Board
from ._errors import InputError
from ._types import Cell

__all__ = ["Compiled", "compile"]


class Compiled:
    """A board with one model per model of a formula."""

    def __init__(self, core: "_minesat.CoreCompiled") -> None:
        self._core = core
        #: The board, with its total, which is the same in every model.
        self.board = Board._of(core.board())
        #: The cell of each variable or input, a mine where that is true. Variables of DIMACS are called ``"1"``, ``"2"``.
        self.variables: Dict[str, Cell] = dict(core.variables())
        #: The cell of each output of a circuit.
        self.outputs: Dict[str, Cell] = dict(core.outputs())

    def decode(self, model: Any) -> Dict[str, bool]:
        """The values of the variables in a model of the board: a ``Model``, or an array that is true for a mine.

        Raises ``InputError`` if it is no model of the board, or if the values do not satisfy the formula (which would be
        an error of the compiler).
        """
        mines = model.mines if isinstance(model, Model) else model
        if mines is None:
            raise InputError("there is no model to decode")
        if not self.board.is_model(mines):
            raise InputError("these mines are no model of the board")
        values = {name: bool(mines[cell]) for name, cell in self.variables.items()}
        if not self.holds(values):
            raise InputError("the model of the board does not satisfy the formula")
        return values

    def holds(self, values: Mapping[str, bool]) -> bool:
        """Whether these values satisfy the formula."""
        return self._core.holds([bool(values[name]) for name in self.variables])

    def to_dimacs(self) -> str:
        """The formula as DIMACS; the first variables are those of ``variables``."""
        return self._core.dimacs()

    def __repr__(self) -> str:
        return f"<Compiled: {len(self.variables)} variables on {self.board.rows}x{self.board.cols} cells>"


def compile(
    formula: Union[str, bytes, Iterable[Iterable[int]]],
    *,
    format: Optional[str] = None,
    library: str = "6x7",
    fix: Optional[Mapping[str, Any]] = None,
    file: str = "<formula>",
) -> Compiled:
    """Compiles a formula or circuit into a board.

    ``formula`` is a text (DIMACS, ISCAS .bench, BLIF, AIGER, or expressions such as ``"(a & b) -> !c"``) or a list of
    clauses as PySAT has them. The format is detected, unless ``format`` names it: ``cnf``, ``bench``, ``blif``, ``aag``,
    ``aig`` or ``expr``. ``library`` names the tiles (``6x7``, ``6x9``, ``7x7``), ``fix`` gives inputs and outputs of a
    circuit a value.
    """
    if isinstance(formula, str):
        data = formula.encode()
    elif isinstance(formula, (bytes, bytearray)):
        data = bytes(formula)
    else:
        clauses = [[int(literal) for literal in clause] for clause in formula]
        top = max((abs(literal) for clause in clauses for literal in clause), default=0)
        lines = [f"p cnf {top} {len(clauses)}", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]
        data, format = "\n".join(lines).encode() + b"\n", "cnf"
    fixed = [(name, str(int(value))) for name, value in (fix or {}).items()]
    return Compiled(_minesat.compile(data, file, format, library, fixed))
