"""The output of a search, as a JSON record and as text."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import Enum

from cli.answer_texts import NO_CORE, SHARED, core_text, outcome_text, shared_text, solution_lines
from cli.output import BAD, DOUBTFUL, GOOD, Line, sentence
from i18n.localizer import ENGLISH, Localizer
from puzzle.grid import edge_rows, mark_rows
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import format_loopy
from puzzle.places import cell_name, edge_name
from solver.agreement import Agreement, agreed
from solver.report import Core, Outcome, Report

OUTCOME_STYLES = {
    Outcome.UNIQUE: GOOD,
    Outcome.MULTIPLE: DOUBTFUL,
    Outcome.NONE: BAD,
    Outcome.LIMIT: DOUBTFUL,
}
"""The styles of sentences about outcomes."""


@dataclass(frozen=True, slots=True)
class SolveOutput:
    """A puzzle, the report of the search, and whether a core was requested."""

    puzzle: Puzzle
    report: Report
    core_requested: bool = False

    def as_json(self) -> dict[str, object]:
        """The record that `--json` prints; its keys are stable.

        It contains "agreed" when there are several solutions, and "core" when that was requested
        and there is no solution.
        """
        report = self.report
        record: dict[str, object] = {
            "puzzle": format_loopy(self.puzzle),
            "outcome": report.outcome.value,
            "complete": report.complete,
            "solutions": [edges_json(self.puzzle, edges) for edges in report.solutions],
        }
        if report.outcome is Outcome.MULTIPLE:
            shared = self._agreed()
            record["agreed"] = marks_json(self.puzzle, shared.lines, shared.crosses)
        if self.core_requested and report.outcome is Outcome.NONE:
            record["core"] = None if report.core is None else core_json(self.puzzle, report.core)
        record["time_ms"] = milliseconds(report.stats.seconds)
        record["stats"] = asdict(report.stats)
        return record

    def as_lines(self, localizer: Localizer = ENGLISH) -> tuple[Line, ...]:
        """The output for people: the puzzle, one or two sentences, and each solution drawn."""
        words = (outcome_text(self.report, localizer), *self._details(localizer))
        text = sentence(localizer.gap.join(words), OUTCOME_STYLES[self.report.outcome])
        solutions = solution_lines(self.puzzle, self.report, localizer)
        return Line(format_loopy(self.puzzle)), text, *solutions

    def _agreed(self) -> Agreement:
        return agreed(self.puzzle.grid, self.report.solutions)

    def _details(self, localizer: Localizer) -> Iterator[str]:
        if self.report.outcome is Outcome.MULTIPLE:
            yield localizer.say(SHARED, shared=shared_text(self.puzzle, self._agreed(), localizer))
        if self.core_requested and self.report.outcome is Outcome.NONE:
            core = self.report.core
            yield core_text(self.puzzle, core, localizer) if core else localizer.say(NO_CORE)


def edges_json(puzzle: Puzzle, lines: Collection[int]) -> dict[str, object]:
    """The JSON values of edges: rows on squares, names as paths on other tilings.

    >>> from puzzle.notation import parse_loopy
    >>> edges_json(parse_loopy("2x1:4a"), {0, 2, 4, 5})
    {'horizontal': ['10', '10'], 'vertical': ['110']}
    >>> edges_json(parse_loopy("3x3t2:6h"), {0, 1})
    {'lines': ['B1-C1', 'C1-D2']}
    """
    if not puzzle.grid.is_square:
        return {"lines": edge_names(puzzle, lines)}
    return _rows_json(edge_rows(puzzle.grid, lines))


def marks_json(
    puzzle: Puzzle, lines: Collection[int], crosses: Collection[int]
) -> dict[str, object]:
    """The JSON values of marked edges, like `edges_json`."""
    if not puzzle.grid.is_square:
        return {"lines": edge_names(puzzle, lines), "crosses": edge_names(puzzle, crosses)}
    return _rows_json(mark_rows(puzzle.grid, lines, crosses))


def _rows_json(rows: tuple[list[str], list[str]]) -> dict[str, object]:
    horizontal, vertical = rows
    return {"horizontal": horizontal, "vertical": vertical}


def value_name(value: Enum) -> str:
    """The name of an enum value in records: WRONG_MARKS is wrong-marks."""
    return value.name.lower().replace("_", "-")


def milliseconds(seconds: float) -> float:
    """Milliseconds of a duration in seconds, rounded as in the JSON records."""
    return round(seconds * 1000, 3)


def edge_names(puzzle: Puzzle, edges: Iterable[int]) -> list[str]:
    """The names of edges as paths, for records, in the order of their indices."""
    return [edge_name(puzzle.grid, edge) for edge in sorted(edges)]


def core_json(puzzle: Puzzle, core: Core) -> dict[str, object]:
    """The JSON values of a core, with names of edges and cells."""
    return {
        "lines": edge_names(puzzle, core.edges(EdgeState.LINE)),
        "crosses": edge_names(puzzle, core.edges(EdgeState.CROSS)),
        "clues": [
            {"cell": cell_name(puzzle.grid, cell), "clue": puzzle.clues[cell]}
            for cell in sorted(core.clues)
        ],
        "minimal": core.minimal,
    }
