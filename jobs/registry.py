"""The jobs that workers run, the errors that they return, and the encodings of special values.

The bot accepts answers and errors of a worker only if they are listed here.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from i18n.localizer import Said
from jobs import (
    constructing,
    drilling,
    errors,
    generating,
    playing,
    reading,
    reviewing,
    solving,
    teaching,
)
from jobs import pictures as drawing
from jobs.work import QUICK_WORK, Bound
from puzzle import errors as puzzle_errors
from puzzle.bounds import DEFAULT_BOUNDS
from puzzle.grid import Grid, GridKey
from puzzle.lazy_messages import LazyMessage
from puzzle.tilings.catalogue import TILINGS, build_grid
from renderer import errors as renderer_errors
from scanner import errors as picture_errors
from solver import errors as solver_errors

_QUICK = Bound(QUICK_WORK)
_SILENT = replace(_QUICK, tells=False)
_SLOW, _LONG = Bound(1.0), Bound(600.0)
"""The last is as long as a worker may work on a job: settings give it less."""

JOBS: Mapping[Callable[[Any], Any], Bound] = MappingProxyType(
    {
        constructing.answer_question: replace(_SLOW, of_parts=True),
        constructing.follow_clues: replace(_SLOW, of_parts=True),
        drawing.draw_calendar: _SILENT,
        drawing.draw_day: _SILENT,
        drawing.draw_samples: _SILENT,
        drawing.draw_strength: _SILENT,
        drilling.ask_drill: replace(_SLOW, tells=False),
        drilling.draw_mastery: _SILENT,
        drilling.judge_drill: _SILENT,
        generating.make_puzzle: _LONG,
        playing.animate_solution: _LONG,
        playing.check_marks: _SLOW,
        playing.draw_board: _SILENT,
        playing.draw_card: _QUICK,
        playing.find_hint: _SLOW,
        playing.go_on: Bound(3.0),
        reading.read_answer: _SILENT,
        reading.read_picture: Bound(2.0, decoder_seconds=10.0, tells=False),
        reading.read_puzzle: replace(_SLOW, tells=False),
        reviewing.find_uses: replace(_LONG, tells=False),
        reviewing.replay_attempt: _LONG,
        reviewing.review_attempt: _LONG,
        solving.find_outcome: _SLOW,
        solving.rate_puzzle: _LONG,
        solving.solve_puzzle: _LONG,
        teaching.find_lesson: _SILENT,
    }
)
"""The jobs, and what each takes at most. Those that other people wait for when they press take as
much as `tests/jobs/test_quick.py` allows; those whose request can be `quick` do so if it is.
Those that tell something have the puzzle as a `Puzzle` or `Board` in their request or answer, and
the key of a loop that they found in their answer, so that nothing is told of a secret."""
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
    {
        Grid: (_pack_grid, _unpack_grid),
        LazyMessage: (_pack_message, _unpack_message),
        Said: (str, str),
    }
)
"""Functions that pack and unpack the classes whose fields annotations do not describe."""
