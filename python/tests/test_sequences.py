import json
import pickle
from pathlib import Path

import definition
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy


def test_a_sequence_is_an_array_that_knows_its_period() -> None:
    dawson = grundy.sequence("0.07", terms=1000)
    assert isinstance(dawson, np.ndarray)
    assert dawson.dtype == np.uint32
    assert dawson.shape == (1000,)
    assert (dawson.period, dawson.preperiod, dawson.saltus, dawson.proved) == (34, 53, 0, True)
    assert dawson.theorem == "guy-smith"
    assert dawson[:8].tolist() == [0, 0, 1, 1, 2, 0, 3, 1]
    assert int(dawson.max()) == 9
    assert dawson.nimber(10**15) == dawson[53 + (10**15 - 53) % 34]
    assert bool((dawson[53:-34] == dawson[87:]).all())
    assert type(dawson[3:9]) is np.ndarray
    assert type(dawson + 1) is np.ndarray
    with pytest.raises(ValueError, match="read-only"):
        dawson[0] = 1
    with pytest.raises(AttributeError, match="only the whole"):
        _ = np.asanyarray(dawson).copy().view(grundy.Sequence).period


def test_the_array_takes_over_the_memory() -> None:
    sequence = grundy.sequence("0.77", terms=100_000)
    view = np.asarray(sequence)
    assert np.shares_memory(sequence, view)
    assert not sequence.flags.owndata
    assert pickle.loads(pickle.dumps(sequence)).tolist() == sequence.tolist()


def test_more_terms_than_are_computed_follow_from_the_period() -> None:
    long, every = (
        grundy.sequence("0.77", terms=50_000),
        grundy.sequence("0.77", terms=50_000, every=True),
    )
    assert long.tolist() == every.tolist()
    rising = grundy.sequence("0.3F", terms=400)
    assert rising.tolist() == grundy.sequence("0.3F", terms=400, every=True).tolist()


def test_limits() -> None:
    with pytest.raises(grundy.Stopped) as caught:
        grundy.sequence("0.007", terms=10**9, time=0.2)
    assert caught.value.reason == "time"
    assert isinstance(caught.value.answer, grundy.Sequence)
    assert len(caught.value.answer) > 1000
    with pytest.raises(grundy.NotationError):
        grundy.sequence("0.8Z")


def test_certificates(tmp_path: Path) -> None:
    text = grundy.sequence("0.16", terms=10, prove=True).certificate()
    checked = grundy.check(text)
    assert checked
    assert checked.facts["period"] == 149459
    file = tmp_path / "c"
    file.write_text(text.replace("149459", "149458"))
    assert not grundy.check(file).valid
    with pytest.raises(ValueError, match="no certificate"):
        grundy.check("hello")
    with pytest.raises(ValueError, match="no period is proved"):
        grundy.sequence("0.007", terms=100).certificate()


def test_codes() -> None:
    assert grundy.code("kayles") == grundy.code("0.77")
    assert grundy.code("0.77").largest_take == 2
    assert str(grundy.code("0.137").position(3, 4)) == "0.137 3 4"


def octal_options(digits: tuple[int, ...]) -> definition.Rules:
    def options(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        found = []
        for i, heap in enumerate(heaps):
            for taken, digit in enumerate(digits, 1):
                rest = heap - taken
                left: list[tuple[int, ...]] = []
                if rest == 0 and digit & 1:
                    left.append(())
                if rest > 0 and digit & 2:
                    left.append((rest,))
                if digit & 4:
                    left += [(a, rest - a) for a in range(1, rest // 2 + 1)]
                found += [tuple(sorted((*heaps[:i], *parts, *heaps[i + 1 :]))) for parts in left]
        return found

    return options


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 7), min_size=1, max_size=3).map(tuple))
def test_sequences_agree_with_the_definition(digits: tuple[int, ...]) -> None:
    code = "0." + "".join(map(str, digits))
    nimber, _ = definition.solver(octal_options(digits))
    assert grundy.sequence(code, terms=10).tolist() == [nimber((n,) if n else ()) for n in range(10)]


def test_misere_quotients() -> None:
    quotient = grundy.misere("0.123")
    assert (quotient.solved, quotient.order, quotient.p, quotient.tame) == (True, 20, 5, False)
    assert quotient.table.shape == (20, 20)
    assert grundy.check(quotient.certificate())
    options = octal_options((1, 2, 3))
    _, outcome = definition.solver(options)
    for heaps in [(1,), (1, 1), (2, 3), (4, 5), (3, 3, 4), (6, 7), (9,)]:
        assert quotient.outcome(*heaps) == outcome(heaps, True), heaps
    theory = grundy.misere("kayles 5 8")
    assert isinstance(theory, grundy.MiserePosition)
    assert theory.genus is not None
    assert grundy.misere(grundy.position("nim 2 2")).tame
    # 0.007 is its code under normal play only.
    with pytest.raises(ValueError, match="whole game at once"):
        grundy.misere("treblecross")


