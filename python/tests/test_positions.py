import pickle
import threading
import xml.etree.ElementTree as ET

import definition
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy


def test_the_main_path() -> None:
    p = grundy.position("bubbly (E(G)) + nim 4")
    assert (p.nimber, p.outcome, p.winning_moves) == (6, "N", ["2:1:4>2"])
    assert str(p) == p.text == "bubbly (E(G)) + nim 4"
    assert repr(p) == "Position('bubbly (E(G)) + nim 4')"
    assert p.moves() == ["1:E", "1:G", "2:1:4>0", "2:1:4>1", "2:1:4>2", "2:1:4>3"]
    assert p.move_count == 6
    assert p.moves(2) == ["1:E", "1:G"]
    left = p.play("2:1:4>2")
    assert (left.nimber, left.outcome, left.winning_moves) == (0, "P", [])
    assert p == grundy.position("bubbly (E(G))") + grundy.position("nim 4")
    assert hash(p) == hash(grundy.position("BUBBLY (E(G))  +  nim 4"))
    assert p != grundy.position("nim 4")
    assert p.games == ["bubbly", "nim"]
    assert [str(term) for term in p.terms] == ["bubbly (E(G))", "nim 4"]
    assert p.say("2:1:4>2") == "in term 2, take 2 from the first heap"


def test_options_have_their_nimbers() -> None:
    options = grundy.position("kayles 3").options()
    assert [(o.move, str(o.left), o.nimber, o.outcome, o.wins) for o in options] == [
        ("1:3>2", "kayles 2", 2, "N", False),
        ("1:3>1,1", "kayles 1 1", 0, "P", True),
        ("1:3>1", "kayles 1", 1, "N", False),
    ]
    assert [o.outcome for o in grundy.position("nim 2").options(misere=True)] == ["N", "P"]
    assert grundy.position("nim -").options() == []


def test_mistakes_have_a_caret() -> None:
    with pytest.raises(grundy.NotationError) as caught:
        grundy.position("nim 3 x")
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.span == (6, 7)
    lines = str(error).splitlines()
    assert lines[1:3] == ["  nim 3 x", "        ^"]
    assert lines[3].startswith("help: ")
    with pytest.raises(grundy.NotationError, match="bubbly"):
        grundy.position("bubly (A)")
    with pytest.raises(grundy.NotationError) as caught:
        grundy.position("nim 3").play("1:3>7")
    assert caught.value.text == "1:3>7"
    # Characters are counted, and not bytes.
    with pytest.raises(grundy.NotationError) as caught:
        grundy.position("bubbly (é)(ü")
    assert caught.value.text[: caught.value.span[0]].startswith("bubbly (é)")
    assert pickle.loads(pickle.dumps(error)).span == (6, 7)


def test_limits_stop_with_what_is_known() -> None:
    with pytest.raises(grundy.Stopped) as caught:
        grundy.position("cram 7x9").solve(nodes=50)
    stopped = caught.value
    assert stopped.reason == "nodes"
    assert isinstance(stopped.answer, grundy.Answer)
    assert stopped.answer.stopped == "nodes"
    assert stopped.answer.nimber is None
    assert "stopped by the limit of nodes" in str(stopped)
    with pytest.raises(grundy.Stopped) as caught:
        grundy.position("cram 9x9").solve(time="50ms")
    assert caught.value.reason == "time"
    with pytest.raises(grundy.Stopped) as caught:
        grundy.position("cram 9x9").solve(memory=100_000)
    assert caught.value.reason == "memory"


@pytest.mark.parametrize(
    "keywords",
    [
        {"time": "fast"},
        {"memory": "4 apples"},
        {"method": "guess"},
        {"only": "moves"},
        {"threads": 0},
        {"moves": -1},
    ],
)
def test_keywords_that_make_no_sense_are_refused(keywords: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(keywords))):
        grundy.position("nim 3").solve(**keywords)  # type: ignore[arg-type]


def test_conventions() -> None:
    p = grundy.position("nim 1 5 7")
    assert p.solve(misere=True).winning_moves == ["3:7>4"]
    board = grundy.position("2d-nim 2x2")
    assert board.misere
    assert board.solve().misere
    assert board.solve(misere=False).nimber == board.nimber
    marienbad = grundy.position("marienbad")
    assert marienbad.misere
    assert marienbad.solve(memory="1G").misere, "where the text is read anew too"
    assert not grundy.position(str(marienbad)).misere


def test_a_position_that_can_be_won_at_once_has_no_nimber() -> None:
    p = grundy.position("treblecross X.X")
    assert (p.nimber, p.outcome, p.winning_moves) == (None, "N", ["2"])


def test_sums() -> None:
    nim, kayles = grundy.position("nim 3"), grundy.position("kayles 5")
    assert sum([nim, kayles], start=grundy.position("")) == nim + kayles
    assert sum([nim, kayles]) == nim + kayles
    assert nim + "kayles 5" == nim + kayles
    assert "nim 3" + kayles == nim + kayles
    assert str(2 * nim) == "nim 3 + nim 3"
    assert str(0 * nim) == ""
    assert grundy.position("").outcome == "P"
    with pytest.raises(TypeError):
        nim + 3  # type: ignore[operator]


def test_explanations_have_text_and_html() -> None:
    explanation = grundy.position("bubbly (A(B)) + nim 3").explain()
    assert explanation.answer.nimber == 1
    assert explanation.steps
    text = str(explanation)
    assert "The next player wins (N), nimber *1." in text
    assert "1. " in text
    ET.fromstring(f"<div>{explanation._repr_html_().replace('<br>', '<br/>')}</div>")
    focused = grundy.position("nim 3 5").explain("2:5>3")
    assert len(focused.steps) >= 1
    with pytest.raises(grundy.NotationError):
        grundy.position("nim 3 5").explain("2:5>9")


