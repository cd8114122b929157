"""Drills as questions: which of four edges is decided, and is it a line or a cross?"""

from typing import NamedTuple

from puzzle.model import EdgeState
from solver.drills.drill import OTHERS, Drill
from solver.drills.packing import pack
from solver.drills.solutions import open_solutions
from solver.explain.nearness import edge_centres
from solver.generate.seeded_random import SeededRandom


class Question(NamedTuple):
    """Edges in reading order, the index of the only one that is decided, and its state."""

    edges: tuple[int, ...]
    right: int
    state: EdgeState


def question(drill: Drill) -> Question:
    """The question of a drill, which is always the same.

    The decided edge is one of the answer, a line if there is one. The others may each be a line or
    a cross, and are near it.

    >>> from solver.drills.making import make_drill
    >>> asked = question(make_drill("corner-3", 1))
    >>> len(asked.edges), asked.state
    (4, <EdgeState.LINE: 1>)
    """
    rng, answer = SeededRandom(pack(drill)), drill.answer
    lines = [edge for edge, state in answer.items() if state is EdgeState.LINE]
    right = rng.pick(lines or sorted(answer))
    centres = edge_centres(drill.board.puzzle.grid)
    row, col = centres[right]
    unmarked = [edge for edge, mark in enumerate(drill.board.marks) if not mark]
    nearest = sorted(
        rng.shuffled(unmarked),
        key=lambda edge: abs(centres[edge][0] - row) + abs(centres[edge][1] - col),
    )
    edges = [right]
    with open_solutions(drill.board.puzzle.grid) as solutions:
        for edge in nearest:
            if edge not in answer and all(
                solutions.find(drill.board, {edge: state}) is not None
                for state in (EdgeState.LINE, EdgeState.CROSS)
            ):
                edges.append(edge)
            if len(edges) > OTHERS:
                break
    edges.sort(key=centres.__getitem__)
    return Question(tuple(edges), edges.index(right), answer[right])
