"""Properties of all texts: they are well formed, limited in length, and translatable."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from i18n.catalogues import localizer_for
from i18n.messages import Clause, Message, Plural, Template
from narrator import english, techniques
from narrator.narration import MAX_CHARACTERS, Level, Narration, narrate
from puzzle.model import Board
from solver.explain.explainer import Explainer
from solver.explain.step import (
    Argument,
    Branch,
    Clash,
    ClueReason,
    DeadEnd,
    Deduction,
    DotReason,
    EdgesAre,
    Fact,
    Inference,
    LoopReason,
    PairIs,
    Reason,
    Relation,
    Step,
    Subloop,
    TooFew,
    TooMany,
)
from solver.explain.techniques import TABLE
from tests.support.long import some_examples
from tests.support.sample_board import CROSS, LINE
from tests.support.strategies import boards
from tests.support.texts import BRACKETING, english_words, fields, outside_brackets

JAPANESE = localizer_for("ja")


def templates() -> list[Template]:
    """All templates of the narrator; a clause counts as two."""
    found: list[Template] = []
    for value in vars(english).values():
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Clause):
                found += (item.indicative, item.conditional)
            elif isinstance(item, Message | Plural):
                found.append(item)
    for text in techniques.TECHNIQUES.values():
        found += text
    return found


@pytest.mark.parametrize("template", templates(), ids=str)
def test_texts_are_well_formed_and_plural_forms_have_the_same_fields(template: Template) -> None:
    texts = [template.text] if isinstance(template, Message) else [template.one, template.many]
    assert len({frozenset({name for name, _ in fields(text)} | {"count"}) for text in texts}) == 1
    for text in texts:
        assert text == text.strip()
        assert "  " not in text
        assert all(name.isidentifier() for name, _ in fields(text))


# Narrations of anything


@st.composite
def steps(draw: st.DrawFn) -> tuple[Board, Step]:
    """A board and a well-formed step, which usually makes no sense there."""
    board = draw(boards(4))
    grid = board.puzzle.grid
    edge = st.integers(0, len(grid.edge_dots) - 1)
    cell = st.integers(0, len(grid.cells) - 1)
    dot = st.integers(0, len(grid.dots) - 1)
    state = st.sampled_from((LINE, CROSS))
    reasons: st.SearchStrategy[Reason] = st.one_of(
        cell.map(ClueReason), dot.map(DotReason), st.just(LoopReason())
    )
    some_edges = st.lists(edge, min_size=1, max_size=6, unique=True).map(tuple)
    maybe_cell, maybe_edge = st.none() | cell, st.none() | edge
    subloops = st.builds(Subloop, some_edges, maybe_cell, maybe_edge)
    pairs = st.builds(PairIs, dot, st.tuples(edge, edge), st.sampled_from(Relation))
    facts: st.SearchStrategy[Fact] = st.one_of(
        st.builds(EdgesAre, some_edges, state),
        pairs,
        st.builds(TooMany, cell, st.integers(1, 4)),
        st.builds(TooFew, cell, st.integers(0, 3)),
        st.builds(Branch, dot),
        st.builds(DeadEnd, dot),
        subloops,
        st.just(Clash()),
    )
    inferences = st.builds(
        Inference,
        reasons,
        facts,
        st.frozensets(edge, max_size=5),
        st.lists(pairs, max_size=2).map(tuple),
        st.none() | subloops,
    )
    deductions = st.builds(Deduction, edge, state)
    several = st.lists(inferences, max_size=12).map(tuple)
    plain = st.builds(Argument, several, st.none() | deductions)
    cases = st.lists(st.builds(Argument, several, deductions), min_size=2, max_size=2).map(tuple)
    split = st.builds(Argument, several, deductions, cases)
    arguments = plain | split
    chosen = draw(st.lists(deductions, min_size=1, max_size=40, unique_by=lambda d: d.edge))
    step = Step(
        tuple(chosen),
        draw(st.sampled_from(TABLE)).technique,
        tuple(draw(st.lists(reasons, min_size=1, max_size=8, unique=True))),
        frozenset(),
        draw(arguments),
        tuple(draw(st.lists(arguments, max_size=3))),
    )
    return board, step


def is_well_formed(narration: Narration) -> bool:
    """Whether its sentences start with a capital, end as sentences and have no artefacts."""
    ends = () if narration.conclusion is None else (narration.conclusion,)
    return all(
        re.fullmatch(r"\(?[A-Z0-9].*[a-z0-9)][.?]\)?", sentence)
        and not re.search(r"[{}_<>]|  |None|\.\.| [,.;:]|,,", sentence)
        for sentence in (*narration.sentences, *ends)
    )


@given(steps(), st.sampled_from(Level))
@some_examples(10)
def test_narrations_of_anything_are_well_formed_and_bounded(
    made: tuple[Board, Step], level: Level
) -> None:
    narration = narrate(*made, level)
    assert narration.sentences
    assert is_well_formed(narration)
    assert len(narration.text) <= MAX_CHARACTERS
    assert (narration.title is None) == (level is Level.NUDGE)
    assert (narration.conclusion is None) == (level is not Level.STEP)


@given(steps(), st.sampled_from(Level))
@some_examples(10)
def test_every_word_can_be_translated(made: tuple[Board, Step], level: Level) -> None:
    narration = narrate(*made, level, BRACKETING)
    for text in filter(None, (narration.title, *narration.sentences, narration.conclusion)):
        assert not outside_brackets(text).strip()


@given(steps(), st.sampled_from(Level))
@some_examples(10)
def test_japanese_narrations_of_anything_are_well_formed_and_bounded(
    made: tuple[Board, Step], level: Level
) -> None:
    narration = narrate(*made, level, JAPANESE)
    told = [*narration.sentences, *filter(None, [narration.conclusion])]
    assert all(re.fullmatch(r"[^\s。]([^\s。]|。(?=[^\s。]))*。", text) for text in told), told
    assert not english_words(narration.text)
    assert not re.search(r"[{}<>]|None|、。|、、", narration.text)
    assert len(narration.text) <= MAX_CHARACTERS


@given(boards(4))
def test_steps_of_any_board_can_be_narrated(board: Board) -> None:
    blank = Board.blank(board.puzzle)
    for step in Explainer(board.puzzle).walkthrough(blank):
        if isinstance(step, Step):
            for level in Level:
                assert is_well_formed(narrate(blank, step, level))
            blank = blank.mark({found.edge: found.state for found in step.deductions})
