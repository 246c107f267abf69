"""Certificates, verified by code that shares nothing with the search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy import _grundy
from grundy._asked import Memory, Time, allowed

if TYPE_CHECKING:
    from grundy._proof import Proof

#: How a file with a proof begins.
_PROOF = b"grundy proof "


class Checked:
    """What a checker says of a certificate.

    Attributes:
        kind: `proof`, `period`, `quotient`, `packing` or `book`.
        valid: whether it is true.
        reason: why it is not, or None.
        facts: what is proved, by name.

    """

    def __init__(self, facts: dict[str, Any]) -> None:
        self.facts = facts
        self.kind: str = facts["kind"]
        self.valid: bool = facts["valid"]
        self.reason: str | None = facts.get("reason")

    def __bool__(self) -> bool:
        return self.valid

    def __repr__(self) -> str:
        told = ", ".join(f"{key}={value!r}" for key, value in self.facts.items() if key not in ("kind", "valid"))
        return f"<Checked {self.kind}: {'valid' if self.valid else 'NOT valid'}, {told}>"


def checked_of(found: str) -> Checked:
    """Return what a checker has written as JSON."""
    return Checked(json.loads(found))


def check(
    certificate: str | bytes | Path | Proof, *, time: Time | None = None, memory: Memory | None = "4G"
) -> Checked:
    """Verify a proof of a position, or a certificate: of a period, a misère quotient, a packing, a book of replies.

    Args:
        certificate: a proof or its bytes, or the text of a certificate; a `Path` is read.
        time: how long it may take.
        memory: how much memory it may take.

    Raises:
        ValueError: when it is neither.
        Stopped: when a limit was reached before a proof was verified.

    >>> import grundy
    >>> certificate = grundy.sequence("0.07").certificate()
    >>> grundy.check(certificate)
    <Checked period: valid, code='0.07', period=34, preperiod=53, saltus=0, terms=176>
    >>> bool(grundy.check(certificate.replace("period 34", "period 33")))
    False

    """
    if isinstance(certificate, Path):
        certificate = certificate.read_bytes()
    if isinstance(certificate, bytes) and not certificate.startswith(_PROOF):
        certificate = certificate.decode("utf-8")
    if isinstance(certificate, str):
        found, why = _grundy.check(certificate, allowed(time=time, memory=memory))
        if found is None:
            raise ValueError(f"this is no certificate: {why}")
        return checked_of(found)
    if isinstance(certificate, bytes):
        core = _grundy.CoreProof(certificate)
        return checked_of(core.check(allowed(time=time, memory=memory)))
    return certificate.check(time=time, memory=memory)
