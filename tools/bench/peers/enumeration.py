"""PicoSAT through pycosat, in the two ways that Python solvers of the puzzle use it."""

import time

import pycosat

from puzzle.model import Puzzle
from tools.bench.peers.clauses import components, constrained_edges, local_clauses


def pycosat_filter(puzzle: Puzzle, seconds: float) -> int | None:
    """Enumerate all models of the local rules and keep those that are one loop."""
    deadline = time.perf_counter() + seconds
    found = 0
    for model in pycosat.itersolve(local_clauses(puzzle)):
        lines = [literal - 1 for literal in model if literal > 0]
        found += len(components(puzzle.grid, lines)) == 1
        if found == 2:
            return 2
        if time.perf_counter() > deadline:
            return None
    return found


def pycosat_negation(puzzle: Puzzle, seconds: float) -> int | None:
    """Per-loop negation; each model is searched from scratch, as pycosat is not incremental."""
    deadline = time.perf_counter() + seconds
    clauses = local_clauses(puzzle)
    constrained = constrained_edges(puzzle)
    found = 0
    while found < 2:
        model = pycosat.solve(clauses)
        if time.perf_counter() > deadline:
            return None
        if model == "UNSAT":
            break
        loops = components(puzzle.grid, [literal - 1 for literal in model if literal > 0])
        touching = [loop for loop in loops if constrained.intersection(loop)]
        if not constrained:
            found += len(loops)
        elif len(touching) == 1:
            found += 1
        clauses += [[-(edge + 1) for edge in loop] for loop in (touching or loops)]
    return min(found, 2)
