"""`ouro cnf`: a puzzle as a DIMACS file for any SAT solver."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.board import AsBoard, Choice, PuzzleArgument, PuzzleFile, read_text
from cli.endings import check_ending
from cli.options import method_options
from solver.cnf import dimacs
from solver.connectivity import STATIC_METHODS


def cnf(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    as_board: AsBoard = False,
    choice: Choice = None,
    method: Annotated[
        str, typer.Option(help=f"How the single loop is encoded: {', '.join(STATIC_METHODS)}.")
    ] = "distance",
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The file to write, instead of standard output."),
    ] = None,
    inside: Annotated[
        bool, typer.Option("--inside", help="Also say which cells lie inside the loop.")
    ] = False,
    generations: Annotated[
        int | None, typer.Option(help="How far automaton lets reachability spread.")
    ] = None,
) -> None:
    """Write a puzzle as a DIMACS CNF file; comments say which edge each variable stands for."""
    check_ending("--out", out, ["cnf", "dimacs", "txt"])
    options = method_options(method, generations=generations, inside=inside)
    board = read_text(puzzle, file, as_board, choice).board().puzzle
    lines = (f"{line}\n" for line in dimacs(board, options))
    if out is None:
        sys.stdout.writelines(lines)
    else:
        with out.open("w", encoding="ascii") as stream:
            stream.writelines(lines)
