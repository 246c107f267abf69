"""The games that can be asked for by name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from grundy import _grundy, _page
from grundy._position import Position


@dataclass(frozen=True)
class Parameter:
    """What can be set before a position, as `KEY=VALUE`."""

    key: str
    default: str
    help: str


@dataclass(frozen=True)
class NamedPosition:
    """A position that has a name: `grundy.position("nim@marienbad")`."""

    name: str
    position: str
    misere: bool
    source: str
    remark: str | None


@dataclass(frozen=True)
class Card:
    """What is to be known of a game: its names, what a move is, what can be set.

    >>> import grundy
    >>> card = grundy.games["2d-nim"]
    >>> card.title, card.misere, card.parameters[0].key
    ('2D Nim', True, 'max')
    """

    id: str
    title: str
    summary: str
    misere: bool
    aliases: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    example_text: str
    positions: tuple[NamedPosition, ...]

    @property
    def example(self) -> Position:
        """A position worth looking at."""
        return Position(self.example_text)

    def __call__(self, text: str) -> Position:
        """Return a position in the notation of the game.

        >>> import grundy
        >>> grundy.games["cram"]("4x5").nimber
        2
        """
        return Position(f"{self.id} {text}" if self.id != "nimber" else text)


def _card(form: dict[str, Any]) -> Card:
    return Card(
        id=form["id"],
        title=form["title"],
        summary=form["summary"],
        misere=form["misere"],
        aliases=tuple(form["aliases"]),
        parameters=tuple(Parameter(**parameter) for parameter in form["parameters"]),
        example_text=form["example"],
        positions=tuple(NamedPosition(**position) for position in form["positions"]),
    )


class Shelf(Mapping[str, Card]):
    """The games by their ids, in the order in which lists show them; aliases are found too.

    >>> import grundy
    >>> list(grundy.games)[:3]
    ['nim', 'bubbly', 'hackenbush']
    >>> grundy.games["Dawson"].id
    'dawsons-kayles'
    >>> "chess" in grundy.games
    False
    """

    def _cards(self) -> list[Card]:
        return [_card(form) for form in json.loads(_grundy.list_games())]

    def __iter__(self) -> Iterator[str]:
        return (card.id for card in self._cards())

    def __len__(self) -> int:
        return len(self._cards())

    def __getitem__(self, name: str) -> Card:
        wanted = name.casefold()
        for card in self._cards():
            if wanted == card.id or wanted in card.aliases:
                return card
        raise KeyError(f"there is no game called {name!r}: the games are {', '.join(self)}")

    def to_frame(self) -> Any:
        """Return the games as a pandas frame."""
        return _page.frame(self._rows(), ["id", "title", "summary", "misere", "example"])

    def _rows(self) -> list[tuple[str, str, str, bool, str]]:
        return [(card.id, card.title, card.summary, card.misere, card.example_text) for card in self._cards()]

    def __repr__(self) -> str:
        return f"<Shelf of {len(self)} games: {', '.join(self)}>"

    def __str__(self) -> str:
        cards = self._cards()
        margin = max(len(card.id) for card in cards)
        return "\n".join(f"{card.id:<{margin}}  {card.title}: {card.summary}" for card in cards)

    def _repr_html_(self) -> str:
        rows = [(id, title, summary, example) for id, title, summary, _, example in self._rows()]
        return _page.html_table(["id", "title", "a move", "example"], rows)


#: The shelf.
games = Shelf()
