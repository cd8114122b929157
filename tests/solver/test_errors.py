"""Errors that may leave a worker process survive pickling."""

import pickle

import pytest

from solver.errors import (
    AssumptionError,
    DrillError,
    DrillTextError,
    FormulaSizeError,
    LimitsError,
    NoFormulaError,
    OptionError,
    SolverError,
    SpecError,
    UnknownMethodError,
    UnsoundAnswerError,
)

EXAMPLES = [
    UnknownMethodError("magic", ("cuts",)),
    LimitsError("seconds", -1.0, "give zero or more"),
    OptionError("seed", -1, "give zero or more"),
    AssumptionError(12, 12),
    FormulaSizeError("automaton", "99x99", 250_000_000, 20_000_000),
    NoFormulaError("cuts", ("automaton", "distance")),
    UnsoundAnswerError("a 3x3 puzzle"),
    SpecError("of 2x2", "a side has from 3 to 60 cells"),
    DrillError("of 'magic'", "there is no technique with this name"),
    DrillTextError(),
]


def test_there_is_an_example_of_every_error() -> None:
    assert set(SolverError.__subclasses__()) == {type(example) for example in EXAMPLES}


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_errors_survive_pickling(error: SolverError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert str(error).endswith(".")
