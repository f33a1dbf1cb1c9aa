"""The command line comes with the package."""

import subprocess
import sys
from pathlib import Path

import minesat
from conftest import FIRST
from minesat._start import words


def run(*arguments, stdin="", code=0, start=None):
    """Runs the command line; its standard output."""
    start = [sys.executable, "-m", "minesat"] if start is None else start
    ended = subprocess.run([*start, *arguments], input=stdin, capture_output=True, text=True)
    assert ended.returncode == code, ended.stderr
    return ended.stdout if code != 2 else ended.stderr


def test_the_program_runs_in_all_its_ways():
    script = Path(sys.executable).with_name("minesat")
    for start in ([sys.executable, "-m", "minesat"], words(), [str(script)]):
        assert run("--version", start=start) == f"minesat {minesat.__version__}\n"
        assert "models 36\n" in run("count", "-", stdin=FIRST, start=start)
        assert run("solve", "-", stdin="2 2 ?\n33\n##\n", code=20, start=start)
        assert "^" in run("solve", "-", stdin="1 2 ?\n3y\n", code=2, start=start)
        assert "Usage" in run("solve", "--none", code=2, start=start)


def test_limits_end_a_copy_of_the_program():
    board = minesat.generate("lattice", 1, k=40)[0].to_text()
    assert "models 36\n" in run("count", "-t", "10", "--memory", "1G", "-", stdin=FIRST)
    run("count", "-e", "backtrack", "-t", "0.2", "-", stdin=board, code=124)


def test_the_program_starts_quickly_and_light():
    names = "import sys, minesat; print('numpy' in sys.modules, 'pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", names], capture_output=True, text=True).stdout == "False False\n"
