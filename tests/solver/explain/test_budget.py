"""Work budgets: what is counted, and how searches end when the budget is spent."""

from collections.abc import Iterator

import pytest

import solver.explain.budget
import solver.explain.explainer
import solver.explain.shrink
import solver.rating
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import parse_puzzle
from solver.explain.budget import Budget
from solver.explain.explainer import Explainer, NoStep
from solver.explain.mistakes import check
from solver.explain.rule_graph import LINE, RuleGraph
from solver.explain.shrink import Forced, forced_edges, shrink
from solver.explain.step import Step
from solver.explain.steps import explanation_length
from solver.rating import NotRated, Rating, rate, rate_as_laid
from solver.report import Limits, Outcome

EXPERT, EXTREME = "5x4:j12a122a1b", "5x4:a3b2a3a2a1b2f"


@pytest.fixture
def budgets(monkeypatch: pytest.MonkeyPatch) -> list["CountingBudget"]:
    """The budgets of all ratings in a test, in order."""
    made: list[CountingBudget] = []

    def counting(units: int | None, seconds: float | None) -> CountingBudget:
        made.append(CountingBudget(units, seconds))
        return made[-1]

    monkeypatch.setattr(solver.rating, "Budget", counting)
    return made


class CountingBudget(Budget):
    """A budget that records the units spent."""

    spent = 0

    def spend(self, units: int) -> None:
        self.spent += units
        super().spend(units)


def test_a_rating_takes_the_same_work_every_time(budgets: list[CountingBudget]) -> None:
    puzzle = parse_puzzle(EXTREME)
    assert rate(puzzle) == rate(puzzle)
    first, second = (budget.spent for budget in budgets)
    assert first == second
    assert first > len(RuleGraph(puzzle).rules)


def test_a_rating_ends_when_its_budget_is_spent(budgets: list[CountingBudget]) -> None:
    puzzle = parse_puzzle(EXTREME)
    found = rate(puzzle, units=None)
    needed = budgets[0].spent
    assert rate(puzzle, units=needed + 1) == found
    assert rate(puzzle, units=needed) is NotRated.TOO_HARD
    assert rate(puzzle, units=1) is NotRated.TOO_HARD


def test_harder_puzzles_take_more_work(budgets: list[CountingBudget]) -> None:
    for text in ("5x4:a201a2a3233a2123a3b", "5x4:02a12c123b22e", "5x4:j12a122a1a3", EXTREME):
        assert isinstance(rate(parse_puzzle(text)), Rating)
    spent = [budget.spent for budget in budgets]
    assert spent == sorted(set(spent))


def test_the_search_for_the_solution_has_its_own_limit() -> None:
    puzzle = parse_puzzle(EXTREME)
    assert rate_as_laid(puzzle, Limits(None, propagations=1)) is NotRated.TOO_HARD
    assert Explainer(puzzle, Limits(None, propagations=1)).solution is None


def test_a_step_that_takes_too_much_work_is_too_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    explainer = Explainer(parse_puzzle(EXTREME))
    first = explainer.next_step(Board.blank(explainer.puzzle))
    assert isinstance(first, Step)
    board = Board.blank(explainer.puzzle).mark({d.edge: d.state for d in first.deductions})
    *every, end = explainer.walkthrough(board)
    assert end is NoStep.SOLVED
    monkeypatch.setattr(solver.explain.explainer, "STEP_BUDGET", 200)
    *steps, end = explainer.walkthrough(board)
    assert 0 < len(steps) < len(every)
    assert steps == every[: len(steps)]
    assert end is NoStep.TOO_HARD


def test_without_a_complete_backbone_the_answer_is_too_hard_and_not_nothing_forced() -> None:
    puzzle = parse_puzzle("5x5:a3k3k")
    *_, end = Explainer(puzzle).walkthrough()
    assert end is NoStep.NOTHING_FORCED
    explainer = Explainer(puzzle, Limits(None, calls=6))
    *_, end = explainer.walkthrough()
    assert explainer.report.outcome is Outcome.MULTIPLE
    assert end is NoStep.TOO_HARD


