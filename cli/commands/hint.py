"""`ouro hint`: the next step that a person could find."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from cli.advice import Advice, check_drawings
from cli.answer import drawn_board, edge_names, named_marks, value_name
from cli.board import (
    AsBoard,
    Choice,
    InMind,
    Marks,
    Out,
    Png,
    PuzzleArgument,
    PuzzleFile,
    ThemeName,
    read_text,
)
from cli.endings import check_ending
from cli.errors import UsageError
from cli.languages import LanguageCode, localizer_of
from cli.output import STRONG, AsJson, Line, sentence
from cli.status import ExitStatus
from i18n.localizer import ENGLISH, Localizer
from narrator.argument_parts import step_parts
from narrator.illustration import illustrate
from narrator.narration import Level, narrate
from narrator.outcomes import explain_no_step
from narrator.picture import highlight
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.places import cell_name, dot_name
from renderer.highlights import Highlights
from solver.explain.explainer import Explainer, NoStep, marked_edges
from solver.explain.step import ClueReason, DotReason, LoopReason, Reason, SidesReason, Step
from solver.review.known_marks import with_crosses_in_mind


def hint(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    as_board: AsBoard = False,
    choice: Choice = None,
    marks: Marks = "",
    level: Annotated[
        Level, typer.Option(help="Where to look, how it works, or what follows.")
    ] = Level.STEP,
    another: Annotated[
        int, typer.Option(min=0, help="Show the step after so many others, not the first.")
    ] = 0,
    in_mind: InMind = False,
    as_json: AsJson = False,
    png: Png = None,
    out: Out = None,
    ways: Annotated[
        Path | None,
        typer.Option(help="Draw the ways to complete a clue of the step into this PNG file."),
    ] = None,
    theme: ThemeName = "light",
    language: LanguageCode = "en",
) -> None:
    """Show the next step a person could find on a board, with its reasons."""
    localizer = localizer_of(language)
    check_drawings(png, out)
    check_ending("--ways", ways, ["png"])
    given = read_text(puzzle, file, as_board, choice)
    board = given.board(marks)
    explainer, near = Explainer(board.puzzle), [marked_edges(board)]
    seen = with_crosses_in_mind(explainer, board) if in_mind else board
    step = explainer.next_step(seen, near=near, another=another)
    if isinstance(step, Step):
        step = step.seen_on(board)
        whole = level is Level.STEP
        advice = Advice(
            board,
            step_json(board, step, level, localizer) | given.left_open(),
            _lines(board, step, level, localizer),
            partial(illustrate, board, step)
            if whole
            else partial(highlight, board.puzzle, step, level),
            partial(step_parts, board, step, localizer) if whole else tuple,
        )
    else:
        text = explain_no_step(step, localizer)
        record = {"step": None, "why": value_name(step), "text": text, **given.left_open()}
        advice = Advice(board, record, [sentence(text)], Highlights, tuple)
    if ways is not None:
        advice = _draw_ways(ways, advice, step, theme, localizer)
    advice.show(as_json=as_json, png=png, out=out, theme=theme)
    raise typer.Exit(ExitStatus.LIMIT_HIT if step is NoStep.TOO_HARD else ExitStatus.ANSWERED)


def _draw_ways(
    path: Path, advice: Advice, step: Step | NoStep, theme: str, localizer: Localizer
) -> Advice:
    """Draw the ways of a step, and tell them in words too; raises `UsageError` without ways."""
    from narrator.ways import both_ways  # noqa: PLC0415 - few runs draw, and it loads Pillow

    found = both_ways(advice.board, step) if isinstance(step, Step) else None
    if found is None:
        raise UsageError("No clue or dot of this step has two to four ways to complete it.")
    path.write_bytes(found.png(theme))
    told = found.alt(localizer)
    record, lines = {**advice.record, "ways": told}, [*advice.lines, sentence(told)]
    return replace(advice, record=record, lines=lines)


def _lines(board: Board, step: Step, level: Level, localizer: Localizer) -> list[Line]:
    first, *others = narrate(board, step, level, localizer).text.splitlines()
    title = sentence(first, "" if level is Level.NUDGE else STRONG)
    lines = [title, *map(sentence, others)]
    if level is Level.STEP:
        after = board.mark(step.forced)
        lines.append(drawn_board(after))
    return lines


def step_json(
    board: Board, step: Step, level: Level = Level.STEP, localizer: Localizer = ENGLISH
) -> dict[str, object]:
    """The JSON record of a step; lower levels omit what they do not reveal."""
    narration = narrate(board, step, level, localizer)
    record: dict[str, object] = {"level": level.value, "text": narration.text}
    if level is Level.NUDGE:
        return record
    record |= {
        "technique": step.technique.name,
        "family": step.technique.family.value,
        "cost": step.cost,
        "reasons": [_reason_json(board.puzzle, reason) for reason in step.reasons],
        "known": edge_names(board.puzzle, step.known),
    }
    if step.in_mind:
        record["in_mind"] = edge_names(board.puzzle, step.in_mind)
    if level is Level.STEP:
        lines, crosses = (
            [found.edge for found in step.deductions if found.state is state]
            for state in (EdgeState.LINE, EdgeState.CROSS)
        )
        record |= named_marks(board.puzzle, lines, crosses)
    return record


def _reason_json(puzzle: Puzzle, reason: Reason) -> dict[str, object]:
    match reason:
        case ClueReason(cell):
            return {"clue": puzzle.clues[cell], "cell": cell_name(puzzle.grid, cell)}
        case DotReason(dot):
            return {"dot": dot_name(puzzle.grid, dot)}
        case LoopReason():
            return {"loop": True}
        case SidesReason():
            return {"sides": True}
