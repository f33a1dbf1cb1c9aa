"""The command line: ``python -m minesat``, and the console script ``minesat``."""

from __future__ import annotations

import signal
import sys

from . import _minesat
from ._start import words


def main() -> None:
    """Runs the command line of this process and ends it."""
    # Python's handlers only take note of a signal, and would act when the command is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_minesat.run(words(), _minesat.__file__, sys.argv[1:]))


if __name__ == "__main__":
    main()
