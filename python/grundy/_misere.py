"""Misère theory: quotients, genera, canonical forms."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy import _grundy, _page
from grundy._asked import Memory, Time, allowed
from grundy._errors import NotationError
from grundy._position import Position


class MisereQuotient:
    """A misère quotient: what sums of heaps, or of parts, are worth when whoever makes the last move loses.

    Attributes:
        of: the code or the position.
        solved: whether it is proved for all heaps, or known of all parts.
        order: how many elements it has.
        p: how many of them are won by the second player.
        tame: whether it is that of Nim.
        generators: the heaps, or the numbers of the parts, that generate it.
        letters: the letters that stand for the generators.
        relations: what they fulfil, as text.
        words: the elements as products of letters.
        p_portion: the elements that the second player wins.
        values: the element of each heap, or of each part.
        table: the products, an array of `order` by `order`.
        preperiod: the heap from which the values repeat, and `period` after how many they do; None while unproved.
        stopped: why it is not whole: a limit, or `order`, `stuck`, `family`; None where it is.

    """

    def __init__(self, form: dict[str, Any], certificate: str | None, table: list[list[int]]) -> None:
        self._form = form
        self._certificate = certificate
        self.of: str = form.get("code") or form["position"]
        self.solved: bool = form["solved"]
        self.order: int = form["order"]
        self.p: int = form["p"]
        self.tame: bool = form["tame"]
        self.generators: list[int] = form.get("generators", [])
        self.letters: list[str] = form.get("letters", [])
        self.relations: list[str] = form.get("relations", [])
        self.words: list[str] = form.get("words", [])
        self.p_portion: list[int] = form["p_portion"]
        self.values: npt.NDArray[np.uint16] = np.array(form["phi"], dtype=np.uint16)
        self.table: npt.NDArray[np.uint16] = np.array(table, dtype=np.uint16)
        self.preperiod: int | None = form.get("preperiod")
        self.period: int | None = form.get("period")
        self.stopped: str | None = form["stopped"]
        self.seconds: float = form["seconds"]

    def value(self, heap: int) -> int:
        """Return the element of a heap, by the period where it is large."""
        if self.period is not None and self.preperiod is not None and heap >= len(self.values):
            heap = self.preperiod + (heap - self.preperiod) % self.period
        return int(self.values[heap])

    def outcome(self, *heaps: int) -> str:
        """Return who wins a sum of heaps, or of parts, under misère play.

        >>> import grundy
        >>> kayles = grundy.misere("0.77")
        >>> kayles.outcome(1, 1), kayles.outcome(5, 8)
        ('N', 'N')
        """
        total = 0
        for heap in heaps:
            total = int(self.table[total, self.value(heap)])
        return "P" if total in self.p_portion else "N"

    def certificate(self) -> str:
        """Return the certificate, which `grundy.check` verifies."""
        if self._certificate is None:
            raise ValueError("nothing is proved for all heaps, so there is nothing to certify")
        return self._certificate

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Plot the table of products by matplotlib; returns the axes."""
        ax = _page.axes(ax)
        ax.imshow(self.table, **({"interpolation": "nearest"} | style))
        ax.set(title=f"{self.of}: products of the misère quotient", xlabel="element", ylabel="times")
        return ax

    def to_frame(self) -> Any:
        """Return the values of heaps, or of parts, as a pandas frame."""
        words = self.words or [""] * self.order
        rows = [(heap, int(value), words[int(value)]) for heap, value in enumerate(self.values)]
        return _page.frame(rows, ["heap", "element", "word"])

    def __str__(self) -> str:
        told = f"{self.of}, misère play: the quotient has order {self.order}, {self.p} for the second player"
        lines = [f"{told}, {'tame' if self.tame else 'wild'}; {'solved' if self.solved else 'not solved'}."]
        if self.period is not None:
            lines.append(f"The values of heaps have period {self.period} from heap {self.preperiod} on.")
        if self.letters:
            names = ", ".join(f"{a} = {b}" for a, b in zip(self.letters, self.generators, strict=True))
            lines.append(_page.fill(f"Generators: {names}.", "", "  "))
            lines.append(_page.fill(f"Relations: {', '.join(self.relations)}.", "", "  "))
            won = ", ".join(self.words[element] for element in self.p_portion)
            lines.append(_page.fill(f"For the second player: {won}.", "", "  "))
        return "\n".join(lines)

    def __repr__(self) -> str:
        state = "solved" if self.solved else "not solved"
        return f"<{type(self).__name__} {self.of!r}: order {self.order}, {state}>"


class MiserePosition(MisereQuotient):
    """The misère theory of one position: genus, canonical form, and the quotient of its parts.

    Attributes:
        genus: as the field writes it; None where the canonical form is too large.
        misere_value: the nimber that goes on under misère play.
        temper: `nim`, `tame`, `restive` or `wild` and the like.
        form: the canonical form as text, where it is not too long.
        parts: the parts that the position can fall into.
        element: the word of the position in the quotient.

    """

    def __init__(self, form: dict[str, Any], certificate: str | None, table: list[list[int]]) -> None:
        super().__init__(form, certificate, table)
        nature = form["nature"] or {}
        self.genus: str | None = nature.get("genus")
        self.misere_value: int | None = nature.get("misere_value")
        self.temper: str | None = nature.get("temper")
        self.form: str | None = nature.get("form")
        self.parts: list[str] = form["parts"]
        value = form["value"]
        self.element: str | None = self.words[value] if value is not None and self.words else None

    def __str__(self) -> str:
        head = f"Genus {self.genus}, misère value {self.misere_value}, {self.temper}."
        return "\n".join([*([head] if self.genus else []), super().__str__()])


def misere(
    of: str | Position,
    *,
    heaps: int | None = None,
    order: int = 3000,
    time: Time | None = 60,
    memory: Memory | None = "4G",
) -> MisereQuotient:
    """Return the misère quotient of all heaps of a code, or the misère theory of a position.

    Args:
        of: a code (`"0.77"`), the text of a position, or a position.
        heaps: carry the quotient to this heap only.
        order: the most elements that a quotient may have.
        time: how long it may take.
        memory: how much memory it may take.

    >>> import grundy
    >>> quotient = grundy.misere("0.123")
    >>> quotient.solved, quotient.order, quotient.period
    (True, 20, 5)
    >>> theory = grundy.misere("kayles 5 8")
    >>> theory.genus
    '5^75'

    """
    room = allowed(time=time, memory=memory)
    if isinstance(of, str):
        try:
            found, certificate, table = _grundy.misere_of_code(of, heaps, order, room)
        except NotationError:
            of = Position(of)
        else:
            return MisereQuotient(json.loads(found), certificate, table)
    found, certificate, table = _grundy.misere_of_position(of._core, heaps, order, room)
    return MiserePosition(json.loads(found), certificate, table)
