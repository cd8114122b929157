"""Arguments in parts, each with the board and its highlights up to there."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from i18n.localizer import ENGLISH, Localizer
from narrator.arguments import argument_sentences, words_for
from narrator.illustration import about_mistake, illustrate, illustrate_sentences, illustrate_way
from narrator.narration import Level, narrate
from narrator.outcomes import conclude_refutation
from narrator.refutations import tell_refutation
from narrator.sentence import Sentence
from puzzle.model import Board, EdgeState
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from solver.explain.mistakes import Check
from solver.explain.step import Step

MAX_SENTENCES_AT_ONCE = 5
"""Maximum number of sentences of an argument that is shown at once."""


class ArgumentPart(Struct, frozen=True):
    """A sentence of an argument, or a step of several, and the board beside it."""

    text: str
    board: Board
    highlights: Highlights = NO_HIGHLIGHTS


def is_long(parts: Sequence[ArgumentPart]) -> bool:
    """Whether an argument is better read part by part; the last part is its conclusion."""
    return len(parts) > MAX_SENTENCES_AT_ONCE + 1


def step_parts(
    board: Board, step: Step, localizer: Localizer = ENGLISH
) -> tuple[ArgumentPart, ...]:
    """The parts of a step of a board: each sentence of its argument, then the conclusion alone.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> board = Board.blank(Puzzle(square_grid(2, 2), (0, None, None, 4)))
    >>> [part.text for part in step_parts(board, Explainer(board.puzzle).next_step(board))]
    ['The 0 at A1 has no line around it.', 'So all four of its sides are crosses.']
    """
    told = step.told_on(board)
    sentences = _sentences(told, step, localizer)
    end = narrate(board, step, Level.STEP, localizer)
    shown = illustrate(board, step)
    if sentences:
        shown = Highlights(forced_lines=shown.forced_lines, forced_crosses=shown.forced_crosses)
    last = ArgumentPart(end.conclusion or end.text, board, shown)
    parts = (*_of_sentences(told, step, sentences), last)
    return tuple(_in_mind(part, part.highlights, step.in_mind) for part in parts)


def refutation_parts(
    board: Board, found: Check, localizer: Localizer = ENGLISH
) -> tuple[ArgumentPart, ...]:
    """The parts of a refutation: its steps, or their sentences where these are many.

    Each part shows the right marks, those of earlier steps, and the mark that is refuted. Empty
    when there is no refutation.
    """
    wrong, board = found.refuted, found.told_on(board)
    if wrong is None:
        return ()
    parts: list[ArgumentPart] = []
    told = tell_refutation(board, found, localizer)
    for part in told:
        text, step = localizer.gap.join(part.sentences), part.step
        sentences = () if step is None else _sentences(part.board, step, localizer)
        if step is None:
            parts.append(ArgumentPart(text, part.board, illustrate_way(part)))
        elif len(sentences) > MAX_SENTENCES_AT_ONCE or len(told) == 1:
            parts += _of_sentences(part.board, step, sentences)
        else:
            parts.append(ArgumentPart(text, part.board, illustrate(part.board, step)))
    end = conclude_refutation(board, wrong, localizer)
    parts.append(replace(parts[-1], text=end, highlights=NO_HIGHLIGHTS))
    return tuple(_beside_mistake(part, found, board) for part in parts)


def _beside_mistake(part: ArgumentPart, found: Check, board: Board) -> ArgumentPart:
    """A part with the mark of a board that is refuted."""
    marks = {edge: board.marks[edge] for edge in found.explained}
    shown = about_mistake(part.highlights, found, found.explained)
    return _in_mind(replace(part, board=part.board.mark(marks)), shown, found.in_mind)


def _in_mind(part: ArgumentPart, shown: Highlights, in_mind: frozenset[int]) -> ArgumentPart:
    """A part with highlights, of which crosses in mind are some, and no marks of its board."""
    board = part.board.mark(dict.fromkeys(in_mind, EdgeState.UNKNOWN))
    return ArgumentPart(part.text, board, replace(shown, in_mind=in_mind))


def _sentences(board: Board, step: Step, localizer: Localizer) -> tuple[Sentence, ...]:
    first, rest = argument_sentences(board, step, words_for(board, step, localizer))
    return first + rest


def _of_sentences(
    board: Board, step: Step, sentences: tuple[Sentence, ...]
) -> Iterator[ArgumentPart]:
    for count, sentence in enumerate(sentences, 1):
        shown = illustrate_sentences(board, step, sentences[:count])
        text = f"({count}) {sentence.text}" if len(sentences) > 1 else sentence.text
        yield ArgumentPart(text, board, shown)
