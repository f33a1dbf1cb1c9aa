"""What there is to choose from."""

from __future__ import annotations

from typing import Dict, List, NamedTuple

from . import _minesat

__all__ = ["Option", "Row", "encodings", "engines", "families", "formats", "players"]


class Option(NamedTuple):
    """An option of a row."""

    name: str
    #: The value where none is chosen; empty where there is none.
    default: str
    help: str


class Row(NamedTuple):
    """An engine, a player or a family of boards."""

    name: str
    summary: str
    options: List[Option]


def _rows(rows: List["_minesat.Row"]) -> Dict[str, Row]:
    return {name: Row(name, summary, [Option(*option) for option in options]) for name, summary, options in rows}


def engines() -> Dict[str, Row]:
    """The engines by name; a specification is ``name`` or ``name:option=value,option=value``."""
    return _rows(_minesat.engines())


def players() -> Dict[str, Row]:
    """The players of ``play`` by name."""
    return _rows(_minesat.players())


def families() -> Dict[str, Row]:
    """The families of ``generate`` by name."""
    return _rows(_minesat.families())


def encodings() -> Dict[str, str]:
    """The encodings of sums as clauses, with a line on each."""
    return dict(_minesat.encodings())


def formats() -> Dict[str, str]:
    """The formats of boards, with a line on each."""
    return dict(_minesat.formats())
