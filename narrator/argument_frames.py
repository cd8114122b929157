"""Arguments sentence by sentence, each with a picture of the facts up to that sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from i18n.localizer import ENGLISH, Localizer
from narrator.arguments import Sentence, argument_sentences, words_for
from narrator.checks import refutation_boards, refutation_sentences
from narrator.illustration import about_mistake, illustrate, illustrate_sentences
from narrator.narration import MAX_SENTENCES, Level, narrate
from narrator.outcomes import conclude_refutation
from puzzle.model import Board
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from solver.explain.mistakes import Check
from solver.explain.step import Step

MAX_SENTENCES_AT_ONCE = 5
"""Maximum number of sentences of an argument that need no frames."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A sentence of an argument, or a step of several, and the board beside it."""

    text: str
    board: Board
    highlights: Highlights = NO_HIGHLIGHTS


def is_long(frames: Sequence[Frame]) -> bool:
    """Whether an argument is better read frame by frame; the last frame is its conclusion."""
    return len(frames) > MAX_SENTENCES_AT_ONCE + 1


def step_frames(board: Board, step: Step, localizer: Localizer = ENGLISH) -> tuple[Frame, ...]:
    """The frames of a step of a board: each sentence of its argument, then the conclusion.

    Of several arguments only the first has frames if they have more than `MAX_SENTENCES` together.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> board = Board.blank(Puzzle(square_grid(2, 2), (0, None, None, 4)))
    >>> [frame.text for frame in step_frames(board, Explainer(board.puzzle).next_step(board))]
    ['The 0 at A1 has no line around it.', 'So all four of its sides are crosses.']
    """
    sentences = _sentences(board, step, localizer)
    end = narrate(board, step, Level.STEP, localizer)
    last = Frame(end.conclusion or end.text, board, illustrate(board, step))
    return (*_sentence_frames(board, step, sentences), last)


def check_frames(board: Board, found: Check, localizer: Localizer = ENGLISH) -> tuple[Frame, ...]:
    """The frames of a refutation: its steps, or their sentences where these are many.

    Each frame shows the right marks, those of earlier steps, and the mark that is refuted. Empty
    when there is no refutation.
    """
    wrong = found.refuted
    if wrong is None:
        return ()
    texts = refutation_sentences(board, found, localizer)
    frames: list[Frame] = []
    for (current, step), step_texts in zip(refutation_boards(board, found), texts, strict=True):
        sentences = _sentences(current, step, localizer)
        if len(sentences) > MAX_SENTENCES_AT_ONCE or len(found.refutation) == 1:
            frames += _sentence_frames(current, step, sentences)
        else:
            text = localizer.gap.join(step_texts)
            frames.append(Frame(text, current, illustrate(current, step)))
    end = conclude_refutation(board, wrong, localizer)
    frames.append(replace(frames[-1], text=end, highlights=NO_HIGHLIGHTS))
    return tuple(_beside_mistake(frame, found, board) for frame in frames)


def _beside_mistake(frame: Frame, found: Check, board: Board) -> Frame:
    """A frame with the mark of a board that is refuted."""
    marks = {edge: board.marks[edge] for edge in found.explained}
    shown = about_mistake(frame.highlights, found, found.explained)
    return Frame(frame.text, frame.board.mark(marks), shown)


def _sentences(board: Board, step: Step, localizer: Localizer) -> tuple[Sentence, ...]:
    first, rest = argument_sentences(board, step, words_for(board, step, localizer))
    return first + rest if len(first + rest) <= MAX_SENTENCES else first


def _sentence_frames(board: Board, step: Step, sentences: tuple[Sentence, ...]) -> Iterator[Frame]:
    for count, sentence in enumerate(sentences, 1):
        shown = illustrate_sentences(board, step, sentences[:count])
        text = f"({count}) {sentence.text}" if len(sentences) > 1 else sentence.text
        yield Frame(text, board, shown)
