"""Narrates a step to a player: as a nudge, as a hint, or with the whole argument."""

from collections.abc import Collection, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from i18n.localizer import ENGLISH, Localizer, english_of
from i18n.messages import Message
from narrator import english
from narrator.arguments import argument_sentences, words_for
from narrator.places import Places
from narrator.questions import is_supposed, leading_questions, starting_place
from narrator.sentence import Sentence
from narrator.techniques import text_of
from narrator.words import EdgeWords
from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Board, EdgeState
from solver.explain.step import ClueReason, Deduction, DotReason, EdgesAre, Reason, Step
from solver.explain.steps import MAX_TOLD

MAX_CHARACTERS = 1500
"""Maximum length of a narration in English; a step with a longer one takes a long trial."""
MAX_PLACES = 4
"""Maximum number of places that a nudge names; with more, it names a part of the board."""


class Level(Enum):
    """Level of help: where to look, which technique to use, or the whole step."""

    NUDGE = "nudge"
    HINT = "hint"
    STEP = "step"


class Narration(Struct, frozen=True):
    """The narration of a step in plain text.

    - `title`: the title of the technique; None in a nudge.
    - `conclusion`: the sentence with the forced edges; only at `Level.STEP`.
    - `note`: a sentence about the crosses in mind that are used; None if there are none.
    - `gap`: the separator between sentences.
    - `colon`: the separator between a title and sentences on one line.
    """

    title: str | None
    sentences: tuple[str, ...]
    conclusion: str | None = None
    gap: str = " "
    colon: str = ": "
    note: str | None = None

    @classmethod
    def of(
        cls,
        localizer: Localizer,
        title: str | None,
        sentences: Iterable[str],
        conclusion: str | None = None,
    ) -> Self:
        """A narration with the separators of the localizer's language."""
        return cls(title, tuple(sentences), conclusion, localizer.gap, localizer.colon)

    @property
    def end(self) -> tuple[str, ...]:
        """The conclusion and the note, if there are any."""
        return tuple(text for text in (self.conclusion, self.note) if text is not None)

    @property
    def text(self) -> str:
        """The narration on several lines; sentences of an argument are numbered if several.

        >>> print(Narration("Zero", ("The 0 at A1 has no line around it.",), "So ...").text)
        Zero
        The 0 at A1 has no line around it.
        So ...
        """
        lines = [] if self.title is None else [self.title]
        if self.conclusion is None:
            return "\n".join([*lines, self.gap.join((*self.sentences, *self.end))])
        if len(self.sentences) > 1:
            lines += (f"{number}. {text}" for number, text in enumerate(self.sentences, 1))
        else:
            lines += self.sentences
        return "\n".join([*lines, *self.end])

    @property
    def line(self) -> str:
        """The narration on one line.

        >>> Narration("Zero", ("The 0 at A1 has no line around it.",), "So ...").line
        'Zero: The 0 at A1 has no line around it. So ...'
        """
        sentences = self.gap.join((*self.sentences, *self.end))
        return sentences if self.title is None else f"{self.title}{self.colon}{sentences}"


def narrate(
    board: Board,
    step: Step,
    level: Level,
    localizer: Localizer = ENGLISH,
    known: Collection[str] = (),
) -> Narration:
    """Narrate a step of a board at a level of help, in the language of the localizer.

    A hint tells only the place of a technique that is `known`: where to look, or what to suppose.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> board = Board.blank(Puzzle(square_grid(2, 2), (0, None, None, 4)))
    >>> step = Explainer(board.puzzle).next_step(board)
    >>> print(narrate(board, step, Level.NUDGE).text)
    Look around the 0 at A1.
    >>> print(narrate(board, step, Level.STEP).text)
    No lines around a 0
    The 0 at A1 has no line around it.
    So all four of its sides are crosses.
    """
    board = step.told_on(board)
    words = words_for(board, step, localizer)
    argument = _argument(board, step, words)
    title = None if level is Level.NUDGE else localizer.say(text_of(step.technique).title)
    if level is Level.STEP:
        told = Narration.of(localizer, title, *argument)
        return with_note(told, step.in_mind, localizer)
    place = (_ReasonPlaces(board, step, localizer).nudge(),)
    if level is Level.NUDGE:
        return Narration.of(localizer, None, place)
    sentences = leading_questions(board, step, words)
    if step.technique.name in known:
        return Narration.of(localizer, title, sentences[:1] if is_supposed(step) else place)
    sentences = (localizer.sentence(text_of(step.technique).description), *sentences)
    return with_note(Narration.of(localizer, title, sentences), step.in_mind, localizer)


