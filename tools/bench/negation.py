"""Per-loop negation on a SAT solver of python-sat, without code of Ouro's solver."""

import time
from itertools import combinations

from puzzle.grid import Grid
from puzzle.model import Puzzle
from puzzle.rules import lines_at_dots
from solver.options import BACKENDS


def plain_negation(puzzle: Puzzle, seconds: float = 60, backend: str | None = None) -> int | None:
    """The number of solutions, at most two, by per-loop negation as published; None out of time.

    Every subloop of a model is excluded with a clause, and the solver is called again until two
    solutions are found or none is left. Subloops that touch no clue are ignored, which is
    necessary for a correct answer. The time limit is checked between calls of the solver.
    """
    deadline = time.perf_counter() + seconds
    constrained = constrained_edges(puzzle)
    edges = len(puzzle.grid.edge_dots)
    found = 0
    with BACKENDS[backend or "cadical195"].open() as solver:
        solver.append_formula(local_clauses(puzzle))
        while found < 2 and solver.solve():
            if time.perf_counter() > deadline:
                return None
            model = solver.get_model()
            loops = components(puzzle.grid, [edge for edge in range(edges) if model[edge] > 0])
            touching = [loop for loop in loops if constrained.intersection(loop)]
            if not constrained:
                found += len(loops)
            elif len(touching) == 1:
                found += 1
            for loop in touching if constrained else loops:
                solver.add_clause([-(edge + 1) for edge in loop])
    return min(found, 2)


def local_clauses(puzzle: Puzzle) -> list[list[int]]:
    """Clauses for zero or two lines at each dot, each clue, and at least one line.

    The variable of edge e is e + 1.
    """
    grid = puzzle.grid
    clauses = [[edge + 1 for edge in range(len(grid.edge_dots))]]
    for edges in grid.dot_edges:
        variables = [edge + 1 for edge in edges]
        clauses += [[-v for v in group] for group in combinations(variables, 3)]
        clauses += [[-v] + [u for u in variables if u != v] for v in variables]
    for edges, clue in zip(grid.cell_edges, puzzle.clues, strict=True):
        if clue is not None:
            variables = [edge + 1 for edge in edges]
            clauses += [[-v for v in group] for group in combinations(variables, clue + 1)]
            clauses += [list(group) for group in combinations(variables, len(edges) - clue + 1)]
    return clauses


def constrained_edges(puzzle: Puzzle) -> set[int]:
    """The edges around clues above 0."""
    cells = zip(puzzle.grid.cell_edges, puzzle.clues, strict=True)
    return {edge for edges, clue in cells if clue for edge in edges}


def components(grid: Grid, lines: list[int]) -> list[list[int]]:
    """The edges of each connected component of the lines."""
    at = lines_at_dots(grid, lines)
    found = []
    unseen = set(lines)
    while unseen:
        todo = [unseen.pop()]
        component = []
        while todo:
            edge = todo.pop()
            component.append(edge)
            for dot in grid.edge_dots[edge]:
                for other in at[dot]:
                    if other in unseen:
                        unseen.remove(other)
                        todo.append(other)
        found.append(component)
    return found
