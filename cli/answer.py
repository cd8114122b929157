"""The output of a search, as a JSON record and as text."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import Enum

from cli.output import BAD, DOUBTFUL, GOOD, Line, sentence
from puzzle.grid import edge_rows, mark_rows
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import format_loopy
from puzzle.places import cell_name, edge_name, side_name
from renderer.text import board_text
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
            "solutions": [
                rows_json(edge_rows(self.puzzle.grid, edges)) for edges in report.solutions
            ],
        }
        if report.outcome is Outcome.MULTIPLE:
            shared = self._agreed()
            record["agreed"] = rows_json(mark_rows(self.puzzle.grid, shared.lines, shared.crosses))
        if self.core_requested and report.outcome is Outcome.NONE:
            record["core"] = None if report.core is None else core_json(self.puzzle, report.core)
        record["time_ms"] = milliseconds(report.stats.seconds)
        record["stats"] = asdict(report.stats)
        return record

    def as_lines(self) -> tuple[Line, ...]:
        """The output for people: the puzzle, one or two sentences, and each solution drawn."""
        boards = (board_text(Board.of_lines(self.puzzle, edges)) for edges in self.report.solutions)
        sentences = " ".join((self._sentence(), *self._details()))
        text = sentence(sentences, OUTCOME_STYLES[self.report.outcome])
        return Line(format_loopy(self.puzzle)), text, *map(Line, boards)

    def _agreed(self) -> Agreement:
        return agreed(self.puzzle.grid, self.report.solutions)

    def _sentence(self) -> str:
        found = len(self.report.solutions)
        took = duration(self.report.stats.seconds)
        match self.report.outcome:
            case Outcome.UNIQUE:
                return f"Exactly one solution ({took})."
            case Outcome.NONE:
                return f"No solution ({took})."
            case Outcome.MULTIPLE if self.report.complete:
                return f"Exactly {found} solutions ({took})."
            case Outcome.MULTIPLE:
                return f"More than one solution; here are {found} ({took})."
            case Outcome.LIMIT if found:
                return f"One solution; a limit ended the search for others ({took})."
            case _:
                return f"A limit ended the search before a solution was found ({took})."

    def _details(self) -> Iterator[str]:
        if self.report.outcome is Outcome.MULTIPLE:
            yield f"They share {shared_text(self.puzzle, self._agreed())}."
        if self.core_requested and self.report.outcome is Outcome.NONE:
            core = self.report.core
            yield core_text(self.puzzle, core) if core else "A limit ended the search for a reason."


def rows_json(rows: tuple[list[str], list[str]]) -> dict[str, object]:
    """The JSON values of rows of horizontal and of vertical edges."""
    horizontal, vertical = rows
    return {"horizontal": horizontal, "vertical": vertical}


def value_name(value: Enum) -> str:
    """The name of an enum value in records: WRONG_MARKS is wrong-marks."""
    return value.name.lower().replace("_", "-")


def milliseconds(seconds: float) -> float:
    """Milliseconds of a duration in seconds, rounded as in the JSON records."""
    return round(seconds * 1000, 3)


def duration(seconds: float) -> str:
    """A duration in seconds as text.

    >>> duration(0.0123), duration(2.5)
    ('12.3 ms', '2.50 s')
    """
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def shared_text(puzzle: Puzzle, shared: Agreement) -> str:
    """The number of edges that solutions share, as text.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (None, None))
    >>> shared_text(puzzle, Agreement(frozenset({0}), frozenset({4, 5})))
    '3 of 7 edges: 1 line and 2 crosses'
    """
    lines = _count(len(shared.lines), "line", "lines")
    crosses = _count(len(shared.crosses), "cross", "crosses")
    return f"{len(shared)} of {len(puzzle.grid.edge_dots)} edges: {lines} and {crosses}"


def side_names(puzzle: Puzzle, edges: Iterable[int]) -> list[str]:
    """The names of edges as sides of cells, in the order of their indices."""
    return [side_name(puzzle.grid, edge) for edge in sorted(edges)]


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


def core_text(puzzle: Puzzle, core: Core) -> str:
    """A core in one sentence.

    >>> from puzzle.grid import square_grid
    >>> core = Core(frozenset({(0, EdgeState.LINE)}), frozenset({0, 1}), minimal=True)
    >>> core_text(Puzzle(square_grid(1, 3), (0, 3, None)), core)
    'These cannot hold together, and all are needed: line A1 top; 0 at A1; 3 at B1.'
    """
    parts = []
    for name, state in (("line", EdgeState.LINE), ("cross", EdgeState.CROSS)):
        if names := side_names(puzzle, core.edges(state)):
            parts.append(f"{name} {', '.join(names)}")
    for clue in sorted({puzzle.clues[cell] or 0 for cell in core.clues}):
        cells = (cell for cell in sorted(core.clues) if puzzle.clues[cell] == clue)
        parts.append(f"{clue} at {', '.join(cell_name(puzzle.grid, cell) for cell in cells)}")
    needed = ", and all are needed" if core.minimal else ""
    return f"These cannot hold together{needed}: {'; '.join(parts)}."


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
