"""Tables, batches, sequences, quotients and searches on many machines, by dask.distributed.

    pip install 'grundy[cluster]'
    python -m grundy.cluster table build 2d-nim --rows 7 --columns 6 --misere --dir /shared/T76 --scheduler tcp://head:8786

Without a scheduler the same code runs on a cluster of this machine's cores. A job is data: a block of a table by its
number, some lines of text, a position. What is found is kept by whoever asks: the blocks in the table's folder, lines
in a folder of the batch; the same command goes on there. The guide is docs/cluster.md of the project.

>>> from grundy import cluster
>>> with cluster.connect(workers=1) as client:  # doctest: +SKIP
...     table = cluster.build_table(client, "T", "2d-nim", rows=5, columns=6)
...     answers = list(cluster.solve(client, ["nim 3 5", "kayles 5 + *4"]))
"""

from grundy.cluster._connect import ClusterLost, connect
from grundy.cluster._lines import Row, quotients, sequences, solve
from grundy.cluster._search import Searched, search
from grundy.cluster._table import TableBuild, build_table

__all__ = [
    "ClusterLost",
    "Row",
    "Searched",
    "TableBuild",
    "build_table",
    "connect",
    "quotients",
    "search",
    "sequences",
    "solve",
]
