"""Errors: one sentence each, also after pickling."""

import inspect
from pathlib import Path

import pytest

from store import errors
from tests.support.pickling import pickled

BASES = (errors.StoreError, errors.PlaceError, errors.FindingError)
KINDS = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, errors.StoreError) and kind not in BASES
]
ARGUMENTS = {
    "place": "here/ouro.db",
    "path": Path("ouro.db"),
    "problem": "is odd",
    "finding": "a hole",
    "found": "0009",
    "known": "0001",
    "attempt": 5,
    "seconds": 2.0,
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_one_sentence_and_survives_pickling(kind: type[errors.StoreError]) -> None:
    given = getattr(kind.__init__, "__annotations__", {})  # Exception's own has none
    error = kind(*(ARGUMENTS[name] for name in given if name != "return"))
    sentence = str(error)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    copy = pickled(error)
    assert str(copy) == sentence
    assert vars(copy) == vars(error)
