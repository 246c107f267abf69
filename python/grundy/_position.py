"""Positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from grundy._answer import Answer, Explanation, Option, Options, Outcome
from grundy._asked import Memory, Method, Only, Time, allowed, asked
from grundy._errors import Stopped
from grundy._grundy import CorePosition, read


class Picture:
    """A picture as SVG; a notebook shows it.

    >>> import grundy
    >>> grundy.position("nim 3 5").draw().svg[:4]
    '<svg'
    """

    __slots__ = ("svg", "title")

    def __init__(self, svg: str, title: str = "") -> None:
        #: The text of the picture.
        self.svg = svg
        #: What it shows.
        self.title = title

    def save(self, path: str) -> None:
        """Write the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture {self.title!r}: {len(self.svg):,} characters of SVG>"


class Position:
    """A sum of positions of any games; a sum of one is that position.

    A position is read from one line of text with `grundy.position`, or made by a game of your own. It does not
    change: a move gives another position.

    >>> import grundy
    >>> p = grundy.position("bubbly (E(G)) + nim 4")
    >>> p.nimber, p.outcome, p.winning_moves
    (6, 'N', ['2:1:4>2'])
    >>> p.play("2:1:4>2").outcome
    'P'
    >>> p == grundy.position("bubbly (E(G))") + grundy.position("nim 4")
    True
    """

    __slots__ = ("__weakref__", "_core")

    def __init__(self, text: str) -> None:
        """Read a position: the same as `grundy.position`."""
        self._core = read(text, False, False)

    @classmethod
    def _of(cls, core: CorePosition) -> Position:
        position = cls.__new__(cls)
        position._core = core
        return position

    # What it is.

    @property
    def text(self) -> str:
        """The line of text; `grundy.position` reads it back to the same position."""
        return self._core.text()

    @property
    def terms(self) -> list[Position]:
        """The terms of the sum, each as a position.

        >>> import grundy
        >>> grundy.position("nim 3 + kayles 5").terms
        [Position('nim 3'), Position('kayles 5')]
        """
        if self._core.is_of_code():
            raise TypeError("the terms of a sum with games in Python cannot be taken apart")
        return [Position(term) for _, term in self._core.terms()]

    @property
    def games(self) -> list[str]:
        """The ids of the games of the terms."""
        return [game for game, _ in self._core.terms()]

    @property
    def notes(self) -> list[str]:
        """What should be known of how the text was read."""
        return [message for message, _ in self._core.notes()]

    @property
    def misere(self) -> bool:
        """Whether its games are usually played by the misère convention: whoever makes the last move loses."""
        return self._core.is_misere()

    @property
    def is_over(self) -> bool:
        """Whether there are no moves, or the last move has ended the game."""
        return self._core.is_over()

    # What it is worth.

    @property
    def nimber(self) -> int | None:
        """The nimber under normal play, whatever convention is usual.

        None where a move can win the whole game at once, three in a row for one: such a position has no nimber.
        """
        return self._core.nimber()

    @property
    def outcome(self) -> Outcome:
        """Who wins by the usual convention: `"N"`, the next player, or `"P"`, the previous one."""
        return self._core.outcome(None)

    @property
    def winning_moves(self) -> list[str]:
        """The names of all moves that win by the usual convention, in reading order."""
        return self.solve(moves="all").winning_moves

    def solve(
        self,
        *,
        misere: bool | None = None,
        method: Method = "best",
        only: Only | None = None,
        moves: int | Literal["all"] = 100,
        options: bool = False,
        nodes: int | None = None,
        time: Time | None = None,
        memory: Memory | None = None,
        threads: int = 1,
    ) -> Answer:
        """Solve the position.

        Args:
            misere: whether whoever makes the last move loses; None is the usual convention of the games.
            method: `"best"` takes theorems where there are any; `"search"` and `"definition"` do not.
            only: `"outcome"` or `"nimber"`, where winning moves are not wanted.
            moves: how many winning moves to name, or `"all"`; all are counted.
            options: whether the options are listed, each with what it is worth.
            nodes: how many positions may be looked into.
            time: how long it may take, in seconds, or as `"10s"`.
            memory: how much memory it may take, in bytes, or as `"4G"`.
            threads: how many threads may search.

        Raises:
            Stopped: when a limit was reached first; its `answer` has what is known.

        >>> import grundy
        >>> grundy.position("cram 4x5").solve(only="nimber").nimber
        2
        >>> grundy.position("nim 1 5 7").solve(misere=True).winning_moves
        ['3:7>4']

        """
        question = asked(misere=misere, method=method, only=only, moves=moves, options=options)
        room = allowed(nodes=nodes, time=time, memory=memory, threads=threads)
        core = self._core.solve(question, room)
        if (reason := core.stopped) is not None:
            raise Stopped(reason, core.nodes, core)
        return Answer(core)

    def explain(
        self,
        move: str | None = None,
        *,
        misere: bool | None = None,
        method: Method = "best",
        in_full: bool = False,
        nodes: int | None = None,
        time: Time | None = None,
        memory: Memory | None = None,
        threads: int = 1,
    ) -> Explanation:
        """Solve the position and show the working, or look into one move.

        >>> import grundy
        >>> print(grundy.position("nim 3 5").explain())
        nim 3 5
        The next player wins (N), nimber *6.
        Winning moves, 1 of 8: 2:5>3
        ...
        """
        question = asked(misere=misere, method=method, in_full=in_full)
        room = allowed(nodes=nodes, time=time, memory=memory, threads=threads)
        return Explanation(*self._core.explain(question, move, room))

    # Moves.

    def moves(self, limit: int | None = None) -> list[str]:
        """Return the names of the moves in reading order, or the first of them.

        >>> import grundy
        >>> grundy.position("nim 2 1").moves()
        ['1:2>0', '1:2>1', '2:1>0']
        """
        return self._core.moves(2**63 - 1 if limit is None else limit)

    @property
    def move_count(self) -> int:
        """How many moves there are; a heap of 10^15 has 10^15 of them.

        >>> import grundy
        >>> grundy.position("nim 1000000000000000").move_count
        1000000000000000
        """
        return self._core.count_moves()

    def options(self, *, misere: bool | None = None, limit: int | Literal["all"] = "all", **limits: Any) -> Options:
        """Return the options, each with its nimber or, under misère play, its outcome.

        >>> import grundy
        >>> for option in grundy.position("kayles 3").options():
        ...     print(option.move, option.left, option.nimber)
        1:3>2 kayles 2 2
        1:3>1,1 kayles 1 1 0
        1:3>1 kayles 1 1
        """
        answer = self.solve(misere=misere, only="nimber", moves=limit, options=True, **limits)
        return answer.options or Options()

    def play(self, move: str) -> Position:
        """Return the position after a move.

        >>> import grundy
        >>> grundy.position("nim 3 5").play("2:5>3")
        Position('nim 3 3')
        """
        return Position._of(self._core.play(move))

    def say(self, move: str) -> str:
        """Return a move as a person would say it.

        >>> import grundy
        >>> grundy.position("nim 3 5").say("2:5>3")
        'take 2 from the second heap'
        """
        return self._core.say(move)

    # How it looks.

    def show(self, width: int = 80) -> str:
        """Return the board as text."""
        return self._core.show(width)

    def draw(self, *, winning: bool | list[str] = False, move: str | None = None) -> Picture:
        """Return the board as a picture, with the winning moves marked, or a move that is made.

        >>> import grundy
        >>> grundy.position("cram 2x3").draw(winning=True)
        <Picture 'cram 2x3': ... characters of SVG>
        """
        marked = self.winning_moves if winning is True else winning or []
        return Picture(self._core.draw(marked, move), str(self))

    def draw_steps(self) -> list[Picture]:
        """Return the working as pictures, for games that have it: Hackenbush."""
        return [Picture(svg, title) for title, svg in self._core.drawn_steps()]

    def _repr_svg_(self) -> str:
        return self.draw().svg

    def __str__(self) -> str:
        return self._core.text()

    def __repr__(self) -> str:
        return f"Position({self._core.text()!r})"

    # Sums.

    def __add__(self, other: Position | str) -> Position:
        if isinstance(other, str):
            other = Position(other)
        if not isinstance(other, Position):
            return NotImplemented
        return Position._of(self._core.add(other._core))

    def __radd__(self, other: Position | str | int) -> Position:
        if isinstance(other, str):
            return Position(other) + self
        return self if other == 0 else NotImplemented

    def __mul__(self, times: int) -> Position:
        """Return the sum of so many copies.

        >>> import grundy
        >>> (grundy.position("kayles 5") * 3).nimber
        4
        """
        if not isinstance(times, int) or times < 0:
            return NotImplemented
        total = Position("")
        for count in range(times):
            total = total + self if count else self
        return total

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._core.equals(other._core)

    def __hash__(self) -> int:
        return self._core.hash()

    def __iter__(self) -> Iterator[Option]:
        """Go through the options."""
        return iter(self.options())

    def __reduce__(self) -> tuple[Any, ...]:
        if self._core.is_of_code():
            raise TypeError("a position of a game in Python cannot be pickled: pickle what the game was given")
        return (Position, (self.text,))


def position(text: str, *, lenient: bool = False, drop_floating: bool = False) -> Position:
    """Read a position from one line: `TERM + TERM ...`, each `GAME KEY=VALUE ... NOTATION` or `*N`.

    Args:
        text: the line.
        lenient: skip a mistake that can only be meant one way, with a note.
        drop_floating: drop what does not hang together with the rest, with a note.

    Raises:
        NotationError: when it cannot be read; the message has the line with a caret.

    >>> import grundy
    >>> grundy.position("NIM 3,5 + *2")
    Position('nim 3 5 + *2')
    >>> grundy.position("marienbad").notes
    ['`marienbad` alone is the example `nim 1 3 5 7`, misère play']

    """
    return Position._of(read(text, lenient, drop_floating))


__all__ = ["Picture", "Position", "position"]