def test_a_walkthrough_without_budget_continues_with_single_reasons() -> None:
    easy, expert = (
        Explainer(parse_puzzle("5x4:a201a2a3233a2123a3b")),
        Explainer(parse_puzzle(EXPERT)),
    )
    *_, end = easy.walkthrough(units=0)
    assert end is NoStep.SOLVED
    *every, _ = expert.walkthrough()
    *steps, end = expert.walkthrough(units=200)
    assert 0 < len(steps) < len(every)
    assert steps == every[: len(steps)]
    assert end is NoStep.TOO_HARD


def refutations(puzzle: Puzzle, units: int | None) -> Iterator[int]:
    """For each edge, the length of what refutes a wrong mark on an otherwise blank board."""
    explainer = Explainer(puzzle)
    solution = explainer.solution
    assert solution is not None
    for edge in range(len(puzzle.grid.edge_dots)):
        wrong = EdgeState.CROSS if edge in solution else EdgeState.LINE
        board = Board.blank(puzzle).mark({edge: wrong})
        yield explanation_length(check(explainer, board, units=units).refutation)


def test_more_work_refutes_no_fewer_mistakes_and_tells_no_more() -> None:
    puzzle = parse_puzzle(EXPERT)
    none, few, many = (list(refutations(puzzle, units)) for units in (0, 300, None))
    assert not any(none)
    assert sum(map(bool, few)) < sum(map(bool, many))
    assert all(0 < more <= less for more, less in zip(many, few, strict=True) if less)


def test_a_set_of_rules_that_takes_too_many_conflicts_forces_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = parse_puzzle("2x1:3a")
    graph, states = RuleGraph(puzzle), [*[0] * len(puzzle.grid.edge_dots), 2]
    forced = Forced(0, LINE, frozenset({0, 2}))
    assert shrink(graph, states, forced) == forced
    assert forced_edges(graph, states, [0, 2, 3])
    monkeypatch.setattr(solver.explain.shrink, "MAX_CONFLICTS", 0)
    assert shrink(graph, states, forced) is None
    assert forced_edges(graph, states, [0, 2, 3]) == []


def test_a_strict_budget_ends_the_reduction_of_a_set() -> None:
    puzzle = parse_puzzle("2x1:3a")
    graph, states = RuleGraph(puzzle), [*[0] * len(puzzle.grid.edge_dots), 2]
    wide = Forced(0, LINE, frozenset({0, *range(2, 8)}))
    small = shrink(graph, states, wide)
    assert small is not None
    assert len(small.rules) == 2
    whole = CountingBudget(10_000, strict=True)
    assert shrink(graph, states, wide, budget=Budget(parent=whole)) == small
    for units in (1, whole.spent // 2, whole.spent):
        strict = CountingBudget(units, strict=True)
        assert shrink(graph, states, wide, budget=Budget(10_000, parent=strict)) is None
        assert strict.spent <= whole.spent
        assert shrink(graph, states, wide, budget=Budget(units)) == small


def test_a_time_limit_ends_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 5.0
    monkeypatch.setattr("solver.explain.budget.time.perf_counter", lambda: now)
    budget = Budget(seconds=2)
    assert (budget.seconds, budget.is_spent) == (2, False)
    now = 9.0
    assert (budget.seconds, budget.is_spent) == (0, True)
    assert Budget().seconds is None


def test_without_a_solution_in_time_the_answer_is_too_hard_and_not_wrong_marks() -> None:
    explainer = Explainer(parse_puzzle("5x5:a3k3k"), Limits(None, calls=1))
    assert explainer.report.solutions == ()
    *_, end = explainer.walkthrough()
    assert end is NoStep.TOO_HARD
