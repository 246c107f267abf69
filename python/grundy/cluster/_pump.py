"""Jobs on their way: as many as keep the workers busy, made again where a worker was lost."""

from __future__ import annotations

import itertools
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from distributed import CancelledError, Future, KilledWorker, as_completed

from grundy.cluster._connect import ClusterLost

#: How many jobs wait at each thread, beside the one that it is at.
_AHEAD = 3
#: Workers come and go: they are counted anew after so many seconds.
_COUNTED_EVERY = 2.0


@dataclass
class Job:
    """A job that was given to a worker.

    Attributes:
        args: what the worker is told.
        about: what whoever gave it wants to know when it has ended.
        tries: how many times it was given.

    """

    args: tuple[Any, ...]
    about: Any
    tries: int = 1


class Pump:
    """Gives jobs to workers and yields what becomes of them, in the order in which they end.

    A job whose worker was lost, or that met an error of the system, is given again, `retries` times at most; any other
    exception is its result. More jobs may be added while results are taken.
    """

    def __init__(self, client: Any, function: Callable[..., Any], retries: int = 10, *, ahead: int = _AHEAD) -> None:
        self._client = client
        self._function = function
        self._retries = retries
        self._ahead = ahead
        self._jobs: dict[str, Job] = {}
        self._done: Any = as_completed([], loop=client.loop)
        self._name = f"{function.__name__}-{uuid.uuid4().hex[:8]}"
        self._numbers = itertools.count()
        self._counted = (0.0, 1)
        #: How many jobs were given again.
        self.again = 0

    def __len__(self) -> int:
        return len(self._jobs)

    @property
    def threads(self) -> int:
        """How many threads all workers have."""
        now = time.monotonic()
        if now - self._counted[0] > _COUNTED_EVERY:
            self._counted = (now, max(1, sum(self._client.nthreads().values())))
        return self._counted[1]

    @property
    def has_room(self) -> bool:
        """Whether workers could run out of jobs."""
        return len(self._jobs) < self.threads * (1 + self._ahead)

    def add(self, *args: Any, about: Any = None) -> None:
        """Give a job to a worker."""
        self._give(Job(args, about))

    def _give(self, job: Job) -> None:
        key = f"{self._name}-{next(self._numbers)}"
        future = self._client.submit(self._function, *job.args, key=key, pure=False)
        self._jobs[key] = job
        self._done.add(future)

    def take(self) -> Iterator[tuple[Job, Any, BaseException | None]]:
        """Wait for a job to end; yield all that have, each with its result or the exception."""
        futures: list[Future] = self._done.next_batch(block=True)
        results = self._results([future for future in futures if future.status == "finished"])
        for future in futures:
            job = self._jobs.pop(future.key)
            if future.key in results:
                yield job, results[future.key], None
                continue
            error = self._error(future)
            if job.tries <= self._tries_after(error):
                self.again += 1
                self._give(Job(job.args, job.about, job.tries + 1))
            else:
                yield job, None, error

    def _tries_after(self, error: BaseException) -> int:
        """How often a job may be given that has met such an error."""
        match error:
            # The scheduler has given it to some workers in turn, and all of them ended.
            case KilledWorker():
                return min(1, self._retries)
            case CancelledError() | OSError():
                return self._retries
        return 0

    def _results(self, finished: list[Future]) -> dict[str, Any]:
        """Fetch results by one call; where a worker that had one is lost, one by one."""
        try:
            return dict(zip([f.key for f in finished], self._client.gather(finished), strict=True))
        except Exception:
            self._look_at_scheduler()
        results = {}
        for future in finished:
            try:
                results[future.key] = future.result()
            except Exception:
                self._look_at_scheduler()
        return results

    def _error(self, future: Future) -> BaseException:
        self._look_at_scheduler()
        error: BaseException | None = future.exception() if future.status == "error" else None
        return error or CancelledError(future.key)

    def _look_at_scheduler(self) -> None:
        if self._client.status != "running":
            raise ClusterLost("the scheduler is gone; what is finished is kept")

    def close(self) -> None:
        """Take back the jobs that have not begun."""
        futures = list(self._done.futures)
        self._jobs.clear()
        if futures and self._client.status == "running":
            self._client.cancel(futures)

    def __enter__(self) -> Pump:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
