"""Many positions by one call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, overload

from grundy import _page
from grundy._answer import Answer
from grundy._asked import Allowed, Asked, Memory, Method, Only, Time, allowed, asked
from grundy._errors import NotationError, Stopped
from grundy._grundy import CoreAnswer, CorePosition, solve_lines
from grundy._position import Position


class Answers(Sequence[Any]):
    """Answers in the order of their lines; with `errors="return"`, exceptions in the places of some.

    >>> import grundy
    >>> answers = grundy.solve(["nim 3 5", "kayles 5"])
    >>> len(answers), answers[-1].nimber, [answer.nimber for answer in answers]
    (2, 4, [6, 4])
    """

    __slots__ = ("_places", "_rows")

    def __init__(self, rows: list[CoreAnswer | BaseException], places: list[int]) -> None:
        """Answers come from `grundy.solve`."""
        self._rows = rows
        self._places = places

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Any: ...

    @overload
    def __getitem__(self, at: slice) -> Answers: ...

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return Answers(self._rows[at], self._places[at])
        return _answer(self._rows[at], self._places[at])

    def to_frame(self) -> Any:
        """Return a pandas frame: position, outcome, nimber, winning moves, moves, method, nodes, seconds."""
        columns = ["position", "outcome", "nimber", "winning_moves", "moves", "method", "nodes", "seconds"]
        return _page.frame([_row(answer, columns) for answer in self], columns)

    def __repr__(self) -> str:
        return f"<Answers of {len(self):,} lines>"

    def _repr_html_(self) -> str:
        columns = ["position", "outcome", "nimber", "winning_moves"]
        rows = [_row(answer, columns) for answer in self[:100]]
        more = f"<p>... and {len(self) - 100:,} more</p>" if len(self) > 100 else ""
        return _page.html_table(columns, rows) + more


def _row(answer: Answer | Exception, columns: list[str]) -> list[Any]:
    if isinstance(answer, Answer):
        row = [getattr(answer, column) for column in columns]
        return [str(answer.position), *row[1:3], " ".join(answer.winning_moves), *row[4:]]
    text = answer.text if isinstance(answer, NotationError) else ""
    return [text, type(answer).__name__, *[None] * (len(columns) - 2)]


@overload
def solve(  # type: ignore[overload-overlap]
    lines: str | Position,
    *,
    misere: bool | None = None,
    method: Method = "best",
    only: Only | None = None,
    moves: int | Literal["all"] = 100,
    options: bool = False,
    nodes: int | None = None,
    time: Time | None = None,
    memory: Memory | None = None,
    threads: int = 1,
    errors: Literal["raise", "return"] = "raise",
) -> Answer: ...


@overload
def solve(
    lines: Iterable[str | Position],
    *,
    misere: bool | None = None,
    method: Method = "best",
    only: Only | None = None,
    moves: int | Literal["all"] = 100,
    options: bool = False,
    nodes: int | None = None,
    time: Time | None = None,
    memory: Memory | None = None,
    threads: int = 1,
    errors: Literal["raise", "return"] = "raise",
) -> Answers: ...


def solve(
    lines: str | Position | Iterable[str | Position],
    *,
    misere: bool | None = None,
    method: Method = "best",
    only: Only | None = None,
    moves: int | Literal["all"] = 100,
    options: bool = False,
    nodes: int | None = None,
    time: Time | None = None,
    memory: Memory | None = None,
    threads: int = 1,
    errors: Literal["raise", "return"] = "raise",
) -> Answer | Answers:
    """Solve many positions, on several threads, or one.

    Args:
        lines: texts or positions. A line may begin with `misere:`, and a blank line or a comment (`#`) is left out, as
            in the files of the program. One text or position gives one answer.
        misere: whether whoever makes the last move loses; None is the usual convention of each.
        method: as in `Position.solve`; so are `only`, `moves` and `options`.
        only: see `method`.
        moves: see `method`.
        options: see `method`.
        nodes: how many positions may be looked into for each line; `time` and `memory` are for each line too.
        time: see `nodes`.
        memory: see `nodes`.
        threads: how many threads share the lines.
        errors: `"raise"` raises the first mistake or stop; `"return"` puts the exception in the place of the answer.

    Raises:
        NotationError: when a line cannot be read; its `line` is the place in the list, from 0.
        Stopped: when a limit was reached for a line.

    >>> import grundy
    >>> answers = grundy.solve(["nim 3 5", "kayles 5 + *4", "misere: nim 1 1"], threads=2)
    >>> [(a.outcome, a.nimber) for a in answers]
    [('N', 6), ('P', 0), ('N', None)]
    >>> answers = grundy.solve(["nim 3", "nim x"], errors="return")
    >>> type(answers[1]).__name__, answers[1].line
    ('NotationError', 1)

    """
    if errors not in ("raise", "return"):
        raise ValueError(f"errors={errors!r} is not known: it is 'raise' or 'return'")
    question = asked(misere=misere, method=method, only=only, moves=moves, options=options)
    room = allowed(nodes=nodes, time=time, memory=memory, threads=threads)
    if isinstance(lines, str | Position):
        position = Position(lines) if isinstance(lines, str) else lines
        core = position._core.solve(question, room)
        if (reason := core.stopped) is not None:
            raise Stopped(reason, core.nodes, core)
        return Answer(core)
    items = [_item(line) for line in lines]
    in_python = [at for at, item in enumerate(items) if not isinstance(item, str) and item.is_of_code()]
    if in_python:
        return _with_python(items, set(in_python), question, room, errors)
    rows, places, bad = solve_lines(items, question, room)
    if bad is not None and errors == "raise":
        raise _answer(rows[bad], places[bad])
    return Answers(rows, places)


def _with_python(
    items: list[str | CorePosition], in_python: set[int], question: Asked, room: Allowed, errors: str
) -> Answers:
    """Answer lines of which some are of games in Python: these are asked one by one, on this thread."""
    kept = [(at, item) for at, item in enumerate(items) if at not in in_python]
    rows, places, _ = solve_lines([item for _, item in kept], question, room)
    found = {kept[place][0]: row for row, place in zip(rows, places, strict=True)}
    for at in in_python:
        item = items[at]
        assert not isinstance(item, str), "texts are not of games in Python"
        found[at] = item.solve(question, room)
    answers = Answers([found[at] for at in sorted(found)], sorted(found))
    for answer in answers:
        if errors == "raise" and isinstance(answer, BaseException):
            raise answer
    return answers


def _item(line: object) -> str | CorePosition:
    if isinstance(line, str):
        return line
    if isinstance(line, Position):
        return line._core
    raise TypeError(f"a line is a text or a position, and not {type(line).__name__}")


def _answer(found: CoreAnswer | BaseException, at: int) -> Any:
    if isinstance(found, CoreAnswer):
        if (reason := found.stopped) is None:
            return Answer(found)
        found = Stopped(reason, found.nodes, found)
    if isinstance(found, NotationError | Stopped):
        found.line = at
    return found
