"""The fewest reasons that force some edge, where no single reason does.

Finding the very fewest is a search of its own. What is done here instead came out equal to it
in nearly all cases measured (docs/hints.md): proofs by corners and short look-ahead give
sets of rules, SAT takes away what is not needed, and the smallest is kept. Only boards beyond
people need more than that.
"""

from collections.abc import Iterable

from solver.explain.budget import SUPPOSITION_UNITS, UNLIMITED, Budget
from solver.explain.field import CROSS, LINE, UNKNOWN, Field, States
from solver.explain.lookahead import LookAhead, Refuted
from solver.explain.loop_choices import refute_by_loop
from solver.explain.pairs import find_proofs, forced_by_two
from solver.explain.shrink import Forced, shrink
from solver.explain.small_core import find_cores

MAX_PROOFS, MAX_SETS = 24, 12
"""So many sets of rules are shrunk: of proofs by corners, and of look-ahead or small cores."""

MIN_JOINT_REASONS = 2
"""Where no single reason forces anything, two are the fewest that can."""

MIN_WITHOUT_PAIRS = MIN_JOINT_REASONS + 1
"""Where two do not suffice, so many are the fewest that can."""

ImpossibleStates = list[tuple[int, int]]
"""Forced edges with the state they cannot be in."""


def quick_reasons(
    field: Field, states: States, budget: Budget = UNLIMITED
) -> tuple[list[Forced], bool]:
    """Sets of rules found by corners, fewest first; and whether the first cannot be beaten.

    Where proofs have none of the fewest possible, one rule and the loop, or a clue and a dot that
    the proofs passed over, may be such a set.
    """
    budget.spend(len(field.rules))
    proofs = find_proofs(field, states)
    found = [Forced(proof.edge, proof.state, proof.rules) for proof in proofs[:MAX_PROOFS]]
    if not found or len(found[0].rules) > MIN_JOINT_REASONS:
        found = [*map(as_forced, refute_by_loop(field, states)), *found]
    if not found or len(found[0].rules) > MIN_JOINT_REASONS:
        found = [*(Forced(*two) for two in forced_by_two(field, states)), *found]
    return found, bool(found) and len(found[0].rules) <= MIN_JOINT_REASONS


def smallest_reasons(
    field: Field,
    states: States,
    found: Iterable[Forced],
    impossible: ImpossibleStates,
    budget: Budget | None,
) -> Forced | None:
    """The smallest set of rules, from those found already, look-ahead and small cores.

    Those found already tell that two do not suffice, so none is smaller than three. Small
    cores, which take long on boards beyond people, are looked for only with a budget. None only
    where that or another bound ends the search.
    """
    with_cores, budget = budget is not None, budget or UNLIMITED
    sets = list(found)
    best = _smallest(field, states, [s for s in sets if len(s.rules) <= MIN_WITHOUT_PAIRS], budget)
    if best is None:
        budget.spend(SUPPOSITION_UNITS * len(impossible))
        sets += _lookahead_sets(field, states, impossible)
        best = _smallest(field, states, sets, budget)
    if best is None and with_cores:
        cores = find_cores(field, states, impossible, budget)
        best = _smallest(field, states, map(as_forced, cores), budget)
    return best


def _lookahead_sets(field: Field, states: States, impossible: ImpossibleStates) -> list[Forced]:
    """Sets of rules from look-ahead, the smallest of them."""
    lookahead = LookAhead(field, states)
    refuted = [found for edge, state in impossible if (found := lookahead.refute(edge, state))]
    refuted.sort(key=lambda found: len(found.rules))
    return [as_forced(found) for found in refuted[:MAX_SETS]]


def as_forced(found: Refuted) -> Forced:
    """What follows where a supposition is refuted."""
    return Forced(found.edge, CROSS if found.supposed == LINE else LINE, found.rules)


def _smallest(
    field: Field, states: States, sets: Iterable[Forced], budget: Budget
) -> Forced | None:
    """The set that is smallest after shrinking; none of those too weak to force its edge."""
    best: Forced | None = None
    for found in sorted(sets, key=lambda forced: len(forced.rules)):
        if budget.is_spent or (best is not None and len(best.rules) <= MIN_WITHOUT_PAIRS):
            break
        fewer_than = None if best is None else len(best.rules)
        best = shrink(field, states, found, fewer_than, budget) or best
    return best


def impossible_states(solution: frozenset[int], states: States) -> ImpossibleStates:
    """The unknown edges, each with the state it does not have in the solution."""
    return [
        (edge, CROSS if edge in solution else LINE)
        for edge, state in enumerate(states)
        if state == UNKNOWN
    ]
