"""Export of a puzzle as a CNF in the DIMACS format, which any SAT solver can read.

A file has comments, the line `p cnf VARIABLES CLAUSES`, then the clauses, each ended by a 0.

Source: Satisfiability: Suggested Format, second DIMACS challenge, 1993.
"""

from collections.abc import Iterator

from puzzle.model import Puzzle
from puzzle.notation import format_loopy
from puzzle.places import cell_name, dot_name
from solver.connectivity import open_static_method
from solver.connectivity.static import StaticMethod
from solver.encoding import (
    Clause,
    dot_variable,
    edge_variable,
    inside_variable,
    local_rules,
    rule_variables,
)
from solver.options import Options


def dimacs(puzzle: Puzzle, options: Options) -> Iterator[str]:
    """The lines of a DIMACS file, generated lazily.

    The models of the formula are the solutions of the puzzle. The comment `c edge 5 A1-A2` says
    that variable 5 is true when the edge from dot A1 to dot A2 is a line. With `Options.inside`,
    `c inside 8 B2` says that variable 8 is true when the cell whose top left dot is B2 is inside
    the loop. Where clues count dots or touches, `c dot 9 A1` says that variable 9 is true when the
    loop visits dot A1. All other variables belong to the method.

    Raises `NoFormulaError` when the method adds clauses during the search, `UnknownMethodError`
    when there is no such method, and `FormulaSizeError` when the formula is too large.

    >>> from puzzle.grid import square_grid
    >>> lines = list(dimacs(Puzzle(square_grid(1, 1), (4,)), Options("distance")))
    >>> lines[:3], lines[6:8]
    (['c Slitherlink 1x1:4', 'c method distance', 'c edge 1 A1-B1'], ['p cnf 46 140', '-1 3 0'])
    """
    return _dimacs_lines(puzzle, options, open_static_method(puzzle, options))


def _dimacs_lines(puzzle: Puzzle, options: Options, method: StaticMethod) -> Iterator[str]:
    inside = bool(options.inside or puzzle.rules.variant.signs)
    rules = local_rules(puzzle, inside=inside).clauses
    yield f"c Slitherlink {format_loopy(puzzle)}"
    yield from (f"c rule: {summary}" for summary in puzzle.rules.summaries)
    yield f"c method {options.method}"
    if not method.exhaustive:
        yield f"c generations {options.generations}, too few for every loop: UNSAT proves nothing"
    yield from _variable_comments(puzzle, inside)
    variables = rule_variables(puzzle) + method.size.variables
    yield f"p cnf {variables} {len(rules) + method.size.clauses}"
    yield from map(_clause_line, rules)
    yield from map(_clause_line, method.clauses())


def _variable_comments(puzzle: Puzzle, inside: bool) -> Iterator[str]:
    grid = puzzle.grid
    for edge, (a, b) in enumerate(grid.edge_dots):
        yield f"c edge {edge_variable(edge)} {dot_name(grid, a)}-{dot_name(grid, b)}"
    if inside:
        for cell in range(len(grid.cells)):
            yield f"c inside {inside_variable(grid, cell)} {cell_name(grid, cell)}"
    if puzzle.rules.variant.counts_dots:
        for dot in range(len(grid.dots)):
            yield f"c dot {dot_variable(grid, dot)} {dot_name(grid, dot)}"


def _clause_line(clause: Clause) -> str:
    return f"{' '.join(map(str, clause))} 0"
