"""Every kind of sentence about a step, word for word."""

import pytest

from narrator.narration import MAX_CHARACTERS, Level, narrate
from solver.explain.step import (
    Argument,
    Branch,
    Clash,
    Contradiction,
    DeadEnd,
    Deduction,
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
from tests.support.sample_board import (
    CROSS,
    LINE,
    board,
    cell,
    clue,
    dot,
    edge,
    edges,
    found,
    pair,
    step,
)

LOOP = edges("B2-C2 C2-C3 B3-C3 B2-B3")


def infer(reason: Reason, fact: Fact, given: str = "", pairs: tuple[PairIs, ...] = ()) -> Inference:
    return Inference(reason, fact, frozenset(edges(given)), pairs)


def told(marks: str, one_step: Step) -> list[str]:
    """The sentences of a step and its conclusion."""
    narration = narrate(board(marks), one_step, Level.STEP)
    assert narration.conclusion is not None
    return [*narration.sentences, narration.conclusion]


def direct(marks: str, inference: Inference) -> list[str]:
    """The two sentences for a step of one inference."""
    fact = inference.fact
    assert isinstance(fact, EdgesAre)
    return told(marks, step(tuple(Deduction(e, fact.state) for e in fact.edges), (inference,)))


def inferred(marks: str, inference: Inference) -> str:
    """The sentence for an inference on the way to another."""
    last = infer(dot("A5"), EdgesAre(edges("A5-B5"), CROSS), "A4-A5")
    return told(f"{marks} x A4-A5", step(found("", "A5-B5"), (inference, last)))[0]


def refuted(marks: str, *inferences: Inference) -> list[str]:
    """What is told where C3-D3, the top side of the 3 at C3, is supposed to be a cross."""
    argument = Argument(inferences, Deduction(edge("C3-D3"), CROSS))
    return told(marks, step(found("C3-D3"), argument))


def impossible(reason: Reason, fact: Contradiction, given: str = "") -> str:
    """The sentence for a contradiction that follows at once."""
    return refuted("", infer(reason, fact, given))[1]


# A clue alone


def test_a_clue_of_zero() -> None:
    sides = EdgesAre(edges("E2-F2 F2-F3 E3-F3 E2-E3"), CROSS)
    assert direct("", infer(clue("E2"), sides)) == [
        "The 0 at E2 has no line around it.",
        "So all its sides are crosses.",
    ]


def test_a_clue_of_all_sides() -> None:
    sides = EdgesAre(edges("D2-E2 E2-E3 D3-E3 D2-D3"), LINE)
    assert direct("", infer(clue("D2"), sides)) == [
        "The 4 at D2 has a line on every side.",
        "So all its sides are lines.",
    ]


def test_a_clue_that_is_met() -> None:
    assert direct(
        "B2-C2-C3", infer(clue("B2"), EdgesAre(edges("B2-B3 B3-C3"), CROSS), "B2-C2 C2-C3")
    ) == [
        "The 2 at B2 already has its two lines.",
        "So its bottom and left sides are crosses.",
    ]
    others = EdgesAre(edges("D1-D2 C2-D2 C1-C2"), CROSS)
    assert direct("C1-D1", infer(clue("C1"), others, "C1-D1")) == [
        "The 1 at C1 already has its line.",
        "So all its other sides are crosses.",
    ]


def test_a_clue_that_needs_what_is_left() -> None:
    needed = EdgesAre(edges("B1-B2 A2-B2 A1-A2"), LINE)
    assert direct("x A1-B1", infer(clue("A1"), needed, "A1-B1")) == [
        "The 3 at A1 needs every side that is left.",
        "So all its other sides are lines.",
    ]


# A dot alone


def test_two_lines_at_a_dot() -> None:
    crosses = EdgesAre(edges("C3-D3 C3-C4"), CROSS)
    assert direct("C2-C3-B3", infer(dot("C3"), crosses, "C2-C3 B3-C3")) == [
        "Two lines already meet at the dot C3.",
        "So the edges from C3 to D3 and C4 are crosses.",
    ]


def test_a_line_with_one_way_on() -> None:
    way = infer(dot("A3"), EdgesAre(edges("A3-B3"), LINE), "A2-A3 A3-A4")
    assert direct("A2-A3 x A3-A4", way) == [
        "The line that comes to the dot A3 has only one way on.",
        "So the edge from A3 to B3 is a line.",
    ]


def test_a_dead_end() -> None:
    end = infer(dot("A3"), EdgesAre(edges("A3-B3"), CROSS), "A2-A3 A3-A4")
    assert direct("x A2-A4", end) == [
        "A line into the dot A3 has no way out.",
        "So the edge from A3 to B3 is a cross.",
    ]


# The loop


@pytest.mark.parametrize(
    ("witness", "why"),
    [
        (Subloop(LOOP, unmet=cell("A4")), "and leave the cell A4 unmet"),
        (Subloop(LOOP, unmet=cell("A3")), "and leave the 1 at A3 unmet"),
        (Subloop(LOOP, outside=edge("E4-F4")), "and leave out the line from E4 to F4"),
        (Subloop(LOOP), "too early"),
    ],
)
def test_a_premature_loop_and_its_witness(witness: Subloop, why: str) -> None:
    given = frozenset(LOOP) - {edge("B3-C3")}
    fact = EdgesAre(edges("B3-C3"), CROSS)
    inference = Inference(LoopReason(), fact, given, subloop=witness)
    assert direct("B3-B2-C2-C3", inference) == [
        f"A line on the edge from B3 to C3 would close a loop of 4 lines {why}.",
        "So the edge from B3 to C3 is a cross.",
    ]
    last = infer(dot("B3"), EdgesAre(edges("B3-B4"), LINE), "B2-B3 A3-B3 B3-C3")
    first = told("B3-B2-C2-C3 x A3-B3", step(found("B3-B4"), (inference, last)))[0]
    assert first == (
        f"A line on the edge from B3 to C3 would close a loop of 4 lines {why}, so that is a cross."
    )


def test_a_finished_loop() -> None:
    rest = infer(LoopReason(), EdgesAre(edges("A4-A5 A5-B5"), CROSS), "B2-C2")
    assert direct("B2-C2", rest) == [
        "The loop is closed and meets every clue.",
        "So the edges from A5 to B5 and A4 are crosses.",
    ]


# Pairs at clues and dots


@pytest.mark.parametrize(
    ("reason", "names", "relation", "sentence"),
    [
        (
            clue("C1"),
            "C1-D1 C1-C2",
            Relation.NOT_BOTH,
            "The 1 at C1 has only one line, so at most one of its top and left sides is a line.",
        ),
        (
            clue("C3"),
            "D3-D4 C4-D4",
            Relation.SOME,
            "The 3 at C3 has a line on every side but one, so at least one of its right and "
            "bottom sides is a line.",
        ),
        (
            dot("A1"),
            "A1-B1 A1-A2",
            Relation.ALIKE,
            "The dot A1 has no other edges, so the edges from A1 to B1 and A2 are either both "
            "lines or both crosses.",
        ),
        (
            clue("B2"),
            "B2-C2 C2-C3",
            Relation.IMPLIES,
            "The 2 at B2 needs exactly two lines, so its top side is a line only together with "
            "its right side.",
        ),
    ],
)
def test_pairs_out_of_nothing(
    reason: Reason, names: str, relation: Relation, sentence: str
) -> None:
    assert inferred("", infer(reason, pair(names, relation))) == sentence


@pytest.mark.parametrize(
    ("marks", "relation", "sentence"),
    [
        (
            "B3-C3 x C3-C4",
            Relation.ONE,
            "The line that comes to the dot C3 must go on, so exactly one of the edges from C3 "
            "to D3 and C2 is a line.",
        ),
        (
            "x B3-C3 x C3-C4",
            Relation.ALIKE,
            "No other edge at the dot C3 can be a line, so the edges from C3 to D3 and C2 are "
            "either both lines or both crosses.",
        ),
        (
            "B3-C3",
            Relation.NOT_BOTH,
            "One line already comes to the dot C3, so at most one of the edges from C3 to D3 and "
            "C2 is a line.",
        ),
    ],
)
def test_pairs_at_dots(marks: str, relation: Relation, sentence: str) -> None:
    given = " ".join(name for name in ("B3-C3", "C3-C4") if name in marks)
    fact = pair("C3-D3 C2-C3", relation)
    assert inferred(marks, infer(dot("C3"), fact, given)) == sentence


def test_pairs_passed_on() -> None:
    one = pair("C3-C4 C3-D3", Relation.ONE)
    passed = pair("C2-C3 B3-C3", Relation.ONE)
    line = infer(clue("B2"), EdgesAre(edges("B2-C2"), LINE), "B2-B3", (passed,))
    argument = (
        infer(dot("C3"), passed, "", (one,)),
        line,
    )
    assert told("x B2-B3", step(found("B2-C2"), argument)) == [
        "Exactly one line comes to the dot C3 along the edges from C3 to D3 and C4, so exactly "
        "one of the right and bottom sides of the 2 at B2 is a line.",
        "The 2 at B2 needs exactly two lines, its left side is a cross, and exactly one of its "
        "right and bottom sides is a line.",
        "So its top side is a line.",
    ]


@pytest.mark.parametrize(
    ("relation", "start"),
    [
        (Relation.ONE, "Exactly one line comes to the dot C3 along"),
        (Relation.SOME, "At least one line comes to the dot C3 along"),
        (Relation.NOT_BOTH, "At most one line comes to the dot C3 along"),
        (Relation.ALIKE, "Either two lines or none come to the dot C3 along"),
    ],
)
def test_what_a_pair_brings_to_a_dot(relation: Relation, start: str) -> None:
    inference = infer(
        dot("C3"), EdgesAre(edges("B3-C3"), LINE), "C2-C3", (pair("C3-D3 C3-C4", relation),)
    )
    assert inferred("x C2-C3", inference) == (
        f"{start} the edges from C3 to D3 and C4, and the edge from C3 to C2 is a cross, so the "
        "edge from C3 to B3 is a line."
    )


def test_several_pairs_at_a_dot() -> None:
    some = pair("C3-D3 C3-C4", Relation.SOME), pair("C2-C3 B3-C3", Relation.SOME)
    inference = infer(dot("C3"), pair("C3-D3 C3-C4", Relation.ONE), "", some)
    assert inferred("", inference) == (
        "The dot C3 takes two lines or none, at least one of the edges from C3 to D3 and C4 is a "
        "line, and at least one of the edges from C3 to B3 and C2 is a line, so exactly one of "
        "the edges from C3 to D3 and C4 is a line."
    )


# Suppositions


@pytest.mark.parametrize(
    ("reason", "fact", "given", "sentence"),
    [
        (
            clue("B2"),
            TooMany(cell("B2"), 3),
            "C3-D3",
            "Then the 2 at B2 would have three lines, which is too many.",
        ),
        (
            clue("B4"),
            TooFew(cell("B4"), 1),
            "C3-D3",
            "Then the 3 at B4 could get only one line, which is too few.",
        ),
        (
            clue("B4"),
            TooFew(cell("B4"), 0),
            "C3-D3",
            "Then the 3 at B4 could get no line at all.",
        ),
        (
            dot("B3"),
            Branch(dot("B3").dot),
            "",
            "Then more than two lines would meet at the dot B3.",
        ),
        (
            dot("B3"),
            DeadEnd(dot("B3").dot),
            "",
            "Then the line that comes to the dot B3 would have no way on.",
        ),
        (
            LoopReason(),
            Subloop(LOOP, unmet=cell("C3")),
            "",
            "Then a loop of 4 lines would close and leave the 3 at C3 unmet.",
        ),
        (
            LoopReason(),
            Subloop(LOOP, outside=edge("E4-F4")),
            "",
            "Then a loop of 4 lines would close and leave out the line from E4 to F4.",
        ),
        (LoopReason(), Subloop(LOOP), "", "Then a loop of 4 lines would close too early."),
        (
            LoopReason(),
            Clash(),
            "",
            "Then the lines could not form a single loop.",
        ),
        (clue("C3"), Clash(), "", "Then nothing would fit the 3 at C3."),
        (dot("C3"), Clash(), "", "Then nothing would fit the dot C3."),
        (
            clue("C3"),
            Clash(),
            "C3-D3",
            "Then the 3 at C3 could not have exactly three lines: its top side would be a cross.",
        ),
        (
            dot("C3"),
            Clash(),
            "C3-D3",
            "Then the dot C3 could have neither two lines nor none: the edge from C3 to D3 would "
            "be a cross.",
        ),
    ],
)
def test_contradictions(reason: Reason, fact: Contradiction, given: str, sentence: str) -> None:
    assert impossible(reason, fact, given) == sentence


def test_a_supposition_tells_what_is_apart_from_what_would_be() -> None:
    alike = pair("B3-C3 C2-C3", Relation.ALIKE)
    assert refuted(
        "x C3-C4",
        infer(clue("C3"), EdgesAre(edges("D3-D4 C4-D4"), LINE), "C3-D3"),
        infer(clue("C1"), pair("C2-D2 C1-C2", Relation.NOT_BOTH)),
        infer(dot("C3"), alike, "C3-D3 C3-C4"),
        infer(clue("B2"), pair("B2-C2 B2-B3", Relation.ALIKE), "", (alike,)),
        infer(dot("D4"), EdgesAre(edges("D4-E4 D4-D5"), CROSS), "D3-D4 C4-D4"),
        infer(clue("C4"), TooMany(cell("C4"), 3), "C4-D4"),
    ) == [
        "The 1 at C1 has only one line, so at most one of its bottom and left sides is a line.",
        "Suppose the top side of the 3 at C3 were a cross.",
        "Then the 3 at C3 would need every side that is left, so its right and bottom sides "
        "would be lines.",
        "No other edge at the dot C3 could be a line, so the right and bottom sides of the 2 at "
        "B2 would be either both lines or both crosses.",
        "The 2 at B2 needs exactly two lines, and its right and bottom sides would be either "
        "both lines or both crosses, so its top and left sides would be either both lines or "
        "both crosses.",
        "Two lines would already meet at the dot D4, so the right side of the 2 at C4 and the "
        "edge from D4 to E4 would be crosses.",
        "The 2 at C4 would have three lines, which is too many.",
        "So the top side of the 3 at C3 is a line.",
    ]


def test_other_clauses_of_what_would_be() -> None:
    one = pair("B2-C2 C2-C3", Relation.ONE)
    if_then = pair("B2-B3 B3-C3", Relation.IMPLIES)
    loop = Subloop(LOOP, outside=edge("E4-F4"))
    sentences = refuted(
        "x B4-C4",
        infer(clue("B2"), EdgesAre(edges("C2-C3 B2-C2"), CROSS), "C3-D3 B3-C3"),
        infer(dot("C3"), EdgesAre(edges("C3-C4"), LINE), "C3-D3 C2-C3 B3-C3"),
        infer(dot("C4"), EdgesAre(edges("C4-C5"), LINE), "C3-C4 B4-C4 C4-D4"),
        infer(dot("B4"), EdgesAre(edges("A4-B4"), CROSS), "C3-D3 B4-C4 B3-B4"),
        infer(dot("D4"), pair("D4-E4 D4-D5", Relation.NOT_BOTH), "C3-C4"),
        infer(dot("C2"), one, "C3-C4"),
        infer(clue("B2"), if_then, "C3-C4"),
        infer(clue("B2"), pair("B2-B3 B3-C3", Relation.SOME), "", (one, if_then)),
        Inference(
            LoopReason(), EdgesAre(edges("B3-C3"), CROSS), frozenset(edges("C3-C4")), (), loop
        ),
        infer(dot("B3"), DeadEnd(dot("B3").dot), "B3-C3"),
    )
    assert sentences[5] == (
        "The dot D4 takes two lines or none, so at most one of the edges from D4 to E4 and D5 "
        "would be a line."
    )
    assert sentences[6:10] == [
        "The dot C2 takes two lines or none, so exactly one of the top and right sides of the 2 "
        "at B2 would be a line.",
        "The 2 at B2 needs exactly two lines, so its left side would be a line only together "
        "with its bottom side.",
        "The 2 at B2 needs exactly two lines, exactly one of its top and right sides would be a "
        "line, and its left side would be a line only together with its bottom side, so at least "
        "one of its bottom and left sides would be a line.",
        "A line on the bottom side of the 2 at B2 would close a loop of 4 lines and leave out "
        "the line from E4 to F4, so that would be a cross.",
    ]


def test_cases_within_cases() -> None:
    def case(name: str, state: int, *cases: Argument) -> Argument:
        ends = () if cases else (infer(clue("B2"), TooMany(cell("B2"), 3), name),)
        return Argument(ends, Deduction(edge(name), LINE if state else CROSS), cases)

    inner = case("B2-C2", 1), case("B2-C2", 0)
    argument = case("C3-D3", 0, case("D3-D4", 1), case("D3-D4", 0, *inner))
    too_many = "The 2 at B2 would have three lines, which is too many."
    assert told("", step(found("C3-D3"), argument, reasons=[clue("B2"), clue("C3")])) == [
        "Suppose the top side of the 3 at C3 were a cross.",
        "Now the right side of the 3 at C3 would have to be either a line or a cross.",
        "First suppose the right side of the 3 at C3 were a line.",
        too_many,
        "Instead, suppose the right side of the 3 at C3 were a cross.",
        "Now the top side of the 2 at B2 would have to be either a line or a cross.",
        "First suppose the top side of the 2 at B2 were a line.",
        too_many,
        "Instead, suppose the top side of the 2 at B2 were a cross.",
        too_many,
        "The top side of the 2 at B2 could therefore be neither a line nor a cross.",
        "The right side of the 3 at C3 could therefore be neither a line nor a cross.",
        "So the top side of the 3 at C3 is a line.",
    ]


# Several arguments, long arguments, none


def test_several_arguments_are_told_one_after_another() -> None:
    ends = (infer(clue("B2"), TooMany(cell("B2"), 3), "C3-D3"),)
    first = Argument(ends, Deduction(edge("C3-D3"), CROSS))
    then = infer(dot("D3"), EdgesAre(edges("D2-D3"), CROSS), "C3-D3 D3-D4")
    both = step(found("C3-D3", "D2-D3"), first, (then,))
    assert told("D3-D4", both) == [
        "Suppose the edge from C3 to D3 were a cross.",
        "Then the 2 at B2 would have three lines, which is too many.",
        "So the edge from C3 to D3 is a line.",
        "Two lines already meet at the dot D3, so the edge from D3 to D2 is a cross.",
        "Altogether, the edge from C3 to D3 is a line, and the edge from D2 to D3 is a cross.",
    ]


def test_nothing_is_told_twice() -> None:
    one = pair("C3-D3 C2-C3", Relation.ONE)
    leads = infer(dot("C3"), one, "B3-C3 C3-C4")
    first = (leads, infer(clue("C3"), EdgesAre(edges("D3-D4"), LINE), "C4-D4", (one,)))
    second = (leads, infer(clue("C3"), EdgesAre(edges("C3-D3"), LINE), "C3-C4", (one,)))
    sentences = told("B3-C3 x C3-C4 x C4-D4", step(found("D3-D4 C3-D3"), first, second))
    assert len(sentences) == len(set(sentences)) == 4


def test_edges_without_an_argument_follow_for_the_same_reasons() -> None:
    inference = infer(clue("C1"), EdgesAre(edges("D1-D2"), CROSS), "C1-D1")
    more = step(found("", "D1-D2 D2-D3"), (inference,))
    assert told("C1-D1", more)[-1] == (
        "So the right side of the 1 at C1 is a cross. For the same reasons, the edge from D2 to "
        "D3 is a cross."
    )


def test_a_step_without_an_argument_names_its_reasons() -> None:
    bare = step(found("C3-D3"), Argument(()), reasons=[clue("C3"), dot("C3"), LoopReason()])
    assert told("", bare) == [
        "The 3 at C3, the dot C3 and the rule that all lines form a single loop leave no other "
        "choice.",
        "So the top side of the 3 at C3 is a line.",
    ]


def test_long_arguments_are_shortened_honestly() -> None:
    steps = [
        infer(dot("C3"), EdgesAre((number,), LINE if number % 2 else CROSS), "C3-D3")
        for number in range(25)
    ]
    ends = infer(clue("B2"), TooMany(cell("B2"), 3), "C3-D3")
    narration = narrate(
        board(),
        step(found("C3-D3"), Argument((*steps, ends), Deduction(edge("C3-D3"), CROSS))),
        Level.STEP,
    )
    assert len(narration.text) <= MAX_CHARACTERS
    whole = len(steps) + 2
    *_, more, last = narration.sentences
    assert more == f"Then come {whole - len(narration.sentences) + 1} more steps like these."
    assert last == "The 2 at B2 would have three lines, which is too many."


def test_what_follows_besides_is_only_counted_when_it_is_long() -> None:
    first = (infer(clue("C1"), EdgesAre(edges("D1-D2"), CROSS), "C1-D1"),)
    rest = tuple(infer(dot("C3"), EdgesAre((number,), CROSS), "C3-D3") for number in range(12))
    narration = narrate(board("C1-D1"), step(found("", "D1-D2 A1-B1"), first, rest), Level.STEP)
    assert narration.sentences == (
        "The 1 at C1 already has its line, so its right side is a cross.",
        "The rest follows in 12 more steps like these.",
    )


# Nudges and hints


def nudge_and_hint(one_step: Step) -> tuple[str, str]:
    """The nudge, and the sentence of a hint that tells where."""
    nudge = narrate(board(), one_step, Level.NUDGE)
    hint = narrate(board(), one_step, Level.HINT)
    assert nudge.title is None
    assert nudge.conclusion is hint.conclusion is None
    return " ".join(nudge.sentences), hint.sentences[-1]


@pytest.mark.parametrize(
    ("reasons", "nudge", "hint"),
    [
        (
            [clue("C3"), dot("C3")],
            "Look around the 3 at C3 and the dot C3.",
            "Here it comes from the 3 at C3 and the dot C3.",
        ),
        (
            [clue("C3"), clue("B2"), dot("C3"), dot("F5"), LoopReason()],
            "Look around the 3 at C3, the 2 at B2 and the dot F5.",
            "Here it comes from the 3 at C3, the 2 at B2, the dots C3 and F5 and the rule that "
            "all lines form a single loop.",
        ),
        (
            [dot("A1"), dot("B1"), dot("C2"), dot("E4"), dot("A2"), clue("C4")],
            "Look at the part of the board between A1 and E5.",
            "Here it takes 6 clues and dots together, between A1 and E5.",
        ),
        (
            [dot("A1"), dot("B1"), dot("C2"), dot("E4"), dot("A2"), clue("C4"), LoopReason()],
            "Look at the part of the board between A1 and E5.",
            "Here it takes 6 clues and dots together, between A1 and E5, and the rule that all "
            "lines form a single loop.",
        ),
        ([LoopReason()], "Look around the dots C3 and D3.", "Look around the dots C3 and D3."),
    ],
)
def test_where_to_look(reasons: list[Reason], nudge: str, hint: str) -> None:
    one_step = step(found("C3-D3"), Argument(()), reasons=reasons)
    assert nudge_and_hint(one_step) == (nudge, hint)


def test_many_edges_forced_by_the_loop_alone_are_told_by_their_region() -> None:
    many = step(found("", "A1-B1 D4-E4 E4-F4"), Argument(()), reasons=[LoopReason()])
    assert nudge_and_hint(many)[0] == "Look at the part of the board between A1 and F4."


def test_a_hint_teaches_the_technique_and_gives_no_edge_away() -> None:
    alone = step(found("C3-D3"), Argument(()), name="diagonal-3-3", reasons=[clue("C3")])
    hint = narrate(board(), alone, Level.HINT)
    assert hint.text == (
        "Diagonal 3s\n"
        "Two 3s that touch at a corner must each use both of their sides at the far corner. "
        "Here it comes from the 3 at C3."
    )


def test_the_text_of_a_step_numbers_several_sentences() -> None:
    ends = (infer(clue("B2"), TooMany(cell("B2"), 3), "C3-D3"),)
    argument = Argument(ends, Deduction(edge("C3-D3"), CROSS))
    assert narrate(board(), step(found("C3-D3"), argument), Level.STEP).text == (
        "Look-ahead\n"
        "1. Suppose the edge from C3 to D3 were a cross.\n"
        "2. Then the 2 at B2 would have three lines, which is too many.\n"
        "So the edge from C3 to D3 is a line."
    )


def test_very_many_edges_are_counted_after_the_first() -> None:
    sides = "A1-B1 A1-A2 B2-C2 B2-B3 C3-D3 C3-C4 A3-B3 A3-A4 C1-D1 E4-F4"
    reasons = [clue("A1"), clue("B2"), clue("C3"), clue("A3"), clue("C1"), clue("E4")]
    many = step(found(sides), Argument(()), reasons=reasons)
    assert told("", many)[-1] == (
        "So the top and left sides of the 3 at A1, the top and left sides of the 2 at B2, the top "
        "and left sides of the 3 at C3, the top and left sides of the 1 at A3 and the edges from "
        "C1 to D1 and from E4 to F4 are lines."
    )
