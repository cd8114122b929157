"""A quick estimate of how hard a puzzle is beyond Hard, before its steps are rated one by one."""

from collections.abc import Collection

from solver.encoding import edge_variable
from solver.explain.pairs import find_proofs
from solver.explain.rule_graph import LINE, UNKNOWN, RuleGraph
from solver.explain.shrink import Forced
from solver.explain.smallest import RepeatedSearch, easiest_reasons_next
from solver.explain.step import Difficulty
from solver.generate.draft import Draft
from solver.generate.recipes import MAX_REASONS
from solver.generate.small_steps import open_small_steps
from solver.rating import exceptions_allowed


def estimated_reasons(draft: Draft, kept: Collection[int]) -> int:
    """About how many reasons the typical hard step of a puzzle with one solution has.

    Hard steps decide what they can, and each harder step counts with the reasons of a proof by
    corners, which may be more than needed. Where fewer steps are harder than a rating excepts, the
    result is what Hard allows. For nine of ten boards of squares, this tells whether a rating is
    Expert; on other tilings the score decides more often.
    """
    puzzle, most = draft.puzzle(kept), MAX_REASONS[Difficulty.HARD]
    search = RepeatedSearch(RuleGraph(puzzle))
    harder: list[int] = []
    marks: list[int] = []
    with open_small_steps(draft.grid, most) as steps:
        while UNKNOWN in (states := steps.decided(puzzle.clues, marks)):
            proofs = find_proofs(search.graph, states, corners=search.corners.at(states))
            sets = [Forced(*proof[:3]) for proof in proofs[:1]]
            sets = sets or easiest_reasons_next(search, states, draft.loop)[0]
            if not sets:
                return len(draft.clues)
            harder.append(max(most, len(sets[0].rules)))
            marks += ((1 if one.state == LINE else -1) * edge_variable(one.edge) for one in sets)
    harder.sort(reverse=True)
    excepted = exceptions_allowed(len(draft.clues))
    return harder[excepted] if excepted < len(harder) else most
