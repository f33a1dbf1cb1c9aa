"""Runs the program and says what it cost: for the scripts that measure whole commands."""
import os
import subprocess
import time


class Run:
    """The output of a command that has ended, and its exit code, seconds, processor seconds and resident bytes at most."""

    def __init__(self, command, text=None):
        begun = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # Boards and answers of some megabytes: a pipe holds less.
        with child:
            if text is not None:
                child.stdin.write(text)
            child.stdin.close()
            self.output = child.stdout.read()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = self.code = os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - begun
        self.cpu_seconds = usage.ru_utime + usage.ru_stime
        self.resident = usage.ru_maxrss * 1024

    @property
    def share(self):
        """The processor's share of the time that passed."""
        return self.cpu_seconds / max(self.seconds, 1e-9)
