"""Batches: lines are answered by workers, and come in the order of the lines."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from distributed import CancelledError, KilledWorker

from grundy._asked import Memory, Method, Only, Time, allowed, asked
from grundy.cluster import _jobs
from grundy.cluster._progress import Progress, bar
from grundy.cluster._pump import Pump

#: A job takes about so many seconds, where its lines are alike.
_SECONDS = 0.5
#: The most lines of a job, and how many lines may be answered ahead of one that is not.
_MOST_LINES = 256
_MOST_AHEAD = 100_000

_RANGE = re.compile(r"\{(\d+)\.\.(\d+)\}")


class Row(NamedTuple):
    """The answer for a line.

    Attributes:
        line: the number of the line, from 1.
        ending: 0 where it is answered, 1 where the line is bad, 3 where a limit was reached.
        text: the JSON object that the program writes; nothing for a blank line or a comment.
        certificate: what `grundy.check` verifies, where something is proved.

    """

    line: int
    ending: int
    text: str
    certificate: str | None = None


def expanded(lines: Iterable[str]) -> list[tuple[int, str]]:
    """Return lines with their numbers from 1; one with ranges stands for several, as in the files of the program.

    >>> expanded(["nim 3", "cram 3x{1..2}"])
    [(1, 'nim 3'), (2, 'cram 3x1'), (2, 'cram 3x2')]
    """
    return [(number, text) for number, line in enumerate(lines, 1) for text in _ranges(line.rstrip("\r\n"))]


def _ranges(line: str) -> Iterator[str]:
    if line.lstrip().startswith("#"):
        yield line
        return
    head, comment, rest = line.partition(" -- ")
    found = next((r for r in _RANGE.finditer(head) if int(r[1]) <= int(r[2]) < 1 << 64), None)
    if found is None:
        yield line
        return
    for number in range(int(found[1]), int(found[2]) + 1):
        for tail in _ranges(head[found.end() :] + comment + rest):
            yield f"{head[: found.start()]}{number}{tail}"


class _Kept:
    """Answers kept in a folder: the same batch goes on where it stopped."""

    def __init__(self, folder: str | os.PathLike[str], question: dict[str, Any]) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(question, sort_keys=True, indent=1) + "\n"
        head = self.folder / "batch.json"
        if not head.exists():
            if any(self.folder.iterdir()):
                raise ValueError(f"{self.folder} holds other files: a batch is kept in a folder of its own")
            _put(head, text)
        elif head.read_text(encoding="utf-8") != text:
            raise ValueError(f"{self.folder} holds another batch: other lines, or other options")
        self._path = self.folder / "answers.jsonl"

    def read(self) -> dict[int, _jobs.Found]:
        """Return what is there, by the place of the line. The end of a line that was torn off is left out."""
        found: dict[int, _jobs.Found] = {}
        whole = 0
        if self._path.exists():
            with self._path.open("rb") as file:
                for line in file:
                    try:
                        place, ending, text, certificate = json.loads(line)
                    except ValueError:
                        break
                    if not line.endswith(b"\n"):
                        break
                    whole += len(line)
                    found[place] = (ending, text, certificate)
            os.truncate(self._path, whole)
        return found

    def write(self, rows: list[tuple[int, _jobs.Found]]) -> None:
        """Add answers."""
        lines = [json.dumps([place, *found], ensure_ascii=False, separators=(",", ":")) for place, found in rows]
        with self._path.open("a", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))


def _put(path: Path, text: str) -> None:
    new = path.with_suffix(f".new-{os.getpid()}")
    new.write_text(text, encoding="utf-8")
    new.rename(path)


class _Batch:
    """Lines, of which some are answered."""

    def __init__(
        self, lines: Sequence[tuple[int, str]], kept: _Kept | None, first_each: int, most_lines: int = _MOST_LINES
    ) -> None:
        self._lines = lines
        self._kept = kept
        self._found = kept.read() if kept else {}
        self._open = iter([place for place in range(len(lines)) if place not in self._found])
        self._each = first_each
        self._most = most_lines
        self._printed = 0
        self.answered = len(self._found)

    def next(self) -> list[int]:
        """Take the places of the lines of a job."""
        if self.answered - self._printed > _MOST_AHEAD:
            return []
        return [place for _, place in zip(range(self._each), self._open, strict=False)]

    def job(self, places: list[int]) -> list[tuple[int, str]]:
        """Return what a worker is told of these lines."""
        return [self._lines[place] for place in places]

    def note(self, places: list[int], found: list[_jobs.Found], seconds: float) -> None:
        """Take the answers of a job."""
        rows = list(zip(places, found, strict=True))
        self._found |= dict(rows)
        self.answered += len(rows)
        wanted = int(_SECONDS * len(places) / max(seconds, 1e-6))
        self._each = max(1, min(self._most, 2 * len(places), wanted))
        if self._kept:
            self._kept.write(rows)

    def refuse(self, place: int, error: BaseException) -> None:
        """Note that no worker answers a line."""
        number, text = self._lines[place]
        told = RuntimeError(f"no worker answered this line: {error}")
        # It is not kept: the same command asks it again.
        self._found[place] = (1, _jobs.refused(number, told, text), None)
        self.answered += 1

    def rows(self) -> Iterator[Row]:
        """Yield the answers that no earlier line holds up."""
        while self._printed in self._found:
            ending, text, certificate = self._found.pop(self._printed)
            yield Row(self._lines[self._printed][0], ending, text, certificate)
            self._printed += 1

    @property
    def is_over(self) -> bool:
        """Whether all rows were yielded."""
        return self._printed == len(self._lines)


def _answered(
    client: Any,
    job: Callable[..., Any],
    lines: Iterable[str],
    options: dict[str, Any],
    first_each: int,
    folder: str | os.PathLike[str] | None,
    retries: int,
    progress: Progress | None,
) -> Iterator[Row]:
    all_lines = expanded(lines)
    progress = progress or Progress(quiet=True)
    batch = _Batch(all_lines, None if folder is None else _Kept(folder, _question(job, all_lines, options)), first_each)
    # Lines that were alone in a job whose workers were all lost, and the one of them that is asked again now.
    suspects: list[list[int]] = []
    judged: list[int] | None = None
    with Pump(client, job, retries) as pump:
        try:
            yield from batch.rows()
            while not batch.is_over:
                while judged is None and pump.has_room and (taken := batch.next()):
                    pump.add(batch.job(taken), options, about=taken)
                if suspects and len(pump) == 0:
                    judged = suspects.pop()
                    pump.add(batch.job(judged), options, about=judged)
                for given, result, error in pump.take():
                    if error is None:
                        batch.note(given.about, *result)
                    elif not isinstance(error, (KilledWorker, CancelledError)):
                        raise error
                    elif given.about is judged:
                        batch.refuse(judged[0], error)
                    elif len(given.about) == 1:
                        suspects.append(given.about)
                    else:
                        _give_apart(pump, batch, given.about, options)
                    if given.about is judged:
                        judged = None
                if progress.is_due:
                    done = f"{batch.answered:,} of {len(all_lines):,} lines"
                    progress.show(f"{bar(batch.answered, len(all_lines))} {done} (Ctrl-C stops)")
                yield from batch.rows()
        finally:
            progress.clear()


def _give_apart(pump: Pump, batch: _Batch, taken: list[int], options: dict[str, Any]) -> None:
    """Give the halves of a job whose workers were all lost: one line of it may end them, the others are answered.

    A worker that a line ends takes other jobs with it. So a line of which all workers were lost is refused only when
    that happens again while no other job is under way.
    """
    half = len(taken) // 2
    for part in (taken[:half], taken[half:]):
        pump.add(batch.job(part), options, about=part)


def _question(job: Callable[..., Any], lines: list[tuple[int, str]], options: dict[str, Any]) -> dict[str, Any]:
    digest = hashlib.sha256("\n".join(text for _, text in lines).encode()).hexdigest()
    return {"asked": job.__name__, "lines": len(lines), "sha256": digest, "options": options}


def solve(
    client: Any,
    lines: Iterable[str],
    *,
    misere: bool | None = None,
    method: Method = "best",
    only: Only | None = None,
    moves: int | str = 100,
    options: bool = False,
    nodes: int | None = None,
    time: Time | None = None,
    memory: Memory | None = None,
    folder: str | os.PathLike[str] | None = None,
    retries: int = 10,
    progress: Progress | None = None,
) -> Iterator[Row]:
    """Solve many positions on the workers of a cluster; the answers come in the order of the lines.

    Args:
        client: the client of a cluster, as `connect` opens it.
        lines: positions as in `grundy.solve`; one with a range, as `cram 3x{1..9}`, stands for several.
        misere: `misere` to `memory` are as in `grundy.solve`, for each line.
        method: see `misere`.
        only: see `misere`.
        moves: see `misere`.
        options: see `misere`.
        nodes: see `misere`.
        time: see `misere`.
        memory: see `misere`.
        folder: where answers are kept; the same call goes on there.
        retries: how many times a job is given again when its worker is lost.
        progress: where it is told how far it is.

    """
    question: dict[str, Any] = {"misere": misere, "method": method, "only": only, "moves": moves, "options": options}
    limits = {"nodes": nodes, "time": time, "memory": memory}
    # What makes no sense is refused here, and not by every worker.
    asked(**question)
    allowed(nodes=nodes, time=time, memory=memory)
    return _answered(client, _jobs.positions, lines, question | limits, 16, folder, retries, progress)


def sequences(
    client: Any,
    codes: Iterable[str],
    *,
    terms: int = 1000,
    prove: bool = False,
    time: Time | None = None,
    memory: Memory | None = None,
    folder: str | os.PathLike[str] | None = None,
    retries: int = 10,
    progress: Progress | None = None,
) -> Iterator[Row]:
    """Compute the nimbers of many codes, and prove their periods; the certificates come along.

    Args:
        client: the client of a cluster, as `connect` opens it.
        codes: a code a line; `terms` to `memory` are as in `grundy.sequence`, for each.
        terms: see `codes`.
        prove: see `codes`.
        time: see `codes`.
        memory: see `codes`.
        folder: where answers are kept; the same call goes on there.
        retries: how many times a job is given again when its worker is lost.
        progress: where it is told how far it is.

    """
    allowed(time=time, memory=memory)
    options = {"terms": terms, "prove": prove, "time": time, "memory": memory}
    return _answered(client, _jobs.sequences, codes, options, 1, folder, retries, progress)


def quotients(
    client: Any,
    codes: Iterable[str],
    *,
    heaps: int | None = None,
    order: int = 3000,
    time: Time | None = 60,
    memory: Memory | None = "4G",
    folder: str | os.PathLike[str] | None = None,
    retries: int = 10,
    progress: Progress | None = None,
) -> Iterator[Row]:
    """Find the misère quotients of many codes; the certificates come along.

    Args:
        client: the client of a cluster, as `connect` opens it.
        codes: a code a line; `heaps` to `memory` are as in `grundy.misere`, for each.
        heaps: see `codes`.
        order: see `codes`.
        time: see `codes`.
        memory: see `codes`.
        folder: where answers are kept; the same call goes on there.
        retries: how many times a job is given again when its worker is lost.
        progress: where it is told how far it is.

    """
    allowed(time=time, memory=memory)
    options = {"heaps": heaps, "order": order, "time": time, "memory": memory}
    return _answered(client, _jobs.quotients, codes, options, 1, folder, retries, progress)
