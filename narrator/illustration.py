"""Highlights that show an argument: what is supposed, what follows, and the contradiction.

Known patterns, and steps that are told as one idea, show how edges at a dot are related. The
numbers in a picture are those of the sentences in the text.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from i18n.localizer import ENGLISH
from narrator.arguments import argument_sentences, words_for
from narrator.checks import Detail
from narrator.narration import Level
from narrator.picture import highlight, highlight_check, highlight_contradiction, left_out
from narrator.refutations import RefutationPart, tell_refutation
from narrator.sentence import Sentence
from puzzle.grid import Grid
from puzzle.model import Board, EdgeState
from renderer.highlights import Highlights
from solver.explain.mistakes import Check
from solver.explain.step import (
    ClueReason,
    Deduction,
    DotReason,
    EdgesAre,
    Inference,
    PairIs,
    PatternPlace,
    Relation,
    Step,
)

MAX_CASE_EDGES = 12
"""Maximum number of edges that follow in two cases for both to be shown in one picture."""

Numbered = tuple[int, Sentence]
"""A sentence with its number, from 1."""


def illustrate(board: Board, step: Step) -> Highlights:
    """The highlights of a whole step of a board, with its first argument.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> board = Board.blank(Puzzle(square_grid(2, 2), (0, None, None, 4)))
    >>> shown = illustrate(board, Explainer(board.puzzle).next_step(board))
    >>> sorted(shown.forced_crosses), shown.then_crosses
    ([0, 2, 6, 7], ())
    """
    board = step.told_on(board)
    first, rest = argument_sentences(board, step, words_for(board, step, ENGLISH))
    whole = with_relations(highlight(board.puzzle, step, Level.STEP), board, step)
    held = list(takewhile(_is_about_edges, enumerate(first, 1)))
    shown = _of_sentences(held, step)
    inferences = [sentence.inference for _, sentence in held if sentence.inference is not None]
    ends = [_contradiction(inference) for inference in inferences[-1:]]
    if len(first) + len(rest) == 1:
        shown = replace(shown, then_lines=(), then_crosses=())
    cases = _two_cases([*enumerate(first, 1)][len(held) :])
    if cases:
        shown = _with_cases(held, step, *cases)
        ends = [_contradiction(inference) for case in cases for inference in _last_of(case)]
    return _with_argument(whole, shown, *ends)


def illustrate_sentences(board: Board, step: Step, sentences: Sequence[Sentence]) -> Highlights:
    """The highlights of an argument of a step up to the last of these sentences.

    The reasons and known edges are those of the last sentence alone, or of a whole pattern or idea.
    """
    if all(map(_is_told, sentences)):
        return with_relations(highlight(board.puzzle, step, Level.HINT), board, step)
    held = _holding(sentences)
    shown = _of_sentences(held, step)
    last = sentences[-1].inference
    if last is None:
        return shown
    marked = {edge for edge, mark in enumerate(board.marks) if mark}
    return replace(
        _with_argument(shown, shown, _contradiction(last)),
        reason_cells=frozenset([last.reason.cell] if isinstance(last.reason, ClueReason) else []),
        reason_dots=frozenset([last.reason.dot] if isinstance(last.reason, DotReason) else []),
        known=last.given & marked,
    )


def illustrate_check(board: Board, found: Check, detail: Detail) -> Highlights:
    """The highlights of a check of a board; with `Detail.WHY`, also those of its refutation.

    Of several steps, the numbers are those of the sentences that decide an edge.
    """
    board, shown = found.told_on(board), highlight_check(found, detail)
    if detail is not Detail.WHY or found.refuted is None:
        return shown
    told, last = tell_refutation(board, found), found.refutation[-1]
    if len(told) == 1 and told[0].step is not None:
        return about_mistake(illustrate(told[0].board, last), found, found.wrong)
    steps = [
        (number, [each for each in part.deductions if each.edge not in found.explained])
        for number, part in enumerate(told, 1)
    ]
    of_last = highlight(board.puzzle, last, Level.HINT)
    numbered = replace(
        of_last,
        known=of_last.known - {each.edge for _, deductions in steps for each in deductions},
        then_lines=_numbered(steps, EdgeState.LINE),
        then_crosses=_numbered(steps, EdgeState.CROSS),
    )
    return about_mistake(numbered, found, found.wrong)


def illustrate_way(part: RefutationPart) -> Highlights:
    """The highlights of a part of a way: the edges that follow."""
    return Highlights(
        forced_lines=_edges(part.deductions, EdgeState.LINE),
        forced_crosses=_edges(part.deductions, EdgeState.CROSS),
    )


def about_mistake(shown: Highlights, found: Check, wrong: frozenset[int]) -> Highlights:
    """Highlights of a refutation with the edges of wrong marks.

    The mark that is refuted is shown as the player made it, not as supposed or forced.
    """
    return replace(
        shown,
        forced_lines=shown.forced_lines - found.explained,
        forced_crosses=shown.forced_crosses - found.explained,
        supposed_lines=shown.supposed_lines - found.explained,
        supposed_crosses=shown.supposed_crosses - found.explained,
        wrong=wrong,
        culprits=found.explained,
        in_mind=found.in_mind,
    )


def _is_told(sentence: Sentence) -> bool:
    """Whether a sentence belongs to a text about a whole step, such as that of a pattern."""
    return sentence.inference is None and sentence.supposed is None and sentence.concluded is None


def _is_about_edges(numbered: Numbered) -> bool:
    """Whether a sentence is about edges, and not one before or after a case distinction."""
    sentence = numbered[1]
    return sentence.inference is not None or sentence.supposed is not None


def _holding(sentences: Sequence[Sentence]) -> list[Numbered]:
    """The sentences whose facts hold after the last one.

    A case ends with the next one or with the sentence after all cases, and an argument that
    supposes something ends with its conclusion.
    """
    held: list[Numbered] = []
    for number, each in enumerate(sentences, 1):
        if each.concluded is not None:
            held = _without_supposition(held)
        elif each.supposed is not None and each.depth:
            held = [(n, other) for n, other in held if other.depth < each.depth]
        elif each.inference is None:
            held = [(n, other) for n, other in held if other.depth <= each.depth]
        held.append((number, each))
    return held


def _without_supposition(held: Sequence[Numbered]) -> list[Numbered]:
    """The sentences before the first that supposes something."""
    return list(takewhile(lambda numbered: numbered[1].supposed is None, held))


def _of_sentences(held: Sequence[Numbered], step: Step) -> Highlights:
    """What sentences suppose, what follows in them by number, and what they conclude.

    The deductions of the step that follow without a supposition are shown as forced.
    """
    supposed = [sentence.supposed for _, sentence in held if sentence.supposed is not None]
    concluded = [sentence.concluded for _, sentence in held if sentence.concluded is not None]
    for _, sentence in _without_supposition(held):
        concluded += [each for each in _found(sentence) if each in step.deductions]
    then = [(number, _found(sentence)) for number, sentence in held]
    return Highlights(
        forced_lines=_edges(concluded, EdgeState.LINE),
        forced_crosses=_edges(concluded, EdgeState.CROSS),
        supposed_lines=_edges(supposed, EdgeState.LINE),
        supposed_crosses=_edges(supposed, EdgeState.CROSS),
        then_lines=_numbered(then, EdgeState.LINE),
        then_crosses=_numbered(then, EdgeState.CROSS),
        ones=_pairs(held, Relation.ONE),
        alikes=_pairs(held, Relation.ALIKE),
    )


def _pairs(held: Iterable[Numbered], relation: Relation) -> tuple[tuple[int, int, int], ...]:
    """The edges that sentences relate in that way, with the numbers of the sentences."""
    facts = (
        (number, inference.fact)
        for number, each in held
        for inference in (*each.earlier, each.inference)
        if inference is not None
    )
    return tuple(
        (*fact.edges, number)
        for number, fact in facts
        if isinstance(fact, PairIs) and fact.relation is relation
    )


def _two_cases(rest: Sequence[Numbered]) -> tuple[list[Numbered], ...]:
    """The sentences of two cases; none if there are no cases, or too many to be shown together."""
    inner = [numbered for numbered in rest if numbered[1].depth]
    starts = [at for at, (_, each) in enumerate(inner) if each.supposed is not None]
    edges = sum(len(_found(each)) for _, each in inner)
    if len(starts) != 2 or edges > MAX_CASE_EDGES:
        return ()
    return inner[: starts[1]], inner[starts[1] :]


def _with_cases(
    held: Sequence[Numbered], step: Step, first: Sequence[Numbered], second: Sequence[Numbered]
) -> Highlights:
    """The highlights of sentences and of two cases after them, each in its own style."""
    shown = _of_sentences([*held, *first], step)
    other = _of_sentences(second, step)
    return replace(
        shown,
        case_lines=(*((edge, 0) for edge in other.supposed_lines), *other.then_lines),
        case_crosses=(*((edge, 0) for edge in other.supposed_crosses), *other.then_crosses),
        ones=shown.ones + other.ones,
        alikes=shown.alikes + other.alikes,
    )


def _last_of(sentences: Sequence[Numbered]) -> list[Inference]:
    """The inference of the last of some sentences, if it has one."""
    last = sentences[-1][1].inference
    return [] if last is None else [last]


def _found(sentence: Sentence) -> list[Deduction]:
    """The edges that the inferences of a sentence decide."""
    facts = [each.fact for each in (*sentence.earlier, sentence.inference) if each is not None]
    return [
        Deduction(edge, fact.state)
        for fact in facts
        if isinstance(fact, EdgesAre)
        for edge in fact.edges
    ]


def _edges(found: Iterable[Deduction], state: EdgeState) -> frozenset[int]:
    return frozenset(each.edge for each in found if each.state is state)


def _numbered(
    found: Iterable[tuple[int, Sequence[Deduction]]], state: EdgeState
) -> tuple[tuple[int, int], ...]:
    """The edges with that state, each with the number beside it."""
    return tuple(
        (each.edge, number) for number, group in found for each in group if each.state is state
    )


def _contradiction(inference: Inference) -> Highlights:
    """The place where an inference finds a rule broken, or what a loop leaves out."""
    fact = inference.fact
    if not isinstance(fact, EdgesAre | PairIs):
        return highlight_contradiction(fact, inference.reason)
    return left_out(inference.subloop)


def _with_argument(whole: Highlights, shown: Highlights, *ends: Highlights) -> Highlights:
    """Highlights with the suppositions and consequences of others, and where they end.

    Of the forced edges, those that follow without a supposition have a number too.
    """
    supposed = (whole.forced_lines - shown.forced_lines) | (
        whole.forced_crosses - shown.forced_crosses
    )
    return replace(
        whole,
        supposed_lines=shown.supposed_lines,
        supposed_crosses=shown.supposed_crosses,
        then_lines=tuple(each for each in shown.then_lines if each[0] not in supposed),
        then_crosses=tuple(each for each in shown.then_crosses if each[0] not in supposed),
        case_lines=tuple(each for each in shown.case_lines if each[0] not in supposed),
        case_crosses=tuple(each for each in shown.case_crosses if each[0] not in supposed),
        ones=shown.ones or whole.ones,
        alikes=shown.alikes or whole.alikes,
        conflict_cells=frozenset[int]().union(*(end.conflict_cells for end in ends)),
        conflict_dots=frozenset[int]().union(*(end.conflict_dots for end in ends)),
        conflict_edges=frozenset[int]().union(*(end.conflict_edges for end in ends)),
    )


ALIKE = frozenset({"three-diagonal-to-zero", "corner-1", "corner-2", "corner-3"})
"""The patterns of which the two sides of the clue at the first dot are both lines or neither."""
CHAINS = frozenset({"diagonal-3-3", "diagonal-3-2-3"})
"""The patterns that have exactly one line at each corner where their clues meet."""
REACHED = ("line-arriving-", "forced-turn-")
"""The beginnings of names of patterns of a line that reaches a clue, and turns along it."""


def with_relations(shown: Highlights, board: Board, step: Step) -> Highlights:
    """Highlights with the relations of the open edges that a whole step uses, without numbers."""
    ones, alikes = (
        tuple(
            (*edges, 0)
            for edges in dict.fromkeys(_related(board.puzzle.grid, step, relation))
            if all(board.marks[edge] is EdgeState.UNKNOWN for edge in edges)
        )
        for relation in (Relation.ONE, Relation.ALIKE)
    )
    return replace(shown, ones=ones, alikes=alikes)


def _related(grid: Grid, step: Step, relation: Relation) -> Iterator[tuple[int, int]]:
    if step.pattern is not None:
        return _of_pattern(grid, step.pattern, relation)
    facts = (inference.fact for inference in step.argument.inferences)
    return (fact.edges for fact in facts if isinstance(fact, PairIs) and fact.relation is relation)


def _of_pattern(grid: Grid, place: PatternPlace, relation: Relation) -> Iterator[tuple[int, int]]:
    """The sides of the clues of a pattern that meet at its dots, if they are so related."""
    if relation is Relation.ALIKE and place.name in ALIKE:
        yield from _sides_at(grid, place.cells[0], place.dots[0])
    if relation is Relation.ONE and (place.name in CHAINS or place.name.startswith(REACHED)):
        for cell in place.cells:
            for dot in place.dots:
                yield from _sides_at(grid, cell, dot)


def _sides_at(grid: Grid, cell: int, dot: int) -> Iterator[tuple[int, int]]:
    """The two sides of a cell at a dot; nothing if the dot is not a corner of the cell."""
    sides = [edge for edge in grid.cell_edges[cell] if dot in grid.edge_dots[edge]]
    if len(sides) == 2:
        yield sides[0], sides[1]
