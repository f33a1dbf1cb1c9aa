"""Ctrl-C ends long work with a KeyboardInterrupt, and soon."""

import os
import signal
import subprocess
import sys
import time

import pytest

WORK = {
    "count": "board.count('backtrack')",
    # A call of this solver cannot be interrupted.
    "solver": "minesat.compile(parity, fix={'p': 0, 'q': 1}).board.model('sat:reduce=off,collapse=off')",
    "play": "minesat.play('lookahead', games=100000)",
    "bench": "minesat.bench(boards=[board], engines='backtrack', queries='count', timeout=100)",
}

SCRIPT = r"""
import minesat
board = minesat.generate("lattice", 1, k=40)[0]
# Two orders of one sum, which are to differ.
names = [f"a{i}" for i in range(40)]
parity = f"p = {' ^ '.join(names)}\nq = {' ^ '.join(names[i * 17 % 40] for i in range(40))}\n"
print("begun", flush=True)
try:
    WORK
    print("done")
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("work", WORK)
def test_an_interrupt_is_noticed(work, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.replace("WORK", WORK[work]))
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, start_new_session=True) as child:
        assert child.stdout.readline() == "begun\n"
        time.sleep(1.5)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        try:
            assert child.stdout.readline() == "interrupted\n"
            assert child.wait(20) == 0
            assert time.monotonic() - sent < 15
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
