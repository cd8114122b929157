"""`ouro practice`: a small board whose next step is of one technique, as a question."""

import json
import re
import secrets
import sys
from collections.abc import Iterator, Mapping
from typing import Annotated

import typer
from msgspec import Struct

from cli.answer import drawn_board, edge_names, named_marks, value_name
from cli.board import Png, ThemeName, draw_board
from cli.endings import check_ending
from cli.languages import LanguageCode, localizer_of
from cli.output import BAD, GOOD, QUIET, STRONG, AsJson, Line, Output, pad, sentence
from i18n.localizer import Localizer
from i18n.messages import Message
from narrator.drills import decided_text, verdict_text, verdict_title
from narrator.outcomes import technique_title
from narrator.places import Places
from narrator.problems import explain_problem
from narrator.walkthrough import ExplainedStep
from puzzle.errors import PuzzleError
from puzzle.model import Board, EdgeState
from puzzle.notation import format_loopy
from puzzle.places import edge_name
from renderer.highlights import SIGNS, Highlights
from renderer.labels import Labels
from solver.drills import (
    Drill,
    DrillVerdict,
    Graded,
    Question,
    about,
    grade,
    make_drill,
    moves_on,
    pack,
    question,
)
from solver.explain.explainer import Explainer
from solver.explain.step import Step
from solver.explain.techniques import PRACTISED
from solver.generate.spec import SEEDS

QUESTION = Message("One of these edges is decided, the others are not. Which one?")
FIND = Message("Something is decided on this board: a line or a cross that follows. Where?")
HOW_TO_ANSWER = Message("Your answer ({line} for a line, {cross} for a cross, nothing to be told)")
SEED = Message("The seed is {seed}.")

_CHOICE = re.compile(rf"(x?)\s*([1-{len(SIGNS)}{SIGNS}])", re.IGNORECASE)
"""A sign or its number, after a prefix for a cross."""


class _Practice(Struct, frozen=True):
    """A drill with its question, and how it is shown."""

    drill: Drill
    asked: Question
    signs: bool
    seed: int
    localizer: Localizer

    @property
    def edges(self) -> tuple[int, ...]:
        """The edges with signs."""
        return self.asked.edges if self.signs else ()

    def read(self, text: str) -> Mapping[int, EdgeState]:
        """What an answer draws: an edge by its sign, or any by typed moves."""
        match = _CHOICE.fullmatch(text.strip()) if self.signs else None
        if match is None:
            return moves_on(self.drill, text)
        place = int(match[2]) - 1 if match[2].isascii() else SIGNS.index(match[2])
        return {self.edges[place]: EdgeState.CROSS if match[1] else EdgeState.LINE}

    def grade(self, drawn: Mapping[int, EdgeState]) -> tuple[Graded, int]:
        """The verdict on what was drawn, and the edge that it is about."""
        graded = grade(self.drill, drawn)
        return graded, about(self.drill, graded, drawn)

    def sign(self, edge: int) -> int | None:
        """The number of the sign of an edge."""
        return self.edges.index(edge) if edge in self.edges else None


def practice(
    technique: Annotated[
        str | None, typer.Argument(help="The name of a technique; all are listed without one.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed makes the same drill.")] = None,
    size: Annotated[int, typer.Option(help="Rows and columns: 5, 6 or 7.")] = 6,
    find: Annotated[
        bool, typer.Option("--find", help="No signs: find what follows on the whole board.")
    ] = False,
    answer: Annotated[
        str | None,
        typer.Option(help='Judge this answer: "2", "x 2" for a cross, or moves such as "D2 top".'),
    ] = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="Show the answer, with its reasons.")
    ] = False,
    as_json: AsJson = False,
    out: Png = None,
    theme: ThemeName = "light",
    language: LanguageCode = "en",
) -> None:
    """Practise a technique on a small board, or list all techniques.

    On a terminal, it asks for the answer.
    """
    localizer, output = localizer_of(language), Output()
    check_ending("--out", out, ["png"])
    if technique is None:
        output.show(_all_techniques(localizer, as_json=as_json))
        return
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    drill = make_drill(technique, seed, size)
    asked = _Practice(drill, question(drill), not find, seed, localizer)
    drawn = None if answer is None else asked.read(answer)
    tells, prompts = solution or answer is not None, output.is_terminal and sys.stdin.isatty()
    if out is not None:
        shown = _explained(asked).highlights if tells else Highlights(asked=asked.edges)
        draw_board(out, drill.board, theme, labels=Labels.CELLS, highlights=shown)
    if as_json:
        output.show([Line(json.dumps(_record(asked, drawn, tells=tells)))])
        return
    output.show(_question_lines(asked))
    if not tells:
        output.show([sentence(localizer.say(SEED, seed=seed), QUIET)])
        if not prompts:
            return
        drawn = _prompted(asked, output)
    output.show(_answer_lines(asked, drawn))


