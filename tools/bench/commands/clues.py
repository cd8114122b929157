"""What clues force while they are set, one after the other, beside the backbone."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated

import typer

from jobs.constructing import FollowRequest, follow_clues
from puzzle.model import Puzzle
from solver.backbone import find_backbone
from solver.constructing import NOTHING, KnownLoops
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GenerationSpec
from solver.report import Limits, Outcome
from tools.bench.measure import compete, print_machine, print_table

ANSWERS = {Outcome.NONE: 0, Outcome.UNIQUE: 1, Outcome.MULTIPLE: 2}


def clues(
    sizes: Annotated[str, typer.Argument(help="Sides of the boards.")] = "7 10",
    every: Annotated[int, typer.Option(help="Of the changes of a board, the time of each.")] = 4,
    repeat: Annotated[int, typer.Option(help="Runs of each; the best one counts.")] = 2,
    seconds: Annotated[float, typer.Option(help="Time limit of a backbone.")] = 5,
) -> None:
    """Time the answer after a clue is set, with what was known before and without."""
    print_machine()
    for side in map(int, sizes.split()):
        made = generate(GenerationSpec(side, side, seed=1))
        if not isinstance(made, GeneratedPuzzle):
            raise typer.Exit(1)
        cells, known = list(made.puzzle.clue_cells), NOTHING
        random.Random(1).shuffle(cells)
        timed = dict[Puzzle, KnownLoops]()
        for number in range(1, len(cells) + 1):
            kept = {*cells[:number]}
            given = (clue if cell in kept else None for cell, clue in enumerate(made.puzzle.clues))
            puzzle = Puzzle(made.puzzle.grid, tuple(given))
            if number % every == 0:
                timed[puzzle] = known
            known = follow_clues(FollowRequest(puzzle, known)).known
        contestants: dict[str, Callable[[Puzzle], int | None]] = {
            "backbone": lambda it: ANSWERS.get(find_backbone(it, Limits(seconds)).outcome),
            "cold": lambda it: ANSWERS.get(follow_clues(FollowRequest(it)).found.outcome),
            "warm": partial(_warm, timed),
        }
        print_table(f"{side}x{side}", compete(contestants, [*timed], repeat))


def _warm(known: Mapping[Puzzle, KnownLoops], puzzle: Puzzle) -> int | None:
    """The answer with what is known of the clues before."""
    return ANSWERS.get(follow_clues(FollowRequest(puzzle, known[puzzle])).found.outcome)
