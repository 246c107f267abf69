"""The notebooks run from start to end."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path, tmp_path: Path) -> None:
    book = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(book, timeout=180, resources={"metadata": {"path": str(tmp_path)}}).execute()
    kinds = {kind for cell in book.cells for out in cell.get("outputs", []) for kind in out.get("data", {})}
    assert kinds >= {"image/svg+xml", "image/png"} or "1-nim" not in path.stem


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3
    assert all('"output_type"' not in path.read_text(encoding="utf-8") for path in NOTEBOOKS)