def test_packings() -> None:
    packing = grundy.pack(["1.0", "1.0"], "2.1", time=5)
    assert packing.fits
    assert grundy.check(packing.certificate())
    x = [disk[1] for disk in packing.disks]
    assert abs(x[0] - x[1]) <= 2
    assert packing.to_frame().shape == (2, 3)
    tight = grundy.pack(["1", "1", "1"], minimise=True, time=2)
    assert 2.154 < tight.smallest_cavity_found < 2.16
    with pytest.raises(ValueError, match="no cavity"):
        grundy.pack(["1"])


def test_tables(tmp_path: Path) -> None:
    table = grundy.Table.build(tmp_path / "t", "2d-nim", rows=3, columns=4, threads=2)
    assert len(table) == 4096
    for text in ("1111/1111/1111", "1010/0101/1010", "1111/0000/0000"):
        assert table.outcome(text) == grundy.position(f"2d-nim {text}").outcome
        answer = table.query(text, moves="all")
        assert answer.winning_moves == grundy.position(f"2d-nim {text}").winning_moves
    assert sum(table.p_by_stones) == table.p_positions == sum(table.outcome(n) == "P" for n in range(4096))
    assert table.verify(sample=None)["verified"]
    assert grundy.Table(tmp_path / "t").columns == 4
    nimbers = grundy.Table.build(tmp_path / "n", "boxing-match", rows=3, columns=3, nimbers=True)
    assert nimbers.nimber("111/111/111") == grundy.position("boxing-match 3x3").nimber
    with pytest.raises(FileNotFoundError):
        grundy.Table(tmp_path / "nowhere")
    any_number = grundy.Table.build(tmp_path / "a", "2d-nim max=any", rows=1, columns=5, misere=False)
    assert any_number.game == "2d-nim max=any"
    assert any_number.outcome("11111") == grundy.position("2d-nim max=any 11111").solve(misere=False).outcome
    cram = grundy.Table.build(tmp_path / "cram", "cram", rows=3, columns=3, nimbers=True)
    assert [cram.nimber(n) for n in (0, 511)] == [0, grundy.position("cram 3x3").nimber]
    with pytest.raises(grundy.NotationError, match="no tables of `nim`"):
        grundy.Table.build(tmp_path / "nim", "nim", rows=3, columns=3)
    with pytest.raises(grundy.NotationError, match="biggest"):
        grundy.Table.build(tmp_path / "no", "2d-nim biggest=3", rows=3, columns=3)


def test_conversions() -> None:
    convert = grundy.convert
    for n in (0, 1, 2, 17):
        assert convert.read_nimber(convert.nimber_text(n)) == n
    for text in (
        "nim 3 5",
        "kayles 5 8",
        "0.07 9",
        "dawsons-chess 7",
        "grundys-game 8",
        "cram .../.#.",
        "*3 + nim 2",
    ):
        p = grundy.position(text)
        assert convert.from_cgsuite(convert.to_cgsuite(p)).nimber == p.nimber
        assert convert.from_pycgt(convert.to_pycgt(p)).nimber == p.nimber
    assert convert.from_cgsuite("*").nimber == 1
    with pytest.raises(grundy.NotationError) as caught:
        convert.from_cgsuite("*2 + game.grid.Domineering(3)")
    assert caught.value.span[0] == 5
    with pytest.raises(ValueError, match="no other spelling"):
        convert.to_pycgt(grundy.position("hackenbush 0-1"))


def test_answers_are_json_as_the_program_writes_them() -> None:
    found = grundy.position("bubbly (E(G)) + nim 4").solve().to_dict()
    assert json.loads(json.dumps(found))["winning"] == ["2:1:4>2"]
    assert found["nimber"] == 6


def test_plots() -> None:
    import matplotlib

    matplotlib.use("agg")
    ax = grundy.sequence("0.07", terms=200).plot()
    assert ax.get_xlabel() == "heap"
    assert grundy.misere("0.123").plot() is not None
    assert grundy.sequence("0.07", terms=5).to_frame()["nimber"].tolist() == [0, 0, 1, 1, 2]
