"""Keyword arguments that many calls share, as the compiled half takes them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Literal

Method = Literal["best", "search", "definition"]
Only = Literal["outcome", "nimber"]
Time = float | str | timedelta
Memory = int | str

_METHODS = {"best": 0, "search": 1, "definition": 2}
_GOALS: dict[str | None, int] = {"outcome": 0, "nimber": 1, None: 2}
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
_BYTES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_BYTES |= {f"{unit}i": 1024 ** (power + 1) for power, unit in enumerate("kmgt")}

Asked = tuple[bool | None, int, int, int | None, bool, bool]
Allowed = tuple[int | None, float | None, int | None, int]

#: No limits, one thread.
FREELY: Allowed = (None, None, None, 1)


def asked(
    *,
    misere: bool | None = None,
    method: Method = "best",
    only: Only | None = None,
    moves: int | Literal["all"] = 100,
    options: bool = False,
    in_full: bool = False,
) -> Asked:
    """Return what is asked of a position."""
    if method not in _METHODS:
        raise ValueError(f"method={method!r} is not known: it is one of {', '.join(_METHODS)}")
    if only not in _GOALS:
        raise ValueError(f"only={only!r} is not known: it is outcome, nimber or None")
    if moves != "all" and (not isinstance(moves, int) or moves < 0):
        raise ValueError(f"moves={moves!r}: write a number from 0 up, or 'all'")
    named = None if moves == "all" else moves
    return (misere, _METHODS[method], _GOALS[only], named, options, in_full)


def allowed(
    *,
    nodes: int | None = None,
    time: Time | None = None,
    memory: Memory | None = None,
    threads: int = 1,
) -> Allowed:
    """Return what may be used.

    >>> allowed(nodes=10**6, time="1.5 min", memory="4G", threads=2)
    (1000000, 90.0, 4000000000, 2)
    """
    if threads < 1:
        raise ValueError(f"threads={threads}: write a number from 1 up")
    return (
        None if nodes is None else _counted("nodes", int(nodes)),
        None if time is None else _seconds(time),
        None if memory is None else _counted("memory", _bytes(memory)),
        threads,
    )


def _counted(name: str, number: int) -> int:
    if not 0 <= number < 1 << 64:
        raise ValueError(f"{name}={number}: write a number from 0 up, less than 2^64")
    return number


def _seconds(time: Time) -> float:
    if isinstance(time, timedelta):
        seconds = time.total_seconds()
    elif isinstance(time, str):
        found = re.fullmatch(r"\s*([\d.]+)\s*([a-z]*)\s*", time)
        if found is None or (found[2] or "s") not in _SECONDS:
            raise ValueError(f"time={time!r}: write seconds, or a text such as '10s' or '2 min'")
        seconds = float(found[1]) * _SECONDS[found[2] or "s"]
    else:
        seconds = float(time)
    if not seconds >= 0:
        raise ValueError(f"time={time!r}: a time is not negative")
    return seconds


def _bytes(memory: Memory) -> int:
    if isinstance(memory, str):
        found = re.fullmatch(r"\s*([\d.]+)\s*([kmgt]?i?)b?\s*", memory.lower())
        if found is None or found[2] not in _BYTES:
            raise ValueError(f"memory={memory!r}: write bytes, or a text such as '4G' or '512 MiB'")
        return int(float(found[1]) * _BYTES[found[2]])
    if memory < 0:
        raise ValueError(f"memory={memory!r}: write a number from 0 up")
    return int(memory)
