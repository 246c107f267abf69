"""To and from the spellings of pycgt and of CGSuite."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from grundy._errors import NotationError
from grundy._position import Position

_NIMBER = re.compile(r"0|\*(\d*)")
_NUMBERS = re.compile(r"\d+")

# Games of heaps: our id, the name in CGSuite, the name in pycgt, and whether the heaps are the same.
_HEAPS = {
    "kayles": ("game.heap.Kayles", "KAYLES"),
    "dawsons-kayles": ("game.heap.DawsonsKayles", 'octal("0.07")'),
    "dawsons-chess": ('game.heap.TakeAndBreak("0.137")', "DAWSONS_CHESS"),
    "grundys-game": ("game.heap.GrundysGame", "GRUNDYS_GAME"),
    "officers": ('game.heap.TakeAndBreak("0.6")', "OFFICERS"),
}


def nimber_text(number: int) -> str:
    """Return a nimber as pycgt and CGSuite write it: `0`, `*`, `*2`, ...

    >>> import grundy
    >>> [grundy.convert.nimber_text(n) for n in (0, 1, 2)]
    ['0', '*', '*2']
    """
    return {0: "0", 1: "*"}.get(number, f"*{number}")


def read_nimber(text: str) -> int:
    """Return the nimber that pycgt and CGSuite write so.

    >>> import grundy
    >>> grundy.convert.read_nimber("*"), grundy.convert.read_nimber("*5"), grundy.convert.read_nimber("0")
    (1, 5, 0)
    """
    found = _NIMBER.fullmatch(text.strip())
    if found is None:
        raise NotationError("this is no nimber", text, 0, len(text), "write 0, *, *2, ...")
    return 0 if found[1] is None else int(found[1] or 1)


def to_cgsuite(position: Position | int) -> str:
    """Return a position, or a nimber, as an expression of CGSuite.

    >>> import grundy
    >>> grundy.convert.to_cgsuite(grundy.position("nim 3 5 + 0.07 9 + cram .../..#"))
    'game.heap.Nim(3) + game.heap.Nim(5) + game.heap.TakeAndBreak("0.07")(9) + game.grid.Cram("...|..#")'
    """
    if isinstance(position, int):
        return nimber_text(position)
    return " + ".join(_terms(position, _in_cgsuite)) or "0"


def to_pycgt(position: Position | int) -> str:
    """Return a position, or a nimber, as an expression of pycgt: of its names `nim`, `cram`, `heap` and `parse`.

    Under misère play pycgt has games of its own kind (`pycgt.impartial`): heaps are written as those.

    >>> import grundy
    >>> grundy.convert.to_pycgt(grundy.position("nim 3 5"))
    'nim.heaps(3, 5)'
    >>> grundy.convert.to_pycgt(grundy.position("kayles 5 8"))
    'heap.heaps(heap.KAYLES, 5, 8)'
    >>> grundy.convert.to_pycgt(3)
    '*3'
    """
    if isinstance(position, int):
        return nimber_text(position)
    return " + ".join(_terms(position, _in_pycgt)) or "parse('0')"


def from_cgsuite(text: str) -> Position:
    """Read an expression of CGSuite: nimbers, heaps, Cram and Clobber, and their sums.

    >>> import grundy
    >>> grundy.convert.from_cgsuite('game.heap.Kayles(5) + *3 + game.grid.Cram("..|.#")')
    Position('kayles 5 + *3 + cram ../.#')
    >>> grundy.convert.from_cgsuite('game.heap.TakeAndBreak("0.07")(9)')
    Position('0.07 9')
    """
    return _read(text, _of_cgsuite)


def from_pycgt(value: Any) -> Position:
    """Read what pycgt writes: its nimbers and expressions as text, or its games of a nimber's value.

    >>> import grundy
    >>> grundy.convert.from_pycgt("heap.heaps(heap.KAYLES, 5, 8)")
    Position('kayles 5 8')
    >>> grundy.convert.from_pycgt("*2")
    Position('*2')
    """
    if isinstance(value, str):
        return _read(value, _of_pycgt)
    from importlib import import_module

    text: str = import_module("pycgt").render(value)
    return Position(f"*{read_nimber(text)}")


def _terms(position: Position, write: Callable[[str, str], str | None]) -> list[str]:
    found = []
    for game, term in position._core.terms():
        notation = term[len(game) :].strip() if term.startswith(game) else term
        text = write(game, notation)
        if text is None:
            raise ValueError(f"there is no other spelling of {term!r}: the games that are shared are in docs/python.md")
        found.append(text)
    return found


def _in_cgsuite(game: str, notation: str) -> str | None:
    heaps = _NUMBERS.findall(notation)
    if game == "nimber":
        return nimber_text(int(notation.lstrip("*")))
    if game == "nim":
        return " + ".join(f"game.heap.Nim({heap})" for heap in heaps) or "0"
    if game in _HEAPS and "=" not in notation:
        return " + ".join(f"{_HEAPS[game][0]}({heap})" for heap in heaps) or "0"
    if game == "octal":
        code, *heaps = notation.split()
        return " + ".join(f'game.heap.TakeAndBreak("{code}")({heap})' for heap in heaps) or "0"
    if game in ("cram", "clobber"):
        return f'game.grid.{game.capitalize()}("{_rows(notation, "|")}")'
    return None


def _in_pycgt(game: str, notation: str) -> str | None:
    heaps = ", ".join(_NUMBERS.findall(notation))
    if game == "nimber":
        return f"parse({nimber_text(int(notation.lstrip('*')))!r})"
    if game == "nim":
        return f"nim.heaps({heaps})"
    if game in _HEAPS and "=" not in notation:
        return f"heap.heaps(heap.{_HEAPS[game][1]}, {heaps})"
    if game == "octal":
        code, *sizes = notation.split()
        return f'heap.heaps(heap.octal("{code}"), {", ".join(sizes)})'
    if game == "cram":
        return f"cram.parse({_rows(notation, chr(10))!r})"
    return None


def _rows(notation: str, between: str) -> str:
    size = re.fullmatch(r"(\d+)x(\d+)", notation)
    rows = ["." * int(size[2])] * int(size[1]) if size else notation.split("/")
    return between.join(rows)


def _read(text: str, of: Callable[[str], str | None]) -> Position:
    terms, start = [], 0
    for part in re.split(r"(?<=[\w\"'*)])\s*\+\s*(?=[\w*])", text):
        found = of(part.strip())
        if found is None:
            at = text.find(part, start)
            help = "the spellings that are read are in docs/python.md"
            raise NotationError("this spelling is not known here", text, at, at + len(part), help)
        start += len(part)
        terms.append(found)
    return Position(" + ".join(terms))


def _of_cgsuite(part: str) -> str | None:
    if _NIMBER.fullmatch(part):
        return f"*{read_nimber(part)}"
    if found := re.fullmatch(r"game\.heap\.Nim\((\d+)\)", part):
        return f"nim {found[1]}"
    if found := re.fullmatch(r'game\.heap\.TakeAndBreak\("([^"]+)"\)\((\d+)\)', part):
        return f"{found[1]} {found[2]}"
    if found := re.fullmatch(r"game\.heap\.Subtraction\([\[{]([\d, ]+)[\]}]\)\((\d+)\)", part):
        return f"subtraction set={found[1].replace(' ', '')} {found[2]}"
    if found := re.fullmatch(r'game\.grid\.(Cram|Clobber)\("([^"]+)"\)', part):
        return f"{found[1].lower()} {found[2].replace('|', '/')}"
    for game, (name, _) in _HEAPS.items():
        if found := re.fullmatch(re.escape(name) + r"\((\d+)\)", part):
            return f"{game} {found[1]}"
    return None


def _of_pycgt(part: str) -> str | None:
    if found := re.fullmatch(r"(?:\w+\.)?parse\(['\"]([*\d]+)['\"]\)", part):
        return f"*{read_nimber(found[1])}"
    if _NIMBER.fullmatch(part):
        return f"*{read_nimber(part)}"
    if found := re.fullmatch(r"nim\.heaps?\(([\d, ]+)\)", part):
        return f"nim {found[1].replace(',', ' ')}"
    if found := re.fullmatch(r"cram\.rectangle\((\d+), *(\d+)\)", part):
        return f"cram {found[1]}x{found[2]}"
    if found := re.fullmatch(r"cram\.parse\(['\"](.+)['\"]\)", part, re.DOTALL):
        return "cram " + "/".join(re.split(r"\\n|\n", found[1]))
    heap = re.fullmatch(r"(?:heap\.)?heaps?\((?:heap\.)?(\w+)(?:\(\"([^\"]+)\"\))?, *([\d, ]+)\)", part)
    if heap:
        sizes = heap[3].replace(",", " ")
        if heap[1] == "octal" and heap[2]:
            return f"{heap[2]} {sizes}"
        names = {name: game for game, (_, name) in _HEAPS.items()}
        return f"{names[heap[1]]} {sizes}" if heap[1] in names else None
    return None
