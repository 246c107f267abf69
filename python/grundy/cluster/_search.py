"""Who wins one hard position: proof numbers over jobs.

The top of the proof tree is here; a leaf is a job, a search with a limit of nodes. A leaf that its job does not decide
is opened: its options become leaves. What is proved goes up the tree, and into a store where one is given.

For the player to move, `proof` is how much is still to be shown for a win, and `disproof` for a loss. A position is won
when one option is lost, and lost when all are won:

    proof(p)    = least disproof of an option
    disproof(p) = sum of the proofs of the options

The leaf that matters most is found from the root by going to the option of the least disproof, again and again.
"""

from __future__ import annotations

import heapq
import os
from dataclasses import dataclass, field
from typing import Any

import grundy
from grundy._answer import Outcome
from grundy._asked import Memory, allowed
from grundy._grundy import CoreStore
from grundy.cluster import _jobs
from grundy.cluster._progress import Progress
from grundy.cluster._pump import Pump

_INFINITE = 1 << 60
#: A leaf at which a worker is counts so many times, so that another leaf is taken before its neighbours.
_BUSY = 4

#: The expected work on a position doubles with so much effort, as in the searches of the library.
_DOUBLING = 12


def _expected(effort: int) -> int:
    """Return the expected work on a position: it grows exponentially, and linearly between two powers of two."""
    doublings, rest = divmod(min(effort, 40 * _DOUBLING), _DOUBLING)
    return (_DOUBLING + rest) << doublings


@dataclass
class Searched:
    """What a search on a cluster has found.

    Attributes:
        outcome: `"N"` where the next player wins, `"P"` where the previous player does.
        nimber: the nimber, where that was asked.
        jobs: how many leaves were given to workers.
        nodes: how many positions they looked into.
        seconds: the time of all workers together.
        tree: how many positions the tree has.
        known: how many of them the store knew.
        again: how many jobs were given again, since their workers were lost.

    """

    outcome: Outcome | None = None
    nimber: int | None = None
    jobs: int = 0
    nodes: int = 0
    seconds: float = 0.0
    tree: int = 0
    known: int = 0
    again: int = 0


@dataclass(eq=False)
class _Node:
    """A position of the tree."""

    text: str
    proof: int = 1
    disproof: int = 1
    options: list[_Node] | None = None
    parents: list[_Node] = field(default_factory=list)
    is_busy: bool = False
    #: How many times a job has left it open.
    tries: int = 0

    @property
    def outcome(self) -> Outcome | None:
        """Who wins, where that is proved."""
        if self.proof == 0:
            return "N"
        return "P" if self.disproof == 0 else None

    def decide(self, outcome: Outcome) -> None:
        """Note who wins."""
        self.proof, self.disproof = (0, _INFINITE) if outcome == "N" else (_INFINITE, 0)

    def count(self) -> bool:
        """Count anew what is to be shown, from the options; whether that has changed."""
        assert self.options is not None, "a leaf has no options"
        before = (self.proof, self.disproof)
        self.proof = min((option.shown_disproof for option in self.options), default=_INFINITE)
        self.disproof = min(_INFINITE, sum(option.shown_proof for option in self.options))
        if any(option.disproof == 0 for option in self.options):
            self.proof, self.disproof = 0, _INFINITE
        elif all(option.proof == 0 for option in self.options):
            self.proof, self.disproof = _INFINITE, 0
        return before != (self.proof, self.disproof)

    @property
    def shown_proof(self) -> int:
        """The proof number, as neighbours see it."""
        return min(_INFINITE, self.proof * _BUSY) if self.is_busy else self.proof

    @property
    def shown_disproof(self) -> int:
        """The disproof number, as neighbours see it."""
        return min(_INFINITE, self.disproof * _BUSY) if self.is_busy else self.disproof


