"""Tells short refutations in one sentence, without a supposition of its own.

Either each way that a mark would leave closes a loop, or what would have to follow soon breaks a
rule.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from i18n.localizer import LIST
from i18n.messages import Message, Plural
from narrator import english
from narrator.contradictions import contradiction_clause
from narrator.knowledge import Knowledge
from narrator.words import EdgeWords
from puzzle.model import EdgeState
from solver.explain.step import (
    Argument,
    Branch,
    Clash,
    ClueReason,
    Deduction,
    DotReason,
    EdgesAre,
    Inference,
    PairIs,
    Subloop,
)

MAX_WAYS, MAX_PLACES = 3, 2
"""Maximum numbers of ways that are told at once, and of clues and dots that leave them."""
MAX_SILENT = 2
"""Maximum number of inferences of crosses that a run leaves out."""
MAX_RUN = 5
"""Maximum number of inferences of a run that is told at once, with the contradiction."""

WAYS_AT_CLUE = Message("With {mark}, {clue} could not be completed: {ways}.")
WAYS_AT_DOT = Message("With {mark}, there would be no way on from {dot}: {ways}.")
WAYS_AT_PLACES = Message("With {mark}, there would be no way on at {places}: {ways}.")
A_WAY = Message("{edges} would close {loop}")
THIRD = Message("{edges} would be a third line at {dot}")
RUN = Message("With {mark}, {what}.")
FOLLOW_CROSSES = Plural("a cross would follow on {edges}", "crosses would follow on {edges}")
FOLLOW = Plural("a line would follow on {edges}", "lines would follow on {edges}")
CLOSES = Message("{edges} would close {loop}, so it would be a cross")
A_LINE = Message("a line on {edge}")
A_CROSS = Message("a cross on {edge}")


class AtOnce(Struct, frozen=True):
    """The text that tells a refutation at once, and the inferences that all its cases have."""

    text: str
    inferences: tuple[Inference, ...]


def told_at_once(words: EdgeWords, argument: Argument, known: Knowledge) -> AtOnce | None:
    """The text for a refutation that is told at once; None where it takes more.

    `known` is what is known before the supposition.
    """
    supposed, inferences = argument.supposed, tuple(argument.all_inferences())
    if supposed is None or not inferences or not all(map(_is_plain, inferences)):
        return None
    is_line = supposed.state is EdgeState.LINE
    name = words.places.edges([supposed.edge])
    mark = words.localizer.say(A_LINE if is_line else A_CROSS, edge=name)
    ways = _ways(argument, supposed, known.states)
    if len(ways) > 1:
        return AtOnce(_text_of_ways(words, mark, ways, _places(inferences)), inferences[-1:])
    if argument.cases or len(inferences) > MAX_RUN or isinstance(inferences[-1].fact, EdgesAre):
        return None
    return AtOnce(_text_of_run(words, mark, inferences, known), inferences)


def _ways(
    argument: Argument, supposed: Deduction, states: Mapping[int, EdgeState]
) -> dict[frozenset[int], Subloop | Branch]:
    """The ways to go on of which a refutation excludes each by a loop, or by a third line.

    None for other refutations.
    """
    inferences = list(argument.all_inferences())
    if len(_places(inferences)) not in range(1, MAX_PLACES + 1) or not all(
        each.inferences and _end_of_way(each.inferences[-1]) for each in ends_of(argument)
    ):
        return {}
    ways: dict[frozenset[int], Subloop | Branch] = {}
    for inference in inferences:
        end = _end_of_way(inference)
        if end is not None:
            edges = inference.given if isinstance(end, Branch) else end.edges
            new = frozenset(edge for edge in edges if not states.get(edge)) - {supposed.edge}
            if isinstance(end, Branch) and len(new) > 1:
                return {}
            ways.setdefault(new, end)
    return ways if len(ways) <= MAX_WAYS and frozenset() not in ways else {}


def _text_of_ways(
    words: EdgeWords,
    mark: str,
    ways: Mapping[frozenset[int], Subloop | Branch],
    places: list[ClueReason | DotReason],
) -> str:
    say, sentence = words.localizer.say, words.localizer.sentence
    only = places[0] if len(places) == 1 else None
    owner = only.cell if isinstance(only, ClueReason) else None
    each = []
    for new, end in ways.items():
        edges = words.places.edges(sorted(new), owner=owner)
        if isinstance(end, Branch):
            each.append(say(THIRD, edges=edges, dot=words.places.dots([end.dot])))
        else:
            _, values = words.loop(end)
            each.append(say(A_WAY, edges=edges, loop=values["loop"]))
    of_ways = words.localizer.chain(each, LIST)
    match only:
        case ClueReason(cell):
            return sentence(WAYS_AT_CLUE, mark=mark, clue=words.places.clue(cell), ways=of_ways)
        case DotReason(dot):
            return sentence(WAYS_AT_DOT, mark=mark, dot=words.places.dots([dot]), ways=of_ways)
    names = [words.places.clue(each.cell) for each in places if isinstance(each, ClueReason)]
    names += words.places.dot_names([each.dot for each in places if isinstance(each, DotReason)])
    return sentence(WAYS_AT_PLACES, mark=mark, places=words.localizer.join(names), ways=of_ways)


def _text_of_run(
    words: EdgeWords, mark: str, inferences: tuple[Inference, ...], known: Knowledge
) -> str:
    say, sentence, (*before, last) = words.localizer.say, words.localizer.sentence, inferences
    facts = [each.fact for each in before if isinstance(each.fact, EdgesAre)]
    lines = [edge for fact in facts if fact.state is EdgeState.LINE for edge in fact.edges]
    clauses = []
    if lines:
        clauses.append(say(FOLLOW, len(lines), edges=words.places.edges(lines)))
    silent = [fact for fact in facts if fact.state is EdgeState.CROSS]
    if len(silent) > MAX_SILENT:
        crosses = [edge for fact in silent for edge in fact.edges if edge in last.given]
        if crosses:
            edges = words.places.edges(crosses)
            clauses.append(say(FOLLOW_CROSSES, len(crosses), edges=edges))
    first, rest = words.localizer.join_clauses(clauses), []
    for each in before:
        if each.subloop is not None and isinstance(each.fact, EdgesAre):
            (_, values), edges = words.loop(each.subloop), words.places.edges(each.fact.edges)
            rest.append((english.STATEMENT, say(CLOSES, edges=edges, loop=values["loop"])))
    if not isinstance(last.fact, EdgesAre | PairIs):
        rest.append((english.THEN, contradiction_clause(words, last, last.fact, known)))
    if not first:
        (_, first), *rest = rest
    texts = [sentence(RUN, mark=mark, what=first)]
    return words.localizer.gap.join([*texts, *(sentence(kind, clause=what) for kind, what in rest)])


def _is_plain(inference: Inference) -> bool:
    """Whether an inference finds edges or breaks a rule, without relations and sides."""
    is_short = not inference.pairs and inference.way is None
    return is_short and not isinstance(inference.fact, PairIs | Clash)


def _places(inferences: Sequence[Inference]) -> list[ClueReason | DotReason]:
    """The clues and dots of inferences, each once."""
    reasons = dict.fromkeys(each.reason for each in inferences)
    return [reason for reason in reasons if isinstance(reason, ClueReason | DotReason)]


def _end_of_way(inference: Inference) -> Subloop | Branch | None:
    """The loop, or the third line, that excludes a way."""
    return inference.fact if isinstance(inference.fact, Subloop | Branch) else inference.subloop


def ends_of(argument: Argument) -> Iterator[Argument]:
    """The argument, or those of its innermost cases."""
    for case in argument.cases:
        yield from ends_of(case)
    if not argument.cases:
        yield argument
