"""Tables of every state of a board, on disk."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, Literal

from grundy import _grundy, _page
from grundy._answer import Answer, Outcome
from grundy._asked import Memory, Time, allowed
from grundy._errors import Stopped
from grundy._grundy import CoreBlocks, CoreTable
from grundy._position import Position


class Table:
    """Every state of a board, decided and kept in a folder.

    >>> import grundy, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> table = grundy.Table.build(folder + "/4x4", "2d-nim", rows=4, columns=4)
    >>> table
    <Table of 2d-nim max=3 4x4, misère play: outcomes of 65,536 states>
    >>> table.outcome("1111/0000/1111/1111"), table.p_positions
    ('N', 9872)
    """

    __slots__ = ("_core", "_form")

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Open the table of a folder."""
        self._core = CoreTable(folder)
        self._form: dict[str, Any] = json.loads(self._core.json())

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Table:
        """Open the table of a folder."""
        return cls(folder)

    @classmethod
    def build(
        cls,
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
        time: Time | None = None,
        threads: int = 1,
    ) -> Table:
        """Build the table of a board; what is in the folder already is gone on with.

        Args:
            folder: where it is kept.
            game: a game whose moves take stones off a board, with its parameters: `"cram"`, `"2d-nim max=any"`.
            rows: the rows of the board.
            columns: the columns of the board.
            misere: whether whoever makes the last move loses; None is usual for the game.
            nimbers: keep nimbers in place of outcomes.
            plain: keep every block; else a large table keeps one of those that mirrors of the board lead to each other.
            compress: compress the blocks.
            memory: refuse to begin when more is needed.
            time: how long it may take; what is finished by then is kept.
            threads: how many threads build together.

        Raises:
            NotationError: when there is no such game, or there are no tables of it.
            Stopped: when the time was too short; the same call goes on.

        """
        room = allowed(memory=memory, time=time, threads=threads)
        wanted = (game, rows, columns, misere, nimbers, plain, compress)
        made, reused, is_whole = _grundy.build_table(folder, wanted, room)
        if not is_whole:
            raise Stopped("time", made + reused)
        return cls(folder)

    @property
    def game(self) -> str:
        """The game with its parameters: `2d-nim max=3`."""
        return str(self._form["game"])

    @property
    def rows(self) -> int:
        """The rows of the board."""
        return int(self._form["rows"])

    @property
    def columns(self) -> int:
        """The columns of the board."""
        return int(self._form["columns"])

    @property
    def misere(self) -> bool:
        """Whether whoever makes the last move loses."""
        return bool(self._form["convention"] != "normal")

    @property
    def content(self) -> str:
        """What it holds: `outcomes` or `nimbers`."""
        return str(self._form["content"])

    def __len__(self) -> int:
        return int(self._form["states"])

    def _state(self, of: str | Position | int) -> int:
        if isinstance(of, int):
            if not 0 <= of < len(self):
                raise IndexError(f"there is no state {of}: they are 0 to {len(self) - 1}")
            return of
        return self._core.state(str(of))

    def outcome(self, of: str | Position | int) -> Outcome:
        """Return who wins a state: by its rows, as a position, or by its number."""
        return self._core.outcome(self._state(of))

    def nimber(self, of: str | Position | int) -> int | None:
        """Return the nimber of a state; None in a table of outcomes."""
        return self._core.nimber(self._state(of))

    def query(self, of: str | Position | int, *, moves: int | Literal["all"] = 100) -> Answer:
        """Return what the table tells of a state, with its winning moves. Nothing is searched."""
        return Answer(self._core.answer(self._state(of), 2**31 if moves == "all" else moves))

    @property
    def p_by_stones(self) -> list[int]:
        """How many states with 0, 1, 2, ... stones the previous player wins."""
        return self._core.p_by_stones()

    @property
    def p_positions(self) -> int:
        """How many states the previous player wins."""
        return sum(self.p_by_stones)

    def verify(
        self,
        *,
        sample: int | None = 100_000,
        seed: int = 1,
        threads: int = 1,
        time: Time | None = None,
    ) -> dict[str, Any]:
        """Check the files, and hold states to the rule: `P` exactly when no option is; all with `sample=None`."""
        found: dict[str, Any] = json.loads(self._core.verify(sample, seed, allowed(threads=threads, time=time)))
        return found

    @classmethod
    def begin(
        cls,
        folder: str | os.PathLike[str],
        game: str = "2d-nim",
        *,
        rows: int,
        columns: int,
        misere: bool | None = None,
        nimbers: bool = False,
        plain: bool = False,
        compress: bool = False,
    ) -> Blocks:
        """Begin a table without any block, or enter one that has begun: for schedulers that build block by block.

        >>> import grundy, tempfile
        >>> blocks = grundy.Table.begin(tempfile.mkdtemp() + "/4x4", "2d-nim", rows=4, columns=4)
        >>> [blocks.build(block) for block in blocks], blocks.table.p_positions
        ([True], 9872)
        """
        _grundy.begin_table(folder, (game, rows, columns, misere, nimbers, plain, compress))
        return Blocks(folder)

    @staticmethod
    def blocks(folder: str | os.PathLike[str]) -> Blocks:
        """Return the graph of the blocks of a table that has begun."""
        return Blocks(folder)

    def to_frame(self) -> Any:
        """Return the number of P-positions by stones as a pandas frame."""
        return _page.frame(list(enumerate(self.p_by_stones)), ["stones", "p_positions"])

    def __repr__(self) -> str:
        play = "misère" if self.misere else "normal"
        board = f"{self.game} {self.rows}x{self.columns}, {play} play"
        return f"<Table of {board}: {self.content} of {len(self):,} states>"