class _Tree:
    """The top of the proof tree. Positions that are reached on several ways are there once."""

    def __init__(self, misere: bool, store: CoreStore | None, found: Searched) -> None:
        self._misere = misere
        self._store = store
        self._found = found
        self._nodes: dict[str, _Node] = {}

    def node(self, text: str, effort: int = 0) -> _Node:
        """Return a position by its canonical text; a new one is a leaf, and its numbers an estimate of the work."""
        node = self._nodes.get(text)
        if node is None:
            work = _expected(effort)
            node = self._nodes[text] = _Node(text, work, work)
            self._found.tree += 1
            if (outcome := self._known(text)) is not None:
                node.decide(outcome)
        return node

    def _known(self, text: str) -> Outcome | None:
        """Who wins, by the end of the game or the store."""
        if not text:
            return "N" if self._misere else "P"
        if self._store is None:
            return None
        nimber, next_wins = self._store.find(text)
        if self._misere:
            known = None if next_wins is None else ("N" if next_wins else "P")
        else:
            known = None if nimber is None else ("N" if nimber else "P")
        self._found.known += known is not None
        return known  # type: ignore[return-value]

    def open(self, leaf: _Node) -> None:
        """Make the options of a leaf its leaves."""
        position = grundy.position(leaf.text)
        options = position._core.canonical_options() if not position.is_over else []
        leaf.options = [self.node(text, effort) for text, effort in options]
        for option in leaf.options:
            option.parents.append(leaf)
        if not options:
            leaf.decide("N" if self._misere else "P")
        self._up([leaf])

    def decide(self, leaf: _Node, outcome: Outcome) -> None:
        """Note who wins a position, and what follows from that."""
        leaf.decide(outcome)
        self._keep(leaf)
        self._up(leaf.parents)

    def busy(self, leaf: _Node, is_busy: bool) -> None:
        """Note whether a worker is at a leaf."""
        leaf.is_busy = is_busy
        self._up(leaf.parents)

    def _up(self, nodes: list[_Node]) -> None:
        """Count anew what stands above."""
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            if node.options is None or node.outcome is not None:
                continue
            if node.count():
                if node.outcome is not None:
                    self._keep(node)
                waiting += node.parents

    def _keep(self, node: _Node) -> None:
        """Put what is proved into the store: a misère outcome, or the nimber 0."""
        if self._store is None or not node.text or node.outcome is None:
            return
        if self._misere or node.outcome == "P":
            nimber = None if self._misere else 0
            self._store.keep(grundy.position(node.text)._core, nimber, node.outcome == "N")

    def keep_terms(self, terms: list[tuple[str, int]]) -> None:
        """Put what a job has found of single terms into the store."""
        if self._store is not None:
            for text, nimber in terms:
                self._store.keep(grundy.position(text)._core, nimber, False)

    def nimber(self, position: grundy.Position) -> int | None:
        """Return the nimber that the store knows."""
        return None if self._store is None else self._store.find(position._core.canonical())[0]

    def leaf(self, root: _Node) -> _Node | None:
        """Return the leaf that matters most, of those that no worker is at; None where there is none."""
        seen: set[int] = set()
        # The way to a leaf, each with the options that are left to try.
        way = [[root]]
        while way:
            if not way[-1]:
                way.pop()
                continue
            node = way[-1].pop()
            if node.outcome is not None or id(node) in seen:
                continue
            seen.add(id(node))
            if node.options is None:
                if not node.is_busy:
                    return node
                continue
            way.append(heapq.nlargest(len(node.options), node.options, key=lambda option: option.shown_disproof))
        return None