def looked_at(grid: Grid, step: Step) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells and dots to look at for a step without clues and dots among its reasons.

    They are the cells of its way, or one end of the line that an edge would make a loop. Both ends
    would tell the edge.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = Puzzle(square_grid(1, 1), (4,))
    >>> board = Board.blank(puzzle).mark(dict.fromkeys([1, 2, 3], EdgeState.LINE))
    >>> looked_at(puzzle.grid, Explainer(puzzle).next_step(board))
    ((), (0,))
    """
    if step.way is not None:
        return tuple(cell for cell in step.way.cells if cell != OUTSIDE), ()
    dots = sorted({dot for found in step.deductions for dot in grid.edge_dots[found.edge]})
    if len(step.deductions) == 1:
        return (), (max(dots, key=lambda dot: len(grid.dot_edges[dot])),)
    return (), tuple(dots)


def with_note(narration: Narration, in_mind: frozenset[int], localizer: Localizer) -> Narration:
    """A narration that tells of the crosses in mind that it uses, if there are any."""
    note = localizer.sentence(english.IN_MIND, len(in_mind)) if in_mind else None
    return replace(narration, note=note)


class _ReasonPlaces:
    """Describes where the reasons of a step are."""

    def __init__(self, board: Board, step: Step, localizer: Localizer) -> None:
        self._grid = board.puzzle.grid
        self._localizer = localizer
        self._step = step
        self._cells, self._dots = step.cells, step.dots
        self._places = Places(board.puzzle, localizer, self._cells)
        if step.pattern is not None:
            self._cells = step.pattern.cells
            self._dots = step.pattern.dots if len(self._cells) == 1 else ()

    @property
    def count(self) -> int:
        """The number of clues and dots."""
        return len(self._cells) + len(self._dots)

    def nudge(self) -> str:
        """A sentence with the place to look at, without the technique or the forced edges."""
        dots: Sequence[int] = self._dots
        if not self._cells and not dots:
            return self._without_rule()
        if len(self._cells) + len(dots) > 2:
            dots = self._dots_away_from_cells(dots)
        if len(self._cells) + len(dots) > MAX_PLACES:
            return self._start_in_area()
        return self._localizer.sentence(english.LOOK_AROUND, places=self._list(self._cells, dots))

    def _start_in_area(self) -> str:
        """A sentence with a part of the board, and the first clue or dot of the argument in it."""
        area = self.area()
        match starting_place(self._step):
            case ClueReason(cell):
                place = self._places.clue(cell)
            case DotReason(dot):
                place = self._places.dots([dot])
            case _:
                return self._localizer.sentence(english.LOOK_AT_AREA, area=area)
        return self._localizer.sentence(english.START_IN_AREA, place=place, area=area)

    def _without_rule(self) -> str:
        """A sentence with the place to look at, for steps without clues and dots."""
        cells, dots = looked_at(self._grid, self._step)
        if len(cells) + len(dots) > 1:
            corners = (dot for cell in cells for dot in self._grid.cell_dots[cell])
            area = self.area((*dots, *corners))
            return self._localizer.sentence(english.LOOK_AT_AREA, area=area)
        return self._localizer.sentence(english.LOOK_AROUND, places=self._list(cells, dots))

    def _list(self, cells: Sequence[int], dots: Sequence[int]) -> str:
        if len(cells) == 1 and dots and not self._dots_away_from_cells(dots):
            return self._places.corners_of(cells[0], dots)
        names = [self._places.clue(cell) for cell in cells]
        names += self._places.dot_names(dots)
        return self._localizer.join(names)

    def _dots_away_from_cells(self, dots: Sequence[int]) -> list[int]:
        """The dots that are not at a corner of a cell among the reasons."""
        corners = {dot for cell in self._cells for dot in self._grid.cell_dots[cell]}
        return [dot for dot in dots if dot not in corners]

    def area(self, dots: Iterable[int] = ()) -> str:
        """The part of the board with all reasons and further dots."""
        corners_of_cells = (dot for cell in self._cells for dot in self._grid.cell_dots[cell])
        return self._places.area({*dots, *self._dots, *corners_of_cells})


class _ToldArgument(NamedTuple):
    """The sentences of the arguments of a step, or of a long trial in short."""

    sentences: tuple[str, ...]
    conclusion: str


def _argument(board: Board, step: Step, words: EdgeWords) -> _ToldArgument:
    """The argument of a step with its conclusion.

    Whether it is short enough to be told, and what its conclusion need not name again, depends on
    the English sentences in all languages.
    """
    sentences, conclusion = _whole_argument(board, step, words)
    title = ENGLISH.say(text_of(step.technique).title)
    ending = ENGLISH.gap.join(map(english_of, conclusion))
    length = len(title) + len(ending) + _text_length(sentences)
    if not (0 < len(sentences) <= MAX_TOLD and length <= MAX_CHARACTERS):
        sentences = _trial(board, step, words)
    return _ToldArgument(sentences, words.localizer.gap.join(conclusion))


def _trial(board: Board, step: Step, words: EdgeWords) -> tuple[str, ...]:
    """A long trial in short: what is supposed, and where that ends."""
    say = words.localizer.sentence
    sentences, _ = argument_sentences(board, step, words)
    supposed = [each.text for each in sentences if each.supposed is not None and not each.depth]
    if not supposed:
        first = step.deductions[0]
        is_line = first.state is EdgeState.LINE
        suppose = english.SUPPOSE_CROSS if is_line else english.SUPPOSE_LINE
        supposed = [say(suppose, edge=words.places.edges([first.edge]))]
    if step.argument.cases or not sentences or supposed == [sentences[-1].text]:
        return (*supposed, say(english.TRIAL_FAILS))
    return (*supposed, say(english.TRIAL_ENDS), sentences[-1].text)


def _whole_argument(
    board: Board, step: Step, words: EdgeWords
) -> tuple[tuple[str, ...], list[str]]:
    """All sentences of the arguments of a step, and those of the conclusion after them."""
    first, rest = argument_sentences(board, step, words)
    subject = _conclusion_subject(step, words, first)
    if isinstance(subject, DotReason) and len(first) == 1 and _is_between_clues(step, words):
        conclusion = [words.localizer.sentence(english.SIDE_BETWEEN)]
    else:
        template = english.SUMMARY if rest else english.CONCLUSION
        conclusion = _conclusion(step, words, template, subject)
    return tuple(each.text for each in (*first, *rest)), conclusion


def _is_between_clues(step: Step, words: EdgeWords) -> bool:
    """Whether a step forces a cross alone, between its two clues."""
    (first, *others), cells = step.deductions, words.puzzle.grid.edge_cells
    return not others and first.state is EdgeState.CROSS and {*cells[first.edge]} == {*step.cells}


def _conclusion(
    step: Step, words: EdgeWords, template: Message, subject: Reason | None
) -> list[str]:
    """The sentences of the conclusion of a step: the states of all forced edges."""
    shown = {edge for argument in step.arguments for edge in argument.proved_edges()}
    proved = [found for found in step.deductions if found.edge in shown]
    others = [found for found in step.deductions if found.edge not in shown]
    if not proved:
        proved, others = others, []
    what = _describe_states(proved, words, subject)
    sentences = [words.localizer.sentence(template, what=what)]
    if others:
        what = _describe_states(others, words)
        sentences.append(words.localizer.sentence(english.FOR_SAME_REASONS, what=what))
    return sentences


def _conclusion_subject(
    step: Step, words: EdgeWords, sentences: Sequence[Sentence]
) -> Reason | None:
    """The reason that the last of these sentences, before the conclusion, is about.

    None if that sentence does not prove all forced edges, or does not name it, or not the dot
    alone, or if the step has several clues; the conclusion then names the edges without "its" or
    "there".
    """
    if step.further or step.argument.supposed is not None or not step.argument.inferences:
        return None
    last = step.argument.inferences[-1]
    ends = set(last.fact.edges) if isinstance(last.fact, EdgesAre) else set[int]()
    match last.reason:
        case ClueReason(cell):
            if len(step.cells) > 1:
                return None
            name = words.places.clue(cell)
        case DotReason(dot):
            name = words.places.dots([dot])
        case _:
            return None
    told = sentences[-1] if sentences else None
    is_named = told is not None and english_of(name).lower() in english_of(told.text).lower()
    is_whole = isinstance(last.reason, DotReason) and told is not None and not told.inference
    return last.reason if is_named and not is_whole and ends.issuperset(step.forced) else None


def _describe_states(
    found: Sequence[Deduction], words: EdgeWords, reason: Reason | None = None
) -> str:
    """A clause with the states of edges, lines first."""
    clauses = state_clauses(found, words, reason)
    if len(clauses) < 2:
        return next(iter(clauses), "")
    lines, crosses = clauses
    return words.localizer.say(english.LINES_AND_CROSSES, lines=lines, crosses=crosses)


def state_clauses(
    found: Sequence[Deduction], words: EdgeWords, reason: Reason | None = None
) -> list[str]:
    """A clause that edges are lines, one that others are crosses, or one of them."""
    by_state = {
        state: [deduction.edge for deduction in found if deduction.state is state]
        for state in (EdgeState.LINE, EdgeState.CROSS)
    }
    return [words.edges(at, state, reason=reason) for state, at in by_state.items() if at]


def _text_length(sentences: Sequence[str]) -> int:
    """The number of characters of sentences in English, on separate, numbered lines."""
    return sum(len(english_of(sentence)) + len("00. \n") for sentence in sentences)
