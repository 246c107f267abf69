import gc
import traceback
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import definition
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy


class Wythoff(grundy.Game[tuple[int, int]]):
    """Two heaps: take from one, or equally many from both."""

    def options(self, position: tuple[int, int]) -> Iterable[tuple[int, int]]:
        return definition.wythoff(position)


class Kayles(grundy.Game[tuple[int, ...]]):
    def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return definition.kayles(position)

    def parts(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return [(row,) for row in position]

    def canonical(self, position: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(position))

    def show(self, position: tuple[int, ...]) -> str:
        return " ".join("|" * row for row in position)


WYTHOFF_NIMBER, WYTHOFF_OUTCOME = definition.solver(definition.wythoff)


def test_a_game_with_options_alone() -> None:
    game = Wythoff()
    for a in range(9):
        for b in range(9):
            assert game.nimber((a, b)) == WYTHOFF_NIMBER((a, b))
            for misere in (False, True):
                assert game.outcome((a, b), misere=misere) == WYTHOFF_OUTCOME((a, b), misere)
    p = game((3, 4))
    assert str(p) == "wythoff (3, 4)"
    assert p.winning_moves == ["(1,2)"]
    assert str(p.play("(1,2)")) == "wythoff (1, 2)"
    assert p.play("(1, 2)").outcome == "P"
    assert p.say("(1,2)") == "leave (1, 2)"
    assert p.solve(method="definition").nimber == p.solve(method="search").nimber == p.nimber
    with pytest.raises(grundy.NotationError, match="no move"):
        p.play("(9,9)")


SUM_NIMBER, SUM_OUTCOME = definition.solver(
    definition.in_sum(lambda game, at: {"w": definition.wythoff, "k": definition.kayles, "n": definition.nim}[game](at))
)


@settings(max_examples=80, deadline=None)
@given(
    st.tuples(st.integers(0, 3), st.integers(0, 3)),
    st.lists(st.integers(0, 4), min_size=1, max_size=2).map(tuple),
    st.lists(st.integers(0, 3), min_size=1, max_size=2).map(tuple),
    st.booleans(),
)
def test_sums_with_other_games_agree_with_the_definition(
    w: tuple[int, int], k: tuple[int, ...], n: tuple[int, ...], misere: bool
) -> None:
    p = Wythoff()(w) + Kayles()(k) + grundy.position(f"nim {' '.join(map(str, n))}")
    terms = (("w", w), ("k", k), ("n", n))
    assert p.nimber == SUM_NIMBER(terms)
    answer = p.solve(misere=misere, moves="all")
    assert answer.outcome == SUM_OUTCOME(terms, misere)
    for move in p.moves()[:6]:
        assert (p.play(move).solve(misere=misere).outcome == "P") == (move in answer.winning_moves)


def test_parts_and_canonical_forms_are_used() -> None:
    game = Kayles()
    assert game.nimber((40, 41, 42)) == grundy.position("kayles 40 41 42").nimber
    assert game.explored[0] < 3000
    game.check((3, 2), (4,))
    assert game((3, 2)).show() == "||| ||\n"
    assert str(game((3, 2))) == "kayles ||| ||"


def test_two_games_of_one_class_are_two_games() -> None:
    one, other = Wythoff(), Wythoff()
    assert one((1, 2)) == one((1, 2))
    assert hash(one((1, 2))) == hash(one((1, 2)))
    assert one((1, 2)) != other((1, 2))


def test_named_moves() -> None:
    class Nim(grundy.Game[int]):
        def moves(self, position: int) -> dict[str, int]:
            return {f"take-{taken}": position - taken for taken in range(1, position + 1)}

    p = Nim()(3)
    assert p.moves() == ["take-1", "take-2", "take-3"]
    assert (p.nimber, p.winning_moves) == (3, ["take-3"])
    assert p.play("take-2").nimber == 1

    class Pairs(Nim):
        def options(self, position: int) -> Iterable[int]:
            return range(position)

        def moves(self, position: int) -> Any:
            yield from super().moves(position).items()

    assert Pairs()(3).winning_moves == ["take-3"]

    class Wrong(Pairs):
        def options(self, position: int) -> Iterable[int]:
            return range(position - 1)

    with pytest.raises(grundy.GameError, match="leads to other positions than `options` tells"):
        Wrong()(3).moves()


def test_exceptions_come_back_as_they_were_raised() -> None:
    class Broken(grundy.Game[int]):
        is_broken = True

        def options(self, position: int) -> Iterable[int]:
            if position == 2 and self.is_broken:
                raise LookupError("two")
            return range(position)

    game = Broken()
    p = game(5) + grundy.position("nim 2")
    for ask in (
        lambda: p.nimber,
        lambda: p.solve(misere=True),
        lambda: p.options(),
        lambda: p.explain(),
    ):
        with pytest.raises(LookupError, match="two") as caught:
            ask()
        frames = traceback.extract_tb(caught.value.__traceback__)
        assert frames[-1].name == "options"
        assert frames[-1].filename == __file__
        assert any("Broken.options(2)" in note for note in caught.value.__notes__)
    # Nothing wrong was kept.
    game.is_broken = False
    assert (p.nimber, game.nimber(2)) == (5 ^ 2, 2)
    assert p.solve(misere=True).outcome == "N"


def test_exceptions_in_the_midst_of_a_generator() -> None:
    class Broken(grundy.Game[int]):
        def options(self, position: int) -> Iterator[int]:
            yield from range(position)
            if position == 4:
                raise ZeroDivisionError

    game = Broken()
    assert game.nimber(3) == 3
    with pytest.raises(ZeroDivisionError):
        game.nimber(5)
    assert game.nimber(3) == 3


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (None, "answered None: it answers positions"),
        (7, "answered 7: it answers positions"),
        ([[1]], r"answered \[1\], which cannot be hashed"),
    ],
)
def test_nonsense_is_told(answer: Any, says: str) -> None:
    class Nonsense(grundy.Game[int]):
        def options(self, position: int) -> Any:
            return answer if position == 1 else range(position)

    with pytest.raises(grundy.GameError, match=rf"Nonsense.options\(1\) {says}") as caught:
        Nonsense().nimber(3)
    assert isinstance(caught.value.__cause__, TypeError)


