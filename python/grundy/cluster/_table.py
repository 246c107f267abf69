"""Tables: blocks are jobs, and the folder is the checkpoint."""

from __future__ import annotations

import heapq
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grundy
from grundy._asked import Memory, allowed
from grundy.cluster import _jobs
from grundy.cluster._progress import Progress, bar
from grundy.cluster._pump import Pump

#: A job takes so many seconds at least, where enough blocks are ready: a scheduler costs a job some milliseconds.
_LEAST_SECONDS = 0.05
#: All workers together end no more jobs in a second, for the same reason: docs/cluster.md has what was measured.
_MOST_JOBS_A_SECOND = 200
#: The most blocks of a job.
_MOST_BLOCKS = 64


@dataclass
class TableBuild:
    """What became of a build.

    Attributes:
        blocks: how many blocks the table keeps.
        made: how many of them were made.
        found: how many were there.
        again: how many jobs were given again, since their workers were lost.
        damaged: blocks that were damaged, set aside and made again.

    """

    blocks: int
    made: int = 0
    found: int = 0
    again: int = 0
    damaged: list[int] = field(default_factory=list)


class _Queue:
    """Which blocks can be built, as those are done that they need."""

    def __init__(self, graph: grundy.Blocks) -> None:
        self._graph = graph
        self._blocks = list(graph)
        self._lacking: dict[int, int] = {}
        self._ready: list[int] = []
        self._done: set[int] = set()
        self.levels = Counter(map(int.bit_count, self._blocks))
        self.levels_done: Counter[int] = Counter()

    def begin(self) -> int:
        """Find the blocks that are there; returns how many."""
        there = {block for block in self._blocks if self._graph.is_there(block)}
        for block in self._blocks:
            if block in there:
                self._note(block)
            else:
                self._wait(block, there)
        return len(there)

    def _wait(self, block: int, there: set[int]) -> None:
        """Count what a block still lacks."""
        lacking = sum(need not in there for need in self._graph.needs(block))
        self._lacking[block] = lacking
        if not lacking:
            heapq.heappush(self._ready, block)

    def _note(self, block: int) -> None:
        self._done.add(block)
        self.levels_done[block.bit_count()] += 1

    def done(self, block: int) -> bool:
        """Say that a block is there; whether that is new."""
        if block in self._done:
            return False
        self._note(block)
        for above in self._graph.serves(block):
            if above in self._lacking:
                self._lacking[above] -= 1
                if self._lacking[above] == 0 and above not in self._done:
                    heapq.heappush(self._ready, above)
        return True

    def lost(self, block: int) -> bool:
        """Say that a block is not there after all; whether that is new."""
        if block not in self._done:
            return False
        self._done.remove(block)
        self.levels_done[block.bit_count()] -= 1
        for above in self._graph.serves(block):
            if above in self._lacking:
                self._lacking[above] += 1
        self._wait(block, self._done)
        return True

    def back(self, block: int) -> None:
        """Say that a block was not built; its turn comes again when what it needs is there."""
        if block not in self._done and self._lacking.get(block, 0) == 0:
            heapq.heappush(self._ready, block)

    def next(self, most: int) -> list[int]:
        """Take blocks that can be built, the first ones first."""
        taken: list[int] = []
        while self._ready and len(taken) < most:
            block = heapq.heappop(self._ready)
            # It may have been put back twice, or one that it needs be lost meanwhile.
            if block not in self._done and self._lacking.get(block, 0) == 0 and block not in taken:
                taken.append(block)
        return taken

    @property
    def ready(self) -> int:
        """How many blocks can be built, some perhaps counted twice."""
        return len(self._ready)

    @property
    def is_complete(self) -> bool:
        """Whether all blocks are there."""
        return len(self._done) == len(self._blocks)

    def told(self, seconds: float, made: int) -> str:
        """Return how far it is: the least level of stones that is open, and all."""
        levels = sorted(self.levels)
        level = next((level for level in levels if self.levels_done[level] < self.levels[level]), levels[-1])
        of_level, of_all = (self.levels_done[level], self.levels[level]), (len(self._done), len(self._blocks))
        rate = made / max(seconds, 0.001)
        return (
            f"{bar(*of_all)} level {level} of {levels[-1]}: {of_level[0]:,} of {of_level[1]:,} blocks; "
            f"all: {of_all[0]:,} of {of_all[1]:,}, {rate:,.1f} a second (Ctrl-C stops, what is finished is kept)"
        )


