"""Boards as JSON values: the geometry of any grid, its clues, and marks as letters.

Points are flat lists x, y, x, y … in cells, y downwards, in the unit of pictures; nothing in them
depends on the tiling. Changes of marks are sent as differences from what a page has.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from i18n.localizer import Localizer
from play.clock import elapsed, format_duration
from play.history import History
from play.verdict import rest_solves
from puzzle.grid import Grid
from puzzle.model import Board, Puzzle
from puzzle.names import DIRECTIONS
from puzzle.places import cell_name, dot_name, edge_name, ways
from puzzle.rules import Capability, Rules, require
from renderer.labels import Labels, label_layout
from renderer.layers import Layer, animal_layers
from renderer.positions import positions_of
from service.playing.loaded_attempt import LoadedAttempt
from service.running.clock import Clock
from store.records import AttemptKind
from texts import boards
from texts.puzzles import rules_line
from web.page_requests import LETTERS, SHADE_LETTERS
from web.plain_text import plain

Change = tuple[int, str]
"""An edge and its mark."""


_NEEDED = {
    "hint": Capability.HINTS,
    "review": Capability.REVIEWS,
    "next": Capability.GENERATING,
}
"""What the buttons of the page need of the rules."""

LABEL_SIZE = 0.26
"""Height of the letters of labels of scale 1, in cells."""


def geometry(puzzle: Puzzle, labels: Labels = Labels.CELLS) -> dict[str, Any]:
    """What never changes of a board; `labels` stand beside its rows and columns.

    Raises `RulesError` for rules that boards lack.

    >>> from puzzle.grid import square_grid
    >>> found = geometry(Puzzle(square_grid(1, 1), (3,)))
    >>> found["dots"], found["edges"], found["sides"], found["clues"]
    ([0, 0, 1, 0, 0, 1, 1, 1], [0, 1, 2, 3, 0, 2, 1, 3], [-1, 0, 0, -1, 0, -1, -1, 0], [3])
    >>> found["ways"]
    [0, 4, 0, 4, 2, 6, 2, 6]
    """
    require(puzzle, Capability.PLAY)
    grid, at = puzzle.grid, positions_of(puzzle.grid)
    return {
        "dots": _flat(at.dots),
        "cells": _flat(at.cells),
        "scales": [_short(scale) for scale in at.clue_scales],
        "edges": [dot for ends in grid.edge_dots for dot in ends],
        "sides": [cell for cells in grid.edge_cells for cell in cells],
        "ways": _ways(grid),
        "clues": [-1 if clue is None else clue for clue in puzzle.clues],
        "dot_names": [dot_name(grid, dot) for dot in range(len(grid.dots))],
        "edge_names": [edge_name(grid, edge) for edge in range(len(grid.edge_dots))],
        "labels": _label_values(grid, labels),
        "cell_names": [cell_name(grid, cell) for cell in range(len(grid.cells))],
    }


def rules_value(localizer: Localizer, rules: Rules) -> dict[str, Any] | None:
    """What a page needs of other rules than the plain ones; None for these.

    - `counted` is what clues count, `full` whether the loop visits every dot.
    - `animals` has for each clue that is no count its role, the path and width of its sign, and
      whether it is inside the loop.
    - `told` is a line that tells the rules; `lacks` names the buttons that there are not.

    >>> found = rules_value(Localizer(), Rules("vertex"))
    >>> found["counted"], found["full"], found["animals"], found["lacks"]
    ('dots', False, {}, ['hint', 'review', 'next'])
    """
    if rules.is_plain:
        return None
    signs = rules.variant.signs
    layers = animal_layers() if signs else {}
    return {
        "counted": rules.variant.counted.value,
        "full": rules.variant.visits_every_dot,
        "animals": {
            clue: (layers[clue].role, layers[clue].path, layers[clue].width, sign.inside)
            for clue, sign in signs.items()
        },
        "told": rules_line(localizer, rules),
        "lacks": [name for name, needed in _NEEDED.items() if not rules.supports(needed)],
    }


def _ways(grid: Grid) -> list[int]:
    """For each edge, how it leaves its ends, in eighths of a turn clockwise from right."""
    found = [
        {edge: (DIRECTIONS.index(way) - 2) % 8 for way, edge in ways(grid, dot).items()}
        for dot in range(len(grid.dots))
    ]
    return [found[dot][edge] for edge, ends in enumerate(grid.edge_dots) for dot in ends]


def marks_of(board: Board) -> str:
    """The marks of a board, one letter for each edge."""
    return "".join(LETTERS[state] for state in board.marks)


def difference(before: str, after: str) -> list[Change]:
    """The edges whose mark differs, each with its mark now.

    >>> difference("..-x", ".--.")
    [(1, '-'), (3, '.')]
    """
    if before == after:
        return []
    pairs = enumerate(zip(before, after, strict=True))
    return [(edge, new) for edge, (old, new) in pairs if old != new]


def notes_of(history: History) -> dict[str, Any]:
    """The notes of a player: a letter for each cell, if one has a shade; the number of trials; and
    the edges on trial, each with its level.
    """
    return {
        "shades": "".join(SHADE_LETTERS[shade] for shade in history.shades),
        "trials": len(history.trials),
        "tried": [*history.levels.items()],
    }


def layer_values(layers: Iterable[Layer]) -> list[dict[str, Any]]:
    """Layers of highlights, as the page draws them."""
    return [
        {
            "role": layer.role,
            "d": layer.path,
            "width": layer.width,
            "texts": [(*text.at, text.text, text.size) for text in layer.texts],
        }
        for layer in layers
    ]


def _label_values(grid: Grid, labels: Labels) -> dict[str, Any]:
    """The labels beside a board: the height of their letters in cells, and texts at x and y."""
    layout = label_layout(grid, labels, 0)
    texts = [(*_flat([label.at]), label.text) for label in layout.labels]
    return {"size": _short(LABEL_SIZE * layout.scale), "texts": texts}


def _short(value: float) -> float:
    """A number without needless digits, which takes fewer bytes."""
    return int(value) if value == int(value) else round(value, 4)


def _flat(points: Iterable[tuple[float, float]]) -> list[float]:
    return [_short(value) for point in points for value in point]


class BoardFeed(Struct, eq=False):
    """The marks that a page has, and the revision of the board that they are of."""

    localizer: Localizer
    now: Clock
    _marks: str = ""
    _notes: dict[str, Any] = field(default_factory=dict)
    _revision: int = -1

    def whole(self, loaded: LoadedAttempt) -> dict[str, Any]:
        """All marks of a board, and its state."""
        self._marks, self._revision = marks_of(loaded.pad.board), loaded.attempt.revision
        self._notes = notes_of(loaded.pad.history)
        return {"marks": self._marks, **self._notes, **self._state(loaded)}

    def update(self, loaded: LoadedAttempt) -> dict[str, Any]:
        """What differs from what the page has, or all of it; nothing for an older revision."""
        if not self._marks:
            return self.whole(loaded)
        if loaded.attempt.revision < self._revision:
            return {"changes": []}
        marks = marks_of(loaded.pad.board)
        changes, self._marks = difference(self._marks, marks), marks
        self._revision = loaded.attempt.revision
        before, self._notes = self._notes, notes_of(loaded.pad.history)
        new = {name: value for name, value in self._notes.items() if before.get(name) != value}
        return {"changes": changes, **new, **self._state(loaded)}

    def is_newer(self, loaded: LoadedAttempt) -> bool:
        """Whether a board is newer than what the page has."""
        return loaded.attempt.revision > self._revision

    def _state(self, loaded: LoadedAttempt) -> dict[str, Any]:
        penalty = loaded.help_counts.penalty
        return {
            "revision": loaded.attempt.revision,
            "undo": len(loaded.pad.done),
            "redo": len(loaded.pad.undone),
            "rest": not loaded.is_over and rest_solves(loaded.pad.board),
            "penalty": f"+{format_duration(penalty)}" if penalty and self.localizer.clock else "",
            "par": "" if loaded.is_over else boards.par_text(self.localizer, loaded),
            "clock": self._clock(loaded),
            "ended": self._ended(loaded),
            "verdict": self._verdict(loaded),
        }

    def _clock(self, loaded: LoadedAttempt) -> int | None:
        """The seconds of the clock of a board; None where none runs or none is shown."""
        attempt = loaded.attempt
        if loaded.is_over or attempt.kind is AttemptKind.LEARN or not self.localizer.clock:
            return None
        return elapsed(attempt.shown_at or attempt.begun_at, self.now())

    def _ended(self, loaded: LoadedAttempt) -> str:
        if loaded.solved:
            return "solved"
        return "revealed" if loaded.attempt.revealed else ""

    def _verdict(self, loaded: LoadedAttempt) -> str:
        say = self.localizer.say
        if loaded.solved:
            return plain(f"{say(boards.SOLVED)}\n{boards.solved(self.localizer, loaded)}")
        return plain(say(boards.CLOSED)) if loaded.attempt.revealed else ""
