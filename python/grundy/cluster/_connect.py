"""A client of a scheduler: of one that runs, or of a cluster of this machine's cores."""

from __future__ import annotations

import importlib.util
import logging
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

try:
    import dask.config
    import distributed
except ImportError as missing:
    raise ImportError("the cluster stands on dask.distributed: pip install 'grundy[cluster]'") from missing

_PARTS = ("core", "nanny", "scheduler", "worker")
_LOGS = ("distributed", *(f"distributed.{part}" for part in _PARTS), "tornado")

#: Workers of this machine are looked for after so many seconds.
_LOOKED_EVERY = 2.0


class ClusterLost(RuntimeError):  # noqa: N818 - it is no error of the program
    """The scheduler is gone. What is finished is kept."""


def _security(tls_ca_file: str | None, tls_cert: str | None, tls_key: str | None) -> Any:
    """Return what Dask asks for TLS; nothing where no file is given, so that Dask's own configuration holds."""
    if not (tls_ca_file or tls_cert or tls_key):
        return None
    return distributed.Security(
        tls_ca_file=tls_ca_file, tls_client_cert=tls_cert, tls_client_key=tls_key, require_encryption=True
    )


@contextmanager
def connect(
    scheduler: str | None = None,
    *,
    scheduler_file: str | None = None,
    workers: int | None = None,
    together: bool = False,
    dashboard: str | None = None,
    tls_ca_file: str | None = None,
    tls_cert: str | None = None,
    tls_key: str | None = None,
) -> Iterator[Any]:
    """Open a client of dask.distributed, and close it at the end.

    Args:
        scheduler: the address of a scheduler, `tcp://head:8786` or `tls://head:8786`; None starts a scheduler and
            workers on this machine, at a loopback address, and ends them afterwards.
        scheduler_file: the file in which a scheduler has told its address.
        workers: how many workers this machine has; None is a worker a core.
        together: whether the workers of this machine are threads of one process, which share what searches have found,
            in place of processes.
        dashboard: where the dashboard of this machine's cluster is served, as `127.0.0.1:8787`; it needs bokeh.
        tls_ca_file: the authorities whose certificates are trusted, as for `dask scheduler`.
        tls_cert: the certificate of this client.
        tls_key: its key.

    A program that starts workers begins with `if __name__ == "__main__":`, as with multiprocessing.

    """
    if workers is not None and workers < 1:
        raise ValueError(f"workers={workers}: write a number from 1 up")
    security = _security(tls_ca_file, tls_cert, tls_key)
    if scheduler is None and scheduler_file is None:
        with (
            _own_cluster(workers, together, dashboard) as cluster,
            distributed.Client(cluster, set_as_default=False) as client,
        ):
            yield client
        return
    is_secret = security is not None or dask.config.get("distributed.comm.tls.ca-file", None) is not None
    if (scheduler or "").startswith("tls://") and not is_secret:
        raise ValueError("a scheduler at tls:// asks for certificates: give tls_ca_file, tls_cert and tls_key")
    try:
        client = distributed.Client(
            scheduler, scheduler_file=scheduler_file, security=security, set_as_default=False, timeout="10s"
        )
    except (OSError, TimeoutError) as error:
        raise ClusterLost(f"no scheduler answers at {scheduler or scheduler_file}: {error}") from error
    with client:
        yield client


@contextmanager
def _own_cluster(workers: int | None, together: bool, dashboard: str | None) -> Iterator[Any]:
    """Start workers on this machine; those that are lost for good are started again."""
    if dashboard is not None and importlib.util.find_spec("bokeh") is None:
        raise ImportError("the dashboard needs bokeh: pip install bokeh")
    # What workers that end say is of no use here: their jobs are given again. They take over this configuration.
    for name in _LOGS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    settings = {
        "logging": dict.fromkeys(_LOGS, "critical"),
        "distributed.deploy.lost-worker-timeout": "1s",
        "distributed.worker.preload": ["grundy.cluster._worker"],
    }
    number = workers or os.cpu_count() or 1
    processes, threads = (1, number) if together else (number, 1)
    over = threading.Event()
    with dask.config.set(settings):
        cluster = distributed.LocalCluster(
            n_workers=processes,
            threads_per_worker=threads,
            processes=True,
            host="127.0.0.1",
            memory_limit=0,
            dashboard_address=dashboard or "127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
        # A worker that dies while it starts is given up by its nanny.
        keeper = threading.Thread(target=_keep, args=(cluster, processes, over), daemon=True)
        keeper.start()
        try:
            yield cluster
        finally:
            over.set()
            keeper.join()
            _close(cluster)


def _close(cluster: Any) -> None:
    """Close a cluster. Dask stumbles at the end of that over a worker that was lost while it started."""
    try:
        cluster.close()
    except KeyError:
        cluster.status = distributed.Status.closed


def _keep(cluster: Any, number: int, over: threading.Event) -> None:
    while not over.wait(_LOOKED_EVERY):
        cluster.scale(number)
