"""Runs of simple steps in sentences: where the loop goes, and which clues are finished."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import TypeVar

from msgspec import Struct

from i18n.localizer import ENGLISH, LIST, Localizer
from narrator import english
from narrator.knowledge import Knowledge
from narrator.places import Places
from narrator.why import reason_clause
from narrator.words import EdgeWords
from puzzle.grid import Grid
from puzzle.model import Board, EdgeState
from puzzle.names import Direction
from puzzle.places import way_from
from renderer.place_words import WAYS
from solver.explain.step import ClueReason, Deduction, DotReason, EdgesAre, Inference, Step

StepT = TypeVar("StepT")

MIN_PATH = 3
"""Minimum number of lines of a path that is described by its ends; fewer lines are named."""
MAX_PATHS = 2
"""Maximum number of paths that a run describes; the lines of others are only counted."""
MAX_LEGS = 3
"""Maximum number of straight legs of a path that are told; a path with more winds."""
MAX_FINISHED = 2
"""Maximum number of finished clues that are named; with more, they are counted."""


def in_groups(
    steps: Iterable[StepT], simple: Callable[[StepT], bool]
) -> Iterator[tuple[StepT, ...]]:
    """Steps in order, with each run of simple ones as one group and every other one alone.

    A group is yielded when the next step that does not belong to it is known.

    >>> list(in_groups("abXcXYdef", str.islower))
    [('a', 'b'), ('X',), ('c',), ('X',), ('Y',), ('d', 'e', 'f')]
    """
    for together, run in groupby(steps, simple):
        if together:
            yield tuple(run)
        else:
            yield from ((step,) for step in run)


def after(board: Board, steps: Sequence[Step]) -> Board:
    """The board with the deductions of the steps marked."""
    return board.mark({found.edge: found.state for step in steps for found in step.deductions})


def describe_run(board: Board, steps: Sequence[Step], localizer: Localizer = ENGLISH) -> str:
    """Sentences about simple steps from a board: where the loop goes, marks, finished clues.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = Puzzle(square_grid(1, 2), (4, None))
    >>> *steps, end = Explainer(puzzle).walkthrough()
    >>> describe_run(Board.blank(puzzle), steps)
    'Simple consequences: 4 lines. This finishes the 4 at A1.'
    """
    end = after(board, steps)
    lines, crosses = end.lines - board.lines, end.crosses - board.crosses
    places = Places(board.puzzle, localizer)
    paths = [
        path
        for path in _paths(board.puzzle.grid, lines)
        if len(path) > MIN_PATH and path[0] != path[-1]
    ]
    longest = sorted(paths, key=len, reverse=True)[:MAX_PATHS]
    told = [_describe_path(board, path, places, localizer) for path in longest]
    total = english.MARKS_IN_ALL if told else english.SIMPLE_CONSEQUENCES
    told.append(localizer.sentence(total, marks=_marks(lines, crosses, places, localizer)))
    if finished := sorted(_finished(end) - _finished(board)):
        told.append(_describe_finished(finished, places, localizer))
    return localizer.gap.join(told)


class FollowedSentence(Struct, frozen=True):
    """A sentence that leads on, the board before it, and the edges that it decides."""

    text: str
    board: Board
    deductions: tuple[Deduction, ...]


def follow_run(
    board: Board, steps: Sequence[Step], localizer: Localizer = ENGLISH
) -> tuple[FollowedSentence, ...]:
    """Sentences that lead through steps from a board, whose inferences have one reason each.

    Lines that have one way to go on are followed; other inferences are told by their reason and
    what follows, which is left out at the end. That no third line comes to a dot of a line that was
    followed is told only at the end.

    >>> from puzzle.moves import parse_marks
    >>> from puzzle.notation import parse_puzzle
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = parse_puzzle("2x2:d")
    >>> board = Board.blank(puzzle).mark(parse_marks("B1-A1-A2 x A2-B2", puzzle.grid))
    >>> *steps, end = Explainer(puzzle).walkthrough(board)
    >>> [sentence.text for sentence in follow_run(board, steps[:2])]
    ['Follow the line from the top-left corner of A2: down, right.']
    """
    return _RunFollower(board, localizer).follow(steps)


class _RunFollower:
    """Follows lines through inferences."""

    def __init__(self, board: Board, localizer: Localizer) -> None:
        self._before = board
        self._board = board
        self._localizer = localizer
        self._words = EdgeWords(board.puzzle, localizer, Places(board.puzzle, localizer))
        self._paths: list[list[int]] = []
        self._followed = set[int]()
        self._untold: list[Deduction] = []
        self._told: list[FollowedSentence] = []

    def follow(self, steps: Sequence[Step]) -> tuple[FollowedSentence, ...]:
        """The sentences about steps."""
        arguments = [each for step in steps for each in step.arguments]
        inferences = [each for argument in arguments for each in argument.inferences]
        for number, inference in enumerate(inferences, 1):
            if isinstance(inference.fact, EdgesAre):
                self._add(inference, inference.fact, is_last=number == len(inferences))
        self._end_paths()
        return tuple(self._told)

    def _add(self, inference: Inference, fact: EdgesAre, *, is_last: bool) -> None:
        match inference.reason, fact:
            case DotReason(dot), EdgesAre((edge,), EdgeState.LINE):
                self._go_on(dot, edge)
                self._record(fact)
            case DotReason(dot), _ if dot in self._followed and not is_last:
                self._record(fact)
            case _:
                self._end_paths()
                clause = self._clause(inference, fact, concludes=not is_last)
                self._record(fact)
                self._tell(self._localizer.sentence(english.STATEMENT, clause=clause))

    def _record(self, fact: EdgesAre) -> None:
        self._untold += (Deduction(edge, fact.state) for edge in fact.edges)
        self._board = self._board.mark(dict.fromkeys(fact.edges, fact.state))

    def _go_on(self, dot: int, edge: int) -> None:
        """Follow a line from a dot along an edge."""
        end = self._board.puzzle.grid.other_end(edge, dot)
        path = next((path for path in self._paths if path[-1] == dot), None)
        if path is None:
            self._paths.append([dot, end])
        else:
            path.append(end)
        self._followed |= {dot, end}

    def _end_paths(self) -> None:
        """Tell where the lines went that were followed so far."""
        if not self._paths:
            return
        texts = [self._describe(path) for path in self._paths]
        self._paths.clear()
        self._tell(self._localizer.gap.join(texts))

    def _describe(self, path: Sequence[int]) -> str:
        grid = self._board.puzzle.grid
        steps = zip(path, _edges(grid, path), strict=False)
        ways = [self._localizer.say(WAYS[way_from(grid, dot, edge)]) for dot, edge in steps]
        dot, along = self._words.places.dots(path[:1]), self._localizer.chain(ways, LIST)
        return self._localizer.sentence(english.FOLLOW, dot=dot, ways=along)

    def _tell(self, text: str) -> None:
        self._told.append(FollowedSentence(text, self._before, tuple(self._untold)))
        self._before, self._untold = self._board, []

    def _clause(self, inference: Inference, fact: EdgesAre, *, concludes: bool) -> str:
        """The reason of an inference, and what follows; of a loop that would close, only where."""
        words, say = self._words, self._localizer.say
        if inference.subloop is not None:
            return say(english.CLOSES_LOOP, edges=words.places.edges(fact.edges))
        why = reason_clause(words, inference, Knowledge.of_marks(self._board.marks))
        if not concludes:
            return why
        if isinstance(inference.reason, ClueReason) and fact.state is EdgeState.LINE:
            cell = inference.reason.cell
            edges = words.places.edges(fact.edges, owner=cell)
            return say(english.CLUE_NEEDS, clue=words.places.clue(cell), edges=edges)
        what = words.edges(fact.edges, fact.state, reason=inference.reason)
        return say(english.REASONING, why=why, what=what)


def _marks(
    lines: Collection[int], crosses: Collection[int], places: Places, localizer: Localizer
) -> str:
    """Few lines by name or the number of lines, and the number of crosses."""
    marks = []
    if lines and len(lines) < MIN_PATH:
        marks.append(places.marks(lines, EdgeState.LINE))
    elif lines:
        marks.append(localizer.say(english.COUNT_OF_LINES, len(lines), count=len(lines)))
    if crosses:
        marks.append(localizer.say(english.COUNT_OF_CROSSES, len(crosses), count=len(crosses)))
    return localizer.join(marks)


def _describe_path(board: Board, path: Sequence[int], places: Places, localizer: Localizer) -> str:
    """A sentence about a path of new lines, from the line that it goes on if there is one."""
    grid = board.puzzle.grid
    drawn = {dot for edge in board.lines for dot in grid.edge_dots[edge]}
    if path[0] not in drawn and path[-1] in drawn:
        path = path[::-1]
    edges = _edges(grid, path)
    ends = {"start": places.edges(edges[:1]), "end": places.edges(edges[-1:])}
    if path[0] in drawn and path[-1] in drawn:
        return localizer.sentence(english.PATH_JOINS, **ends)
    ways = _legs(grid, path)
    goes_on = path[0] in drawn
    if len(ways) > MAX_LEGS:
        winding = english.PATH_WINDS_ON if goes_on else english.PATH_WINDS
        return localizer.sentence(winding, **ends)
    straight = english.PATH_GOES_ON if goes_on else english.PATH_GOES
    said = localizer.chain([localizer.say(WAYS[way]) for way in ways], english.LEGS)
    return localizer.sentence(straight, ways=said, **ends)


def _describe_finished(cells: Sequence[int], places: Places, localizer: Localizer) -> str:
    """A sentence about clues that have all their lines and crosses."""
    if len(cells) > MAX_FINISHED:
        count = len(cells)
        return localizer.sentence(english.RUN_FINISHES_SOME, count, count=count)
    return localizer.sentence(english.RUN_FINISHES, clues=places.clues(cells))


def _finished(board: Board) -> set[int]:
    """The cells with clues of which every side is marked; none with animals."""
    counts = board.puzzle.line_counts
    around = zip(counts, board.puzzle.grid.cell_edges, strict=True)
    return {
        cell
        for cell, (clue, edges) in enumerate(around)
        if clue is not None and all(board.marks[edge] for edge in edges)
    }


def _paths(grid: Grid, lines: Collection[int]) -> Iterator[tuple[int, ...]]:
    """The dots of each path of connected lines in order; a closed one begins and ends alike."""
    left = set(lines)
    at = {dot: left.intersection(edges) for dot, edges in enumerate(grid.dot_edges)}
    for start in sorted(at, key=lambda dot: (len(at[dot]) != 1, dot)):
        path = [start]
        while ahead := at[path[-1]] & left:
            left.remove(edge := min(ahead))
            path.append(grid.other_end(edge, path[-1]))
        if len(path) > 1:
            yield tuple(path)


def _edges(grid: Grid, path: Sequence[int]) -> list[int]:
    """The edges along a path of dots."""
    between = (grid.edge_between(*pair) for pair in pairwise(path))
    return [edge for edge in between if edge is not None]


def _legs(grid: Grid, path: Sequence[int]) -> list[Direction]:
    """The directions of a path, each once for a straight leg."""
    ways = [way_from(grid, dot, edge) for dot, edge in zip(path, _edges(grid, path), strict=False)]
    return [way for number, way in enumerate(ways) if not number or way is not ways[number - 1]]
