"""`ouro practice`: a small board on which one step of a technique follows, as a question."""

import json
import secrets
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Annotated

import typer

from cli.answer import drawn_board, edge_names
from cli.board import Png, ThemeName, draw_board
from cli.endings import check_ending
from cli.languages import LanguageCode, localizer_of
from cli.output import GOOD, QUIET, STRONG, AsJson, Line, Output, pad, sentence
from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.outcomes import technique_title
from narrator.places import Places
from narrator.walkthrough import ExplainedStep
from puzzle.model import EdgeState
from puzzle.notation import format_loopy
from puzzle.places import edge_name
from renderer.highlights import NO_HIGHLIGHTS
from renderer.labels import Labels
from solver.drills import Drill, make_drill, pack, question
from solver.explain.explainer import Explainer
from solver.explain.step import Step
from solver.explain.techniques import PRACTISED
from solver.generate.spec import SEEDS

QUESTION = Message("One of these edges is decided, the others are not. Which one?")
IS_A_LINE = Message("{letter} is decided: it is a line.")
IS_A_CROSS = Message("{letter} is decided: it is a cross.")
SEED = Message("The seed is {seed}.")


def practice(
    technique: Annotated[
        str | None, typer.Argument(help="The name of a technique; all are listed without one.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed makes the same drill.")] = None,
    size: Annotated[int, typer.Option(help="Rows and columns: 5, 6 or 7.")] = 6,
    solution: Annotated[
        bool, typer.Option("--solution", help="Show the answer, with its reasons.")
    ] = False,
    as_json: AsJson = False,
    out: Png = None,
    theme: ThemeName = "light",
    language: LanguageCode = "en",
) -> None:
    """Practise a technique on a small board where nothing else helps, or list all techniques."""
    localizer = localizer_of(language)
    check_ending("--out", out, ["png"])
    if technique is None:
        Output().show(_all_techniques(localizer, as_json=as_json))
        return
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    drill = make_drill(technique, seed, size)
    step = _explained(drill, localizer) if solution else None
    if as_json:
        Output().show([Line(json.dumps(_record(drill, seed, step)))])
    else:
        Output().show(_lines(drill, seed, step, localizer))
    if out is not None:
        highlights = NO_HIGHLIGHTS if step is None else step.highlights
        draw_board(out, drill.board, theme, labels=Labels.CELLS, highlights=highlights)


def _all_techniques(localizer: Localizer, *, as_json: bool) -> Iterator[Line]:
    """The techniques from easy to hard, as in the course."""
    rows = sorted(PRACTISED, key=lambda row: row.difficulty)
    titles = {row.name: technique_title(row.name, localizer) for row in rows}
    if as_json:
        yield Line(json.dumps(titles))
        return
    width = max(map(len, titles))
    for name, title in titles.items():
        yield Line(f"{pad(name, -width)}  {title}")


def _explained(drill: Drill, localizer: Localizer) -> ExplainedStep:
    """The step of a drill with its narration."""
    step = Explainer(drill.board.puzzle).next_step(drill.board)
    assert isinstance(step, Step)  # noqa: S101 - a drill is made with this step
    return ExplainedStep(drill.board, step, localizer)


def _lines(
    drill: Drill, seed: int, step: ExplainedStep | None, localizer: Localizer
) -> Iterator[Line]:
    asked, places = question(drill), Places(drill.board.puzzle, localizer)
    yield sentence(technique_title(drill.technique, localizer), STRONG)
    yield drawn_board(drill.board)
    yield sentence(localizer.say(QUESTION))
    for letter, edge in zip(ascii_uppercase, asked.edges, strict=False):
        yield sentence(f"{letter}: {places.edges([edge])}")
    if step is None:
        yield sentence(localizer.say(SEED, seed=seed), QUIET)
        return
    right = IS_A_LINE if asked.state is EdgeState.LINE else IS_A_CROSS
    yield sentence(localizer.say(right, letter=ascii_uppercase[asked.right]), GOOD)
    yield from map(sentence, step.text.splitlines()[1:])
    yield drawn_board(step.after)


def _record(drill: Drill, seed: int, step: ExplainedStep | None) -> dict[str, object]:
    asked, board = question(drill), drill.board
    puzzle = board.puzzle
    record: dict[str, object] = {
        "technique": drill.technique,
        "seed": seed,
        "drill": pack(drill),
        "puzzle": format_loopy(puzzle),
        "lines": edge_names(puzzle, board.lines),
        "crosses": edge_names(puzzle, board.crosses),
        "edges": [edge_name(puzzle.grid, edge) for edge in asked.edges],
    }
    if step is not None:
        after = board.mark(drill.answer)
        record["right"] = {
            "edge": edge_name(puzzle.grid, asked.edges[asked.right]),
            "state": asked.state.name.lower(),
        }
        record["answer"] = {
            "lines": edge_names(puzzle, after.lines - board.lines),
            "crosses": edge_names(puzzle, after.crosses - board.crosses),
        }
        record["text"] = step.text
    return record
