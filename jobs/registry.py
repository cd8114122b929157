"""The jobs that workers run, the errors that they return, and the encodings of special values.

The bot accepts answers and errors of a worker only if they are listed here.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from types import MappingProxyType
from typing import Any

from jobs import drilling, errors, generating, playing, reading, reviewing, solving, teaching
from jobs import pictures as drawing
from puzzle import errors as puzzle_errors
from puzzle.bounds import DEFAULT_BOUNDS
from puzzle.grid import Grid, GridKey
from puzzle.lazy_messages import LazyMessage
from puzzle.tilings.catalogue import TILINGS, build_grid
from renderer import errors as renderer_errors
from scanner import errors as picture_errors
from solver import errors as solver_errors

QUICK_JOBS: frozenset[Callable[[Any], Any]] = frozenset(
    {
        drawing.draw_calendar,
        drawing.draw_samples,
        drilling.draw_mastery,
        drilling.judge_drill,
        drilling.judge_found,
        playing.check_marks,
        playing.draw_board,
        playing.draw_card,
        playing.find_hint,
        reading.read_answer,
        reading.read_puzzle,
        solving.count_solutions,
        teaching.find_lesson,
    }
)
"""The jobs that may be run while other people wait for a press: whatever the use cases ask of
them takes little work, which `tests/jobs/test_quick.py` bounds. Those whose request can be `quick`
take little work if it is."""
JOBS: tuple[Callable[[Any], Any], ...] = (
    *QUICK_JOBS,
    drilling.ask_drill,
    generating.make_puzzle,
    playing.animate_solution,
    reading.read_picture,
    reviewing.find_uses,
    reviewing.replay_attempt,
    reviewing.review_attempt,
    solving.find_outcome,
    solving.rate_puzzle,
    solving.solve_puzzle,
)
DECODERS: Mapping[Callable[[Any], Any], float] = MappingProxyType({reading.read_picture: 10.0})
"""The jobs that decode binary files of strangers, each with the most seconds that it may take."""
ERRORS: tuple[type[Exception], ...] = tuple(
    kind
    for module in (errors, picture_errors, puzzle_errors, renderer_errors, solver_errors)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Exception)
)
"""All errors of the packages that jobs call: those that their modules `errors` define."""

_SPECS = frozenset({"", ","})
"""Format specifications that a message may use: none, or a comma between thousands."""
_CONVERSIONS = frozenset({None, "r"})
"""Conversions that a message may use: none, or quotes around a text."""


def _pack_grid(grid: Grid) -> GridKey:
    return grid.key


def _unpack_grid(value: Any) -> Grid:
    """Return the grid of a tiling, a size and a patch.

    Raises `SizeError` for a size out of bounds, before the grid is built, and `ValueError` for
    other values.
    """
    tiling, rows, cols, patch = value
    if type(rows) is not int or type(cols) is not int:
        raise ValueError("the rows and columns of a grid are integers")
    if type(tiling) is not str or type(patch) is not str or tiling not in TILINGS:
        raise ValueError("the tiling of a grid is not known")
    TILINGS[tiling].check(rows, cols, DEFAULT_BOUNDS)
    return build_grid(GridKey(tiling, rows, cols, patch))


def _pack_message(text: LazyMessage) -> tuple[object, ...]:
    values = tuple((name, value) for name, value in text.values.items())
    return str(text), text.message, text.many, text.number, values


def _unpack_message(value: Any) -> LazyMessage:
    """Return a text with its translatable message; raises `ValueError` for an unsafe template.

    The template is formatted again in the reader's language, so it may contain only the names of
    its values and the formats of `_SPECS` and `_CONVERSIONS`: no attributes, indexes or widths.
    """
    text, message, many, number, pairs = value
    values = dict(pairs)
    for template in (message, message if many is None else many):
        for _, name, spec, conversion in Formatter().parse(template):
            if name is None:
                continue
            if name not in values or spec not in _SPECS or conversion not in _CONVERSIONS:
                raise ValueError("a message may only name its values")
    if not all(isinstance(each, str) for each in (text, *values)) or type(number) is not int:
        raise ValueError("a message has a text, a number and values with names")
    unpacked = LazyMessage(text)
    unpacked.message, unpacked.many, unpacked.number = message, many, number
    unpacked.values = values
    return unpacked


ENCODINGS: Mapping[type, tuple[Callable[[Any], object], Callable[[Any], Any]]] = MappingProxyType(
    {Grid: (_pack_grid, _unpack_grid), LazyMessage: (_pack_message, _unpack_message)}
)
"""Functions that pack and unpack the classes whose fields annotations do not describe."""
