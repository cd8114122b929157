"""A step told to a player: where to look, what to think of, or the whole argument."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Self

from i18n.localizer import ENGLISH, Localizer
from narrator import english
from narrator.arguments import ArgumentTeller
from narrator.places import Places, region
from narrator.techniques import text_of
from narrator.words import EdgeWords
from puzzle.model import Board, EdgeState
from solver.explain.step import (
    Argument,
    ClueReason,
    Deduction,
    DotReason,
    EdgesAre,
    LoopReason,
    Reason,
    Step,
)

MAX_CHARACTERS = 1500
"""No narration is longer than this, in English."""
MAX_SENTENCES = 12
"""What follows besides is only counted where there would be more sentences than this."""
MAX_PLACES = 4
"""With more places than this, a nudge or hint tells only the part of the board."""


class Level(Enum):
    """How much help is wanted: where to look, how it works, or everything."""

    NUDGE = "nudge"
    HINT = "hint"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Narration:
    """What is said of a step, in plain text.

    `title` is the technique's, None in a nudge; `conclusion` tells the edges, and only at the
    last level. `gap` stands between sentences, `colon` after a title in one line with them.
    """

    title: str | None
    sentences: tuple[str, ...]
    conclusion: str | None = None
    gap: str = " "
    colon: str = ": "

    @classmethod
    def told_by(
        cls,
        localizer: Localizer,
        title: str | None,
        sentences: Iterable[str],
        conclusion: str | None = None,
    ) -> Self:
        """With what stands between sentences in the language of a voice."""
        return cls(title, tuple(sentences), conclusion, localizer.gap, localizer.colon)

    @property
    def text(self) -> str:
        """All of it in lines; several sentences of an argument are numbered.

        >>> print(Narration("Zero", ("The 0 at A1 has no line around it.",), "So ...").text)
        Zero
        The 0 at A1 has no line around it.
        So ...
        """
        lines = [] if self.title is None else [self.title]
        if self.conclusion is None:
            return "\n".join([*lines, self.gap.join(self.sentences)])
        if len(self.sentences) > 1:
            lines += (f"{number}. {text}" for number, text in enumerate(self.sentences, 1))
        else:
            lines += self.sentences
        return "\n".join([*lines, self.conclusion])

    @property
    def line(self) -> str:
        """All of it in one line.

        >>> Narration("Zero", ("The 0 at A1 has no line around it.",), "So ...").line
        'Zero: The 0 at A1 has no line around it. So ...'
        """
        end = () if self.conclusion is None else (self.conclusion,)
        told = self.gap.join((*self.sentences, *end))
        return told if self.title is None else f"{self.title}{self.colon}{told}"


def narrate(board: Board, step: Step, level: Level, localizer: Localizer = ENGLISH) -> Narration:
    """Tell the step that was found on a board; in English without a voice.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> board = Board.blank(Puzzle(square_grid(2, 2), (0, None, None, 4)))
    >>> step = Explainer(board.puzzle).next_step(board)
    >>> print(narrate(board, step, Level.NUDGE).text)
    Look around the 0 at A1.
    >>> print(narrate(board, step, Level.STEP).text)
    Zero
    The 0 at A1 has no line around it.
    So all its sides are crosses.
    """
    match level:
        case Level.NUDGE:
            return Narration.told_by(localizer, None, [_Where(board, step, localizer).nudge()])
        case Level.HINT:
            text = text_of(step.technique)
            where = _Where(board, step, localizer).hint()
            told = (localizer.sentence(text.description), where)
            return Narration.told_by(localizer, localizer.say(text.title), told)
        case Level.STEP:
            return _whole(board, step, localizer)


class _Where:
    """Tells the places of a step's reasons."""

    def __init__(self, board: Board, step: Step, localizer: Localizer) -> None:
        self._grid = board.puzzle.grid
        self._localizer = localizer
        self._places = Places(board.puzzle, localizer)
        self._step = step
        self._cells = [reason.cell for reason in step.reasons if isinstance(reason, ClueReason)]
        self._dots = [reason.dot for reason in step.reasons if isinstance(reason, DotReason)]
        self._loop = any(isinstance(reason, LoopReason) for reason in step.reasons)

    def nudge(self) -> str:
        """Where to look, and nothing else."""
        dots = self._dots
        if not self._cells and not dots:
            return self._around_edges()
        if len(self._cells) + len(dots) > 2:
            dots = self._far_from_cells(dots)
        if len(self._cells) + len(dots) > MAX_PLACES:
            start, end = self._region()
            return self._localizer.sentence(english.LOOK_BETWEEN, start=start, end=end)
        return self._localizer.sentence(english.LOOK_AROUND, places=self._list(self._cells, dots))

    def hint(self) -> str:
        """All reasons, or how many there are and where."""
        if not self._cells and not self._dots:
            return self._around_edges()
        count = len(self._cells) + len(self._dots)
        if count > MAX_PLACES + 1:
            start, end = self._region()
            template = english.USE_REGION_AND_LOOP if self._loop else english.USE_REGION
            return self._localizer.sentence(template, count, count=count, start=start, end=end)
        return self._localizer.sentence(english.USE_PLACES, places=self.reasons())

    def _around_edges(self) -> str:
        """Where the edges of a step are; for one that rests on the loop alone."""
        edges = [found.edge for found in self._step.deductions]
        dots = sorted({dot for edge in edges for dot in self._grid.edge_dots[edge]})
        if len(dots) > MAX_PLACES:
            start, end = self._region(dots)
            return self._localizer.sentence(english.LOOK_BETWEEN, start=start, end=end)
        return self._localizer.sentence(english.LOOK_AROUND, places=self._places.dots(dots))

    def reasons(self) -> str:
        """All reasons in a list."""
        return self._list(self._cells, self._dots, self._loop)

    def _list(self, cells: Sequence[int], dots: Sequence[int], loop: bool = False) -> str:
        names = [self._places.clue(cell) for cell in cells]
        if dots:
            names.append(self._places.dots(dots))
        if loop:
            names.append(self._localizer.say(english.RULE_OF_THE_LOOP))
        return self._localizer.join(names)

    def _far_from_cells(self, dots: Sequence[int]) -> list[int]:
        corners = {dot for cell in self._cells for dot in self._grid.cell_dots[cell]}
        return [dot for dot in dots if dot not in corners]

    def _region(self, dots: Iterable[int] = ()) -> tuple[str, str]:
        """The part of the board around all places, and perhaps more dots."""
        corners_of_cells = (dot for cell in self._cells for dot in self._grid.cell_dots[cell])
        return region(self._grid, {*dots, *self._dots, *corners_of_cells})


