"""What the scheduler costs: the graph of the blocks of a large table with empty jobs.

python python/cluster_model.py [JOBS] [ROWS COLUMNS]

One block a job, in the order in which a build would give them. Nothing is decided; only the manifest is written.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import grundy
from grundy import cluster
from grundy.cluster import _jobs
from grundy.cluster._pump import Pump
from grundy.cluster._table import _Queue


def _cpu() -> float:
    times = os.times()
    return times.user + times.system


def _run(client: Any, queue: _Queue, jobs: int) -> tuple[float, float]:
    """Give so many jobs; returns the seconds, and those of this process, which is client and scheduler."""
    begun, cpu, done = time.perf_counter(), _cpu(), 0
    with Pump(client, _jobs.nothing) as pump:
        while done < jobs and not queue.is_complete:
            while pump.has_room and (ready := queue.next(1)):
                pump.add(ready)
            for _, (found, _), error in pump.take():
                assert error is None, error
                for block, _, _ in found:
                    queue.done(block)
                done += 1
    return time.perf_counter() - begun, _cpu() - cpu


def main() -> None:
    """Measure and print."""
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rows, columns = map(int, sys.argv[2:4]) if len(sys.argv) > 3 else (7, 7)
    with tempfile.TemporaryDirectory() as folder, cluster.connect(workers=2) as client:
        graph = grundy.Table.begin(Path(folder) / "t", "2d-nim", rows=rows, columns=columns)
        begun = time.perf_counter()
        queue = _Queue(graph)
        queue.begin()
        print(f"{graph!r}; the graph took {time.perf_counter() - begun:.1f} s", flush=True)
        _run(client, queue, 200)
        seconds, cpu = _run(client, queue, jobs)
        print(f"{jobs:,} jobs: {1e3 * seconds / jobs:.2f} ms a job, {1e3 * cpu / jobs:.2f} ms of CPU in the scheduler")


if __name__ == "__main__":
    main()
