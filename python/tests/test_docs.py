"""The examples of the docstrings and of the guide run."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import grundy

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
MODULES = [f"grundy.{module.name}" for module in pkgutil.iter_modules(grundy.__path__)]
CLUSTER = [
    f"grundy.cluster.{name}" for name in ("_connect", "_jobs", "_lines", "_progress", "_pump", "_search", "_table")
]
PAGES = sorted((Path(__file__).parents[2] / "docs").glob("python*.md"))


@pytest.mark.parametrize("name", ["grundy", *MODULES, *CLUSTER])
def test_docstrings(name: str) -> None:
    if name.startswith("grundy.cluster"):
        pytest.importorskip("distributed", reason="dask.distributed is not installed")
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_pages(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


def test_everything_public_is_documented() -> None:
    for name in grundy.__all__:
        assert getattr(grundy, name).__doc__, name


def test_the_reference_is_made_of_the_docstrings() -> None:
    script = Path(__file__).parents[1] / "reference.py"
    done = subprocess.run([sys.executable, script, "--check"], check=False)
    assert done.returncode == 0, "python python/reference.py writes it anew"
