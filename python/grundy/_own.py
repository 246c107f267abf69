"""Games of your own: rules in Python, or rules files."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from grundy import _grundy
from grundy._answer import Answer, Explanation, Outcome
from grundy._asked import FREELY, Time, allowed
from grundy._errors import GameError
from grundy._grundy import CoreGame
from grundy._position import Position

P = TypeVar("P", bound=Hashable)


class Game(Generic[P]):
    """A game whose rules you write in Python.

    Write `options`: from a position, which can be any hashable value, the positions that a move can leave. Grundy
    does the rest: nimbers and outcomes, winning moves, normal and misère play, sums with every other game.

    >>> import grundy
    >>> class Wythoff(grundy.Game):
    ...     def options(self, position):
    ...         a, b = position
    ...         yield from ((a - k, b) for k in range(1, a + 1))
    ...         yield from ((a, b - k) for k in range(1, b + 1))
    ...         yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))
    >>> wythoff = Wythoff()
    >>> wythoff.nimber((3, 4)), wythoff.outcome((3, 5))
    (2, 'P')
    >>> wythoff((3, 4)).winning_moves
    ['(1,2)']
    >>> p = wythoff((3, 4)) + grundy.position("cram 2x3")
    >>> p.nimber, p.outcome, p.solve(misere=True).outcome
    (3, 'N', 'N')

    What you write besides makes the game faster, or nicer to read: `parts`, `canonical`, `moves`, `show`. All
    positions that can be reached are gone through once; where that takes more than some seconds, Grundy searches and
    goes through positions in turns. A game in Python makes some millions of options a second. A board game is faster
    as a rules file, `grundy.game`, by far.

    A game must end. Where it goes round in a circle, or has more positions than `most_positions`, a `GameError` says
    so. What your code raises comes back as it was raised.
    """

    #: The name before a position; None is that of the class.
    name: ClassVar[str | None] = None
    #: Whether it is usually played by the misère convention: whoever makes the last move loses.
    misere: ClassVar[bool] = False
    #: More positions than this are taken for a game that does not end.
    most_positions: int = 20_000_000
    #: For so many seconds a call goes first through all positions that can be reached, and then searches as long.
    explored_for: float = 20.0

    def options(self, position: P) -> Iterable[P]:
        """Return the positions that a move can leave, in a list or one by one."""
        raise NotImplementedError("write `options`, or `moves`")

    def moves(self, position: P) -> Mapping[str, P] | Iterable[tuple[str, P]]:
        """Return the moves by their names, each with the position that it leaves. Names have no blanks."""
        raise NotImplementedError

    def parts(self, position: P) -> Iterable[P]:
        """Return independent parts: a move in the whole is a move in exactly one of them."""
        raise NotImplementedError

    def canonical(self, position: P) -> P:
        """Return a position with the same tree of options, the same one for all that are alike."""
        raise NotImplementedError

    def show(self, position: P) -> str:
        """Return a position as text, for people."""
        raise NotImplementedError

    # What Grundy makes of it.

    @property
    def _core(self) -> CoreGame:
        core: CoreGame | None = self.__dict__.get("_grundy_core")
        if core is None:
            core = self.__dict__["_grundy_core"] = self._made()
        return core

    def _made(self) -> CoreGame:
        own = type(self)

        def has(method: str) -> bool:
            return getattr(own, method) is not getattr(Game, method)

        if not has("options") and not has("moves"):
            raise GameError(f"{own.__name__} has no rules: write `options(self, position)`, or `moves`")
        title = own.__name__
        name = own.name or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", title).lower()
        summary = (own.__doc__ or "").strip().partition("\n")[0]
        asked = (has("options"), has("moves"), has("parts"), has("canonical"), has("show"))
        return CoreGame(self, title, (name, title, summary), own.misere, asked)

    def __getstate__(self) -> dict[str, Any]:
        # A copy is another game, with nothing found out yet.
        return {key: value for key, value in self.__dict__.items() if key != "_grundy_core"}

    def position(self, position: P) -> Position:
        """Return a position of the game, which can be solved, played, shown and added to others."""
        return Position._of(self._core.position(self, position))

    __call__ = position

    def nimber(self, position: P) -> int | None:
        """Return the nimber of a position under normal play."""
        return self.position(position).nimber

    def outcome(self, position: P, *, misere: bool | None = None) -> Outcome:
        """Return who wins a position: `"N"`, the next player, or `"P"`, the previous one."""
        if misere is None:
            return self.position(position).outcome
        answer = self.position(position).solve(misere=misere, only="outcome")
        assert answer.outcome is not None, "it was not stopped"
        return answer.outcome

    def solve(self, position: P, **options: Any) -> Answer:
        """Solve a position, as `Position.solve` does."""
        return self.position(position).solve(**options)

    def explain(self, position: P, **options: Any) -> Explanation:
        """Solve a position and show the working, as `Position.explain` does."""
        return self.position(position).explain(**options)

    def nimbers(self, positions: Iterable[P]) -> list[int | None]:
        """Return the nimbers of many positions.

        >>> import grundy
        >>> class TakeASquare(grundy.Game):
        ...     def options(self, heap):
        ...         return [heap - root**2 for root in range(1, heap + 1) if root**2 <= heap]
        >>> TakeASquare().nimbers(range(12))
        [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1]
        """
        all_positions = list(positions)
        found = self._core.nimbers(all_positions, FREELY)
        return [
            self.nimber(position) if nimber is None else nimber
            for position, nimber in zip(all_positions, found, strict=True)
        ]

    def check(self, *positions: P, time: Time | None = 10) -> None:
        """Hold `parts`, `canonical` and `moves` to the plain rules: every position by all roads.

        Raises:
            GameError: when two roads tell different things; the message shows the position.
            Stopped: when the time was too short.

        >>> import grundy
        >>> class Kayles(grundy.Game):
        ...     def options(self, rows):
        ...         for i, row in enumerate(rows):
        ...             for taken in (1, 2):
        ...                 for left in range(row - taken + 1):
        ...                     yield (*rows[:i], left, row - taken - left, *rows[i + 1 :])
        ...     def parts(self, rows):
        ...         return [(row,) for row in rows]
        ...     def canonical(self, rows):
        ...         return tuple(sorted(rows))
        >>> Kayles().check((3, 2), (5,))

        """
        for value in positions:
            position = self.position(value)
            for misere in (False, True):
                best = position.solve(misere=misere, moves="all", time=time)
                plain = position.solve(misere=misere, moves="all", time=time, method="definition")
                for what in ("outcome", "nimber", "winning_moves"):
                    one, other = getattr(best, what), getattr(plain, what)
                    if one != other:
                        play = "misère" if misere else "normal"
                        raise GameError(
                            f"the {what} of {value!r} under {play} play is {one!r} with `parts` and `canonical`, "
                            f"and {other!r} by the options alone: one of these methods is wrong"
                        )

    @property
    def explored(self) -> tuple[int, int]:
        """How many positions were met so far, and how many options were listed."""
        return self._core.size()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.explored[0]:,} positions met>"


class RulesGame:
    """A game from a rules file. `grundy.game` makes one, and puts it on the shelf: texts of positions find it.

    >>> import grundy
    >>> cram = grundy.game('''
    ... game my-cram
    ... grid
    ... move .. -> ##
    ... ''')
    >>> cram("4x5").nimber
    2
    >>> grundy.position("my-cram 4x5 + nim 2").outcome
    'P'
    """

    __slots__ = ("_name", "_text")

    def __init__(self, text: str, name: str | None = None) -> None:
        """Read a rules file: the same as `grundy.game`."""
        self._name = _grundy.put_rules(text, name)
        self._text = text

    @property
    def name(self) -> str:
        """The name before a position."""
        return self._name

    @property
    def text(self) -> str:
        """The rules file."""
        return self._text

    def position(self, text: str) -> Position:
        """Return a position in the notation of the game."""
        return Position(f"{self._name} {text}")

    __call__ = position

    @property
    def example(self) -> Position:
        """The example of the file, or a board of its first symbol."""
        return Position(self._name)

    def check(self, *, nodes: int | None = 1_000_000, time: Time | None = 10) -> RulesCheck:
        """Look the file over: what was derived from it, and its example solved in three ways."""
        found = json.loads(_grundy.check_rules(self._text, allowed(nodes=nodes, time=time)))
        return RulesCheck(found)

    def __repr__(self) -> str:
        return f"<RulesGame {self._name!r}>"


class RulesCheck:
    r"""What was derived from a rules file, and its example solved in three ways.

    >>> import grundy
    >>> check = grundy.game("game my-kayles\nstrip\nmove o{1..2} -> .\nexample ooooo").check()
    >>> check.is_sound, [way["nimber"] for way in check.ways]
    (True, [4, 4, 4])
    """

    def __init__(self, form: dict[str, Any]) -> None:
        #: Whether all ways that came to an end found the same.
        self.is_sound: bool = form["sound"]
        #: The example, as it is written, and drawn.
        self.example: str = form["example"]
        self.picture: str = form["picture"]
        #: Each way with what it found.
        self.ways: list[dict[str, Any]] = form["ways"]
        #: The symmetries, what joins parts, the mirror theorem, and why the game ends.
        self.symmetries: list[str] = form["symmetries"]
        self.joints: list[str] = form["joints"]
        self.mirror: str = form["mirror"]
        self.ends: str = form["ends"]
        #: Whether every move takes cells of one symbol away.
        self.is_taking: bool = form["taking"]

    def __str__(self) -> str:
        ways = [f"{way['way']:<21} nimber {way['nimber']}, misère {way['misere']}" for way in self.ways]
        return "\n".join(
            [
                f"symmetries: {'; '.join(self.symmetries)}",
                f"parts:      joined by {', '.join(self.joints[:8])}",
                f"mirror:     {self.mirror}",
                f"it ends:    {self.ends}",
                f"example:    {self.example}",
                self.picture.rstrip("\n"),
                *ways,
            ]
        )

    def __repr__(self) -> str:
        return f"<RulesCheck: {'sound' if self.is_sound else 'NOT sound'}>"


def game(text: str | Path, *, name: str | None = None) -> RulesGame:
    r"""Read a rules file, from its text or its path, and put its game on the shelf.

    A file with the name of an earlier one takes its place.

    Args:
        text: the text of the file; a `Path` is read.
        name: another name than that of the file.

    Raises:
        NotationError: when the file makes no sense, or the game may go on for ever.

    >>> import grundy
    >>> grundy.game("game endless\nstrip\nmove x. -> .x")
    Traceback (most recent call last):
    ...
    grundy.NotationError: this game may go on for ever: ...

    """
    return RulesGame(text.read_text(encoding="utf-8") if isinstance(text, Path) else text, name)


__all__ = ["Game", "RulesCheck", "RulesGame", "game"]
