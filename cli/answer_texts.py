"""The texts about the solutions of a puzzle."""

from collections.abc import Iterator, Sequence

from cli.output import STRONG, Line
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message, Plural
from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.moves import format_marks
from puzzle.places import cell_name, side_name
from renderer.text import board_text
from solver.agreement import Agreement
from solver.report import Core, Outcome, Report

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
    found, time = len(report.solutions), duration(report.stats.seconds)
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


def drawn_board(board: Board) -> Line:
    """A board, drawn in Unicode characters if its cells are squares, else as moves.

    >>> from puzzle.notation import parse_loopy
    >>> drawn_board(Board.of_lines(parse_loopy("3x3t2:6h"), frozenset({0, 1}))).text
    'B1-C1-D2'
    """
    grid = board.puzzle.grid
    if grid.is_square:
        return Line(board_text(board))
    return Line(format_marks(grid, {edge: mark for edge, mark in enumerate(board.marks) if mark}))


def duration(seconds: float) -> str:
    """A duration in seconds as text.

    >>> duration(0.0123), duration(2.5)
    ('12.3 ms', '2.50 s')
    """
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


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
            names = ", ".join(side_name(puzzle.grid, edge) for edge in edges)
            parts.append(localizer.say(template, names=names))
    for clue in sorted({puzzle.clues[cell] or 0 for cell in core.clues}):
        cells = (cell for cell in sorted(core.clues) if puzzle.clues[cell] == clue)
        names = ", ".join(cell_name(puzzle.grid, cell) for cell in cells)
        parts.append(localizer.say(CORE_CLUES, clue=clue, cells=names))
    sentence = SMALLEST_CONTRADICTION if core.minimal else CONTRADICTION
    return localizer.say(sentence, parts="; ".join(parts))
