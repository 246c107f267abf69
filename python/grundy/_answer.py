"""Answers and explanations."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Literal

from grundy import _page
from grundy._grundy import CoreAnswer, CoreSequence

if TYPE_CHECKING:
    from grundy._position import Position

Outcome = Literal["N", "P"]

_WINNERS = {"N": "The next player wins", "P": "The previous player wins"}


@dataclass(frozen=True)
class Option:
    """An option of a position: a move, what it leaves, and what that is worth.

    Attributes:
        move: the name of the move.
        left: the position that it leaves.
        nimber: the nimber of that; None under misère play, where it has none, or where a limit left none.
        outcome: who wins what is left; the move wins where it is `"P"`. None where a limit left none.

    """

    move: str
    left: Position
    nimber: int | None
    outcome: Outcome | None

    @property
    def wins(self) -> bool:
        """Whether the move wins."""
        return self.outcome == "P"


class Options(list[Option]):
    """The options of a position, in reading order of the moves."""

    def to_frame(self) -> Any:
        """Return the options as a pandas frame: move, leaves, nimber, outcome."""
        return _page.frame(self._rows(), ["move", "leaves", "nimber", "outcome"])

    def _rows(self) -> list[tuple[str, str, int | None, str | None]]:
        return [(option.move, str(option.left), option.nimber, option.outcome) for option in self]

    def _repr_html_(self) -> str:
        rows = [(move, left, _shown(nimber), outcome) for move, left, nimber, outcome in self._rows()]
        return _page.html_table(["move", "leaves", "nimber", "outcome"], rows)


def _shown(nimber: int | None) -> str:
    return "" if nimber is None else f"*{nimber}"


class Answer:
    """The answer for a position: who wins, by what nimber, with which moves.

    >>> import grundy
    >>> answer = grundy.position("bubbly (E(G)) + nim 4").solve()
    >>> answer.outcome, answer.nimber, answer.winning_moves
    ('N', 6, ['2:1:4>2'])
    >>> print(answer)
    bubbly (E(G)) + nim 4
    The next player wins (N), nimber *6.
      1: bubbly (E(G)) = *2
      2: nim 4 = *4
    Winning moves, 1 of 6: 2:1:4>2
    """

    __slots__ = ("_core",)

    def __init__(self, core: CoreAnswer) -> None:
        """Answers come from `Position.solve` and `grundy.solve`."""
        self._core = core

    @property
    def position(self) -> Position:
        """The position that was solved."""
        from grundy._position import Position

        return Position._of(self._core.position)

    @property
    def misere(self) -> bool:
        """Whether it was solved under misère play: whoever makes the last move loses."""
        return self._core.is_misere

    @property
    def outcome(self) -> Outcome | None:
        """`"N"` where the next player wins, `"P"` where the previous player does; None where it is not known."""
        return self._core.outcome

    @property
    def nimber(self) -> int | None:
        """The nimber; None under misère play, where there is none, or where it is not known."""
        return self._core.nimber

    @property
    def nimber_at_least(self) -> int | None:
        """A bound on the nimber, where a limit left the outcome and not the nimber."""
        return self._core.nimber_at_least

    @property
    def nimber_at_most(self) -> int | None:
        """A bound on the nimber by the rules alone, where a limit left nothing else."""
        return self._core.nimber_at_most

    @property
    def genus(self) -> str | None:
        """Under misère play the genus, as the field writes it, where it is quickly found."""
        return self._core.genus

    @property
    def winning_moves(self) -> list[str]:
        """The names of the moves that win, in reading order, as many as were asked for."""
        return self._core.winning

    @property
    def winning_count(self) -> int | None:
        """How many moves win; None where a limit left that open, or where it was not asked."""
        return self._core.winning_count

    @property
    def winning_groups(self) -> list[dict[str, Any]] | None:
        """All winning moves of a misère sum of heaps that has more of them than were named; else None.

        Heaps in which the same moves win are a group: from `least` to `largest` in steps of `step` (None where all are
        equal), `heaps` of them with `count` winning moves. Each entry of `moves` takes `take` beans and leaves one of
        `smaller` beside the largest heap that it leaves; where it has a `step`, that may be larger by multiples of it.
        """
        groups: list[dict[str, Any]] | None = self.to_dict().get("winning_groups")
        return groups

    @property
    def moves(self) -> int:
        """How many moves there are."""
        return self._core.moves

    @property
    def parts(self) -> list[tuple[str, int | None]]:
        """The terms of the sum, each with its nimber where that was found."""
        return self._core.parts

    @property
    def options(self) -> Options | None:
        """The options, each with what it is worth; None where they were not asked."""
        from grundy._position import Position

        rows = self._core.options
        if rows is None:
            return None
        return Options(Option(move, Position._of(left), nimber, won) for move, left, nimber, won in rows)

    @property
    def method(self) -> str:
        """How it was found: `theorem`, `quotient`, `table`, `search` or `definition`."""
        return self._core.method

    @property
    def nodes(self) -> int:
        """How many positions were looked into."""
        return self._core.nodes

    @property
    def seconds(self) -> float:
        """The time taken."""
        return self._core.seconds

    @property
    def stopped(self) -> str | None:
        """The limit that was reached before the answer was whole, or None."""
        return self._core.stopped

    @property
    def notes(self) -> list[str]:
        """What should be known of how the text was read."""
        return self._core.notes

    @property
    def brief(self) -> str:
        """The answer in a few words."""
        known: list[str] = [self.outcome or "no outcome"]
        if self.nimber is not None:
            known.append(f"nimber *{self.nimber}")
        elif self.nimber_at_least is not None:
            known.append(f"nimber at least *{self.nimber_at_least}")
        elif self.nimber_at_most is not None:
            known.append(f"nimber at most *{self.nimber_at_most}")
        if self.winning_moves:
            known.append(f"winning moves {' '.join(self.winning_moves[:8])}")
        return ", ".join(known)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that the program `grundy` writes, as a dictionary."""
        answer: dict[str, Any] = json.loads(self._core.json())
        return answer

    def _verdict(self) -> str:
        misere = ", misère play" if self.misere else ""
        if self.outcome is None:
            bound = "" if self.nimber_at_most is None else f" The nimber is at most *{self.nimber_at_most}."
            return f"Not known{misere}: stopped by the limit of {self.stopped} after {self.nodes:,} nodes.{bound}"
        nimber = "" if self.nimber is None else f", nimber *{self.nimber}"
        return f"{_WINNERS[self.outcome]} ({self.outcome}{misere}){nimber}."

    def _winning(self) -> str:
        named, count, moves = self.winning_moves, self.winning_count, self.moves
        if count is None:
            return f"Winning moves found so far: {' '.join(named)}" if named else ""
        if count == 0:
            told = {0: "There are no moves.", 1: "The only move does not win."}
            return told.get(moves, f"None of the {moves} moves wins.")
        more = f" ... and {count - len(named)} more" if count > len(named) else ""
        names = f": {' '.join(named)}" if named else ""
        return f"Winning moves, {count} of {moves}{names}{more}"

    def __str__(self) -> str:
        lines = [_page.shortened(str(self.position) or "(the empty sum)", 300), self._verdict()]
        if self._core.why_convention:
            lines.append(_page.fill(f"Normal play is used: {self._core.why_convention}."))
        if self.genus:
            lines.append(f"Genus {self.genus}.")
        parts = self.parts
        if len(parts) > 1:
            for number, (term, nimber) in enumerate(parts[:20], 1):
                worth = "" if nimber is None else f" = *{nimber}"
                lines.append(f"  {number}: {_page.shortened(term, 80)}{worth}")
            if len(parts) > 20:
                lines.append(f"  ... and {len(parts) - 20} more terms")
        if winning := self._winning():
            lines.append(_page.fill(winning, "", "  "))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Answer {_page.shortened(str(self.position), 60)!r}: {self.brief}>"

    def _repr_html_(self) -> str:
        parts = ""
        if len(self.parts) > 1:
            rows = [(number, term, _shown(nimber)) for number, (term, nimber) in enumerate(self.parts[:20], 1)]
            parts = _page.html_table(["", "term", "nimber"], rows)
        text = escape(_page.shortened(str(self.position), 300))
        return f"<p><code>{text}</code><br>{escape(self._verdict())}<br>{escape(self._winning())}</p>{parts}"


