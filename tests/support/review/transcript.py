"""Games with all that their review says, as a text that a test can compare as a whole.

The first line is the puzzle, with the units of work if they are few. Each other line without an
indent is a stroke, with a `*` if it is not the player's own, or `rest` for the lines of the
solution one second later. Indented below it are its judgements: the kind and the edge; if it can be
deduced, the reasons, hidden lines and joint steps, the technique, and how many marks the step uses
and forces. Of the rest, marks that follow by one reason are only counted. At the end are the steps
left open, with the first harder stroke, how many of them passed, and the lines and crosses of the
board, and the strokes after long pauses.
"""

from collections.abc import Collection, Iterator, Sequence

from puzzle.grid import Grid
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import parse_puzzle
from puzzle.places import side_name
from puzzle.strokes import Stroke, parse_strokes
from solver.explain.explainer import Explainer
from solver.review.judgement import Effort, Judgement, Kind, OpenStep, Review
from solver.review.review import REVIEW_BUDGET, review

FOREIGN, REST = "*", "rest"


def transcript(text: str) -> str:
    """The strokes of a text, with what the review says of them now."""
    head, *lines = text.splitlines()
    puzzle, _, units = head.partition(" within ")
    explainer = Explainer(parse_puzzle(puzzle))
    written = [line for line in lines if line[:1].isdigit() or line[:1] in {"*", "r"}]
    found = review(explainer, [*_strokes(written, explainer)], int(units or REVIEW_BUDGET))
    assert isinstance(found, Review)
    return "\n".join([head, *_lines(explainer, written, found)])


def names_of(grid: Grid, edges: Collection[int]) -> str:
    """The names of edges, in order."""
    return ", ".join(side_name(grid, edge) for edge in sorted(edges))


def _strokes(written: Sequence[str], explainer: Explainer) -> Iterator[Stroke]:
    seconds = 0
    for line in written:
        if line.startswith(REST):
            assert explainer.solution is not None
            lines = dict.fromkeys(sorted(explainer.solution), EdgeState.LINE)
            yield Stroke(seconds + 1, lines)
        else:
            [stroke] = parse_strokes(line.removeprefix(FOREIGN), explainer.puzzle.grid)
            seconds = stroke.seconds
            yield Stroke(seconds, stroke.states, own=not line.startswith(FOREIGN))


def _lines(explainer: Explainer, written: Sequence[str], found: Review) -> Iterator[str]:
    for line, judged in zip(written, found.strokes, strict=True):
        is_rest = line.startswith(REST)
        told = [one for one in judged.judgements if not (is_rest and _is_simple(one))]
        yield f"{REST}: {len(judged.judgements) - len(told)} simple" if is_rest else line
        for judgement in told:
            yield f"  {_said(explainer, judgement)}"
    for one in found.open_steps:
        yield _open_step(explainer.puzzle, one)
    if found.pauses:
        yield f"pauses {', '.join(map(str, found.pauses))}"


def _is_simple(judgement: Judgement) -> bool:
    return judgement.kind is Kind.FOLLOWED and judgement.effort == Effort(1)


def _said(explainer: Explainer, judgement: Judgement) -> str:
    words = [judgement.kind.value, side_name(explainer.puzzle.grid, judgement.edge)]
    effort, derivation = judgement.effort, judgement.derivation
    if derivation is not None or effort != Effort():
        words.append(f"{effort.reasons}/{effort.hidden}/{effort.joint_steps}")
    if derivation is not None:
        step = derivation.step(explainer.graph)
        words += [step.technique.name, f"{len(step.known)}>{len(step.forced)}"]
    return " ".join(words)


def _open_step(puzzle: Puzzle, one: OpenStep) -> str:
    names = names_of(puzzle.grid, one.step.forced)
    board = f"{len(one.board.lines)} lines, {len(one.board.crosses)} crosses"
    return f"open {one.since}+{one.passed}: {one.step.technique.name} {names}; {board}"
