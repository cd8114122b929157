"""Short texts for steps whose argument is an idea that people see at once."""

from i18n.messages import Message
from narrator import english
from narrator.words import EdgeWords
from puzzle.model import Board, EdgeState
from solver.explain.step import ClueReason, DotReason, LoopReason, Step

CORNERS_OF_A_LINE = 2
"""Number of corners by which lines come to a 2."""

LINES_COME_IN = Message("lines come in at two opposite corners of {clue}")
EACH_USES_ONE = Message("each uses one of its lines, so neither goes straight past")


def idea_sentences(words: EdgeWords, board: Board, step: Step) -> tuple[str, ...]:
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
    ...     print(sentence)
    Lines come in at two opposite corners of the 2 at B3.
    Each uses one of its lines, so neither goes straight past.
    """
    if step.technique.name != "line-through-2" or not _lines_come_to_corners(board, step):
        return ()
    (cell,) = (reason.cell for reason in step.reasons if isinstance(reason, ClueReason))
    clauses = (
        words.localizer.say(LINES_COME_IN, clue=words.places.clue(cell)),
        words.localizer.say(EACH_USES_ONE),
    )
    return tuple(words.localizer.sentence(english.STATEMENT, clause=clause) for clause in clauses)


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
