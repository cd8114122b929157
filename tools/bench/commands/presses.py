"""Presses of arrows that draw a known solution, by the arrows that a player uses."""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from play.pen import STRIDES, Action, Arrow, Far, MoveTo, Pad, SetStride
from puzzle.model import Puzzle, Solution
from puzzle.symmetry import Symmetry
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle
from solver.generate.series import series
from solver.generate.spec import GenerationSpec

SPECS = {
    "5x5": GenerationSpec(5, 5),
    "7x7": GenerationSpec(7, 7),
    "10x10": GenerationSpec(10, 10),
    "mini 5x4": GenerationSpec(4, 5, Difficulty.NORMAL, Symmetry.NONE, short=True),
    "mini 5x5": GenerationSpec(5, 5, Difficulty.HARD, Symmetry.NONE, short=True),
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """The presses that draw the loops of some boards, one number for each board.

    - `edges`: the lines of the loops, which is a press each if a press draws one line;
    - `near`: with the arrows that draw one edge and go on;
    - `far`: also with the far arrows, at the best stride of each board.
    """

    edges: tuple[int, ...]
    near: tuple[int, ...]
    far: tuple[int, ...]


def presses(
    boards: Annotated[int, typer.Option(help="Number of puzzles of each size.")] = 10,
) -> None:
    """Count the presses of a player who knows the loop, on generated puzzles."""
    print(f"{'':8} {'one edge a press':>17} {'goes on':>8} {'far arrows':>11}")
    for name, spec in SPECS.items():
        made = series(spec, boards)
        drawn = count_all([each for each in made if isinstance(each, GeneratedPuzzle)])
        columns = (drawn.edges, drawn.near, drawn.far)
        edges, near, far = (statistics.median(column) for column in columns)
        print(f"{name:8} {edges:17.1f} {near:8.1f} {far:11.1f}", flush=True)


def count_all(made: Sequence[GeneratedPuzzle]) -> Drawn:
    """Draw the loop of every puzzle."""
    return Drawn(
        tuple(len(each.solution) for each in made),
        tuple(count_presses(each.puzzle, each.solution, None) for each in made),
        tuple(
            min(count_presses(each.puzzle, each.solution, stride) for stride in STRIDES)
            for each in made
        ),
    )


def count_presses(puzzle: Puzzle, loop: Solution, stride: int | None) -> int:
    """The presses of arrows that draw a loop, from its first dot; None is without far arrows.

    The player draws no wrong line and no cross, and each time takes the press that draws most. The
    stride is set before, and the pen is brought to the loop before; neither is counted.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 1), (4,))
    >>> count_presses(puzzle, frozenset(range(4)), None)
    2
    """
    pad = Pad.fresh(puzzle).apply(MoveTo(min(puzzle.grid.edge_dots[min(loop)])))
    arrows: list[Action] = [*Arrow]
    if stride is not None:
        pad = pad.apply(SetStride(stride))
        arrows += map(Far, Arrow)
    count = 0
    while pad.board.lines != loop:
        pad = max(_right(pad, loop, arrows), key=lambda after: len(after.board.lines))
        count += 1
    return count


def _right(pad: Pad, loop: Solution, arrows: Sequence[Action]) -> Iterator[Pad]:
    """The pads after each press that draws lines of the loop only, and at least one."""
    for after in map(pad.apply, arrows):
        if pad.board.lines < after.board.lines <= loop:
            yield after
