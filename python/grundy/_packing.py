"""Disks in a cavity."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from grundy import _grundy, _page
from grundy._asked import Time, allowed


class Packing:
    """Disks in a cavity, placed so that it is proved in exact arithmetic that they fit.

    Attributes:
        fits: whether a placement was found and proved.
        cavity: the cavity, as it was given, or the smallest one that was found.
        disks: diameter, x and y of each disk, as exact decimals; the centre of the cavity is the origin.
        smallest_cavity_found: the diameter of the smallest round cavity that was found.
        svg: the picture.

    """

    def __init__(self, form: dict[str, Any], svg: str) -> None:
        self._form = form
        self.svg = svg
        self.fits: bool = form["fits"]
        self.cavity: str = str(form["cavity"])
        self.disks = [
            (Decimal(str(disk["diameter"])), Decimal(disk["x"]), Decimal(disk["y"])) for disk in form["disks"]
        ]
        self.smallest_cavity_found: float = form["smallest_cavity_found"]
        self.seconds: float = form["seconds"]

    def certificate(self) -> str:
        """Return the certificate, which `grundy.check` verifies."""
        if not self.fits:
            raise ValueError("no placement was found, so there is nothing to certify")
        return json.dumps(self._form)

    def to_frame(self) -> Any:
        """Return the disks as a pandas frame of floating-point numbers."""
        return _page.frame([tuple(map(float, disk)) for disk in self.disks], ["diameter", "x", "y"])

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Packing of {len(self.disks)} disks in {self.cavity}: {'proved' if self.fits else 'not found'}>"


def pack(
    disks: Iterable[float | str | Decimal] | str | None = None,
    cavity: float | str | Decimal | None = None,
    *,
    minimise: bool = False,
    preset: str | None = None,
    seed: int = 1,
    time: Time | None = 10,
    threads: int = 1,
) -> Packing:
    """Pack disks into a round cavity, or a rectangle; or find the smallest cavity.

    Args:
        disks: the diameters. Texts are exact: `"2.15"` is 2.15.
        cavity: the diameter of a round cavity, or `"10x12"`.
        minimise: look for the smallest cavity.
        preset: `"formidable-fourteen"`, in place of disks and a cavity.
        seed: the same seed finds the same placement.
        time: how long it may take.
        threads: how many threads may search.

    >>> import grundy
    >>> packing = grundy.pack(["1", "1"], "2.1")
    >>> packing.fits, grundy.check(packing.certificate()).valid
    (True, True)

    """
    room = allowed(time=time, threads=threads)
    if preset is not None:
        if preset != "formidable-fourteen" or disks is not None:
            raise ValueError(f"preset={preset!r}: there is formidable-fourteen, which brings its disks")
        return Packing(*_packed(None, None, minimise, seed, room))
    if disks is None:
        raise ValueError("no disks given: write a list of diameters, or a preset")
    if cavity is None and not minimise:
        raise ValueError("no cavity given: write its diameter, or minimise=True")
    texts = disks if isinstance(disks, str) else " ".join(str(disk) for disk in disks)
    return Packing(*_packed(texts, None if cavity is None else str(cavity), minimise, seed, room))


def _packed(disks: str | None, cavity: str | None, minimise: bool, seed: int, room: Any) -> tuple[dict[str, Any], str]:
    form, svg = _grundy.pack(disks, cavity, minimise, seed, room)
    return json.loads(form), svg
