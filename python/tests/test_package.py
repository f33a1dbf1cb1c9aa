"""The package holds together: its manifest, its stubs, what it exports."""

import ast
import re
from pathlib import Path

import minesat
from conftest import ROOT
from minesat import _minesat


def test_the_package_is_built_as_the_program_is():
    def profile(path, end):
        text = (ROOT / path).read_text()
        begin = text.index("[profile.release]")
        stop = text.index(end, begin) if end else len(text)
        return [line for line in text[begin:stop].splitlines() if line]

    assert profile("python/Cargo.toml", None) == profile("Cargo.toml", "# As released")
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
    assert minesat.__version__ == version


def test_stubs_name_what_there_is():
    tree = ast.parse((ROOT / "python/minesat/_minesat.pyi").read_text())
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    public = {name for name in dir(_minesat) if not name.startswith("_")}
    assert functions | set(classes) == public
    for name, node in classes.items():
        members = {item.name for item in node.body if isinstance(item, ast.FunctionDef)} - {"__new__"}
        assert members == {name for name in dir(getattr(_minesat, name)) if not name.startswith("_")}, name
    assert (Path(minesat.__file__).with_name("py.typed")).exists()
    assert (Path(minesat.__file__).with_name("_minesat.pyi")).exists()


def test_everything_public_is_described():
    for name in minesat.__all__:
        thing = getattr(minesat, name)
        if name != "__version__":
            assert thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if callable(value) and not member.startswith("_"):
                assert value.__doc__, f"{name}.{member}"
