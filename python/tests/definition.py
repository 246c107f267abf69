"""The definitions in pure Python, which everything else is held to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Any

Rules = Callable[[Any], Iterable[Any]]


def mex(numbers: Iterable[int]) -> int:
    seen = set(numbers)
    return next(n for n in range(len(seen) + 1) if n not in seen)


def solver(options: Rules) -> tuple[Callable[[Any], int], Callable[[Any, bool], str]]:
    """The nimber, and the outcome, by the definition."""

    @cache
    def nimber(position: Hashable) -> int:
        return mex(nimber(option) for option in options(position))

    @cache
    def outcome(position: Hashable, misere: bool) -> str:
        left = list(options(position))
        if not left:
            return "N" if misere else "P"
        return "N" if any(outcome(option, misere) == "P" for option in left) else "P"

    return nimber, outcome


def in_sum(options: Callable[[str, Any], Iterable[Any]]) -> Rules:
    """The options of a tuple of (game, position) pairs."""

    def of_sum(terms: tuple[tuple[str, Any], ...]) -> Iterable[tuple[tuple[str, Any], ...]]:
        for place, (game, position) in enumerate(terms):
            for option in options(game, position):
                yield (*terms[:place], (game, option), *terms[place + 1 :])

    return of_sum


def nim(heaps: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield (*heaps[:i], left, *heaps[i + 1 :])


def kayles(rows: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    for i, row in enumerate(rows):
        for taken in (1, 2):
            for left in range(row - taken + 1):
                parts = (part for part in (left, row - taken - left) if part)
                yield tuple(sorted((*rows[:i], *parts, *rows[i + 1 :])))


def cram(board: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    for r, row in enumerate(board):
        for c in range(len(row)):
            for dr, dc in ((0, 1), (1, 0)):
                cells = {(r, c), (r + dr, c + dc)}
                if r + dr < len(board) and c + dc < len(row) and all(board[a][b] == "." for a, b in cells):
                    yield tuple(
                        "".join("#" if (a, b) in cells else cell for b, cell in enumerate(line))
                        for a, line in enumerate(board)
                    )


def bubbles(forest: tuple[Any, ...]) -> Iterable[tuple[Any, ...]]:
    """A move pops a bubble, with all that is around it: what was inside or beside is left."""
    for i, inner in enumerate(forest):
        others = forest[:i] + forest[i + 1 :]
        yield others + inner
        for left in bubbles(inner):
            yield others + left


def wythoff(position: tuple[int, int]) -> Iterable[tuple[int, int]]:
    a, b = position
    yield from ((a - k, b) for k in range(1, a + 1))
    yield from ((a, b - k) for k in range(1, b + 1))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))
