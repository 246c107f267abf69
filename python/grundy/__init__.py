"""Grundy, a workbench for impartial games: any position, any sum; who wins, by what nimber, with which moves, and why.

>>> import grundy
>>> p = grundy.position("bubbly (E(G)) + nim 4")
>>> p.outcome, p.nimber, p.winning_moves
('N', 6, ['2:1:4>2'])

Positions are read by `position`, many at once are answered by `solve`; `games` is the shelf of games. Heap games have a
`sequence`, a `code` and a `misere` quotient. Your own games are subclasses of `Game`, or rules files, which `game`
reads. `prove` writes down why an answer is right, and what is claimed is verified by `check`. The guide is
docs/python.md of the project.
"""

from importlib.metadata import PackageNotFoundError, version

from grundy import convert
from grundy._answer import Answer, Explanation, Option, Options
from grundy._batch import Answers, solve
from grundy._check import Checked, check
from grundy._errors import GameError, NotationError, Stopped
from grundy._grundy import forget
from grundy._misere import MiserePosition, MisereQuotient, misere
from grundy._nimbers import mex, nim_sum, nimber
from grundy._own import Game, RulesCheck, RulesGame, game
from grundy._packing import Packing, pack
from grundy._page import Step
from grundy._page import Table as StepTable
from grundy._position import Picture, Position, position
from grundy._proof import Claim, Proof, prove
from grundy._sequence import Code, Sequence, code, sequence
from grundy._shelf import Card, NamedPosition, Parameter, Shelf, games
from grundy._table import Blocks, MissingBlock, Table

try:
    __version__ = version("grundy")
except PackageNotFoundError:  # it is imported from its sources
    __version__ = "0+unknown"

__all__ = [
    "Answer",
    "Answers",
    "Blocks",
    "Card",
    "Checked",
    "Claim",
    "Code",
    "Explanation",
    "Game",
    "GameError",
    "MiserePosition",
    "MisereQuotient",
    "MissingBlock",
    "NamedPosition",
    "NotationError",
    "Option",
    "Options",
    "Packing",
    "Parameter",
    "Picture",
    "Position",
    "Proof",
    "RulesCheck",
    "RulesGame",
    "Sequence",
    "Shelf",
    "Step",
    "StepTable",
    "Stopped",
    "Table",
    "check",
    "code",
    "convert",
    "forget",
    "game",
    "games",
    "mex",
    "misere",
    "nim_sum",
    "nimber",
    "pack",
    "position",
    "prove",
    "sequence",
    "solve",
]
