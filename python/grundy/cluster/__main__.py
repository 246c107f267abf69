"""The command `python -m grundy.cluster`."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grundy

ANSWERED, BAD, MISTAKEN, STOPPED = 0, 1, 2, 3


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m grundy.cluster",
        description="Tables, batches, sequences and quotients on the workers of a cluster of dask.distributed; without "
        "--scheduler on the cores of this machine.",
    )
    parser.add_argument("--version", action="version", version=f"grundy {grundy.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _table(commands)
    _solve(commands)
    _sequence(commands)
    _quotient(commands)
    _search(commands)
    return parser


def _connection(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the cluster")
    group.add_argument("--scheduler", metavar="ADDRESS", help="the address of a scheduler: tcp://head:8786")
    group.add_argument("--scheduler-file", metavar="FILE", help="the file in which a scheduler has told its address")
    group.add_argument("--workers", type=_number, metavar="N", help="workers of this machine, without a scheduler")
    group.add_argument("--dashboard", metavar="ADDRESS", help="serve Dask's dashboard of this machine's workers there")
    group.add_argument("--retries", type=_number, default=10, metavar="N", help="how often a job is given again (10)")
    group.add_argument("--tls-ca-file", metavar="FILE", help="authorities whose certificates are trusted")
    group.add_argument("--tls-cert", metavar="FILE", help="the certificate of this client")
    group.add_argument("--tls-key", metavar="FILE", help="its key")
    group.add_argument("--quiet", action="store_true", help="no bar on the terminal")


def _table(commands: Any) -> None:
    table = commands.add_parser("table", help="tables of every state of a board")
    build = table.add_subparsers(dest="action", required=True, metavar="ACTION").add_parser(
        "build", help="decide every state of a board; run again, it goes on"
    )
    build.add_argument("game", nargs="+", help="the game, and its parameters: 2d-nim max=any")
    build.add_argument("--rows", type=_number, required=True, metavar="N")
    build.add_argument("--columns", type=_number, required=True, metavar="N")
    build.add_argument("--max", metavar="N|any", help="most stones of a move in 2D Nim: max=N after the game")
    _convention(build)
    build.add_argument("--nimbers", action="store_true", help="nimbers in place of outcomes")
    build.add_argument("--dir", required=True, metavar="FOLDER", help="the folder, which all workers see by this path")
    build.add_argument("--plain", action="store_true", help="keep every block, also of a large table")
    build.add_argument("--compress", action="store_true", help="compress the blocks")
    build.add_argument("--memory", default="4G", metavar="SIZE", help="refuse when a thread needs more (4G)")
    _connection(build)


def _solve(commands: Any) -> None:
    solve = commands.add_parser("solve", help="many positions; the answers come in the order of the lines, as JSON")
    solve.add_argument("--file", required=True, metavar="FILE", help="a position a line; - is standard input")
    _convention(solve)
    solve.add_argument("--method", choices=["best", "search", "definition"], default="best")
    solve.add_argument("--only", choices=["outcome", "nimber"], help="no winning moves are asked")
    solve.add_argument("--moves", type=_moves, default=100, metavar="N|all", help="how many winning moves to name")
    solve.add_argument("--options", action="store_true", help="every option with its nimber")
    solve.add_argument("--nodes", type=_number, metavar="N", help="the most positions looked into, for each line")
    _limits(solve)
    _connection(solve)


def _sequence(commands: Any) -> None:
    sequence = commands.add_parser("sequence", help="nimbers and proved periods of many codes, as JSON")
    sequence.add_argument("--codes", required=True, metavar="FILE", help="a code a line; - is standard input")
    sequence.add_argument("--terms", type=_number, default=1000, metavar="N", help="nimbers of heaps 0 to N - 1 (1000)")
    sequence.add_argument("--prove", action="store_true", help="go on until a period is proved")
    sequence.add_argument("--certificates", metavar="FOLDER", help="write a certificate for each proved period")
    _limits(sequence)
    _connection(sequence)


def _quotient(commands: Any) -> None:
    quotient = commands.add_parser("quotient", help="misère quotients of many codes, as JSON")
    quotient.add_argument("--codes", required=True, metavar="FILE", help="a code a line; - is standard input")
    quotient.add_argument("--heaps", type=_number, metavar="N", help="carry the quotient to this heap only")
    quotient.add_argument("--order", type=_number, default=3000, metavar="N", help="the most elements (3000)")
    quotient.add_argument("--certificates", metavar="FOLDER", help="write a certificate for each proved quotient")
    _limits(quotient, time="60s", memory="4G")
    _connection(quotient)


def _search(commands: Any) -> None:
    search = commands.add_parser("search", help="who wins one hard position")
    search.add_argument("position", nargs="+", help="the position: cram 5x7")
    _convention(search)
    search.add_argument("--only", choices=["outcome", "nimber"], default="outcome", help="what is asked (outcome)")
    search.add_argument("--nodes", type=_number, default=1_000_000, metavar="N", help="of a job (10^6)")
    search.add_argument("--memory", default="4G", metavar="SIZE", help="of a worker process (4G)")
    search.add_argument("--store", metavar="FILE", help="keep what is proved there; the same command goes on with it")
    _connection(search)


def _convention(parser: argparse.ArgumentParser) -> None:
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--misere", dest="misere", action="store_true", default=None, help="the last move loses")
    either.add_argument("--normal", dest="misere", action="store_false", help="the last move wins")


def _limits(parser: argparse.ArgumentParser, time: str | None = None, memory: str | None = None) -> None:
    parser.add_argument("--time", default=time, metavar="TIME", help="for each line: 10s, 2m")
    parser.add_argument("--memory", default=memory, metavar="SIZE", help="for each line: 4G")
    parser.add_argument("--dir", metavar="FOLDER", help="keep answers there; the same command goes on with them")


def _number(text: str) -> int:
    """Read a number as the program does: 1000000, 1_000_000, 1e6 or 10^6."""
    if found := re.fullmatch(r"(\d+)(e|\^)(\d+)", text):
        left, right = int(found[1]), int(found[3])
        number: int = left * 10**right if found[2] == "e" else left**right
        return number
    if not re.fullmatch(r"\d+(_\d+)*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def _moves(text: str) -> int | str:
    return text if text == "all" else _number(text)


def _lines(file: str) -> list[str]:
    if file == "-":
        return sys.stdin.read().splitlines()
    return Path(file).read_text(encoding="utf-8-sig").splitlines()


def _client(arguments: argparse.Namespace) -> Any:
    from grundy.cluster import connect

    names = ["scheduler_file", "workers", "dashboard", "tls_ca_file", "tls_cert", "tls_key"]
    together = arguments.command == "search"
    return connect(arguments.scheduler, together=together, **{name: getattr(arguments, name) for name in names})


def _progress(arguments: argparse.Namespace) -> Any:
    from grundy.cluster._progress import Progress

    return Progress(quiet=arguments.quiet)


def _build(arguments: argparse.Namespace) -> int:
    from grundy import cluster

    game = " ".join([*arguments.game, *([f"max={arguments.max}"] if arguments.max else [])])
    names = ["rows", "columns", "misere", "nimbers", "plain", "compress", "memory", "retries"]
    options = {name: getattr(arguments, name) for name in names}
    progress = _progress(arguments)
    with _client(arguments) as client:
        built = cluster.build_table(client, arguments.dir, game, progress=progress, **options)
    blocks = f"{built.blocks:,} block{'s' if built.blocks != 1 else ''}"
    print(f"{blocks}: {built.made:,} made, {built.found:,} found, {progress.seconds:.1f} s.")
    if built.again:
        print(f"{built.again:,} jobs were given again, since their workers were lost", file=sys.stderr)
    for block in built.damaged:
        print(f"warning: block {block} was damaged; it was set aside and made again", file=sys.stderr)
    return ANSWERED


def _searched(arguments: argparse.Namespace) -> int:
    from grundy import cluster

    text, progress = " ".join(arguments.position), _progress(arguments)
    names = ["misere", "nodes", "memory", "store", "retries"]
    options = {name: getattr(arguments, name) for name in names}
    # A position that makes no sense is told before workers are started.
    grundy.position(text)
    with _client(arguments) as client:
        found = cluster.search(client, text, nimber=arguments.only == "nimber", progress=progress, **options)
    told = {"position": text, "outcome": found.outcome, "nimber": found.nimber, "jobs": found.jobs}
    told |= {"nodes": found.nodes, "tree": found.tree, "known": found.known, "seconds": round(progress.seconds, 3)}
    print(json.dumps(told, ensure_ascii=False))
    return ANSWERED


def _batch(arguments: argparse.Namespace) -> int:
    lines = _lines(arguments.file if arguments.command == "solve" else arguments.codes)
    with _client(arguments) as client:
        return _written(_rows(arguments, client, lines), getattr(arguments, "certificates", None))


def _rows(arguments: argparse.Namespace, client: Any, lines: list[str]) -> Iterator[Any]:
    from grundy import cluster

    names = {
        "solve": ["misere", "method", "only", "moves", "options", "nodes"],
        "sequence": ["terms", "prove"],
        "quotient": ["heaps", "order"],
    }[arguments.command]
    options = {name: getattr(arguments, name) for name in [*names, "time", "memory", "retries"]}
    ask: Any = {"solve": cluster.solve, "sequence": cluster.sequences, "quotient": cluster.quotients}[arguments.command]
    rows: Iterator[Any] = ask(client, lines, folder=arguments.dir, progress=_progress(arguments), **options)
    return rows


def _written(rows: Iterator[Any], certificates: str | None) -> int:
    """Print the rows as they come; returns the exit code."""
    endings = {ANSWERED}
    if certificates:
        Path(certificates).mkdir(parents=True, exist_ok=True)
    for row in rows:
        endings.add(row.ending)
        if row.text:
            sys.stdout.write(row.text + "\n")
            sys.stdout.flush()
        if certificates and row.certificate is not None:
            (Path(certificates) / f"line-{row.line}.certificate").write_text(row.certificate, encoding="utf-8")
    return next(ending for ending in (STOPPED, BAD, ANSWERED) if ending in endings)


def _told(error: object, code: int) -> int:
    print(f"error: {error}", file=sys.stderr)
    return code


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns the exit code of the program `grundy`."""
    read = _parser().parse_args(arguments)
    try:
        from grundy.cluster import ClusterLost
    except ImportError as error:
        return _told(error, MISTAKEN)
    try:
        return {"table": _build, "search": _searched}.get(read.command, _batch)(read)
    except KeyboardInterrupt:
        return _told("stopped; what is finished is kept, run the same command again to go on", STOPPED)
    except ClusterLost as error:
        return _told(f"{error}\nhelp: run the same command again: it goes on where it stopped", STOPPED)
    except BrokenPipeError:
        return STOPPED
    except (ValueError, OSError, ImportError) as error:
        return _told(error, MISTAKEN)


if __name__ == "__main__":
    sys.exit(main())
