"""Every fuzz target accepts valid texts and refuses invalid ones with its errors."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import typer
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from tests.support.long import some_examples
from tools.fuzz import __main__
from tools.fuzz.targets import MAX_LENGTH, TARGETS, Target, inputs


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
@some_examples(25)
def test_a_reader_takes_or_refuses_anything(name: str, data: st.DataObject) -> None:
    TARGETS[name].accepts(data.draw(inputs(seeds_of(name))))


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")  # long texts
@pytest.mark.parametrize(
    "is_wanted",
    [
        lambda text: text == "5x5:a",
        lambda text: text.startswith("5x5:a") and len(text) > 6,
        lambda text: any("\ud800" <= char <= "\udfff" for char in text),
        lambda text: len(text) == MAX_LENGTH,
    ],
    ids=["valid", "edited", "surrogate", "long"],
)
def test_inputs_are_valid_texts_edited_ones_and_any(is_wanted: Callable[[str], bool]) -> None:
    always = settings(max_examples=10_000, derandomize=True, database=None, phases=[Phase.generate])
    find(inputs(["5x5:a"]), is_wanted, settings=always)


# The search with a fragile reader


def fragile(text: str) -> str:
    if "::" in text:
        raise ZeroDivisionError(text[:0])
    if ":" in text:
        raise ValueError("no colons")
    return text


@pytest.fixture
def search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[int], str]:
    """Searches with so many texts; returns what is printed, with the exit code."""
    target = Target("fragile", fragile, (ValueError,), lambda: ("5x5:a",))
    monkeypatch.setattr(__main__, "TARGETS", {"fragile": target})
    monkeypatch.setattr(__main__, "FOLDER", tmp_path)

    def run(examples: int) -> str:
        with pytest.raises(typer.Exit) as end:
            __main__.fuzz("fragile", examples=examples)
        printed = capsys.readouterr()
        return f"{printed.err}{printed.out}exit code {end.value.exit_code}"

    return run


def test_the_simplest_text_is_told_and_kept(search: Callable[[int], str]) -> None:
    for examples in (10_000, 1):
        told = search(examples)
        assert "ZeroDivisionError" in told
        assert told.endswith(
            "fragile: broken by '::'\nAgain: script/fuzz fragile --examples 1\nexit code 1"
        )


def test_what_takes_long_is_told(
    search: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(__main__, "SLOW_SECONDS", -1.0)
    told = search(10)
    assert "AssertionError: it takes over -1.0 s" in told
    assert "fragile: broken by ''" in told


def test_what_does_not_break_is_told(search: Callable[[int], str]) -> None:
    assert search(1) == "fragile: none of 1 texts broke it\nexit code 0"


def test_the_command_lists_its_targets(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit):
        __main__.fuzz()
    assert capsys.readouterr().out.split() == list(TARGETS)
