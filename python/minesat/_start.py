"""Starts the command line without the package: `python -I -S _start.py ARGUMENTS`.

Every measurement of a bench is a process of its own. This one loads the extension module and nothing else, so that it
starts in a few milliseconds and has no threads.
"""

import sys


def words():
    """The words that start the program, for arguments to be added."""
    if not sys.executable:
        raise RuntimeError("minesat cannot start processes: this Python does not know its executable")
    return [sys.executable, "-I", "-S", __file__]


if __name__ == "__main__":
    import _signal

    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    sys.path.insert(0, __file__.rpartition("/")[0])
    import _minesat

    sys.exit(_minesat.run(words(), _minesat.__file__, sys.argv[1:]))
