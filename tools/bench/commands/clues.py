"""What clues force while they are set, one after the other, beside the backbone."""

import random
from collections.abc import Mapping
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
from tools.bench.timing import Contestant

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
        print_table(f"{side}x{side}", compete(_contestants(timed, seconds), [*timed], repeat))


def _contestants(timed: Mapping[Puzzle, KnownLoops], seconds: float) -> dict[str, Contestant]:
    """A backbone, and what is told of a puzzle without and with what is known of it."""
    return {
        "backbone": lambda puzzle: ANSWERS.get(find_backbone(puzzle, Limits(seconds)).outcome),
        "cold": lambda puzzle: _followed(puzzle, NOTHING),
        "warm": lambda puzzle: _followed(puzzle, timed[puzzle]),
    }


def _followed(puzzle: Puzzle, known: KnownLoops) -> int | None:
    return ANSWERS.get(follow_clues(FollowRequest(puzzle, known)).found.outcome)
