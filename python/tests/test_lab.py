"""Measurements and their records."""

import gzip
import json

import minesat
import pandas
import polars
import pytest
from conftest import ROOT

ENGINES = ["sat:local=totalizer", "sat:local=binomial", "frontier"]


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A run that is kept, with its folder and data."""
    folder = tmp_path_factory.mktemp("run")
    boards = minesat.generate("uniform", 3, rows=5, cols=5, mines=5)
    run = {"boards": boards, "engines": ENGINES, "queries": ["classify", "count"], "timeout": 10, "output": folder}
    return folder, run, minesat.bench(**run)


def test_a_bench_is_a_data_frame(measured):
    _, run, data = measured
    assert isinstance(data, pandas.DataFrame) and len(data) == 3 * 3 * 2
    assert set(data.status) == {"ok"} and set(data.engine) == set(ENGINES)
    assert set(data.engine_family) == {"sat", "frontier"}
    sat = data[data.engine_family == "sat"]
    assert set(sat.option_local) == {"totalizer", "binomial"} and set(sat.option_solver) == {"varisat"}
    assert (data.cpu_seconds > 0).all()
    counted = data[(data["query"] == "count") & (data.engine == "frontier")].set_index("instance").models
    assert {board.name: str(board.count().models) for board in run["boards"]} == counted.to_dict()
    facts = data.attrs["runs"][0]
    assert facts["planned"] == 18 and facts["profile"] == "release" and facts["version"] == minesat.__version__


def test_the_same_call_resumes(measured):
    folder, run, data = measured
    before = (folder / "records.jsonl").read_bytes()
    again = minesat.bench(**run)
    assert (folder / "records.jsonl").read_bytes() == before and len(again) == len(data)
    assert (folder / "report.html").exists()


def test_records_open_in_every_form(measured, tmp_path):
    folder, _, data = measured
    text = (folder / "records.jsonl").read_bytes()
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(text))
    for path in (folder, folder / "records.jsonl", tmp_path / "a.jsonl.gz", str(folder)):
        assert minesat.read_records(path).drop(columns=[]).equals(data)
    assert len(minesat.read_records([folder, tmp_path / "a.jsonl.gz"])) == 2 * len(data)
    assert isinstance(minesat.read_records(folder, frame="polars"), polars.DataFrame)
    assert minesat.read_records(folder, frame="polars").height == len(data)
    assert minesat.read_records(folder, frame="list")[0]["engine"] in ENGINES
    # As they are.
    assert len(pandas.read_json(folder / "records.jsonl", lines=True)) == len(data)
    assert polars.read_ndjson(folder / "records.jsonl", infer_schema_length=None).height == len(data)


def test_committed_records_open():
    data = minesat.read_records(ROOT / "results/encodings")
    assert len(data) > 1000 and data.option_local.nunique() >= 15
    assert data.attrs["runs"]


def test_what_was_measured_again_counts_once(measured, tmp_path):
    folder, _, data = measured
    lines = (folder / "records.jsonl").read_text().splitlines()
    again = {**json.loads(lines[0]), "cpu_seconds": 9.0, "attempts_before": 1}
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join([*lines, json.dumps(again), '{"engine": "cut']))
    back = minesat.read_records(path)
    assert len(back) == len(data) and back.instance.tolist() == data.instance.tolist()
    assert back.cpu_seconds[0] == 9 and (back.cpu_seconds[1:] == data.cpu_seconds[1:]).all()
    assert back.attrs["runs"] == []


def test_bad_records_have_their_place(tmp_path):
    path = tmp_path / "a.jsonl"
    for line, reason in (("{", "Expecting"), (json.dumps({"a": 1}), "no engine")):
        path.write_text(json.dumps({"engine": "frontier"}) + "\n" + line + "\n")
        with pytest.raises(minesat.InputError, match=reason) as caught:
            minesat.read_records(path)
        assert (caught.value.file, caught.value.line) == (str(path), 2)
    with pytest.raises(minesat.InputError, match="absent"):
        minesat.read_records(tmp_path / "absent.jsonl")


def test_plans_run_and_bad_ones_are_errors(tmp_path, first):
    minesat.write_boards(tmp_path / "b.jsonl", [first])
    plan = tmp_path / "plan.toml"
    plan.write_text(
        f'title = "t"\n[[run]]\ninstances = ["{tmp_path}/b.jsonl"]\nengines = ["frontier"]\nqueries = ["count"]\n'
    )
    data = minesat.bench(plan)
    assert list(data["models"]) == ["36"]
    plan.write_text('title = "t"\nnothing = 1\n')
    with pytest.raises(minesat.InputError) as caught:
        minesat.bench(plan)
    assert caught.value.file == str(plan) and caught.value.line == 2
    for wrong in (
        lambda: minesat.bench(),
        lambda: minesat.bench(boards=[]),
        lambda: minesat.bench(boards=[first], engines="none"),
        lambda: minesat.bench(boards=[first], engines="frontier", frame="none"),
        lambda: minesat.bench(tmp_path / "absent.toml"),
    ):
        with pytest.raises(minesat.InputError):
            wrong()


def test_a_wrong_expectation_is_a_warning(first, tmp_path):
    line = json.loads(first.to_text("instance"))
    line["expected"] = {"status": "ok", "models": "35"}
    (tmp_path / "b.jsonl").write_text(json.dumps(line) + "\n")
    with pytest.warns(minesat.DisagreementWarning, match="35"):
        minesat.bench(boards=tmp_path / "b.jsonl", engines="frontier", queries="count")