def build_table(
    client: Any,
    folder: str | os.PathLike[str],
    game: str = "2d-nim",
    *,
    rows: int,
    columns: int,
    misere: bool | None = None,
    nimbers: bool = False,
    plain: bool = False,
    compress: bool = False,
    memory: Memory | None = "4G",
    retries: int = 10,
    progress: Progress | None = None,
) -> TableBuild:
    """Build the table of a board on the workers of a cluster; what is in the folder already is gone on with.

    The folder is one that all workers see by the same path. The bytes are those of `grundy table build`, however many
    workers there are and whatever becomes of them. A block that is there is taken for sound by its header; one that is
    found damaged when it is read is set aside and made again. Stop it at any time: finished blocks are kept.

    Args:
        client: the client of a cluster, as `connect` opens it.
        folder: where the table is kept.
        game: a game whose moves take stones off a board; `rows` to `compress` are as in `grundy.Table.build`.
        rows: see `game`.
        columns: see `game`.
        misere: see `game`.
        nimbers: see `game`.
        plain: see `game`.
        compress: see `game`.
        memory: refuse when a worker's thread needs more.
        retries: how many times a job is given again when its worker is lost.
        progress: where it is told how far it is.

    Raises:
        ClusterLost: when the scheduler is gone. The same call goes on.

    """
    folder = os.path.abspath(folder)
    graph = grundy.Table.begin(
        folder, game, rows=rows, columns=columns, misere=misere, nimbers=nimbers, plain=plain, compress=compress
    )
    room = allowed(memory=memory)[2]
    if room is not None and graph.memory_needed > room:
        raise ValueError(
            f"a thread needs {graph.memory_needed:,} bytes for a block and those that it is decided from, "
            f"and {room:,} are allowed"
        )
    table = _jobs.digest(folder)
    progress = progress or Progress(quiet=True)
    built = _build(client, graph, _jobs.blocks, (folder, table), (room,), retries, progress)
    _tidy(folder)
    return built


def _tidy(folder: str) -> None:
    """Take away what ended workers have left in a folder whose blocks are all there."""
    for pattern in ("*.new-*", "*.lock"):
        for path in Path(folder).rglob(pattern):
            path.unlink(missing_ok=True)


def _build(
    client: Any,
    graph: grundy.Blocks,
    job: Callable[..., Any],
    before: tuple[Any, ...],
    after: tuple[Any, ...],
    retries: int,
    progress: Progress,
) -> TableBuild:
    queue = _Queue(graph)
    built = TableBuild(len(graph), found=queue.begin())
    each = 1
    with Pump(client, job, retries) as pump:
        try:
            while not queue.is_complete:
                # Where few blocks are ready, all threads get some.
                while pump.has_room and (ready := queue.next(min(each, -(-queue.ready // pump.threads)))):
                    pump.add(*before, ready, *after, about=ready)
                if not len(pump):
                    raise RuntimeError("no block can be built, and some are not there: this is a fault of the program")
                for given, result, error in pump.take():
                    if error is not None:
                        raise error
                    found, seconds = result
                    _note(queue, built, found)
                    each = _blocks_a_job(len(given.about), seconds, pump.threads)
                built.again = pump.again
                if progress.is_due:
                    progress.show(queue.told(progress.seconds, built.made))
        finally:
            progress.clear()
    return built


def _note(queue: _Queue, built: TableBuild, found: list[tuple[int, bool, int | None]]) -> None:
    for block, is_made, missing in found:
        if missing is None:
            if queue.done(block):
                built.made += is_made
                built.found += not is_made
            continue
        if queue.lost(missing):
            built.damaged.append(missing)
        queue.back(block)


def _blocks_a_job(blocks: int, seconds: float, threads: int) -> int:
    """How many blocks the next jobs have, by the time that the last one took.

    >>> _blocks_a_job(1, 0.001, 4), _blocks_a_job(32, 0.032, 4), _blocks_a_job(4, 3.0, 64), _blocks_a_job(4, 3.0, 1024)
    (2, 50, 1, 6)
    """
    least = max(_LEAST_SECONDS, threads / _MOST_JOBS_A_SECOND)
    wanted = least * blocks / max(seconds, 1e-6)
    return max(1, min(_MOST_BLOCKS, 2 * blocks, int(wanted)))
