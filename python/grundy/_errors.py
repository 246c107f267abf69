"""What goes wrong, as exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy._answer import Answer
    from grundy._sequence import Sequence

_CONTEXT = 60


class NotationError(ValueError):
    """A mistake in a text: a position, a move, a code, a rules file.

    The message shows the line with carets under the mistake, and what to do.

    >>> import grundy
    >>> grundy.position("nim 3 x")
    Traceback (most recent call last):
    ...
    grundy.NotationError: expected a number, found `x`
      nim 3 x
            ^
    help: write a whole number from 0 up

    Attributes:
        message: what is wrong, in one sentence.
        text: the text that was read.
        span: the first character of the mistake, and the one behind it, from 0.
        help: what to do, where something can be said.
        line: in a batch, the place of the text in the list, from 0.

    """

    def __init__(self, message: str, text: str = "", start: int = 0, end: int = 0, help: str | None = None) -> None:
        super().__init__(message, text, start, end, help)
        self.message = message
        self.text = text
        self.span = (start, end)
        self.help = help
        self.line: int | None = None

    def __str__(self) -> str:
        lines = [self.message if self.line is None else f"line {self.line}: {self.message}"]
        if self.text:
            lines += _with_carets(self.text, *self.span)
        if self.help is not None:
            lines.append(f"help: {self.help}")
        return "\n".join(lines)


def _with_carets(text: str, start: int, end: int) -> list[str]:
    """Return the line of a text with carets under a place in it; a long line is cut."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", first)
    line = text[first : last if last >= 0 else len(text)]
    place, length = start - first, max(1, min(end - start, len(line) - (start - first)))
    left = max(0, place - _CONTEXT)
    right = min(len(line), place + min(length, _CONTEXT) + _CONTEXT)
    before = "..." if left else ""
    after = "..." if right < len(line) else ""
    shown = "".join(c if c.isprintable() else " " for c in line[left:right])
    carets = "^" * min(length, right - place + 1)
    number = text.count("\n", 0, start)
    at = [f"line {number + 1}"] if "\n" in text.strip("\n") else []
    return [*at, f"  {before}{shown}{after}", f"  {' ' * (len(before) + place - left)}{carets}"]


_REASONS = {
    "nodes": "the limit of nodes",
    "time": "the limit of time",
    "memory": "the limit of memory",
    "order": "the limit of the order",
}


class Stopped(RuntimeError):  # noqa: N818 - it is no error of the program
    """A limit was reached before the answer was whole. What is known by then comes along.

    >>> import grundy
    >>> try:
    ...     grundy.position("cram 7x7").solve(nodes=100)
    ... except grundy.Stopped as stopped:
    ...     print(stopped.reason, stopped.answer.outcome, stopped.answer.nimber)
    nodes None None

    Attributes:
        reason: `"nodes"`, `"time"` or `"memory"`.
        nodes: how many positions were looked into, or heaps computed.
        answer: what is known: an `Answer`, a `Sequence`, or None.

    """

    def __init__(self, reason: str, nodes: int = 0, known: Any = None) -> None:
        super().__init__(reason, nodes, known)
        self.reason = reason
        self.nodes = nodes
        self.line: int | None = None
        self._known = known

    @property
    def answer(self) -> Any:
        """What is known: an `Answer`, a `Sequence`, or None where nothing is."""
        from grundy._answer import known

        return known(self._known)

    def __str__(self) -> str:
        told = f"stopped by {_REASONS.get(self.reason, self.reason)} after {self.nodes:,} nodes"
        answer: Answer | Sequence | None = self.answer
        return told if answer is None else f"{told}; what is known: {answer.brief}"


class GameError(RuntimeError):
    """A game of your own makes no sense: it goes round in circles, or answers what is no position.

    What the code of the game raises itself comes back as it was raised, with a note that says what was asked.
    """


for _class in (NotationError, Stopped, GameError):
    _class.__module__ = "grundy"