def _whole(board: Board, step: Step, localizer: Localizer) -> Narration:
    """The argument and what follows from it."""
    cells = [reason.cell for reason in step.reasons if isinstance(reason, ClueReason)]
    words = EdgeWords(board.puzzle, localizer, Places(board.puzzle, localizer, cells))
    title = localizer.say(text_of(step.technique).title)
    conclusion = _conclusion(step, words)
    room = MAX_CHARACTERS - len(title) - len(conclusion)
    telling = ArgumentTeller(words, board.marks)
    if step.further:
        first = tuple(telling.full(step.argument))
        rest = [sentence for argument in step.further for sentence in telling.full(argument)]
        told = _with_rest(first, rest, room, localizer)
    else:
        told = _shortened(tuple(telling.alone(step.argument)), room, localizer)
    if not told:
        reasons = _Where(board, step, localizer).reasons()
        told = (localizer.sentence(english.ONLY_REASONS, places=reasons),)
    return Narration.told_by(localizer, title, told, conclusion)


def _conclusion(step: Step, words: EdgeWords) -> str:
    """What all edges of a step become."""
    arguments = (step.argument, *step.further)
    shown = {edge for argument in arguments for edge in _shown_by(argument)}
    proved = [found for found in step.deductions if found.edge in shown]
    others = [found for found in step.deductions if found.edge not in shown]
    if not proved:
        proved, others = others, []
    template = english.SUMMARY if step.further else english.CONCLUSION
    what = _states(proved, words, _subject_of_end(step))
    sentences = [words.localizer.sentence(template, what=what)]
    if others:
        what = _states(others, words)
        sentences.append(words.localizer.sentence(english.FOR_SAME_REASONS, what=what))
    return words.localizer.gap.join(sentences)


def _shown_by(argument: Argument) -> set[int]:
    """The edges whose state an argument shows."""
    if argument.supposed is not None:
        return {argument.supposed.edge}
    facts = (inference.fact for inference in argument.inferences)
    return {edge for fact in facts if isinstance(fact, EdgesAre) for edge in fact.edges}


def _subject_of_end(step: Step) -> Reason | None:
    """The reason that the sentence before the conclusion speaks of, if the conclusion fits it."""
    if step.further or step.argument.supposed is not None or not step.argument.inferences:
        return None
    last = step.argument.inferences[-1]
    ends = set(last.fact.edges) if isinstance(last.fact, EdgesAre) else set[int]()
    fits = ends.issuperset(found.edge for found in step.deductions)
    return last.reason if fits else None


def _states(found: Sequence[Deduction], words: EdgeWords, reason: Reason | None = None) -> str:
    """The states of edges, lines first."""
    told = {}
    for state in (EdgeState.LINE, EdgeState.CROSS):
        edges = [deduction.edge for deduction in found if deduction.state is state]
        if edges:
            told[state] = words.edges(edges, state, reason=reason)
    if len(told) < 2:
        return "".join(told.values())
    lines, crosses = told[EdgeState.LINE], told[EdgeState.CROSS]
    return words.localizer.say(english.LINES_AND_CROSSES, lines=lines, crosses=crosses)


def _with_rest(
    first: tuple[str, ...], rest: Sequence[str], room: int, localizer: Localizer
) -> tuple[str, ...]:
    """The first argument, and what follows it if all of that fits; else how much that is."""
    told = (*first, *rest)
    if not rest or (len(told) <= MAX_SENTENCES and _size(told) <= room):
        return _shortened(told, room, localizer)
    count = len(rest)
    more = localizer.sentence(english.MORE_STEPS_FOR_REST, count, count=count)
    return (*_shortened(first, room - _size([more]), localizer), more)


def _shortened(sentences: tuple[str, ...], room: int, localizer: Localizer) -> tuple[str, ...]:
    """As many sentences as there is room for, always with the last, and how many are left out."""
    if _size(sentences) <= room:
        return sentences
    longest = localizer.sentence(english.MORE_STEPS, len(sentences), count=len(sentences))
    room -= _size([sentences[-1], longest])
    kept = 0
    while kept < len(sentences) - 2 and _size(sentences[: kept + 1]) <= room:
        kept += 1
    left = len(sentences) - 1 - kept
    more = localizer.sentence(english.MORE_STEPS, left, count=left)
    return (*sentences[:kept], more, sentences[-1])


def _size(sentences: Sequence[str]) -> int:
    """The characters of sentences in lines of their own, with their numbers."""
    return sum(len(sentence) + len("00. \n") for sentence in sentences)
