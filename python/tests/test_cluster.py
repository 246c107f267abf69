"""Tables, batches and searches on a cluster of two workers on this machine, some of which are killed."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grundy

pytest.importorskip("distributed", reason="dask.distributed is not installed: pip install 'grundy[cluster]'")

from grundy import cluster
from grundy._grundy import CoreStore
from grundy.cluster import _jobs
from grundy.cluster._search import _expected

# Dask closes its sockets in its own time.
pytestmark = pytest.mark.filterwarnings("default")

#: How many builds lose a worker each; more of them by hand.
KILLS = int(os.environ.get("GRUNDY_KILLS", "4"))


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with cluster.connect(workers=2) as client:
        yield client


def block_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("block-*") if path.is_file()}


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table of one process: 88 blocks."""
    folder = tmp_path_factory.mktemp("truth") / "5x6"
    grundy.Table.build(folder, "2d-nim", rows=5, columns=6)
    return folder


def built(client: Any, folder: Path, **options: Any) -> cluster.TableBuild:
    return cluster.build_table(client, folder, "2d-nim", rows=5, columns=6, **options)


def test_a_table_is_that_of_one_process(client: Any, tmp_path: Path, truth: Path) -> None:
    found = built(client, tmp_path / "t")
    assert (found.blocks, found.made, found.found, found.damaged) == (88, 88, 0, [])
    assert block_files(tmp_path / "t") == block_files(truth)
    again = built(client, tmp_path / "t")
    assert (again.made, again.found) == (0, 88)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("cram", {"rows": 4, "columns": 5, "nimbers": True}),
        ("boxing-match", {"rows": 5, "columns": 5, "compress": True}),
        ("2d-nim max=any", {"rows": 5, "columns": 5, "misere": False}),
        ("2d-nim", {"rows": 5, "columns": 7}),
    ],
)
def test_tables_of_other_games_and_forms(client: Any, tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    if options["columns"] == 7 and KILLS <= 4:
        pytest.skip("a table of 2^35 states is built by hand: GRUNDY_KILLS=20")
    grundy.Table.build(tmp_path / "one", game, **options)
    cluster.build_table(client, tmp_path / "many", game, **options)
    assert block_files(tmp_path / "many") == block_files(tmp_path / "one")


class Killer(threading.Thread):
    """Kills a worker when so many blocks are there."""

    def __init__(self, client: Any, folder: Path, blocks: int, worker: int) -> None:
        super().__init__(daemon=True)
        # A worker that was killed a moment ago may still be counted.
        pids = sorted(client.run(os.getpid, on_error="ignore").values())
        self.pid = pids[worker % len(pids)]
        self._folder, self._blocks = folder, blocks
        self.killed_at = -1

    def run(self) -> None:
        while (there := sum(1 for _ in self._folder.glob("**/block-?????"))) < self._blocks:
            time.sleep(0.002)
        os.kill(self.pid, signal.SIGKILL)
        self.killed_at = there


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_worker_that_is_killed_is_made_up_for(client: Any, tmp_path: Path, truth: Path, seed: int) -> None:
    draw = random.Random(seed)
    client.wait_for_workers(2, timeout=60)
    killer = Killer(client, tmp_path / "t", draw.randrange(85), draw.randrange(2))
    killer.start()
    found = built(client, tmp_path / "t")
    killer.join(timeout=60)
    assert killer.killed_at >= 0
    assert found.made + found.found == 88
    # What the killed worker has left is taken away, too.
    assert block_files(tmp_path / "t") == block_files(truth)


def test_a_build_goes_on_and_makes_damaged_blocks_again(client: Any, tmp_path: Path, truth: Path) -> None:
    folder = tmp_path / "t"
    built(client, folder)
    blocks = grundy.Table.blocks(folder)
    order = list(blocks)
    paths = {int(path.name.removeprefix("block-")): path for path in folder.rglob("block-?????")}
    for block in order[44:]:
        paths[block].unlink()
    damaged = next(need for block in order[44:] for need in blocks.needs(block) if need in order[:44])
    # Its header stays as it is.
    data = bytearray(paths[damaged].read_bytes())
    data[-1000] ^= 1
    paths[damaged].write_bytes(data)
    found = built(client, folder)
    assert found.damaged == [damaged]
    assert (found.made, found.found) == (45, 44)
    files = block_files(folder)
    assert [name for name in files if "damaged" in name] == [f"block-{damaged:05}.damaged-1"]
    assert {name: data for name, data in files.items() if "damaged" not in name} == block_files(truth)


def test_a_folder_is_the_same_for_all_and_within_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grundy.Table.begin(tmp_path / "t", "2d-nim", rows=4, columns=4)
    table = _jobs.digest(tmp_path / "t")
    with pytest.raises(ValueError, match="not the same one"):
        _jobs.blocks(str(tmp_path / "t"), "0" * 64, [0], None)
    with pytest.raises(ValueError, match="file system that all workers share"):
        _jobs.blocks(str(tmp_path / "no"), table, [0], None)
    monkeypatch.setenv(_jobs.ROOT, str(tmp_path / "root"))
    with pytest.raises(PermissionError, match="within"):
        _jobs.blocks(str(tmp_path / "t"), table, [0], None)
    monkeypatch.setenv(_jobs.ROOT, str(tmp_path))
    found, _ = _jobs.blocks(str(tmp_path / "t"), table, [0], None)
    assert found == [(0, True, None)]


def test_what_makes_no_sense_is_told_before_work(client: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="bytes"):
        built(client, tmp_path / "t", memory="1M")
    with pytest.raises(grundy.NotationError):
        cluster.build_table(client, tmp_path / "n", "nim", rows=3, columns=3)
    with pytest.raises(ValueError, match="method"):
        cluster.solve(client, ["nim 3"], method="best of all")  # type: ignore[arg-type]


LINES = [
    "nim 3 5",
    "# a comment",
    "kayles 5 + *4",
    "nim 3 x",
    "",
    "misere: nim 1 1",
    "cram {2..4}x5 -- twenty moves and more",
    "bubly (A)",
    "cram 9x9",
]


def form(text: str) -> dict[str, Any]:
    """An answer without what differs from run to run."""
    found: dict[str, Any] = json.loads(text)
    return {key: value for key, value in found.items() if key not in ("seconds", "nodes")}


def test_answers_come_in_the_order_of_the_lines(client: Any) -> None:
    rows = list(cluster.solve(client, LINES, nodes=20_000))
    assert [row.line for row in rows] == [1, 2, 3, 4, 5, 6, 7, 7, 7, 8, 9]
    assert [row.ending for row in rows] == [0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 3]
    assert [bool(row.text) for row in rows] == [True, False, True, True, False, *[True] * 6]
    assert form(rows[3].text) == {
        "line": 4,
        "error": "expected a number, found `x`",
        "span": [6, 7],
        "help": "write a whole number from 0 up",
    }
    for row in (rows[0], rows[2], rows[5], rows[7]):
        position = form(row.text)["position"]
        misere = form(row.text)["convention"] == "misere"
        assert form(row.text) == form(grundy.position(position).solve(misere=misere)._core.json())


def test_many_lines_are_those_of_one_process(client: Any) -> None:
    draw = random.Random(27)
    lines = [
        f"kayles {draw.randrange(300)} + nim {draw.randrange(50)} + cram 2x{draw.randrange(1, 9)}" for _ in range(2000)
    ]
    rows = list(cluster.solve(client, lines))
    ours = [form(row.text) for row in rows]
    assert ours == [form(answer._core.json()) for answer in grundy.solve(lines)]


def test_a_batch_goes_on_in_its_folder(client: Any, tmp_path: Path) -> None:
    folder = tmp_path / "b"
    lines = [f"nim {n} 7" for n in range(50)]
    first = list(cluster.solve(client, lines, folder=folder))
    kept = (folder / "answers.jsonl").read_bytes()
    # The end of the file was torn off: what is whole is not asked again.
    (folder / "answers.jsonl").write_bytes(kept[: len(kept) // 2])
    again = list(cluster.solve(client, lines, folder=folder))
    assert [form(row.text) for row in again] == [form(row.text) for row in first]
    assert (folder / "answers.jsonl").read_bytes().startswith(kept[: len(kept) // 2].rsplit(b"\n", 1)[0])
    with pytest.raises(ValueError, match="another batch"):
        list(cluster.solve(client, lines[1:], folder=folder))
    with pytest.raises(ValueError, match="other files"):
        list(cluster.solve(client, lines, folder=tmp_path))


def test_a_line_that_ends_its_worker_holds_up_no_other(client: Any) -> None:
    import cloudpickle

    from grundy.cluster import _lines

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    # A job of which one line ends the process, as a lack of memory would. The answer of the other job may be lost with
    # the worker that has it, and is then asked again.
    rows = list(_lines._answered(client, deadly, ["a", "die", "b"], {}, 2, None, 10, None))
    assert [row.ending for row in rows] == [0, 1, 0]
    assert "no worker answered" in rows[1].text
    client.wait_for_workers(2, timeout=60)


def deadly(lines: list[tuple[int, str]], _: dict[str, Any]) -> tuple[list[_jobs.Found], float]:
    if any(text == "die" for _, text in lines):
        os.kill(os.getpid(), signal.SIGKILL)
    return [(0, text, None) for _, text in lines], 0.01


def test_sequences_come_with_their_proofs(client: Any) -> None:
    codes = ["0.77", "0.07  # Dawson", "0.9x", "", "0.137", "0.6"]
    rows = list(cluster.sequences(client, codes, terms=400, time=5))
    assert [row.ending for row in rows] == [0, 0, 1, 0, 0, 0]
    assert form(rows[0].text)["preperiod"] == grundy.sequence("0.77", terms=400).preperiod
    assert form(rows[1].text)["period"] == 34
    certificate = rows[0].certificate
    assert certificate is not None
    assert grundy.check(certificate).valid
    assert rows[5].certificate is None


def test_quotients_come_with_their_proofs(client: Any) -> None:
    rows = list(cluster.quotients(client, ["0.123", "0.77", "nonsense"]))
    assert [row.ending for row in rows] == [0, 0, 1]
    assert [json.loads(row.text)["order"] for row in rows[:2]] == [20, 40]
    assert all(row.certificate and grundy.check(row.certificate).valid for row in rows[:2])


POSITIONS = [
    ("cram 4x5", None),
    ("cram 5x5", None),
    ("cram 3x4", True),
    ("2d-nim 4x4", None),
    ("kayles 5 8 + cram 3x3", True),
    ("nim 3 5 6", None),
    ("nim -", True),
]


@pytest.mark.parametrize(("text", "misere"), POSITIONS)
def test_a_search_has_the_answer_of_one_process(client: Any, text: str, misere: bool | None) -> None:
    # Few nodes a job, so that there is a tree.
    found = cluster.search(client, text, misere=misere, nodes=20)
    assert found.outcome == grundy.position(text).solve(misere=misere, only="outcome").outcome


def test_a_search_finds_nimbers_and_keeps_them(client: Any, tmp_path: Path) -> None:
    store = tmp_path / "found.store"
    first = cluster.search(client, "cram 4x5", nimber=True, misere=False, nodes=20, store=store)
    assert (first.nimber, first.outcome) == (grundy.position("cram 4x5").nimber, "N")
    second = cluster.search(client, "cram 4x5", nimber=True, misere=False, nodes=20, store=store)
    assert (second.nimber, second.outcome, second.known, second.jobs) == (first.nimber, "N", 1, 0)


def test_what_is_proved_is_there_for_another_search(client: Any, tmp_path: Path) -> None:
    store = tmp_path / "found.store"
    first = cluster.search(client, "2d-nim 4x5", misere=True, nodes=20, store=store)
    assert first.outcome == grundy.position("2d-nim 4x5").solve(misere=True).outcome
    second = cluster.search(client, "2d-nim 4x5", misere=True, nodes=20, store=store)
    assert (second.outcome, second.known, second.jobs) == (first.outcome, 1, 0)


def test_a_store_of_other_rules_is_refused(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "found.store"
    grundy.game("game tiles\ngrid\nmove .. -> ##\n")
    store = CoreStore(path)
    assert store.keep(grundy.position("tiles 4x5")._core, 2, False)
    # One process uses a store at a time.
    del store
    grundy.game("game tiles\ngrid\nmove ... -> ###\n")
    with pytest.raises(OSError, match="other rules"):
        cluster.search(client, "tiles 4x5", nimber=True, store=path)


def test_the_threads_of_one_process_share_what_they_find() -> None:
    def searched() -> cluster.Searched:
        return cluster.search(client, "cram 5x5", nimber=True, misere=False, nodes=200)

    with cluster.connect(workers=2, together=True) as client:
        assert list(client.nthreads().values()) == [2]
        first, second = searched(), searched()
        client.run(grundy.forget)
        # The worker process is killed meanwhile; another one is started in its place.
        (pid,) = client.run(os.getpid).values()
        killer = threading.Timer(0.3, os.kill, (pid, signal.SIGKILL))
        killer.start()
        third = searched()
        killer.join()
    assert {found.nimber for found in (first, second, third)} == {grundy.position("cram 5x5").nimber}
    # The second search finds in the process what the first one has found.
    assert 2 * second.nodes < first.nodes


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--nodes", "10^30"], "less than 2^64"),
        (["--memory", "4Q"], "'512 MiB'"),
        (["--memory", "99999999999T"], "less than 2^64"),
        (["--workers", "0"], "from 1 up"),
    ],
)
def test_limits_that_make_no_sense_are_told(arguments: list[str], told: str) -> None:
    run = command("search", "cram 2x2", *arguments)
    _, error = run.communicate(timeout=120)
    assert run.returncode == 2
    assert told in error
    assert "Traceback" not in error


def test_expected_work_grows_with_effort() -> None:
    work = [_expected(effort) for effort in range(1000)]
    assert work == sorted(work)
    assert len(set(work[:480])) == 480


def command(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    text = [sys.executable, "-m", "grundy.cluster", *arguments]
    return subprocess.Popen(text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("nim 3 5\nnim x\n", encoding="utf-8")
    run = command("solve", "--file", str(tmp_path / "lines"), "--workers", "1")
    out, _ = run.communicate(timeout=120)
    assert run.returncode == 1
    assert [json.loads(line).get("nimber") for line in out.splitlines()] == [6, None]
    run = command(
        "table", "build", "cram", "--rows", "3", "--columns", "4", "--dir", str(tmp_path / "t"), "--workers", "1"
    )
    out, errors = run.communicate(timeout=120)
    assert (run.returncode, errors) == (0, "")
    assert grundy.Table.open(tmp_path / "t").outcome("3x4") in ("N", "P")
    run = command("solve", "--file", str(tmp_path / "none"), "--workers", "1")
    run.communicate(timeout=120)
    assert run.returncode == 2


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    lines.write_text("nim {1..100} 5\ncram 9x11\n", encoding="utf-8")
    arguments = ("solve", "--file", str(lines), "--workers", "1", "--dir", str(tmp_path / "b"))
    # The terminal tells all processes of the group.
    run = command(*arguments, start_new_session=True)
    answers = tmp_path / "b" / "answers.jsonl"
    begun = time.monotonic()
    while not (answers.exists() and answers.read_bytes().count(b"\n") >= 16):
        assert time.monotonic() - begun < 120
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)
    out, errors = run.communicate(timeout=60)
    assert run.returncode == 3, errors
    assert errors == "error: stopped; what is finished is kept, run the same command again to go on\n"
    # What was printed is kept; the line that takes long holds back its job only.
    assert 16 <= len(out.splitlines()) <= answers.read_bytes().count(b"\n") <= 100
