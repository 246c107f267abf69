"""What workers do. A job is data: numbers of blocks, lines of text, a position; never code."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import socket
import time
from pathlib import Path
from typing import Any

import grundy
from grundy._asked import allowed, asked
from grundy._grundy import keep_at_most

#: A worker in whose environment this is set builds in folders within that one only.
ROOT = "GRUNDY_CLUSTER_ROOT"

#: What became of a line: 0 answered, 1 bad, 3 stopped by a limit; what is printed; a certificate.
Found = tuple[int, str, str | None]


def digest(folder: str | os.PathLike[str]) -> str:
    """Return what tells a table from another: of its manifest."""
    return hashlib.sha256((Path(folder) / "manifest").read_bytes()).hexdigest()


def _within_root(folder: str) -> None:
    root = os.environ.get(ROOT)
    if root is not None and not Path(folder).resolve().is_relative_to(Path(root).resolve()):
        raise PermissionError(f"this worker builds in folders within {root} only, and not in {folder}")


@functools.lru_cache(maxsize=8)
def _graph(folder: str, expected: str) -> grundy.Blocks:
    """Return the graph of a table; a worker opens it once."""
    _within_root(folder)
    here = f"the worker on {socket.gethostname()}"
    try:
        found = digest(folder)
    except FileNotFoundError:
        message = f"{here} sees no table in {folder}: is the folder on a file system that all workers share?"
        raise ValueError(message) from None
    if found != expected:
        raise ValueError(f"{here} sees another table in {folder}: the folder is not the same one there")
    return grundy.Blocks(folder)


def blocks(
    folder: str, table: str, numbers: list[int], memory: int | None
) -> tuple[list[tuple[int, bool, int | None]], float]:
    """Build blocks: each with whether it was made, and the block that it lacks; and the seconds taken."""
    begun, graph = time.perf_counter(), _graph(folder, table)
    found: list[tuple[int, bool, int | None]] = []
    for number in numbers:
        try:
            found.append((number, graph.build(number, memory=memory), None))
        except grundy.MissingBlock as missing:
            found.append((number, False, missing.needs))
    return found, time.perf_counter() - begun


def nothing(numbers: list[int]) -> tuple[list[tuple[int, bool, int | None]], float]:
    """Build no blocks: what the scheduler itself costs."""
    return [(number, True, None) for number in numbers], 0.0


def refused(line: int, error: Exception, text: str) -> str:
    """Return the object of the program for a bad line."""
    told: dict[str, Any] = {"line": line, "error": str(error), "span": [0, len(text)]}
    if isinstance(error, grundy.NotationError):
        told |= {"error": error.message, "span": list(error.span)}
        if error.help is not None:
            told["help"] = error.help
    elif isinstance(error, grundy.Stopped):
        told["stopped"] = error.reason
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def positions(lines: list[tuple[int, str]], asked: dict[str, Any]) -> tuple[list[Found], float]:
    """Solve lines, as `grundy.solve` does."""
    begun = time.perf_counter()
    answers = grundy.solve([text for _, text in lines], errors="return", **asked)
    found: list[Found] = [(0, "", None)] * len(lines)
    for place, answer in zip(answers._places, answers, strict=True):
        found[place] = _position(*lines[place], answer)
    return found, time.perf_counter() - begun


def _position(line: int, text: str, answer: Any) -> Found:
    if isinstance(answer, grundy.Answer):
        return 0, answer._core.json(), None
    if isinstance(answer, grundy.Stopped):
        known = answer.answer
        return 3, refused(line, answer, text) if known is None else known._core.json(), None
    return 1, refused(line, answer, text), None


def sequences(lines: list[tuple[int, str]], asked: dict[str, Any]) -> tuple[list[Found], float]:
    """Compute the nimbers of codes, and prove their periods."""
    begun = time.perf_counter()
    return [_code(*line, _sequence, asked) for line in lines], time.perf_counter() - begun


def quotients(lines: list[tuple[int, str]], asked: dict[str, Any]) -> tuple[list[Found], float]:
    """Find the misère quotients of codes."""
    begun = time.perf_counter()
    return [_code(*line, _quotient, asked) for line in lines], time.perf_counter() - begun


def _code(line: int, text: str, find: Any, asked: dict[str, Any]) -> Found:
    code = text.partition("#")[0].partition(" -- ")[0].strip()
    if not code:
        return 0, "", None
    try:
        found: Found = find(code, asked)
    except (grundy.Stopped, ValueError) as error:
        return 3 if isinstance(error, grundy.Stopped) else 1, refused(line, error, text), None
    return found


def _sequence(code: str, asked: dict[str, Any]) -> Found:
    ending, found = 0, None
    try:
        found = grundy.sequence(code, **asked)
    except grundy.Stopped as stopped:
        if stopped.answer is None:
            raise
        ending, found = 3, stopped.answer
    assert found._core is not None, "it is a whole sequence"
    return ending, found._core.json(), found.certificate() if found.proved else None


def _quotient(code: str, asked: dict[str, Any]) -> Found:
    found = grundy.misere(grundy.code(code).text, **asked)
    text = json.dumps(found._form, ensure_ascii=False, separators=(",", ":"))
    # What stopped for a reason of the game itself is an answer.
    ending = 3 if found.stopped in ("time", "memory", "nodes") else 0
    return ending, text, found.certificate() if found.solved else None


#: Who wins, or None; what is known of single terms: text and nimber; the nodes and seconds taken.
Leaf = tuple[str | None, list[tuple[str, int]], int, float]


def leaf(text: str, misere: bool, nodes: int, memory: int) -> Leaf:
    """Solve a position within so many nodes. What this process has found before serves it, up to the memory given."""
    begun = time.perf_counter()
    keep_at_most(memory)
    # A limit of memory would make a search of its own, with nothing found before.
    answer = grundy.position(text)._core.solve(asked(misere=misere, only="outcome"), allowed(nodes=nodes))
    terms = [] if misere else [(term, nimber) for term, nimber in answer.parts if nimber is not None]
    return answer.outcome, terms, answer.nodes, time.perf_counter() - begun
