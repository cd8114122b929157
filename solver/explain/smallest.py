"""The fewest reasons that force some edge, where no single reason does.

Finding the very fewest is a search of its own. What is done here instead came out equal to it
in nearly all cases measured (docs/hints.md): proofs by corners and short look-ahead give
sets of rules, SAT takes away what is not needed, and the smallest is kept. Only boards beyond
people need more than that.
"""

from collections.abc import Iterable

from solver.explain.budget import FREE, SUPPOSITION, Budget
from solver.explain.field import CROSS, LINE, UNKNOWN, Field, States
from solver.explain.lookahead import LookAhead, Refuted
from solver.explain.loop_choices import refute_by_loop
from solver.explain.pairs import find_proofs, forced_by_two
from solver.explain.shrink import Forced, shrink
from solver.explain.small_core import find_cores

MAX_PROOFS, MAX_SETS = 24, 12
"""So many sets of rules are shrunk: of proofs by corners, and of look-ahead or small cores."""

FEWEST = 2
"""Where no single reason forces anything, two are the fewest that can."""

NEXT = FEWEST + 1
"""Where two do not suffice, so many are the fewest that can."""

Opposites = list[tuple[int, int]]
"""Forced edges with the state they cannot be in."""


def quick_reasons(field: Field, states: States, budget: Budget = FREE) -> tuple[list[Forced], bool]:
    """Sets of rules found by corners, fewest first; and whether the first cannot be beaten.

    Where proofs have none of the fewest possible, one rule and the loop, or a clue and a dot that
    the proofs passed over, may be such a set.
    """
    budget.spend(len(field.rules))
    proofs = find_proofs(field, states)
    found = [Forced(proof.edge, proof.state, proof.rules) for proof in proofs[:MAX_PROOFS]]
    if not found or len(found[0].rules) > FEWEST:
        found = [*map(conclusion, refute_by_loop(field, states)), *found]
    if not found or len(found[0].rules) > FEWEST:
        found = [*(Forced(*two) for two in forced_by_two(field, states)), *found]
    return found, bool(found) and len(found[0].rules) <= FEWEST


def smallest_reasons(
    field: Field,
    states: States,
    found: Iterable[Forced],
    opposites: Opposites,
    budget: Budget | None,
) -> Forced | None:
    """The smallest set of rules, from those found already, look-ahead and small cores.

    Those found already tell that two do not suffice, so none is smaller than three. Small
    cores, which take long on boards beyond people, are looked for only with a budget. None only
    where that or another bound ends the search.
    """
    with_cores, budget = budget is not None, budget or FREE
    sets = list(found)
    best = _smallest(field, states, [s for s in sets if len(s.rules) <= NEXT], budget)
    if best is None:
        budget.spend(SUPPOSITION * len(opposites))
        sets += _looked_ahead(field, states, opposites)
        best = _smallest(field, states, sets, budget)
    if best is None and with_cores:
        cores = find_cores(field, states, opposites, budget)
        best = _smallest(field, states, map(conclusion, cores), budget)
    return best


def _looked_ahead(field: Field, states: States, opposites: Opposites) -> list[Forced]:
    """Sets of rules from look-ahead, the smallest of them."""
    ahead = LookAhead(field, states)
    refuted = [found for edge, state in opposites if (found := ahead.refute(edge, state))]
    refuted.sort(key=lambda found: len(found.rules))
    return [conclusion(found) for found in refuted[:MAX_SETS]]


def conclusion(found: Refuted) -> Forced:
    """What follows where a supposition is refuted."""
    return Forced(found.edge, CROSS if found.supposed == LINE else LINE, found.rules)


def _smallest(
    field: Field, states: States, sets: Iterable[Forced], budget: Budget
) -> Forced | None:
    """The set that is smallest after shrinking; none of those too weak to force its edge."""
    best: Forced | None = None
    for found in sorted(sets, key=lambda forced: len(forced.rules)):
        if budget.is_spent or (best is not None and len(best.rules) <= NEXT):
            break
        fewer_than = None if best is None else len(best.rules)
        best = shrink(field, states, found, fewer_than, budget) or best
    return best


def opposites_of(solution: frozenset[int], states: States) -> Opposites:
    """The unknown edges, each with the state it does not have in the solution."""
    return [
        (edge, CROSS if edge in solution else LINE)
        for edge, state in enumerate(states)
        if state == UNKNOWN
    ]
