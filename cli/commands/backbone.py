"""`ouro backbone`: the edges that all solutions of a puzzle share."""

import json

import typer

from cli.answer import OUTCOME_STYLES, duration, edge_names, milliseconds, rows_json, shared_text
from cli.board import PuzzleArgument, PuzzleFile
from cli.inputs import BOUNDS, Source
from cli.output import AsJson, Line, Output, sentence
from cli.searching import Backend, Method, OtherOptions, PhaseName, Seed, TimeLimit, search_options
from cli.status import ExitStatus
from puzzle.grid import mark_rows
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import format_loopy, parse_puzzle
from renderer.text import board_text
from solver.backbone import Backbone, find_backbone
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import Limits, Outcome


def backbone(
    puzzle: PuzzleArgument = None,
    file: PuzzleFile = None,
    time_limit: TimeLimit = None,
    as_json: AsJson = False,
    method: Method = DEFAULT_OPTIONS.method,
    backend: Backend = None,
    seed: Seed = None,
    phase: PhaseName = None,
    choices: OtherOptions = "",
) -> None:
    """Find the lines and crosses that are the same in every solution of a puzzle."""
    options = search_options(Options(method), choices, backend, seed, phase)
    board = parse_puzzle(Source(puzzle, file).read_all(), BOUNDS)
    found = find_backbone(board, Limits(time_limit), options)
    Output().show([Line(json.dumps(_record(board, found)))] if as_json else _lines(board, found))
    raise typer.Exit(ExitStatus.ANSWERED if found.complete else ExitStatus.LIMIT_HIT)


def _record(puzzle: Puzzle, found: Backbone) -> dict[str, object]:
    edges = found.edges
    return {
        "puzzle": format_loopy(puzzle),
        "outcome": found.outcome.value,
        "complete": found.complete,
        "lines": edge_names(puzzle, edges.lines),
        "crosses": edge_names(puzzle, edges.crosses),
        **rows_json(mark_rows(puzzle.grid, edges.lines, edges.crosses)),
        "time_ms": milliseconds(found.stats.seconds),
    }


def _lines(puzzle: Puzzle, found: Backbone) -> list[Line]:
    states = dict.fromkeys(found.edges.lines, EdgeState.LINE)
    states |= dict.fromkeys(found.edges.crosses, EdgeState.CROSS)
    drawn = board_text(Board.blank(puzzle).mark(states))
    text = sentence(_sentence(puzzle, found), OUTCOME_STYLES[found.outcome])
    return [Line(format_loopy(puzzle)), text, Line(drawn)]


def _sentence(puzzle: Puzzle, found: Backbone) -> str:
    took, shared = duration(found.stats.seconds), shared_text(puzzle, found.edges)
    match found.outcome:
        case Outcome.NONE:
            return f"No solution, so nothing to share ({took})."
        case Outcome.UNIQUE:
            return f"Exactly one solution, which decides {shared} ({took})."
        case Outcome.MULTIPLE if found.complete:
            return f"All solutions share {shared} ({took})."
        case Outcome.MULTIPLE:
            return f"A limit ended the search; the solutions found share {shared} ({took})."
        case Outcome.LIMIT if len(found.edges):
            return f"A limit ended the search after one solution ({took})."
        case _:
            return f"A limit ended the search before a solution was found ({took})."
