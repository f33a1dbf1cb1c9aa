"""A laboratory for Minesweeper as a constraint problem.

>>> import minesat
>>> board = minesat.Board.parse("3 5 4\n#####\n#212#\n#####\n")
>>> board.count().models
36
>>> board.solve().safe
[(0, 2), (2, 2)]

``Board`` has the questions about one board; ``generate``, ``read_boards`` and ``compile`` make boards; ``bench`` measures
engines on many and ``read_records`` opens what it wrote; ``play`` lets players play whole games, and ``minesat.gym`` has
games as an environment. ``python -m minesat`` is the command line.
"""

from ._answers import Count, Explanation, Model, Picture, Verdicts
from ._board import Board, generate, read_boards, write_boards
from ._encoding import Encoding
from ._errors import DisagreementWarning, EngineError, InputError, LimitError, MinesatError, UnsupportedError
from ._formula import Compiled, compile
from ._games import Game, play
from ._lab import bench, read_records
from ._minesat import __version__
from ._tables import encodings, engines, families, formats, players

__all__ = [
    "Board",
    "Compiled",
    "Count",
    "DisagreementWarning",
    "Encoding",
    "EngineError",
    "Explanation",
    "Game",
    "InputError",
    "LimitError",
    "MinesatError",
    "Model",
    "Picture",
    "UnsupportedError",
    "Verdicts",
    "__version__",
    "bench",
    "compile",
    "encodings",
    "engines",
    "families",
    "formats",
    "generate",
    "play",
    "players",
    "read_boards",
    "read_records",
    "write_boards",
]
