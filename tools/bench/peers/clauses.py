"""The local rules as clauses, and the loops of a model, without code of Ouro's solver."""

from itertools import combinations

from puzzle.grid import Grid
from puzzle.model import Puzzle


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
    at: dict[int, list[int]] = {}
    for edge in lines:
        for dot in grid.edge_dots[edge]:
            at.setdefault(dot, []).append(edge)
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
