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
    (lambda: ouro.read("hello"), ouro.NotationError, '"hello" is not a puzzle in a notation'),
    (lambda: ouro.read("3../.x."), ouro.NotationError, "Read as rows of cells: in row 2, column 2"),
    (lambda: ouro.read("201x3:a"), ouro.SizeError, "The size 201x3 cannot be used: no side may be"),
    (
        lambda: ouro.read_board("2x1:3a", "A9"),
        ouro.NotationError,
        "There is no cell A9; this board",
    ),
    (lambda: ouro.read_board("2x1:3a", "A1-B2"), ouro.NotationError, "Read as marks: A1 and B2"),
    (lambda: ouro.read_board("9", "A1-A2"), ouro.NotationError, "Read as"),
    (lambda: ANY.read(PUZZLE), ouro.PuzzleTypeError, "A puzzle cannot be made of Puzzle; give a"),
    (lambda: ANY.read_board(b"1x1:4"), ouro.PuzzleTypeError, "A puzzle cannot be made of bytes;"),
    (lambda: ANY.read_picture(3), ouro.PuzzleTypeError, "A puzzle cannot be made of int; give the"),
    (
        lambda: ANY.read_picture(bytearray()),
        ouro.PuzzleTypeError,
        "A puzzle cannot be made of byte",
    ),
    (lambda: ouro.solve("hello"), ouro.NotationError, '"hello" is not a puzzle in a notation'),
    (lambda: ouro.write(PUZZLE, "sgf"), ouro.NotationError, 'There is no notation called "sgf"'),
    (
        lambda: ouro.Puzzle(PUZZLE.grid, (5,) * 16),
        ouro.PuzzleError,
        "the clue 5 at A1 is out of range; a cell here has 4 edges",
    ),
    (lambda: ouro.Board(PUZZLE, ()), ouro.PuzzleError, "0 marks given for 40 edges"),
    (lambda: ouro.solve(PUZZLE, method="magic"), ouro.SolverError, "There is no method 'magic'; "),
    (
        lambda: ouro.solve(PUZZLE, solutions=0),
        ouro.SolverError,
        "The limit of solutions cannot be 0; ask for one at least.",
    ),
    (
        lambda: ouro.solve(PUZZLE, seconds=-1),
        ouro.SolverError,
        "The limit of seconds cannot be -1; give zero or more.",
    ),
    (
        lambda: ouro.solve(ouro.read("60x60:" + "z" * 138 + "l"), method="automaton"),
        ouro.SolverError,
        "The method automaton would need 135 million literals",
    ),
    (lambda: ouro.count(PUZZLE, method="magic"), ouro.SolverError, "There is no method 'magic'; "),
    (
        lambda: ouro.count(PUZZLE, limit=0),
        ouro.SolverError,
        "The limit of solutions cannot be 0; ask for one at least.",
    ),
    (lambda: ouro.count(PUZZLE, limit=-1), ouro.SolverError, "The limit of solutions cannot be -1"),
    (
        lambda: ouro.count(PUZZLE, seconds=float("nan")),
        ouro.SolverError,
        "The limit of seconds cannot be nan; give zero or more.",
    ),
    (
        lambda: ouro.explain(PUZZLE, steps=-1),
        ouro.SolverError,
        "The limit of steps cannot be -1; give zero or more.",
    ),
    (
        lambda: ouro.explain(PUZZLE, units=-1),
        ouro.SolverError,
        "The limit of units cannot be -1; give zero or more.",
    ),
    (
        lambda: ouro.rate(PUZZLE, seconds=-2),
        ouro.SolverError,
        "The limit of seconds cannot be -2; give zero or more.",
    ),
    (
        lambda: ouro.generate(2, 12),
        ouro.SolverError,
        "A puzzle of 12x2 cannot be made; a side has from 3 to 60 cells.",
    ),
    (
        lambda: ouro.generate(5, 6, level="brutal"),
        ouro.SolverError,
        "A puzzle of level 'brutal' cannot be made; choose easy, normal, hard, expert or extreme.",
    ),
    (
        lambda: ouro.generate(5, 6, symmetry="round"),
        ouro.SolverError,
        "A puzzle with symmetry 'round' cannot be made; choose none, rot180, rot90 or mirror.",
    ),
    (
        lambda: ouro.generate(5, 6, symmetry="rot90"),
        ouro.PuzzleError,
        "A board of 6x5 has no quarter turns; make it square, or use rot180.",
    ),
    (
        lambda: ouro.generate(5, 6, mask=[30]),
        ouro.SolverError,
        "A puzzle with this mask cannot be made; it names cells that are not on a 6x5 board.",
    ),
    (
        lambda: ouro.generate(5, 6, values=[4]),
        ouro.SolverError,
        "A puzzle with clues of 4 cannot be made; choose some of 0 to 3.",
    ),
    (
        lambda: ouro.generate(5, 6, seconds=-1),
        ouro.SolverError,
        "A puzzle in -1 seconds cannot be made; give zero or more.",
    ),
    (
        lambda: ANY.render(PUZZLE, format="gif"),
        ouro.RendererError,
        "There is no format 'gif'; choose svg, png or text.",
    ),
    (
        lambda: ouro.render(PUZZLE, theme="neon"),
        ouro.RendererError,
        "There is no theme 'neon'; choose light, dark, paper, contrast or colour-blind.",
    ),
    (
        lambda: ouro.render(PUZZLE, format="text", theme="neon"),
        ouro.RendererError,
        "There is no theme 'neon'; ",
    ),
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
