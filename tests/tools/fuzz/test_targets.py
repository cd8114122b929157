"""Every fuzz target accepts valid texts and refuses invalid ones with its errors."""

from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
import typer
from hypothesis import example, given
from hypothesis import strategies as st

from tools.fuzz import __main__
from tools.fuzz.engine import load_input, save_input, try_inputs
from tools.fuzz.mutants import MAX_LENGTH, inputs
from tools.fuzz.targets import TARGETS, Target


@cache
def seeds_of(name: str) -> tuple[str, ...]:
    return tuple(TARGETS[name].seeds())


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_takes_most_of_its_seeds(name: str) -> None:
    target, texts = TARGETS[name], seeds_of(name)
    assert texts
    assert sum(map(target.accepts, texts)) * 2 >= len(texts)


@pytest.mark.parametrize("name", TARGETS)
@given(data=st.data())
def test_a_reader_takes_or_refuses_anything(name: str, data: st.DataObject) -> None:
    target = TARGETS[name]
    spoiled = st.builds(
        lambda text, at, more: text[:at] + more + text[at:],
        st.sampled_from([text[:3000] for text in seeds_of(name)]),
        st.integers(0, 3000),
        st.text(max_size=4),
    )
    target.accepts(data.draw(st.one_of(st.text(), spoiled)))


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_survives_mutants(name: str) -> None:
    target = TARGETS[name]
    for text in islice(inputs(seeds_of(name), Random(3)), 100):
        target.accepts(text)


def test_mutants_are_the_same_for_the_same_generator() -> None:
    one, two = (list(islice(inputs(["5x5:a"], Random(8)), 2000)) for _ in range(2))
    assert one == two
    assert len(set(one)) > 1000
    assert max(map(len, one)) > 10_000
    assert max(map(len, one)) <= MAX_LENGTH


# The search with a fragile reader


def fragile(text: str) -> str:
    if "::" in text:
        raise ZeroDivisionError(text[:0])
    if ":" in text:
        raise ValueError("no colons")
    return text


FRAGILE = Target("fragile", fragile, (ValueError,), lambda: ("5x5:a",))


def test_it_tells_what_is_slow_and_what_broke() -> None:
    found = try_inputs(FRAGILE, islice(inputs(["5x5:a"], Random(1)), 5000))
    assert found.tried == 5000
    assert 0 < found.taken < 5000
    assert {error for error, _ in found.broken} == {"ZeroDivisionError('')"}
    assert all("::" in text for _, text in found.broken)
    slow, broken = found.failures(limit=-1.0)  # every input takes longer
    assert " ms for " in slow
    assert "ZeroDivisionError" in broken
    assert len(list(found.failures(limit=60.0))) == 1


@given(st.text(st.characters(exclude_categories=())))
@example("a\ud800\0b\r\n")
@example("\udced\udca0\udc80")
def test_a_saved_input_is_loaded_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    assert load_input(save_input(text, tmp_path_factory.getbasetemp() / "fuzz")) == text


def test_the_command_keeps_what_breaks_a_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(__main__, "TARGETS", {"fragile": FRAGILE})
    monkeypatch.setattr(__main__, "FOLDER", tmp_path)
    with pytest.raises(typer.Exit) as end:
        __main__.fuzz("fragile", seconds=1)
    assert end.value.exit_code == 1
    saved = next((tmp_path / "fragile").glob("crash-*"))
    assert "::" in load_input(saved)
    with pytest.raises(ZeroDivisionError):
        __main__.fuzz("fragile", again=saved)


def test_the_command_lists_its_targets(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit):
        __main__.fuzz()
    assert capsys.readouterr().out.split() == list(TARGETS)
