"""Sequences of heap games, as arrays of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from grundy import _grundy, _page
from grundy._asked import Memory, Time, allowed
from grundy._grundy import CoreSequence

if TYPE_CHECKING:
    from grundy._position import Picture, Position

    _Array = np.ndarray[tuple[int], np.dtype[np.uint32]]
else:
    _Array = np.ndarray


class Sequence(_Array):
    """The nimbers of heaps 0, 1, 2, ... of a code: an array of NumPy that knows its period.

    The array has the memory that the nimbers were computed into; nothing is copied. It cannot be written to. Slices
    and results of arithmetic are plain arrays.

    >>> import grundy
    >>> kayles = grundy.sequence("0.77", terms=12)
    >>> kayles
    Sequence('0.77', terms=12, no period proved): [0 1 2 3 1 4 3 2 1 4 2 6]
    >>> int(kayles.max()), kayles[3:6].tolist()
    (6, [3, 1, 4])
    >>> dawson = grundy.sequence("0.07", terms=1000)
    >>> dawson.period, dawson.preperiod, dawson.nimber(10**12)
    (34, 53, 4)
    """

    _core: CoreSequence | None

    @classmethod
    def _of(cls, core: CoreSequence) -> Sequence:
        array = core.array().view(cls)
        array._core = core
        array.flags.writeable = False
        return array

    def __array_finalize__(self, of: object) -> None:
        self._core = None

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return array[()] if return_scalar else np.asarray(array)

    def __getitem__(self, key: Any) -> Any:
        return self.view(np.ndarray)[key]

    def __reduce__(self) -> tuple[Any, ...]:
        return (np.asarray, (self.view(np.ndarray).tolist(), self.dtype))

    @property
    def _known(self) -> CoreSequence:
        if self._core is None:
            raise AttributeError("this is a part of a sequence: only the whole knows its period")
        return self._core

    @property
    def code(self) -> str:
        """The code, as Grundy writes it."""
        return self._known.code

    @property
    def terms(self) -> int:
        """How many nimbers are here."""
        return len(self)

    @property
    def period(self) -> int | None:
        """The proved period in heaps; None where none is proved."""
        found = self._known.period
        return found[0] if found else None

    @property
    def preperiod(self) -> int | None:
        """The least heap from which the nimbers repeat; None where no period is proved."""
        found = self._known.period
        return found[1] if found else None

    @property
    def saltus(self) -> int | None:
        """What every period adds to the nimbers, mostly 0; None where no period is proved."""
        found = self._known.period
        return found[2] if found else None

    @property
    def theorem(self) -> str | None:
        """The theorem that proves the period: `guy-smith`, `sparse-window`, `all-but-state` or `three-heaps`."""
        found = self._known.period
        return found[3] if found else None

    @property
    def proof_terms(self) -> int | None:
        """How many nimbers prove the period."""
        found = self._known.period
        return found[4] if found else None

    @property
    def proved(self) -> bool:
        """Whether a period is proved."""
        return self._known.period is not None

    @property
    def observed(self) -> tuple[int, int, int] | None:
        """Period, preperiod and saltus of a repeat that is seen and not proved."""
        return self._known.observed

    @property
    def rare_heaps(self) -> list[tuple[int, int]] | None:
        """The rare heaps with their nimbers, where a sparse space is in use."""
        return self._known.rare_heaps

    def nimber(self, heap: int) -> int | None:
        """Return the nimber of any heap, by the period where it is not computed; None where it is not known."""
        return self._known.nimber(heap)

    def certificate(self) -> str:
        """Return the certificate of the period, which `grundy.check` verifies.

        >>> import grundy
        >>> print(grundy.sequence("0.77", terms=1000).certificate().splitlines()[0])
        grundy heap period 1
        """
        text = self._known.certificate()
        if text is None:
            raise ValueError("no period is proved, so there is nothing to certify")
        return text

    @property
    def brief(self) -> str:
        """What is known, in a few words."""
        found = self._known.period
        period = f"period {found[0]} from heap {found[1]} on" if found else "no period proved"
        return f"{len(self):,} nimbers, {period}"

    def chart(self) -> Picture:
        """Return the chart of the nimbers as SVG, which needs nothing else."""
        from grundy._position import Picture

        return Picture(self._known.chart(), f"nimbers of {self.code}")

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Plot the nimbers by matplotlib, with the first period marked; returns the axes.

        Args:
            ax: the axes to plot on; None makes new ones.
            style: passed on to `Axes.plot`.

        """
        ax = _page.axes(ax)
        style = {"marker": ".", "linestyle": "none", "markersize": 3} | style
        ax.plot(np.arange(len(self)), self.view(np.ndarray), **style)
        if self.period is not None and self.preperiod is not None:
            ax.axvspan(self.preperiod, self.preperiod + self.period, alpha=0.15, label="first period")
            ax.legend(loc="upper left")
        ax.set(xlabel="heap", ylabel="nimber", title=f"{self.code}: {self.brief}")
        return ax

    def to_frame(self) -> Any:
        """Return a pandas frame of heaps and nimbers."""
        return _page.frame(
            cast("Any", np.column_stack([np.arange(len(self)), self.view(np.ndarray)])),
            ["heap", "nimber"],
        )

    def __repr__(self) -> str:
        if self._core is None:
            return repr(self.view(np.ndarray))
        found = self._core.period
        period = f"period {found[0]} from heap {found[1]} on" if found else "no period proved"
        shown = np.array2string(self.view(np.ndarray), threshold=24, edgeitems=12, max_line_width=10**6)
        return f"Sequence({self.code!r}, terms={len(self)}, {period}): {shown}"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p>{escape(repr(self))}</p>{self._core.chart() if self._core else ''}"


