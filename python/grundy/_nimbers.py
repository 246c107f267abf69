"""Arithmetic of nimbers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import xor

from grundy._position import Position


def mex(numbers: Iterable[int]) -> int:
    """Return the least number 0, 1, 2, ... that is missing.

    >>> import grundy
    >>> grundy.mex([0, 1, 2, 4])
    3
    """
    seen = set(numbers)
    return next(number for number in range(len(seen) + 1) if number not in seen)


def nim_sum(*numbers: int) -> int:
    """Return the nim-sum, the exclusive or.

    >>> import grundy
    >>> grundy.nim_sum(3, 4, 5)
    2
    """
    return reduce(xor, numbers, 0)


def nimber(number: int) -> Position:
    """Return the bare nimber as a position: a heap of Nim.

    >>> import grundy
    >>> grundy.nimber(3) + grundy.position("kayles 3")
    Position('*3 + kayles 3')
    """
    return Position(f"*{number}")