def search(
    client: Any,
    of: str | grundy.Position,
    *,
    misere: bool | None = None,
    nimber: bool = False,
    nodes: int = 1_000_000,
    memory: Memory = "4G",
    store: str | os.PathLike[str] | None = None,
    retries: int = 10,
    progress: Progress | None = None,
) -> Searched:
    """Find out who wins a position on the workers of a cluster.

    The answer is that of one process. The threads of a worker process share what their searches have found, and it
    serves later ones, so one process with many threads is better than many processes. What is proved of positions of
    the tree is kept in the store, where another run finds it.

    Args:
        client: the client of a cluster, as `connect` opens it.
        of: the position.
        misere: whether whoever makes the last move loses; None is the usual convention of the games.
        nimber: find the nimber: the number k for which the sum with `*k` is lost. Normal play.
        nodes: how many positions a job looks into before its leaf is opened.
        memory: how much memory a worker process may take for what it has found; its threads share that. Beyond it all
            is given up, but for what the store has.
        store: a file in which what is proved is kept, as `grundy solve --store` has it.
        retries: how many times a job is given again when its worker is lost.
        progress: where it is told how far it is.

    Raises:
        NotationError: when the position cannot be read.
        OSError: when the store cannot be read or written, or has values of other rules.

    """
    position = grundy.position(of) if isinstance(of, str) else of
    if position._core.is_of_code():
        raise TypeError("a game whose rules are Python code cannot be given to workers")
    convention = position.misere if misere is None else misere
    if nimber and convention:
        raise ValueError("there are no nimbers under misère play: ask for normal play")
    found = Searched()
    kept = None
    if store is not None:
        kept = CoreStore(store)
        kept.check(position._core)
    tree = _Tree(convention, kept, found)
    most_nodes, _, most_memory, _ = allowed(nodes=nodes, memory=memory)
    limits = (convention, most_nodes, most_memory)
    progress = progress or Progress(quiet=True)
    # A leaf that waits may not matter any more when its turn comes.
    with Pump(client, _jobs.leaf, retries, ahead=0) as pump:
        try:
            if not nimber:
                found.outcome = _prove(pump, tree, tree.node(position._core.canonical()), limits, found, progress)
            else:
                _find_nimber(pump, tree, position, limits, found, progress)
        finally:
            progress.clear()
            found.again = pump.again
    return found


def _find_nimber(
    pump: Pump, tree: _Tree, position: grundy.Position, limits: Any, found: Searched, progress: Progress
) -> None:
    """Ask for one number after the other: the nimber is no more than the number of moves."""
    if (known := tree.nimber(position)) is not None:
        found.outcome, found.nimber = "N" if known else "P", known
        found.known += 1
        return
    for number in range(position.move_count + 1):
        text = (position + grundy.nimber(number))._core.canonical() if number else position._core.canonical()
        outcome = _prove(pump, tree, tree.node(text), limits, found, progress)
        if number == 0:
            found.outcome = outcome
        if outcome == "P":
            found.nimber = number
            tree.keep_terms([(str(position), number)])
            return
    raise ValueError("this position has no nimber: a move wins the whole game at once")


def _prove(pump: Pump, tree: _Tree, root: _Node, limits: Any, found: Searched, progress: Progress) -> Outcome:
    while root.outcome is None:
        while pump.has_room and (leaf := tree.leaf(root)) is not None:
            tree.busy(leaf, True)
            pump.add(leaf.text, *limits, about=leaf)
            found.jobs += 1
        for given, result, error in pump.take():
            if error is not None:
                raise error
            outcome, terms, nodes, seconds = result
            tree.keep_terms(terms)
            found.nodes += nodes
            found.seconds += seconds
            _note(tree, given.about, outcome)
        if progress.is_due:
            progress.show(
                f"{found.jobs:,} jobs, {found.nodes:,} nodes, tree of {found.tree:,}; to be shown: "
                f"{root.proof:,} for a win, {root.disproof:,} for a loss (Ctrl-C stops)"
            )
    return root.outcome


def _note(tree: _Tree, leaf: _Node, outcome: Outcome | None) -> None:
    leaf.is_busy = False
    if leaf.outcome is not None:
        return
    if outcome is not None:
        tree.decide(leaf, outcome)
    else:
        leaf.tries += 1
        tree.open(leaf)
        tree.busy(leaf, False)