def test_circles_are_told() -> None:
    class Round(grundy.Game[int]):
        def options(self, position: int) -> list[int]:
            return [(position + 1) % 4]

    asks: list[Callable[[grundy.Position], object]] = [
        lambda p: p.nimber,
        lambda p: p.solve(misere=True),
        lambda p: p.solve(method="search").nimber,
    ]
    for ask in asks:
        with pytest.raises(grundy.GameError, match=r"round in a circle: (\d -> ){4}\d"):
            ask(Round()(0))

    class Here(grundy.Game[int]):
        def options(self, position: int) -> list[int]:
            return [position]

    with pytest.raises(grundy.GameError, match="round in a circle: 5 -> 5"):
        Here().nimber(5)


def test_games_without_an_end_are_told() -> None:
    class Up(grundy.Game[int]):
        most_positions = 5000

        def options(self, position: int) -> list[int]:
            return [position + 1]

    with pytest.raises(grundy.GameError, match="more than 5000 positions were met"):
        Up().nimber(0)
    with pytest.raises(grundy.GameError, match="5000 positions"):
        Up()(0).solve(misere=True)

    class Endless(Up):
        def options(self, position: int) -> Any:
            while True:
                yield 0

    with pytest.raises(grundy.GameError, match="answered more than 5000 positions"):
        Endless().nimber(1)


