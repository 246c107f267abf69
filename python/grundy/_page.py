"""Workings as text and as HTML."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

_WIDTH = 96

#: Tables of notebooks: they follow the colours of the notebook.
STYLE = "border-collapse:collapse;margin:.4em 0"


@dataclass(frozen=True)
class Table:
    """A table of a working: a header, rows, and perhaps a last row below a rule."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    footer: tuple[str, ...] | None = None

    def __str__(self) -> str:
        body = [*self.rows, *([self.footer] if self.footer else [])]
        columns = range(len(self.header))
        widths = [max(_width(row[column]) for row in [self.header, *body]) for column in columns]
        right = [c > 0 and all(not any(ch.isalpha() for ch in row[c]) for row in body) for c in columns]

        def line(row: Sequence[str]) -> str:
            cells = (
                " " * (width - _width(cell)) + cell if is_right else cell + " " * (width - _width(cell))
                for cell, width, is_right in zip(row, widths, right, strict=True)
            )
            return ("     " + "   ".join(cells)).rstrip()

        lines = [line(self.header), *(line(row) for row in self.rows)]
        if self.footer:
            lines += [line(["─" * width for width in widths]), line(self.footer)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return html_table(self.header, self.rows, self.footer)

    def to_frame(self) -> Any:
        """Return the rows as a pandas frame."""
        return frame(list(self.rows), list(self.header))


@dataclass(frozen=True)
class Step:
    """A step of a working: a heading, then paragraphs and tables in order."""

    heading: str
    blocks: tuple[str | Table, ...] = field(default=())

    def __str__(self) -> str:
        return "\n".join([fill(self.heading, "", "   "), *(_block(block) for block in self.blocks)])

    def _repr_html_(self) -> str:
        blocks = (
            block._repr_html_() if isinstance(block, Table) else f"<p>{escape(block)}</p>" for block in self.blocks
        )
        return f"<p><b>{escape(self.heading)}</b></p>{''.join(blocks)}"


def _block(block: str | Table) -> str:
    return str(block) if isinstance(block, Table) else fill(block, "   ", "   ")


def step_of(form: dict[str, Any]) -> Step:
    """Return the step that the compiled half has written as JSON."""
    return Step(form["heading"], tuple(_block_of(block) for block in form["blocks"]))


def _block_of(form: dict[str, Any]) -> str | Table:
    if "text" in form:
        return str(form["text"])
    table = form["table"]
    footer = table.get("footer")
    rows = tuple(tuple(row) for row in table["rows"])
    return Table(tuple(table["header"]), rows, tuple(footer) if footer else None)


def fill(text: str, first: str = "", rest: str = "") -> str:
    """Return a paragraph in lines that are not too long."""
    return textwrap.fill(
        text, _WIDTH, initial_indent=first, subsequent_indent=rest,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _width(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def shortened(text: str, most: int) -> str:
    """Return a text, its end left out where it is long."""
    return text if len(text) <= most else f"{text[:most]}... ({len(text):,} characters)"


def html_table(header: Sequence[str], rows: Sequence[Sequence[Any]], footer: Sequence[Any] | None = None) -> str:
    """Return a table as HTML."""

    def row(cells: Sequence[Any], tag: str) -> str:
        inner = "".join(
            f'<{tag} style="text-align:left;padding:.15em .8em">{escape(str(cell))}</{tag}>' for cell in cells
        )
        return f"<tr>{inner}</tr>"

    foot = f"<tfoot>{row(footer, 'th')}</tfoot>" if footer else ""
    body = "".join(row(cells, "td") for cells in rows)
    return f'<table style="{STYLE}"><thead>{row(header, "th")}</thead><tbody>{body}</tbody>{foot}</table>'


def frame(rows: Sequence[Any], columns: Sequence[str]) -> Any:
    """Return rows as a pandas frame."""
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("this needs pandas: pip install 'grundy[frames]'") from error
    return pd.DataFrame(rows, columns=list(columns))


def axes(given: Any) -> Any:
    """Return the axes to draw on: those that are given, or new ones."""
    if given is not None:
        return given
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("this needs matplotlib: pip install 'grundy[plot]'") from error
    return plt.subplots(figsize=(9, 3.6))[1]
