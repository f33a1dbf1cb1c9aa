"""Games as an environment with the interface of Gymnasium, which need not be installed.

With Gymnasium, ``gymnasium.make("minesat/Minesweeper-v0", level="expert")`` makes one after ``import minesat.gym``.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple

import numpy

from ._board import Board
from ._errors import InputError
from ._games import Game, size

try:
    import gymnasium
except ImportError:
    gymnasium = None  # type: ignore[assignment]

__all__ = ["COVERED", "FLAG", "Box", "Discrete", "ID", "MinesweeperEnv", "register"]

#: The name under which Gymnasium knows the environment.
ID = "minesat/Minesweeper-v0"

#: What observations hold beside the clues 0 to 8.
COVERED, FLAG = -1, 9

#: Observations by the letters of boards.
_SEEN = numpy.full(256, COVERED, dtype=numpy.int8)
for _clue in range(9):
    _SEEN[ord(str(_clue))] = _clue
_SEEN[ord("F")] = FLAG

#: Rewards: of the last safe cell, of a mine, of another safe cell, of a cell that was open before.
REWARDS: Mapping[str, float] = {"win": 1.0, "lose": -1.0, "open": 0.0, "repeat": 0.0}


class Discrete:
    """The numbers from 0 to n - 1; stands in for Gymnasium's space of this name."""

    def __init__(self, n: int, seed: Optional[int] = None) -> None:
        self.n = n
        self._random = numpy.random.default_rng(seed)

    def seed(self, seed: Optional[int] = None) -> None:
        """Seeds the samples."""
        self._random = numpy.random.default_rng(seed)

    def sample(self, mask: Optional[Any] = None) -> int:
        """A number, all equally likely; of those with a 1 in the mask."""
        if mask is None:
            return int(self._random.integers(self.n))
        return int(self._random.choice(numpy.flatnonzero(mask)))

    def contains(self, x: Any) -> bool:
        """Whether x is one of them."""
        return 0 <= int(x) < self.n

    __contains__ = contains


class Box:
    """Arrays with bounds; stands in for Gymnasium's space of this name."""

    def __init__(self, low: int, high: int, shape: Tuple[int, ...], dtype: Any) -> None:
        self.low, self.high, self.shape, self.dtype = low, high, shape, numpy.dtype(dtype)

    def contains(self, x: Any) -> bool:
        """Whether x is one of them."""
        return x.shape == self.shape and bool(((x >= self.low) & (x <= self.high)).all())

    __contains__ = contains


_Env: Any = object if gymnasium is None else gymnasium.Env
_spaces: Any = None if gymnasium is None else gymnasium.spaces


class MinesweeperEnv(_Env):
    """A game of Minesweeper.

    An action is the number of a cell, ``row * cols + col``, which is opened. An observation is an array of int8: -1 covered,
    0 to 8 the clue, 9 the mine that ended the game. ``info["action_mask"]`` has a 1 for every covered cell.

    ``first`` is what is promised of the first cell that is opened: ``safe``, ``zero`` (no mine beside it) or ``none``. The
    board is drawn when it is opened, from the seed of ``reset`` and the number of games since.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        level: Optional[str] = None,
        *,
        rows: Optional[int] = None,
        cols: Optional[int] = None,
        mines: Optional[int] = None,
        first: str = "safe",
        rewards: Optional[Mapping[str, float]] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        if level is None and rows is None and cols is None and mines is None:
            level = "beginner"
        self.rows, self.cols, self.mines = size(level, rows, cols, mines)
        if first not in ("safe", "zero", "none"):
            raise InputError(f"first is safe, zero or none, not {first!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InputError(f"render_mode is ansi or svg, not {render_mode!r}")
        unknown = set(rewards or {}) - set(REWARDS)
        if unknown:
            raise InputError(f"rewards are {', '.join(REWARDS)}, not {', '.join(sorted(unknown))}")
        self.first = first
        self.rewards = {**REWARDS, **(rewards or {})}
        self.render_mode = render_mode
        spaces = _spaces
        cells = self.rows * self.cols
        self.action_space = Discrete(cells) if spaces is None else spaces.Discrete(cells)
        box = Box if spaces is None else spaces.Box
        self.observation_space = box(low=COVERED, high=FLAG, shape=(self.rows, self.cols), dtype=numpy.int8)
        self._seed: Optional[int] = None
        self._index = -1
        self._over = True
        self._game: Optional[Game] = None
        # Rules that leave no room for the mines are an error now.
        self._new_game(self.rows // 2 * self.cols + self.cols // 2, 0, 0)

    def _new_game(self, cell: int, seed: int, index: int) -> Game:
        return Game(
            rows=self.rows,
            cols=self.cols,
            mines=self.mines,
            start=self.first,
            at=divmod(cell, self.cols),
            seed=seed,
            index=index,
        )

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Any, Dict[str, Any]]:
        """Begins a new game, with every cell covered; equal seeds give equal games."""
        if gymnasium is not None:
            super().reset(seed=seed)
        if seed is not None:
            self._seed, self._index = seed, -1
        elif self._seed is None:
            self._seed = int(numpy.random.SeedSequence().generate_state(1, numpy.uint64)[0])
        self._index += 1
        self._over = False
        self._game = None
        return self._seen(), self._info()

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        """Opens a cell: observation, reward, whether the game is over, False (nothing else ends it), info."""
        if self._over:
            raise InputError("no game is going on: call reset() first")
        cell = int(action)
        if not 0 <= cell < self.rows * self.cols:
            raise InputError(f"cell {cell} is not on the board of {self.rows * self.cols} cells")
        if self._game is None:
            self._game = self._new_game(cell, self._seed or 0, self._index)
            changed = True if self.first != "none" else self._game.open(*divmod(cell, self.cols))
        else:
            changed = self._game.open(*divmod(cell, self.cols))
        outcome = self._game.outcome
        self._over = outcome != "playing"
        kind = {"won": "win", "lost": "lose"}.get(outcome, "open") if changed else "repeat"
        return self._seen(), float(self.rewards[kind]), self._over, False, self._info()

    @property
    def board(self) -> Board:
        """What a player sees, for a player that asks minesat."""
        if self._game is None:
            return Board.unopened(self.rows, self.cols, self.mines)
        return self._game.board

    def _seen(self) -> Any:
        if self._game is None:
            return numpy.full((self.rows, self.cols), COVERED, dtype=numpy.int8)
        letters = numpy.frombuffer(self._game._core.letters(), dtype=numpy.uint8)
        return _SEEN[letters].reshape(self.rows, self.cols)

    def action_masks(self) -> Any:
        """A 1 for every covered cell, as libraries of masked agents ask for it."""
        return (self._seen().ravel() == COVERED).astype(numpy.int8)

    def _info(self) -> Dict[str, Any]:
        outcome = "playing" if self._game is None else self._game.outcome
        return {"action_mask": self.action_masks(), "outcome": outcome}

    def render(self) -> Optional[str]:
        """The board as text or as SVG, as ``render_mode`` says."""
        if self.render_mode == "ansi":
            return "\n".join(self.board.lines) + "\n"
        return self.board.view().svg if self.render_mode == "svg" else None

    def close(self) -> None:
        """Nothing is held open."""


def register() -> None:
    """Makes the environment known to Gymnasium, where that is installed; importing this module does it."""
    if gymnasium is not None and ID not in gymnasium.registry:
        gymnasium.register(id=ID, entry_point="minesat.gym:MinesweeperEnv")


register()
