"""Measurements: runs them, and reads their records."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
import warnings
from pathlib import Path as FilePath
from typing import Any, Dict, Iterable, List, Optional, Sequence, Union

from . import _minesat
from ._board import Board, write_boards
from ._errors import DisagreementWarning, EngineError, InputError, LimitError
from ._start import words
from ._types import Path, Size

__all__ = ["bench", "framed", "read_records"]


def framed(records: List[Dict[str, Any]], frame: str) -> Any:
    """Records as a data frame."""
    if frame == "list":
        return records
    if frame not in ("pandas", "polars"):
        raise InputError(f"frame is pandas, polars or list, not {frame!r}")
    try:
        library = __import__(frame)
    except ImportError as error:
        raise ImportError(f"{frame} is not installed: pip install minesat[{frame}], or frame='list'") from error
    if frame == "polars":
        return library.DataFrame(records, infer_schema_length=None)
    return library.DataFrame.from_records(records)


def _facts(path: FilePath) -> Optional[Dict[str, Any]]:
    """The facts of a run: ``run.json`` beside ``records.jsonl``, ``X.run.json`` beside ``X.jsonl``."""
    stem = re.sub(r"(\.jsonl)?(\.gz|\.zst)?$", "", path.name)
    beside = path.with_name("run.json" if stem == "records" else f"{stem}.run.json")
    return json.loads(beside.read_text(encoding="utf-8")) if beside.is_file() else None


#: What names a measurement within its run.
_KEY = ("file_sha256", "instance", "engine", "query", "run")


def _with_options(record: Dict[str, Any]) -> Dict[str, Any]:
    """The record with the family of its engine, and the options of it as columns, where records lack them."""
    engine = record["engine"].split("#")[0]
    record["engine_family"] = engine.split(":")[0]
    if not any(key.startswith("option_") for key in record):
        try:
            options = _minesat.options(engine)[1]
        except InputError:
            # An engine of another version of minesat.
            options = []
        record.update((f"option_{name}", value) for name, value in options)
    return record


def read_records(path: Union[Path, Iterable[Path]], *, frame: str = "pandas") -> Any:
    """The records of measurements as a data frame: a row per measurement, a column per field, counter and option of the
    engine (``option_local``).

    ``path`` is a record file (plain, .gz or .zst), a folder of results, or several of them. ``frame`` is ``pandas``,
    ``polars`` or ``list``. The facts of the run (program, machine, plan) are in ``frame.attrs["runs"]`` of pandas.

    ``seconds`` and ``cpu_seconds`` are wall and processor time of the engine alone, without the start of a process,
    reading and writing; ``wall_seconds`` is that of the whole process.
    """
    paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    records: List[Dict[str, Any]] = []
    runs = []
    for file in map(FilePath, paths):
        if file.is_dir():
            found = [file / f"records.jsonl{ending}" for ending in ("", ".zst", ".gz")]
            file = next((f for f in found if f.exists()), found[0])
        facts = _facts(file)
        # Of a measurement that was made again the last counts, in the place of the first.
        measured: Dict[Any, Dict[str, Any]] = {}
        # A line without an end was left by a run that was killed.
        lines = _minesat.unpacked(str(file)).split(b"\n")[:-1]
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
            except ValueError as error:
                column, reason = getattr(error, "colno", 1), getattr(error, "msg", str(error))
                place = f"{file}:{number}:{column}"
                raise InputError(f"{place}: {reason}", str(file), number, column, reason) from None
            # Version 1 has the facts in its first line.
            if number == 1 and "minesat_records" in row:
                facts = row
            elif "engine" not in row:
                reason = "not a record of a measurement: it names no engine"
                raise InputError(f"{file}:{number}:1: {reason}", str(file), number, 1, reason)
            else:
                measured[tuple(row.get(name) for name in _KEY)] = _with_options(row)
        records.extend(measured.values())
        if facts is not None:
            runs.append(facts)
    result = framed(records, frame)
    if frame == "pandas":
        result.attrs["runs"] = runs
    return result


def _cores() -> int:
    """The cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _several(value: Union[None, str, Iterable[Any]]) -> List[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else [str(item) for item in value]


def bench(
    plan: Optional[Path] = None,
    *,
    boards: Union[None, Path, Iterable[Union[Board, Path]]] = None,
    engines: Union[None, str, Sequence[str]] = None,
    queries: Union[None, str, Sequence[str]] = None,
    timeout: Optional[float] = None,
    memory: Optional[Size] = None,
    runs: Optional[int] = None,
    jobs: Optional[int] = 1,
    seed: int = 1,
    only: Union[None, str, Sequence[str]] = None,
    output: Optional[Path] = None,
    progress: bool = False,
    frame: str = "pandas",
) -> Any:
    """Measures engines on boards, by a plan or as the arguments say, and returns the records as ``read_records`` does.

    ``plan`` is a file in TOML; ``boards`` are boards, or instance files; the other arguments are those of `minesat bench`,
    which runs: each measurement is a process of its own, bound to a core, ended at its limits of processor time and memory.
    ``jobs`` measurements run at a time, on a core each (None: on all cores); more than one disturb each other's times.
    With ``output`` boards, records and report stay in that folder, and the same call resumes an interrupted run; otherwise they are
    in a temporary one. ``progress`` shows what the program prints.

    Answers that contradict each other, or an engine that fails, make a ``DisagreementWarning``. Raises ``InputError`` for a
    bad plan.
    """
    with tempfile.TemporaryDirectory(prefix="minesat-") as scratch:
        folder = FilePath(scratch if output is None else os.fspath(output))
        command = [*words(), "bench"]
        if plan is not None:
            command.append(os.fspath(plan))
        files: List[str] = []
        if isinstance(boards, (str, os.PathLike)):
            files = [os.fspath(boards)]
        elif boards is not None:
            items = list(boards)
            files = [os.fspath(item) for item in items if not isinstance(item, Board)]
            own = [item for item in items if isinstance(item, Board)]
            if not items:
                raise InputError("no boards to measure on")
            if own:
                # Beside the records: a run is resumed if its files are the same.
                folder.mkdir(parents=True, exist_ok=True)
                files.append(str(folder / "boards.jsonl"))
                write_boards(files[-1], own)
        if plan is None and not files and engines is None and queries is None:
            raise InputError("give a plan, or boards and engines")
        if files:
            command += ["--instances", *files]
        for name, values in (("--engines", _several(engines)), ("--queries", _several(queries))):
            if values:
                command += [name, *values]
        for name, value in (("--timeout", timeout), ("--memory", memory), ("--runs", runs)):
            if value is not None:
                command += [name, str(value)]
        for value in _several(only):
            command += ["--only", value]
        command += ["--jobs", str(_cores() if jobs is None else jobs), "--seed", str(seed)]
        command += ["--output", str(folder)]
        if output is None:
            command.append("--no-report")
        _run(command, progress)
        return read_records(folder, frame=frame)


def _run(command: List[str], progress: bool) -> None:
    """Runs the program, and turns how it ends into exceptions."""
    piped = None if progress else subprocess.PIPE
    # A session of its own: Ctrl-C reaches it once, from here.
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=piped, stderr=piped, text=True, start_new_session=True
    ) as program:
        try:
            _, errors = program.communicate()
        except BaseException:
            program.send_signal(signal.SIGINT)
            try:
                program.wait(10)
            except subprocess.TimeoutExpired:
                program.kill()
            raise
    errors = (errors or "").strip()
    if program.returncode == 0:
        return
    if program.returncode == 1:
        warnings.warn(errors or "answers disagree, or an engine failed", DisagreementWarning, stacklevel=3)
    elif program.returncode == 2:
        raise _bad_input(errors)
    elif program.returncode == 124:
        raise LimitError(errors or "a limit ran out", "timeout")
    elif program.returncode == 130:
        raise KeyboardInterrupt
    else:
        raise EngineError(f"minesat bench ended with exit code {program.returncode}: {errors}")


def _bad_input(errors: str) -> InputError:
    message = errors.split("error: ", 1)[-1] or "bad input"
    place = re.match(r"(.+?):(\d+):(\d+): (.*)", message)
    if place is None:
        return InputError(message)
    return InputError(message, place[1], int(place[2]), int(place[3]), place[4])
