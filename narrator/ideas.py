"""Short texts for steps whose argument is an idea that people see at once."""

from collections.abc import Iterable

from i18n.messages import Message, Plural
from narrator import english
from narrator.cell_ideas import cell_sentences
from narrator.corner_ideas import corner_sentences
from narrator.sentence import Sentence
from narrator.words import EdgeWords
from puzzle.model import Board, EdgeState
from solver.explain.step import ClueReason, DotReason, LoopReason, Step, Subloop

CORNERS_OF_A_LINE = 2
"""Number of corners by which lines come to a 2."""

LINES_COME_IN = Message("lines come in at two opposite corners of {clue}")
BOTH_WOULD_CLOSE = Plural(
    "the loop needs both or neither, and both would close one of {count} line too early",
    "the loop needs both or neither, and both would close one of {count} lines too early",
)
EACH_USES_ONE = Message("each uses one of its lines, so neither goes straight past")


def idea_sentences(words: EdgeWords, board: Board, step: Step) -> tuple[Sentence, ...]:
    """The sentences about the idea of a step; none where only its argument explains it.

    >>> from i18n.localizer import ENGLISH
    >>> from narrator.places import Places
    >>> from puzzle.moves import parse_marks
    >>> from puzzle.notation.rows import parse_rows
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = parse_rows("..../..../.2../....")
    >>> marks = parse_marks("B2-B3 C4-C5", puzzle.grid)
    >>> board = Board.blank(puzzle).mark(marks)
    >>> step = Explainer(puzzle).next_step(board)
    >>> words = EdgeWords(puzzle, ENGLISH, Places(puzzle, ENGLISH, [9]))
    >>> for sentence in idea_sentences(words, board, step):
    ...     print(sentence.text)
    Lines come in at two opposite corners of the 2 at B3.
    Each uses one of its lines, so neither goes straight past.
    """
    if step.technique.name == "loop-at-dot":
        return _two_that_close_a_loop(words, board, step)
    if step.technique.name != "line-through-2" or not _lines_come_to_corners(board, step):
        if words.puzzle.rules.full:  # these ideas know dots without lines
            return ()
        return corner_sentences(words, board, step) or cell_sentences(words, board, step)
    (cell,) = (reason.cell for reason in step.reasons if isinstance(reason, ClueReason))
    clauses = (
        words.localizer.say(LINES_COME_IN, clue=words.places.clue(cell)),
        words.localizer.say(EACH_USES_ONE),
    )
    return _sentences(words, clauses)


def _sentences(words: EdgeWords, clauses: Iterable[str]) -> tuple[Sentence, ...]:
    say = words.localizer.sentence
    return tuple(Sentence(say(english.STATEMENT, clause=clause)) for clause in clauses)


def _two_that_close_a_loop(words: EdgeWords, board: Board, step: Step) -> tuple[Sentence, ...]:
    """The only two edges left at a dot would be lines together, and close a loop."""
    dots = [reason.dot for reason in step.reasons if isinstance(reason, DotReason)]
    if not dots:
        return ()
    open_ = {e for e in board.puzzle.grid.dot_edges[dots[0]] if not board.marks[e]}
    ends = [each.fact for each in step.argument.inferences if isinstance(each.fact, Subloop)]
    if not ends or open_ != step.forced.keys() or not open_.issubset(ends[0].edges):
        return ()
    dot, count = words.places.dots(dots), len(ends[0].edges)
    loop = words.localizer.say(BOTH_WOULD_CLOSE, count, count=count)
    return _sentences(words, [words.localizer.clause(english.DOT_CLOSED, False, dot=dot), loop])


def _lines_come_to_corners(board: Board, step: Step) -> bool:
    """Whether a line comes to both corners of a 2, and the step forbids that it goes past."""
    grid = board.puzzle.grid
    cells = [reason.cell for reason in step.reasons if isinstance(reason, ClueReason)]
    dots = [reason.dot for reason in step.reasons if isinstance(reason, DotReason)]
    if len(cells) != 1 or len(dots) != CORNERS_OF_A_LINE or LoopReason() in step.reasons:
        return False
    past = {edge for dot in dots for edge in grid.dot_edges[dot]} - {*grid.cell_edges[cells[0]]}
    comes = all(past & board.lines & {*grid.dot_edges[dot]} for dot in dots)
    return comes and all(
        found.edge in past and found.state is EdgeState.CROSS for found in step.deductions
    )
