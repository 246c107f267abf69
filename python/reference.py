"""Writes docs/python-reference.md from the docstrings of the package; with --check, compares it."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import grundy

PAGE = Path(__file__).parents[1] / "docs" / "python-reference.md"

HEAD = """# Reference of the Python package

Made of the docstrings by `python python/reference.py`; a test holds it to them. The guide is [python.md](python.md).
"""


def signature(of: object) -> str:
    """Return the arguments, without annotations that say nothing new."""
    try:
        found = inspect.signature(of)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "(...)"
    kept = [p.replace(annotation=inspect.Parameter.empty) for p in found.parameters.values() if p.name != "self"]
    return str(found.replace(parameters=kept, return_annotation=inspect.Signature.empty))


def documented(of: object, depth: int) -> str:
    """Return a docstring; its examples are fenced."""
    lines = (inspect.getdoc(of) or "").splitlines()
    out, is_code = [], False
    for line in lines:
        begins = line.startswith(">>> ")
        if begins and not is_code:
            out.append("```python")
            is_code = True
        if is_code and not line.strip():
            out += ["", "```"]
            is_code = False
        out.append(line)
    return "\n".join(out + (["", "```"] if is_code else []))


def members(of: type) -> list[tuple[str, object]]:
    """Return the public methods and properties that a class defines itself, in order."""
    kinds = (property, classmethod, staticmethod)
    return [
        (name, value)
        for name, value in vars(of).items()
        if not name.startswith("_") and (isinstance(value, kinds) or inspect.isfunction(value))
    ]


def chapter(name: str, of: object) -> list[str]:
    """Return the text on one public name."""
    if not isinstance(of, type):
        kind = signature(of) if callable(of) else ""
        return [f"## `{name}{kind}`", documented(of, 2)]
    head = "" if issubclass(of, BaseException) else signature(of)
    text = [f"## class `{name}{head}`", documented(of, 2)]
    for method, value in members(of):
        inner = getattr(value, "__func__", value)
        told = f"`{name}.{method}`" if isinstance(value, property) else f"`{name}.{method}{signature(inner)}`"
        text += [f"### {told}", documented(value, 3)]
    return text


def page() -> str:
    """Return the whole page."""
    functions = [name for name in grundy.__all__ if not isinstance(getattr(grundy, name), type)]
    classes = [name for name in grundy.__all__ if name not in functions]
    names = [*functions, *classes]
    parts = [HEAD.strip(), documented(grundy, 1)]
    for name in names:
        of = getattr(grundy, name)
        if inspect.ismodule(of):
            for inner in of.__all__:
                parts += chapter(f"{name}.{inner}", getattr(of, inner))
        else:
            parts += chapter(name, of)
    return "\n\n".join(part for part in parts if part) + "\n"


def main() -> int:
    """Write the page, or compare it."""
    text = page()
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
