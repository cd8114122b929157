"""What means nothing is an error of the tree that it belongs to, with one clear sentence."""

import inspect
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

import ouro
from tests.support.pickling import pickled

PUZZLE = ouro.read("4x4:3c3d22b2a1")
ANY: Any = ouro
"""The API for calls that no type checker lets through."""

CASES: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: ouro.read(""), ouro.NotationError, "There is no puzzle in the text; give an address"),
    (lambda: ouro.read("201x3:a"), ouro.SizeError, "The size 201x3 cannot be used: no side may be"),
    (lambda: ouro.read_board("2x1:3a", "A1-B2"), ouro.NotationError, "Read as marks: A1 and B2"),
    (lambda: ANY.read(PUZZLE), ouro.PuzzleTypeError, "A puzzle cannot be made of Puzzle; give a"),
    (lambda: ANY.read_picture(3), ouro.PuzzleTypeError, "A puzzle cannot be made of int; give the"),
    (lambda: ouro.write(PUZZLE, "sgf"), ouro.NotationError, 'There is no notation called "sgf"'),
    (lambda: ouro.Board(PUZZLE, ()), ouro.PuzzleError, "0 marks given for 40 edges"),
    (lambda: ouro.solve("hello"), ouro.NotationError, '"hello" is not a puzzle in a notation'),
    (lambda: ouro.solve(PUZZLE, method="magic"), ouro.SolverError, "There is no method 'magic'; "),
    (lambda: ouro.solve(PUZZLE, solutions=0), ouro.SolverError, "The limit of solutions cannot be"),
    (lambda: ouro.count(PUZZLE, method="magic"), ouro.SolverError, "There is no method 'magic'; "),
    (lambda: ouro.count(PUZZLE, limit=-1), ouro.SolverError, "The limit of solutions cannot be -1"),
    (lambda: ouro.explain(PUZZLE, steps=-1), ouro.SolverError, "The limit of steps cannot be -1; "),
    (lambda: ouro.explain(PUZZLE, units=-1), ouro.SolverError, "The limit of units cannot be -1; "),
    (lambda: ouro.rate(PUZZLE, seconds=-2), ouro.SolverError, "The limit of seconds cannot be -2;"),
    (lambda: ouro.generate(2, 12), ouro.SolverError, "A puzzle of 12x2 cannot be made; a side has"),
    (lambda: ouro.generate(5, 6, level="brutal"), ouro.SolverError, "A puzzle of level 'brutal' "),
    (lambda: ouro.generate(5, 6, symmetry="round"), ouro.SolverError, "A puzzle with symmetry 'r"),
    (lambda: ouro.generate(5, 6, symmetry="rot90"), ouro.PuzzleError, "A board of 6x5 has no "),
    (lambda: ouro.generate(5, 6, mask=[30]), ouro.SolverError, "A puzzle with this mask cannot be"),
    (lambda: ouro.generate(5, 6, seconds=-1), ouro.SolverError, "A puzzle in -1 seconds cannot be"),
    (lambda: ANY.render(PUZZLE, format="gif"), ouro.RendererError, "There is no format 'gif'; "),
    (lambda: ouro.render(PUZZLE, theme="neon"), ouro.RendererError, "There is no theme 'neon'; "),
]

TAKERS = [
    function
    for name in ouro.__all__
    if isinstance(function := getattr(ouro, name), FunctionType)
    and "puzzle" in inspect.signature(function).parameters
]
"""The functions that take a puzzle."""


def called(function: Callable[..., object], puzzle: object) -> object:
    """A call without other arguments but the strokes of a review."""
    others = ["0:01 A1 top"] if "strokes" in inspect.signature(function).parameters else []
    return function(puzzle, *others)


def test_whatever_takes_a_puzzle_takes_its_text() -> None:
    for function in TAKERS:
        texts = (repr(called(function, each)) for each in ("2x1:4a", ouro.read("2x1:4a")))
        of_text, of_puzzle = (re.sub(r"seconds=[^,]+", "", text) for text in texts)
        assert of_text == of_puzzle
    assert len(TAKERS) >= 7


def test_whatever_takes_a_puzzle_refuses_other_values_with_one_sentence() -> None:
    for function in TAKERS:
        for value in (7, None, b"1x1:4", [[3]], ouro):
            with pytest.raises(ouro.PuzzleTypeError) as found:
                called(function, value)
            assert isinstance(found.value, TypeError)
            kind = type(value).__name__
            assert str(found.value) == (
                f"A puzzle cannot be made of {kind}; give a text such as 4x4:3c3d22b2a1, a Puzzle "
                "or a Board."
            )


def test_marks_are_not_left_out_unsaid() -> None:
    board = ouro.read_board("2x1:4a", "A1-B1")
    for function in TAKERS:
        if "Board" in str(inspect.signature(function).parameters["puzzle"].annotation):
            called(function, board)
        else:
            with pytest.raises(ouro.PuzzleTypeError, match="; give its puzzle, board"):
                called(function, board)


@pytest.mark.parametrize(("call", "kind", "sentence"), CASES, ids=[case[2] for case in CASES])
def test_bad_input_is_one_sentence(
    call: Callable[[], object], kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind) as found:
        call()
    assert isinstance(found.value, ValueError)
    assert str(found.value).startswith(sentence)
    assert "\n" not in str(found.value)
    assert str(pickled(found.value)) == str(found.value)