def sequence(
    code: str,
    terms: int = 1000,
    *,
    prove: bool = False,
    every: bool = False,
    time: Time | None = None,
    memory: Memory | None = None,
    threads: int = 1,
) -> Sequence:
    """Compute the nimbers of heaps `0` to `terms - 1` of a code, and prove the period.

    Args:
        code: an octal or hexadecimal code (`"0.77"`, `"0.3F"`, `"4.0"`), or a game of heaps by its name.
        terms: how many nimbers to return.
        prove: go on beyond `terms` until a period is proved.
        every: compute every nimber by the rules, where a period is proved earlier too.
        time: how long it may take, in seconds, or as `"10s"`.
        memory: how much memory it may take, in bytes, or as `"4G"`.
        threads: how many threads may work.

    Raises:
        NotationError: when the code makes no sense.
        Stopped: when a limit was reached first; its `answer` is the sequence as far as it is known.

    >>> import grundy
    >>> grundy.sequence("subtraction set=1,2,3", terms=10).tolist()
    [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]

    """
    if terms < 0:
        raise ValueError(f"terms={terms}: write a number from 0 up")
    room = allowed(time=time, memory=memory, threads=threads)
    return Sequence._of(_grundy.sequence(code, terms, prove, every, room))


class Code:
    """A taking-and-breaking game by its code.

    >>> import grundy
    >>> kayles = grundy.code("kayles")
    >>> kayles, kayles.sequence(6).tolist(), kayles.nimber(10**15)
    (Code('0.77'), [0, 1, 2, 3, 1, 4], 1)
    >>> kayles.position(5, 8)
    Position('0.77 5 8')
    """

    __slots__ = ("_largest_take", "_text")

    def __init__(self, text: str) -> None:
        """Read a code: the same as `grundy.code`."""
        self._text, self._largest_take = _grundy.read_code(text)

    @property
    def text(self) -> str:
        """The code, as Grundy writes it."""
        return self._text

    @property
    def largest_take(self) -> int | None:
        """The most beans that a move takes; None where there is no bound."""
        return self._largest_take

    def sequence(self, terms: int = 1000, **options: Any) -> Sequence:
        """Return the nimbers, as `grundy.sequence` does."""
        return sequence(self._text, terms, **options)

    def nimber(self, heap: int) -> int | None:
        """Return the nimber of one heap, by the proved period where it is large."""
        return self.position(heap).nimber

    def position(self, *heaps: int) -> Position:
        """Return the position of these heaps."""
        from grundy._position import Position

        return Position(f"{self._text} {' '.join(map(str, heaps)) or '-'}")

    def misere(self, **options: Any) -> Any:
        """Return the misère quotient of all heaps, as `grundy.misere` does."""
        from grundy._misere import misere

        return misere(self._text, **options)

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Code) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Code({self._text!r})"


def code(text: str) -> Code:
    """Read the code of a taking-and-breaking game, or the name of one.

    Raises:
        NotationError: when it makes no sense.

    >>> import grundy
    >>> grundy.code("0.16").sequence(10).tolist()
    [0, 1, 0, 0, 1, 2, 2, 1, 4, 0]

    """
    return Code(text)