class Explanation:
    """An answer with its working, step by step, as one would teach it.

    >>> import grundy
    >>> explanation = grundy.position("nim 3 5").explain()
    >>> explanation.steps[0].heading
    'The rows in binary, the columns aligned; below, 1 where a column has an odd number of ones'
    """

    __slots__ = ("answer", "steps")

    def __init__(self, core: CoreAnswer, form: str) -> None:
        """Explanations come from `Position.explain`."""
        #: The answer.
        self.answer = Answer(core)
        #: The steps.
        self.steps: tuple[_page.Step, ...] = tuple(map(_page.step_of, json.loads(form)["steps"]))

    def __str__(self) -> str:
        numbered = enumerate(self.steps, 1)
        steps = (str(_page.Step(f"{number}. {step.heading}", step.blocks)) for number, step in numbered)
        return "\n\n".join([str(self.answer), *steps])

    def __repr__(self) -> str:
        return f"<Explanation of {_page.shortened(str(self.answer.position), 60)!r}: {len(self.steps)} steps>"

    def _repr_html_(self) -> str:
        return self.answer._repr_html_() + "".join(f"<li>{step._repr_html_()}</li>" for step in self.steps).join(
            ["<ol>", "</ol>"]
        )


def known(core: object) -> Any:
    """Return what came along with `Stopped`, as people use it."""
    from grundy._sequence import Sequence

    if isinstance(core, CoreAnswer):
        return Answer(core)
    if isinstance(core, CoreSequence):
        return Sequence._of(core)
    return core
