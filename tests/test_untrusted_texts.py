"""Every parser of untrusted text takes valid texts, and takes or refuses any other."""

import time
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from tests.support.long import some_examples
from tests.support.untrusted.parsers import MAX_LENGTH, PARSERS, inputs

SLOW_SECONDS = 10.0
"""Processor time of a text that is too much on any machine."""


@cache
def seeds_of(name: str) -> tuple[str, ...]:
    return tuple(PARSERS[name].seeds())


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_takes_most_of_its_seeds(name: str) -> None:
    parser, texts = PARSERS[name], seeds_of(name)
    assert texts
    assert sum(map(parser.accepts, texts)) * 2 >= len(texts)


@pytest.mark.parametrize("name", PARSERS)
@given(data=st.data())
@some_examples(25)
def test_a_parser_takes_or_refuses_anything(name: str, data: st.DataObject) -> None:
    text = data.draw(inputs(seeds_of(name)))
    start = time.process_time()
    PARSERS[name].accepts(text)
    assert time.process_time() - start < SLOW_SECONDS


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