def test_wrong_parts_and_forms_are_found() -> None:
    class WrongParts(Kayles):
        def parts(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
            return [(sum(position),)]

    with pytest.raises(grundy.GameError, match="one of these methods is wrong"):
        WrongParts().check((2, 2))

    class WrongForm(grundy.Game[tuple[int, ...]]):
        def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
            return definition.nim(position)

        def canonical(self, position: tuple[int, ...]) -> tuple[int, ...]:
            return position[1:] + position[:1]

    for misere in (False, True):
        with pytest.raises(grundy.GameError, match="the canonical form of a canonical form is itself"):
            WrongForm()((3, 2)).solve(misere=misere)


def cells(board: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
    """The connected pieces of a board."""
    left, pieces = set(board), []
    while left:
        piece, edge = set(), [left.pop()]
        while edge:
            r, c = edge.pop()
            piece.add((r, c))
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
            left -= near
            edge += near
        pieces.append(frozenset(piece))
    return pieces


class Cram(grundy.Game[frozenset[tuple[int, int]]]):
    explored_for = 0.0

    def options(self, position: frozenset[tuple[int, int]]) -> Iterable[frozenset[tuple[int, int]]]:
        for r, c in position:
            for other in ((r + 1, c), (r, c + 1)):
                if other in position:
                    yield position - {(r, c), other}

    def parts(self, position: frozenset[tuple[int, int]]) -> Iterable[frozenset[tuple[int, int]]]:
        return [piece for piece in cells(position) if len(piece) > 1]

    def canonical(self, position: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        images = []
        for turned in (position, {(c, r) for r, c in position}):
            for dr, dc in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                image = [(dr * r, dc * c) for r, c in turned]
                top, left = min((r for r, _ in image), default=0), min((c for _, c in image), default=0)
                images.append(sorted((r - top, c - left) for r, c in image))
        return frozenset(min(images))


def test_what_is_not_gone_through_is_searched() -> None:
    for rows, columns in ((2, 5), (3, 4), (3, 5), (4, 4)):
        game = Cram()
        board = game(frozenset((r, c) for r in range(rows) for c in range(columns)))
        assert board.nimber == grundy.position(f"cram {rows}x{columns}").nimber
        misere = grundy.position(f"cram {rows}x{columns}").solve(misere=True).outcome
        assert (
            Cram()(frozenset((r, c) for r in range(rows) for c in range(columns))).solve(misere=True).outcome == misere
        )

    class Round(grundy.Game[int]):
        explored_for = 0.0

        def options(self, position: int) -> list[int]:
            return [(position + 1) % 4, (position + 2) % 4]

    with pytest.raises(grundy.GameError, match="round in a circle"):
        Round().nimber(0)
    with pytest.raises(grundy.GameError, match="round in a circle"):
        Round()(0).solve(misere=True)


def test_a_class_without_rules_is_refused() -> None:
    class Nothing(grundy.Game[int]):
        pass

    with pytest.raises(grundy.GameError, match="has no rules"):
        Nothing().nimber(1)


def test_callbacks_may_ask_grundy() -> None:
    class OnTop(grundy.Game[int]):
        def options(self, position: int) -> Iterable[int]:
            # Moves are allowed to heaps whose Kayles value is even.
            return [n for n in range(position) if (grundy.position(f"kayles {n}").nimber or 0) % 2 == 0]

    nimber, _ = definition.solver(OnTop().options)
    assert OnTop().nimbers(range(12)) == [nimber(n) for n in range(12)]

    class Itself(grundy.Game[int]):
        def options(self, position: int) -> Iterable[int]:
            return [n for n in range(position) if (self.nimber(n) or 0) < 3]

    assert Itself().nimbers(range(8)) == [0, 1, 2, 3, 3, 3, 3, 3]


def test_limits_hold_for_games_in_python() -> None:
    class Slow(grundy.Game[int]):
        def options(self, position: int) -> Iterable[int]:
            return range(max(0, position - 2), position)

    with pytest.raises(grundy.Stopped) as caught:
        Slow()(100_000).solve(nodes=1000)
    assert caught.value.reason == "nodes"
    game = Slow()
    with pytest.raises(grundy.Stopped):
        game(100_000).solve(nodes=1000)
    assert game.nimber(100_000) == 100_000 % 3


def test_games_are_freed() -> None:
    game = Wythoff()
    p = game((4, 4))
    assert p.nimber == WYTHOFF_NIMBER((4, 4))
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is not None, "a position keeps its game"
    assert len(p.options()) == 12
    del p
    gc.collect()
    assert gone() is None


def test_what_cannot_be_done_with_code_is_told() -> None:
    import pickle

    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(Wythoff()((1, 2)))
    with pytest.raises(TypeError, match="unhashable"):
        Wythoff()([1, 2])  # type: ignore[arg-type]


def test_any_hashable_value_is_a_position() -> None:
    class Sets(grundy.Game[frozenset[int]]):
        def options(self, position: frozenset[int]) -> Iterable[frozenset[int]]:
            return [position - {n, n + 1} for n in position]

    game = Sets()
    assert game.nimber(frozenset(range(4))) is not None
    answer = game(frozenset(range(3))).solve(options=True)
    assert answer.options is not None
    assert definition.mex(o.nimber for o in answer.options if o.nimber is not None) == answer.nimber

    class Words(grundy.Game[str]):
        def options(self, position: str) -> Iterable[str]:
            return (position.replace(c, "", 1) for c in set(position))

    assert Words().nimber("abab") == 0
    assert Words()("ab").explain().answer.outcome == "P"


def test_rules_files() -> None:
    cram = grundy.game("game my-cram\ngrid\nmove .. -> ##\n")
    assert cram("4x5").nimber == grundy.position("cram 4x5").nimber == 2
    assert grundy.position("my-cram 4x5 + nim 2").outcome == "P"
    assert "my-cram" in grundy.games
    # A file with changes takes the place of the old one, and old values are not used.
    grundy.game("game my-cram\ngrid\nmove .. -> ## | . -> #\n")
    assert grundy.position("my-cram 1x1").nimber == 1
    assert cram.name == "my-cram"
    with pytest.raises(grundy.NotationError) as caught:
        grundy.game("game wrong\ngrid\nmove ../.? -> ##\n")
    assert "line 3" in str(caught.value)
    assert "^" in str(caught.value)
    with pytest.raises(grundy.NotationError, match="is taken"):
        grundy.game("game nim\ngrid\nmove .. -> ##\n")
    assert grundy.game("game nim\ngrid\nmove .. -> ##\n", name="nim-2")("2x2").nimber == 0
    both = grundy.game("game my-kayles\nstrip\nmove o{1..2} -> .\nexample ooooo")
    assert (both.example + Wythoff()((1, 2))).nimber == 4
    assert both.check().is_sound
