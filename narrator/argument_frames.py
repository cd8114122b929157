"""Arguments page by page: one sentence each, with a picture of what has been said so far."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from i18n.localizer import ENGLISH, Localizer
from narrator.arguments import Sentence, argument_sentences, words_for
from narrator.checks import refutation_boards, refutation_sentences
from narrator.illustration import about_mistake, illustrate, illustrate_sentences
from narrator.narration import Level, narrate
from narrator.outcomes import conclude_walkthrough
from puzzle.model import Board
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from solver.explain.mistakes import Check
from solver.explain.step import Step

MAX_SENTENCES_AT_ONCE = 5
"""Maximum number of sentences of an argument that is shown without pages."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A sentence or step of an argument, and the board beside it with its highlights."""

    text: str
    board: Board
    highlights: Highlights = NO_HIGHLIGHTS


def step_frames(board: Board, step: Step, localizer: Localizer = ENGLISH) -> tuple[Frame, ...]:
    """The pages of a step of a board: each sentence of its arguments, then the conclusion.

    Empty when there are at most `MAX_SENTENCES_AT_ONCE` sentences before the conclusion.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> board = Board.blank(Puzzle(square_grid(2, 2), (0, None, None, 4)))
    >>> step_frames(board, Explainer(board.puzzle).next_step(board))
    ()
    """
    said = _sentences(board, step, localizer)
    conclusion = narrate(board, step, Level.STEP, localizer).conclusion
    if len(said) <= MAX_SENTENCES_AT_ONCE or conclusion is None:
        return ()
    return (
        *_of_sentences(board, step, said),
        Frame(conclusion, board, illustrate(board, step)),
    )


def check_frames(board: Board, found: Check, localizer: Localizer = ENGLISH) -> tuple[Frame, ...]:
    """The pages of a refutation: its steps, or their sentences where these are many.

    Each page shows the right marks, those of earlier steps, and the mark that is refuted. Empty
    when there is a single step of at most `MAX_SENTENCES_AT_ONCE` sentences.
    """
    wrong = found.refuted
    if wrong is None:
        return ()
    mistake = {wrong: board.marks[wrong]}
    told = refutation_sentences(board, found, localizer)
    steps = list(zip(refutation_boards(board, found), told, strict=True))
    pages: list[Frame] = []
    for (current, step), sentences in steps:
        said = _sentences(current, step, localizer)
        if len(said) > MAX_SENTENCES_AT_ONCE:
            pages += _of_sentences(current, step, said)
        else:
            text = localizer.gap.join(sentences)
            pages.append(Frame(text, current, illustrate(current, step)))
    if len(pages) == 1:
        return ()
    end = conclude_walkthrough(board, wrong, localizer)
    pages.append(replace(pages[-1], text=end, highlights=NO_HIGHLIGHTS))
    return tuple(
        Frame(
            page.text,
            page.board.mark(mistake),
            about_mistake(page.highlights, found, frozenset(mistake)),
        )
        for page in pages
    )


def _sentences(board: Board, step: Step, localizer: Localizer) -> tuple[Sentence, ...]:
    first, rest = argument_sentences(board, step, words_for(board, step, localizer))
    return first + rest


def _of_sentences(board: Board, step: Step, said: tuple[Sentence, ...]) -> Iterator[Frame]:
    for count, sentence in enumerate(said, 1):
        text = f"({count}) {sentence.text}"
        yield Frame(text, board, illustrate_sentences(board, step, said[:count]))