def test_pictures_are_svg() -> None:
    p = grundy.position("cram 2x3 + nim 3")
    for svg in (p._repr_svg_(), p.draw(winning=True).svg, p.draw(move="2:1:3>1").svg):
        assert ET.fromstring(svg).tag.endswith("svg")
    assert "winning" in p.draw(winning=True).svg
    steps = grundy.position("hackenbush 0-1 1-2 1-2").draw_steps()
    assert all(ET.fromstring(step.svg).tag.endswith("svg") for step in steps)
    assert "3" in p.show()


def test_batches() -> None:
    lines = ["nim 3 5", "# a comment", "", "misere: nim 1 1", "kayles 5 = *4", "nim 1000000000000"]
    answers = grundy.solve(lines, threads=2)
    assert [answer.outcome for answer in answers] == ["N", "N", "N", "N"]
    assert [answer.nimber for answer in answers] == [6, None, 4, 10**12]
    with pytest.raises(grundy.NotationError, match="line 1") as caught:
        grundy.solve(["nim 3", "misere: nim x", "nim 4"])
    assert caught.value.line == 1
    assert caught.value.text[caught.value.span[0]] == "x"
    mixed = grundy.solve(["nim 3", "nim x", grundy.position("nim 2")], errors="return")
    assert [type(a).__name__ for a in mixed] == ["Answer", "NotationError", "Answer"]
    stopped = grundy.solve(["cram 9x9", "nim 3"], errors="return", nodes=10)
    assert isinstance(stopped[0], grundy.Stopped)
    assert stopped[1].nimber == 3
    assert grundy.solve("nim 3").nimber == 3
    assert list(grundy.solve([])) == []
    frame = grundy.solve(["nim 3 5", "kayles 5"]).to_frame()
    assert list(frame["nimber"]) == [6, 4]


def test_many_threads_may_ask_at_once() -> None:
    wrong: list[str] = []

    def ask(seed: int) -> None:
        for n in range(40):
            heap = (seed * 37 + n * 11) % 90
            p = grundy.position(f"kayles {heap} + nim {n}")
            if p.nimber != (grundy.position(f"kayles {heap}").nimber or 0) ^ n:
                wrong.append(str(p))
            if grundy.position("cram 3x4").nimber != 1:
                wrong.append("cram 3x4")

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_positions_are_pickled_as_text() -> None:
    p = grundy.position("cram ..#/... + nim 3")
    assert pickle.loads(pickle.dumps(p)) == p


def test_the_shelf() -> None:
    assert "nim" in grundy.games
    assert grundy.games["tactix"].id == "2d-nim"
    for card in grundy.games.values():
        assert card.example.move_count > 0, card.id
    with pytest.raises(KeyError, match="no game called"):
        grundy.games["chess"]
    assert grundy.games.to_frame().shape[0] == len(grundy.games)


# Everything against the definition in pure Python.

GAMES = {"nim": definition.nim, "kayles": definition.kayles, "bubbly": definition.bubbles}


def forest(depth: int) -> st.SearchStrategy[tuple[object, ...]]:
    if depth == 0:
        return st.just(())
    return st.lists(forest(depth - 1), max_size=2).map(tuple)


def written(inner: tuple[object, ...]) -> str:
    return "".join(f"({written(bubble)})" for bubble in inner)  # type: ignore[arg-type]


TERMS = st.one_of(
    st.tuples(st.just("nim"), st.lists(st.integers(0, 4), min_size=1, max_size=2).map(tuple)),
    st.tuples(st.just("kayles"), st.lists(st.integers(0, 4), min_size=1, max_size=2).map(tuple)),
    st.tuples(st.just("bubbly"), forest(2)),
)


def text_of(game: str, position: tuple[object, ...]) -> str:
    notation = written(position) if game == "bubbly" else " ".join(map(str, position))
    return f"{game} {notation or '-'}"


SUM_NIMBER, SUM_OUTCOME = definition.solver(definition.in_sum(lambda game, at: GAMES[game](at)))


@settings(max_examples=150, deadline=None)
@given(st.lists(TERMS, min_size=1, max_size=2).map(tuple), st.booleans())
def test_sums_agree_with_the_definition(terms: tuple[tuple[str, tuple[int, ...]], ...], misere: bool) -> None:
    p = grundy.position(" + ".join(text_of(*term) for term in terms))
    assert p.nimber == SUM_NIMBER(terms)
    answer = p.solve(misere=misere, options=True, moves="all")
    assert answer.outcome == SUM_OUTCOME(terms, misere)
    options = answer.options
    assert options is not None
    assert [o.move for o in options if o.wins] == answer.winning_moves
    if not misere:
        assert definition.mex(o.nimber for o in options if o.nimber is not None) == p.nimber


CRAM_NIMBER, CRAM_OUTCOME = definition.solver(definition.cram)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(".#", min_size=3, max_size=3), min_size=2, max_size=3).map(tuple), st.booleans())
def test_boards_agree_with_the_definition(board: tuple[str, ...], misere: bool) -> None:
    p = grundy.position(f"cram {'/'.join(board)}")
    assert p.nimber == CRAM_NIMBER(board)
    assert p.solve(misere=misere).outcome == CRAM_OUTCOME(board, misere)
