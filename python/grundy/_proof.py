"""Proofs of positions: what a search has found, written down so that the rules alone show it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from grundy._answer import Outcome
from grundy._asked import Memory, Only, Time, allowed, asked
from grundy._check import Checked, checked_of
from grundy._grundy import CoreProof
from grundy._grundy import prove as _prove
from grundy._position import Position


@dataclass(frozen=True)
class Claim:
    """What a proof claims of a position.

    Attributes:
        position: the text of the position; heaps are written by their code.
        outcome: `"N"` or `"P"`.
        nimber: its nimber; None under misère play, or where the outcome alone is claimed.
        winning_moves: exactly the moves that win; None where they are not claimed.

    """

    position: str
    outcome: Outcome
    nimber: int | None
    winning_moves: list[str] | None


class Proof:
    """A proof that `grundy.prove` has made, or that is read from its bytes or its file.

    It is a set of *members*: positions with their nimbers (normal play), or sums that are P-positions (misère play).
    Whoever has the rules of the game can check each of them by its options and the other members.

    >>> import grundy
    >>> proof = grundy.prove(grundy.position("cram 3x3"))
    >>> proof.claims[0]
    Claim(position='cram 3x3', outcome='P', nimber=0, winning_moves=[])
    >>> grundy.Proof(bytes(proof)).check().valid
    True
    """

    __slots__ = ("_core",)

    def __init__(self, data: bytes) -> None:
        """Read the bytes of a proof; what is none raises `ValueError`."""
        self._core = CoreProof(data)

    @classmethod
    def _of(cls, core: CoreProof) -> Proof:
        proof = cls.__new__(cls)
        proof._core = core
        return proof

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Proof:
        """Read a file that `save` or `grundy prove` has written."""
        return cls(Path(path).read_bytes())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the proof to a file; `grundy check` verifies it."""
        Path(path).write_bytes(bytes(self))

    @property
    def claims(self) -> list[Claim]:
        """What is claimed."""
        return [Claim(*claim) for claim in self._core.claims()]

    @property
    def misere(self) -> bool:
        """Whether the claims are of misère play."""
        return self._core.is_misere()

    @property
    def asked(self) -> int:
        """How often something was asked of the search that it no longer knew; 0 for a proof that was read."""
        return self._core.asked()

    def lines(self) -> list[str]:
        """Return every member as a line of text, which a program of your own can check.

        >>> import grundy
        >>> grundy.prove(grundy.position("cram 2x2")).lines()
        ['cram ../.. = *0']
        """
        return self._core.lines()

    def check(self, *, time: Time | None = None, memory: Memory | None = "4G") -> Checked:
        """Verify the proof by code that shares nothing with the search; see `grundy.check`."""
        return checked_of(self._core.check(allowed(time=time, memory=memory)))

    def __bytes__(self) -> bytes:
        return self._core.bytes()

    def __len__(self) -> int:
        return self._core.members()

    def __repr__(self) -> str:
        told = ", ".join(f"{claim.position} is {claim.outcome}" for claim in self.claims)
        return f"<Proof of {len(self):,} members: {told}>"


def prove(
    position: Position | str,
    *,
    misere: bool | None = None,
    only: Only | None = None,
    lemmas: bool = True,
    nodes: int | None = None,
    time: Time | None = None,
    memory: Memory | None = None,
    threads: int = 1,
) -> Proof:
    """Solve a position and write down a proof of the answer.

    Args:
        position: a position, or its text.
        misere: whether whoever makes the last move loses; None is the usual convention of the games.
        only: `"outcome"` or `"nimber"`, where the winning moves need no proof: it is up to three times as short.
        lemmas: whether the proof may use the lemmas that the checker knows.
        nodes: how many positions may be looked into.
        time: how long it may take, in seconds, or as `"10s"`.
        memory: how much memory it may take, in bytes, or as `"4G"`.
        threads: how many threads may search.

    Raises:
        Stopped: when a limit was reached first.
        ValueError: when there are no proofs of one of the games; the message says why.

    >>> import grundy
    >>> proof = grundy.prove("cram 3x4", only="nimber")
    >>> proof.claims[0].nimber
    1
    >>> grundy.check(proof).valid
    True

    """
    at = position if isinstance(position, Position) else Position(position)
    question = asked(misere=misere, method="search", only=only)
    room = allowed(nodes=nodes, time=time, memory=memory, threads=threads)
    return Proof._of(_prove(at._core, question, lemmas, room))
