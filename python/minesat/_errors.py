"""What minesat raises. Every exception is a ``MinesatError``."""

from __future__ import annotations

from typing import Optional

__all__ = ["DisagreementWarning", "EngineError", "InputError", "LimitError", "MinesatError", "UnsupportedError"]


class MinesatError(Exception):
    """Any error of minesat."""


class InputError(MinesatError, ValueError):
    """Bad input: a text that is no board, an engine that does not exist, options that do not fit.

    For an error in a text the message has the line with a caret below the place. ``file``, ``line`` and ``column`` name
    it (line and column from 1, columns in characters); they are None where the error has no place. ``reason`` is the
    message alone.
    """

    def __init__(
        self,
        message: str,
        file: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        reason: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column
        self.reason = message if reason is None else reason

    def __reduce__(self):
        return type(self), (str(self), self.file, self.line, self.column, self.reason)


class _Stopped(MinesatError):
    def __init__(self, message: str, status: str = "error") -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self):
        return type(self), (str(self), self.status)


class LimitError(_Stopped):
    """A limit ran out before there was an answer; ``status`` is ``timeout``, ``memory`` or ``nodes``."""


class UnsupportedError(_Stopped, NotImplementedError):
    """The engine cannot answer such a question."""


class EngineError(_Stopped, RuntimeError):
    """The engine failed."""


class DisagreementWarning(UserWarning):
    """Answers of a bench contradict each other or the expected ones, or an engine failed."""
