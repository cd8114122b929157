"""Search options are parsed and formatted; invalid ones get one sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cli.errors import UsageError
from cli.options import KEYS, format_options, parse_options
from solver.errors import OptionError
from solver.options import BACKENDS, DEFAULT_OPTIONS, CutPolicy, Options, Phase

numbers = st.integers(0, 99)
policies = st.builds(CutPolicy, **dict.fromkeys(CutPolicy.__struct_fields__, numbers))
choices = st.builds(
    Options,
    backend=st.sampled_from([None, *BACKENDS]),
    seed=numbers,
    phase=st.sampled_from(Phase),
    inside=st.sampled_from([None, True, False]),
    cells=st.none() | st.booleans(),
    inprocessing=st.booleans(),
    propagate=st.none() | st.booleans(),
    policy=st.none() | policies,
    patch=st.none() | numbers,
)


@given(choices)
def test_formatted_options_are_parsed_back(options: Options) -> None:
    assert parse_options(format_options(options)) == options


def test_defaults_are_formatted_as_an_empty_text() -> None:
    assert format_options(DEFAULT_OPTIONS) == ""
    assert parse_options("") == DEFAULT_OPTIONS


def test_unnamed_options_keep_their_values() -> None:
    basis = Options("negate-loops", phase=Phase.LINE)
    assert parse_options(" seed = 3 , inside=yes", basis) == replace(basis, seed=3, inside=True)


@given(st.text(max_size=20) | st.builds("{}={}".format, st.sampled_from(KEYS), st.text(max_size=9)))
def test_any_text_is_options_or_one_sentence(text: str) -> None:
    sentence = "."
    try:
        parse_options(text)
    except (UsageError, OptionError) as error:
        sentence = str(error)
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("speed=9", "There is no option 'speed'; choose of backend, "),
        ("phase=up", "The option phase cannot be 'up'; choose of cross, line."),
        ("inside=perhaps", "The option inside cannot be 'perhaps'; choose of yes, no, auto."),
        ("negation=-1", "The option negation cannot be '-1'; give a whole number from 0 on."),
        ("backend=magic", "The option backend cannot be magic; choose one of cadical195, "),
    ],
)
def test_invalid_options_are_named(text: str, sentence: str) -> None:
    with pytest.raises((UsageError, OptionError)) as raised:
        parse_options(text)
    assert str(raised.value).startswith(sentence)