def _prompted(asked: _Practice, output: Output) -> Mapping[int, EdgeState] | None:
    """What somebody at a terminal answers, None if nothing."""
    say = asked.localizer.say
    while True:
        line = "2" if asked.signs else "D2 top"
        how = say(HOW_TO_ANSWER, line=line, cross=f"x {line}")
        typed = typer.prompt(how, default="", show_default=False)
        if not typed.strip():
            return None
        try:
            return asked.read(typed)
        except PuzzleError as error:
            output.show([sentence(explain_problem(error, asked.localizer), BAD)])


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


def _explained(asked: _Practice) -> ExplainedStep:
    """The step of a drill with its narration."""
    board = asked.drill.board
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)  # noqa: S101 - a drill is made with this step
    return ExplainedStep(board, step, asked.localizer)


def _question_lines(asked: _Practice) -> Iterator[Line]:
    board, localizer = asked.drill.board, asked.localizer
    places = Places(board.puzzle, localizer)
    signs = dict(zip(asked.edges, SIGNS, strict=False))
    yield sentence(technique_title(asked.drill.technique, localizer), STRONG)
    yield drawn_board(board, signs)
    yield sentence(localizer.say(QUESTION if asked.signs else FIND))
    for edge, sign in signs.items():
        yield sentence(f"{sign} {places.edges([edge])}")


def _answer_lines(asked: _Practice, drawn: Mapping[int, EdgeState] | None) -> Iterator[Line]:
    """The verdict on an answer if there is one, and the step."""
    step, right = _explained(asked), asked.asked.edges[asked.asked.right]
    places = Places(asked.drill.board.puzzle, asked.localizer)
    told = False
    if drawn is not None:
        graded, edge = asked.grade(drawn)
        told = edge == right or graded.verdict in {DrillVerdict.RIGHT, DrillVerdict.PART}
        yield from _verdict_lines(asked, graded, edge, drawn[edge])
    if not told:
        place, sign = places.edges([right]), asked.sign(right)
        yield sentence(decided_text(asked.localizer, place, asked.asked.state, sign), GOOD)
    yield from map(sentence, step.text.splitlines()[1:])
    yield drawn_board(step.after)


def _verdict_lines(asked: _Practice, graded: Graded, edge: int, state: EdgeState) -> Iterator[Line]:
    verdict, sign = graded.verdict, asked.sign(edge)
    is_wrong = verdict in {DrillVerdict.NOT_DECIDED, DrillVerdict.IMPOSSIBLE}
    yield sentence(verdict_title(asked.localizer, verdict), BAD if is_wrong else GOOD)
    place = Places(asked.drill.board.puzzle, asked.localizer).edges([edge])
    yield sentence(verdict_text(asked.localizer, verdict, place, state, sign))
    if graded.counterexample is not None:
        yield drawn_board(Board.of_lines(asked.drill.board.puzzle, graded.counterexample))


def _record(
    asked: _Practice, drawn: Mapping[int, EdgeState] | None, *, tells: bool
) -> dict[str, object]:
    drill, board = asked.drill, asked.drill.board
    puzzle = board.puzzle
    record: dict[str, object] = {
        "technique": drill.technique,
        "seed": asked.seed,
        "drill": pack(drill),
        "puzzle": format_loopy(puzzle),
        **named_marks(puzzle, board.lines, board.crosses),
        "edges": [edge_name(puzzle.grid, edge) for edge in asked.edges],
    }
    if drawn is not None:
        graded, _ = asked.grade(drawn)
        record["verdict"] = value_name(graded.verdict)
        if graded.counterexample is not None:
            record["counterexample"] = edge_names(puzzle, graded.counterexample)
    if tells:
        after = board.mark(drill.answer)
        record["right"] = {
            "edge": edge_name(puzzle.grid, asked.asked.edges[asked.asked.right]),
            "state": asked.asked.state.name.lower(),
        }
        found = after.lines - board.lines, after.crosses - board.crosses
        record["answer"] = named_marks(puzzle, *found)
        record["text"] = _explained(asked).text
    return record
