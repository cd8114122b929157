"""Answers the puzzles of a list on all cores and prints the answers in the order of the list."""

import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, TypeAlias

import typer
from msgspec import Struct

from cli.errors import ProcessLostError, escape_for_terminal, told
from cli.output import Line, Output
from cli.parallel import mapped, process_count
from cli.progress import note, progress_bar
from cli.shapes import PuzzleText
from cli.status import ExitStatus
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message, Plural
from puzzle.errors import AmbiguousTextError

MAX_JOBS = 256
"""Maximum number of processes."""

Jobs: TypeAlias = Annotated[
    int,
    typer.Option(
        min=0,
        max=MAX_JOBS,
        help="Processes at once for a list; 0 for one on each core, 1 for this process alone.",
    ),
]


class Answer(Struct, frozen=True):
    """What is printed for a puzzle: lines to stdout, or a problem to stderr; and the exit code."""

    lines: tuple[Line, ...] = ()
    problem: str = ""
    status: ExitStatus = ExitStatus.ANSWERED

    @property
    def has_problem(self) -> bool:
        """Whether the puzzle could not be read or worked on."""
        return self.status in {ExitStatus.BAD_INPUT, ExitStatus.FAILED}


DONE = Plural("Done: {count:,} puzzle.", "Done: {count:,} puzzles.")
DONE_WITH_PROBLEMS = Plural(
    "Done: {count:,} puzzle, {problems:,} with an error.",
    "Done: {count:,} puzzles, {problems:,} with an error.",
)

Task: TypeAlias = Callable[[PuzzleText], Answer]
"""Answers a puzzle; can be pickled."""


class Work(Struct, frozen=True):
    """A task for puzzles; `jobs` is as in `Jobs`, and `title` names the work beside its bar.

    With `as_json`, a puzzle whose process was killed gets a JSON object with its line and error.
    """

    task: Task
    jobs: int
    title: Message
    as_json: bool
    show_bar: bool = True
    localizer: Localizer = ENGLISH

    def print_answers(
        self,
        texts: Iterable[PuzzleText],
        total: Callable[[], int | None],
        heading: Line | None = None,
    ) -> ExitStatus:
        """Print the answer of each puzzle as soon as those before it are printed.

        `total` counts the puzzles, or returns None if their number is not known. Returns the most
        severe exit code. Raises `KeyboardInterrupt` when interrupted, after all answers that are
        there.
        """
        lost = partial(_lost, as_json=self.as_json)
        status, count, problems = ExitStatus.ANSWERED, 0, 0
        with (
            mapped(self.task, texts, process_count(self.jobs), lost) as answers,
            progress_bar(self.localizer.say(self.title), total, show=self.show_bar) as bar,
        ):
            output = Output(bar.console)
            if heading is not None:
                output.show([heading])
            for answer in answers:
                output.show(answer.lines)
                if answer.problem:
                    print(escape_for_terminal(answer.problem), file=sys.stderr)
                bar.advance()
                status = status.after(answer.status)
                count += 1
                problems += answer.has_problem
        if self.show_bar:
            template = DONE_WITH_PROBLEMS if problems else DONE
            note(self.localizer.say(template, count, count=count, problems=problems))
        return status


def problem_answer(
    text: PuzzleText,
    error: Exception,
    *,
    as_json: bool,
    status: ExitStatus = ExitStatus.BAD_INPUT,
) -> Answer:
    """The answer of a puzzle that failed: a JSON object, or a sentence for stderr.

    >>> problem_answer(PuzzleText(3, "?"), ValueError("No."), as_json=True).lines[0].text
    '{"line": 3, "error": "No."}'
    >>> problem_answer(PuzzleText(3, "?"), ValueError("No."), as_json=False).problem
    'Line 3: No.'
    """
    if as_json:
        record: dict[str, object] = {"line": text.line, "error": str(error)}
        if isinstance(error, AmbiguousTextError):
            record["choices"] = error.candidates
        return Answer((Line(json.dumps(record)),), status=status)
    return Answer(problem=f"Line {text.line}: {told(error)}", status=status)


def _lost(text: PuzzleText, error: ProcessLostError, *, as_json: bool) -> Answer:
    return problem_answer(text, error, as_json=as_json, status=ExitStatus.FAILED)
