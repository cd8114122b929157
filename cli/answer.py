"""The output of a search, as a JSON record and as text."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import asdict

from cli.output import BAD, DOUBTFUL, GOOD, STRONG, Line, sentence
from i18n.localizer import ENGLISH, GROUPS, LIST, Localizer
from i18n.messages import Message, Plural
from puzzle.grid import edge_rows, mark_rows
from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.moves import format_marks
from puzzle.notation import format_loopy
from puzzle.places import cell_name, edge_name, side_name
from renderer.labels import Labels
from renderer.text import NO_SIGNS, board_text
from solver.agreement import Agreement, agreed
from solver.report import Core, Outcome, Report

OUTCOME_STYLES = {
    Outcome.UNIQUE: GOOD,
    Outcome.MULTIPLE: DOUBTFUL,
    Outcome.NONE: BAD,
    Outcome.LIMIT: DOUBTFUL,
}
"""The styles of sentences about outcomes."""


class SolveOutput(Struct, frozen=True):
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
        return named_marks(puzzle, lines, crosses)
    return _rows_json(mark_rows(puzzle.grid, lines, crosses))


def named_marks(puzzle: Puzzle, lines: Iterable[int], crosses: Iterable[int]) -> dict[str, object]:
    """The JSON values of marked edges by their names, on any tiling."""
    return {"lines": edge_names(puzzle, lines), "crosses": edge_names(puzzle, crosses)}


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


def clues_json(puzzle: Puzzle, cells: Iterable[int]) -> list[dict[str, object]]:
    """The JSON values of clues, with the names of their cells."""
    return [{"cell": cell_name(puzzle.grid, cell), "clue": puzzle.clues[cell]} for cell in cells]


def core_json(puzzle: Puzzle, core: Core) -> dict[str, object]:
    """The JSON values of a core, with names of edges and cells."""
    return {
        **named_marks(puzzle, core.edges(EdgeState.LINE), core.edges(EdgeState.CROSS)),
        "clues": clues_json(puzzle, sorted(core.clues)),
        "minimal": core.minimal,
    }


UNIQUE = Message("Exactly one solution ({time}).")
NONE = Message("No solution ({time}).")
ALL_FOUND = Plural("Exactly {count} solution ({time}).", "Exactly {count} solutions ({time}).")
SOME_FOUND = Message("More than one solution; here are {count} ({time}).")
ONE_BEFORE_LIMIT = Message("One solution; a limit ended the search for others ({time}).")
NONE_BEFORE_LIMIT = Message("A limit ended the search before a solution was found ({time}).")
SHARED = Message("They share {shared}.")
SHARED_EDGES = Message("{count} of {edges} edges: {lines} and {crosses}")
LINES = Plural("{count:,} line", "{count:,} lines")
CROSSES = Plural("{count:,} cross", "{count:,} crosses")
SOLUTION = Message("Solution {number}")
SOLUTION_OF = Message("Solution {number} of {count}")
SOLUTION_OF_SOME = Message("Solution {number} of at least {count}")
CONTRADICTION = Message("These cannot hold together: {parts}.")
SMALLEST_CONTRADICTION = Message("These cannot hold together, and all are needed: {parts}.")
NO_CORE = Message("A limit ended the search for a reason.")
CORE_LINES = Message("line {names}")
CORE_CROSSES = Message("cross {names}")
CORE_CLUES = Message("{clue} at {cells}")


def outcome_text(report: Report, localizer: Localizer = ENGLISH) -> str:
    """How many solutions a search found, and whether there are others."""
    found, time = len(report.solutions), duration(report.stats.seconds, localizer)
    match report.outcome:
        case Outcome.UNIQUE:
            return localizer.say(UNIQUE, time=time)
        case Outcome.NONE:
            return localizer.say(NONE, time=time)
        case Outcome.MULTIPLE:
            template = ALL_FOUND if report.complete else SOME_FOUND
            return localizer.say(template, found, count=found, time=time)
        case Outcome.LIMIT:
            return localizer.say(ONE_BEFORE_LIMIT if found else NONE_BEFORE_LIMIT, time=time)


def solution_lines(puzzle: Puzzle, report: Report, localizer: Localizer) -> Iterator[Line]:
    """The drawn solutions; several are numbered, each after a blank line."""
    count = len(report.solutions)
    heading = SOLUTION_OF if report.complete else SOLUTION_OF_SOME
    for number, edges in enumerate(report.solutions, start=1):
        if count == 1:
            yield drawn(puzzle, edges)
        else:
            title = localizer.say(heading, number=number, count=count)
            yield from titled_solution(puzzle, title, edges)


def titled_solution(puzzle: Puzzle, title: str, edges: Solution) -> Sequence[Line]:
    """A blank line, the title, and the drawn solution."""
    return Line(""), Line(title, STRONG), drawn(puzzle, edges)


def drawn(puzzle: Puzzle, edges: Solution) -> Line:
    """A solution, like `drawn_board`."""
    return drawn_board(Board.of_lines(puzzle, edges))


def drawn_board(board: Board, signs: Mapping[int, str] = NO_SIGNS) -> Line:
    """A board with labels in Unicode characters if its cells are squares, else as moves.

    Only edges of squares have `signs`.

    >>> from puzzle.notation import parse_loopy
    >>> drawn_board(Board.of_lines(parse_loopy("3x3t2:6h"), frozenset({0, 1}))).text
    'B1-C1-D2'
    """
    grid = board.puzzle.grid
    if grid.is_square:
        return Line(board_text(board, signs, Labels.CELLS))
    return Line(format_marks(grid, {edge: mark for edge, mark in enumerate(board.marks) if mark}))


def duration(seconds: float, localizer: Localizer = ENGLISH) -> str:
    """A duration in seconds as text.

    >>> duration(0.0123), duration(2.5)
    ('12.3 ms', '2.50 s')
    """
    if seconds < 1:
        return f"{localizer.figure(seconds * 1000, '.1f')} ms"
    return f"{localizer.figure(seconds, '.2f')} s"


def shared_text(puzzle: Puzzle, shared: Agreement, localizer: Localizer = ENGLISH) -> str:
    """The number of edges that solutions share, as text.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (None, None))
    >>> shared_text(puzzle, Agreement(frozenset({0}), frozenset({4, 5})))
    '3 of 7 edges: 1 line and 2 crosses'
    """
    lines, crosses = len(shared.lines), len(shared.crosses)
    return localizer.say(
        SHARED_EDGES,
        count=len(shared),
        edges=len(puzzle.grid.edge_dots),
        lines=localizer.say(LINES, lines, count=lines),
        crosses=localizer.say(CROSSES, crosses, count=crosses),
    )


def core_text(puzzle: Puzzle, core: Core, localizer: Localizer = ENGLISH) -> str:
    """A core in one sentence.

    >>> from puzzle.grid import square_grid
    >>> core = Core(frozenset({(0, EdgeState.LINE)}), frozenset({0, 1}), minimal=True)
    >>> core_text(Puzzle(square_grid(1, 3), (0, 3, None)), core)
    'These cannot hold together, and all are needed: line A1 top; 0 at A1; 3 at B1.'
    """
    parts = []
    for template, state in ((CORE_LINES, EdgeState.LINE), (CORE_CROSSES, EdgeState.CROSS)):
        if edges := sorted(core.edges(state)):
            names = [side_name(puzzle.grid, edge) for edge in edges]
            parts.append(localizer.say(template, names=localizer.chain(names, LIST)))
    for clue in sorted({puzzle.clues[cell] or 0 for cell in core.clues}):
        cells = [cell for cell in sorted(core.clues) if puzzle.clues[cell] == clue]
        names = [cell_name(puzzle.grid, cell) for cell in cells]
        parts.append(localizer.say(CORE_CLUES, clue=clue, cells=localizer.chain(names, LIST)))
    sentence = SMALLEST_CONTRADICTION if core.minimal else CONTRADICTION
    return localizer.say(sentence, parts=localizer.chain(parts, GROUPS))
