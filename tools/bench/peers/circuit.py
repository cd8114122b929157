"""CP-SAT of OR-tools with its circuit constraint."""

import time

from ortools.sat.python import cp_model

from puzzle.model import Puzzle


def cp_sat(puzzle: Puzzle, seconds: float) -> int | None:
    """Solve with a circuit constraint over arcs in both directions with optional dots, on one core.

    To prove uniqueness, the lines of the solution are excluded and the model is solved again.
    """
    deadline = time.perf_counter() + seconds
    model = cp_model.CpModel()
    lines = _single_loop(puzzle, model)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    for found in range(2):
        solver.parameters.max_time_in_seconds = max(0.0, deadline - time.perf_counter())
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return found
        if status not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
            return None
        model.add_bool_or(~line for line in lines if solver.value(line))
    return 2


def _single_loop(puzzle: Puzzle, model: cp_model.CpModel) -> list[cp_model.IntVar]:
    """Add the rules to a model; returns the variable of each edge."""
    grid = puzzle.grid
    lines = [model.new_bool_var("") for _ in grid.edge_dots]
    arcs = [(dot, dot, model.new_bool_var("")) for dot in range(len(grid.dots))]
    for line, (a, b) in zip(lines, grid.edge_dots, strict=True):
        forth, back = model.new_bool_var(""), model.new_bool_var("")
        model.add(forth + back == line)
        arcs += [(a, b, forth), (b, a, back)]
    model.add_circuit(arcs)
    model.add_bool_or(lines)
    for edges, clue in zip(grid.cell_edges, puzzle.clues, strict=True):
        if clue is not None:
            model.add(sum(lines[edge] for edge in edges) == clue)
    return lines