class Blocks:
    """The blocks of a table that has begun in a folder: which block needs which, and how one is built.

    What the program has as `grundy table needs` and `grundy table block`. Going through it gives the numbers of the
    blocks, each after those that it needs.

    >>> import grundy, tempfile
    >>> blocks = grundy.Table.begin(tempfile.mkdtemp() + "/5x5", "2d-nim", rows=5, columns=5)
    >>> len(blocks), blocks.needs(5), blocks.serves(5)[:3], blocks.is_there(5)
    (16, [1, 4], [7, 13], False)
    """

    __slots__ = ("_core", "folder")

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Open the graph of the table in a folder."""
        #: The folder of the table.
        self.folder = os.fspath(folder)
        self._core = CoreBlocks(folder)

    def __iter__(self) -> Iterator[int]:
        return iter(self._core.blocks())

    def __len__(self) -> int:
        return len(self._core.blocks())

    def needs(self, block: int) -> list[int]:
        """Return the blocks that one is decided from."""
        return self._core.needs(block)

    def serves(self, block: int) -> list[int]:
        """Return the blocks that are decided from one."""
        return self._core.serves(block)

    def is_there(self, block: int) -> bool:
        """Whether a block is built, as far as its length and its header tell."""
        return self._core.is_there(block)

    @property
    def memory_needed(self) -> int:
        """Bytes that the build of a block holds at most."""
        return self._core.memory_needed()

    @property
    def table(self) -> Table:
        """The table, which answers when all blocks are there."""
        return Table(self.folder)

    def build(self, block: int, *, memory: Memory | None = None) -> bool:
        """Build a block on this thread, from those that it needs; returns whether it was made, and not found.

        The interpreter's lock is released meanwhile. It may be called again, and by several processes at once: the same
        block has the same bytes.

        Args:
            block: its number.
            memory: refuse when more is needed.

        Raises:
            MissingBlock: when a block that it needs is not there, or was damaged and is set aside.

        """
        made, missing = self._core.build(block, allowed(memory=memory))
        if missing is not None:
            raise MissingBlock(block, missing)
        return bool(made)

    def __repr__(self) -> str:
        return f"<Blocks of {self._core.text()}: {len(self):,}>"


class MissingBlock(RuntimeError):  # noqa: N818 - as `Stopped`
    """A block cannot be built before one that it needs.

    Attributes:
        block: the block that was to be built.
        needs: the one that is not there, or was damaged and is set aside.

    """

    def __init__(self, block: int, needs: int) -> None:
        super().__init__(block, needs)
        self.block = block
        self.needs = needs

    def __str__(self) -> str:
        return f"block {self.block} needs block {self.needs}, which is not there"


MissingBlock.__module__ = Blocks.__module__ = "grundy"
