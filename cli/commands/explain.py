"""`ouro explain`: solves a puzzle step by step, or explains why it has no unique solution."""

import json
from collections.abc import Iterator

import typer

from cli.answer import edge_names
from cli.board import AsJson, Marks, PuzzleArgument, PuzzleFile, read_board
from cli.commands.hint import step_json
from cli.status import ExitStatus
from narrator.narration import Level, narrate
from narrator.outcomes import explain_ambiguity, explain_impossibility, explain_no_step
from puzzle.grid import cell_name
from puzzle.model import Board
from puzzle.notation import format_loopy
from renderer.text import board_text
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step
from solver.explain.why import Ambiguous, Impossible, why_not_unique


def explain(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    marks: Marks = "",
    as_json: AsJson = False,
) -> None:
    """Solve a puzzle by steps a person could find, each with its reasons.

    For a puzzle with several solutions or none, the reason follows the steps.
    """
    board = read_board(puzzle, file, marks)
    explainer = Explainer(board.puzzle)
    steps: list[dict[str, object]] = []
    number = 0
    end = NoStep.TOO_HARD
    for before, step in _walk(explainer, board):
        if isinstance(step, NoStep):
            end = step
            board = before
        elif as_json:
            steps.append(step_json(before, step))
        else:
            number += 1
            print(f"{number}. {narrate(before, step, Level.STEP).line}", flush=True)
    why = _why(explainer, end)
    sentences = [explain_no_step(end), *([] if why is None else [_why_text(board, why)])]
    if as_json:
        record = {"puzzle": format_loopy(board.puzzle), "steps": steps, "end": _name(end)}
        print(json.dumps({**record, "text": " ".join(sentences), **_why_json(board, why)}))
    else:
        print("\n".join([*sentences, board_text(board)]))
    raise typer.Exit(ExitStatus.LIMIT_HIT if end is NoStep.TOO_HARD else ExitStatus.ANSWERED)


def _walk(explainer: Explainer, board: Board) -> Iterator[tuple[Board, Step | NoStep]]:
    """Each step with the board before it; finally the reason why there is no further step."""
    for step in explainer.walkthrough(board):
        yield board, step
        if isinstance(step, Step):
            board = board.mark({found.edge: found.state for found in step.deductions})


def _why(explainer: Explainer, end: NoStep) -> Ambiguous | Impossible | None:
    """Why the solution is not unique, if the walkthrough ended for that reason."""
    if end not in {NoStep.NO_SOLUTION, NoStep.NOTHING_FORCED}:
        return None
    found = why_not_unique(explainer)
    return found if isinstance(found, Ambiguous | Impossible) else None


def _why_text(board: Board, why: Ambiguous | Impossible) -> str:
    if isinstance(why, Ambiguous):
        return explain_ambiguity(board.puzzle, why.first, why.second)
    return explain_impossibility(board.puzzle, why.cells)


def _why_json(board: Board, why: Ambiguous | Impossible | None) -> dict[str, object]:
    match why:
        case Ambiguous():
            first, second = why.first - why.second, why.second - why.first
            return {
                "only_first": edge_names(board.puzzle, first),
                "only_second": edge_names(board.puzzle, second),
            }
        case Impossible():
            return {
                "clues": [
                    {"cell": cell_name(board.puzzle.grid, cell), "clue": board.puzzle.clues[cell]}
                    for cell in why.cells
                ],
                "smallest": why.smallest,
            }
        case None:
            return {}


def _name(end: NoStep) -> str:
    return end.name.lower().replace("_", "-")
