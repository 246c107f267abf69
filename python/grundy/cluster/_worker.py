"""What a worker of this machine does before its first job."""

from __future__ import annotations

import signal


def dask_setup(_: object) -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that was started by hand."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
