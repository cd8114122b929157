"""Per-loop negation on a SAT solver of python-sat."""

import time

from pysat.solvers import Solver

from puzzle.model import Puzzle
from tools.bench.peers.clauses import components, constrained_edges, local_clauses


def plain_negation(puzzle: Puzzle, seconds: float = 60, backend: str = "cadical195") -> int | None:
    """The number of solutions, at most two, by per-loop negation as published; None out of time.

    Every subloop of a model is excluded with a clause, and the solver is called again until two
    solutions are found or none is left. Subloops that touch no clue are ignored, which is
    necessary for a correct answer. The time limit is checked between calls of the solver.
    """
    deadline = time.perf_counter() + seconds
    constrained = constrained_edges(puzzle)
    edges = len(puzzle.grid.edge_dots)
    found = 0
    with Solver(name=backend, bootstrap_with=local_clauses(puzzle)) as solver:
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
