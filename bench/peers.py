"""Other ways to solve, to measure against."""

from itertools import combinations

from pysat.solvers import Solver

from puzzle.grid import Grid
from puzzle.model import Puzzle


def plain_negation(puzzle: Puzzle, backend: str = "cadical195") -> int:
    """Per-loop negation as it is published: how many solutions there are, up to two.

    Clauses for dots and clues are written out for the puzzle, every subloop of a model is
    negated, and the solver is asked again until two solutions are found or none is left.
    Subloops that touch no clue are dropped, which the answer needs to be right.
    """
    grid = puzzle.grid
    constrained = {
        edge
        for edges, clue in zip(grid.cell_edges, puzzle.clues, strict=True)
        if clue
        for edge in edges
    }
    found = 0
    with Solver(name=backend, bootstrap_with=_clauses(puzzle)) as solver:
        while found < 2 and solver.solve():
            model = solver.get_model()
            lines = [edge for edge in range(len(grid.edge_dots)) if model[edge] > 0]
            loops = _components(grid, lines)
            touching = [loop for loop in loops if constrained.intersection(loop)]
            if not constrained:
                found += len(loops)
            elif len(touching) == 1:
                found += 1
            for loop in touching if constrained else loops:
                solver.add_clause([-(edge + 1) for edge in loop])
    return min(found, 2)


def _clauses(puzzle: Puzzle) -> list[list[int]]:
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


def _components(grid: Grid, lines: list[int]) -> list[list[int]]:
    at: dict[int, list[int]] = {}
    for edge in lines:
        for dot in grid.edge_dots[edge]:
            at.setdefault(dot, []).append(edge)
    components = []
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
        components.append(component)
    return components
