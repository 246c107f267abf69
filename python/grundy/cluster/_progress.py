"""How far a run is, on a terminal."""

from __future__ import annotations

import sys
import time
from typing import TextIO

_SHOWN_EVERY = 0.2


class Progress:
    """A line on a terminal; nothing where there is none."""

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False) -> None:
        self._stream = stream or sys.stderr
        self._is_shown = not quiet and self._stream.isatty()
        self._begun = time.monotonic()
        self._last = 0.0
        self._width = 0

    @property
    def is_due(self) -> bool:
        """Whether the line is to be written anew."""
        return self._is_shown and time.monotonic() - self._last >= _SHOWN_EVERY

    @property
    def seconds(self) -> float:
        """The time since the run began."""
        return time.monotonic() - self._begun

    def show(self, text: str) -> None:
        """Write the line anew."""
        self._last = time.monotonic()
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()
            self._width = 0


def bar(done: int, whole: int, width: int = 24) -> str:
    """Return a bar.

    >>> bar(3, 4, 8)
    '######..'
    """
    filled = width * done // max(1, whole)
    return "#" * filled + "." * (width - filled)
