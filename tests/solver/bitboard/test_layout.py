"""Positions of edges and cells in bits, and clues as bits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from puzzle.grid import Grid, GridKey
from puzzle.model import Puzzle
from puzzle.tilings.catalogue import build_grid
from solver.bitboard.layout import BitLayout, positions_of
from solver.bitboard.rules import BitRules, ClueBits
from tests.support.strategies import grids, puzzles


@given(grids(), st.data())
def test_edges_survive_the_way_to_bits_and_back(grid: Grid, data: st.DataObject) -> None:
    layout = BitLayout.of(grid)
    edges = data.draw(st.frozensets(st.integers(0, len(grid.edge_dots) - 1)))
    bits = layout.edge_bits(edges)
    assert layout.edge_numbers(bits) == edges
    assert sum(part.bit_count() for part in bits) == len(edges)


@given(grids())
def test_shifts_lead_to_the_neighbours(grid: Grid) -> None:
    layout = BitLayout.of(grid)
    for cell, (top, right, bottom, left) in enumerate(grid.cell_edges):
        place = layout.cells[cell]
        assert layout.positions[top] == layout.positions[left] == place
        assert layout.positions[bottom] == place + layout.width
        assert layout.positions[right] == place + 1
    assert layout.edges.horizontal | layout.beyond.horizontal == layout.area | layout.outer
    assert not layout.edges.vertical & layout.beyond.vertical


@given(st.integers(0, 2**200))
def test_positions_are_those_of_the_set_bits(bits: int) -> None:
    assert sum(1 << place for place in positions_of(bits)) == bits


@given(puzzles(), st.data())
def test_clues_without_some_cells_are_those_of_the_smaller_puzzle(
    puzzle: Puzzle, data: st.DataObject
) -> None:
    cells = data.draw(st.frozensets(st.integers(0, len(puzzle.clues) - 1)))
    layout = BitLayout.of(puzzle.grid)
    rules = BitRules.of_puzzle(puzzle, layout)
    fewer = tuple(None if cell in cells else clue for cell, clue in enumerate(puzzle.clues))
    assert rules.without(layout.cell_bits(cells)) == BitRules.of(layout, ClueBits.of(layout, fewer))


@given(puzzles(3), st.data())
def test_lines_meet_clues_and_dots_as_the_rules_say(puzzle: Puzzle, data: st.DataObject) -> None:
    edges = range(len(puzzle.grid.edge_dots))
    lines = data.draw(st.frozensets(st.sampled_from(edges)))
    if data.draw(st.booleans()):
        counts = tuple(len(lines.intersection(around)) for around in puzzle.grid.cell_edges)
        puzzle = replace(puzzle, clues=counts)
    rules = BitRules.of_puzzle(puzzle)
    dots = (len(lines.intersection(around)) for around in puzzle.grid.dot_edges)
    clues_met = all(
        clue is None or clue == len(lines.intersection(around))
        for clue, around in zip(puzzle.clues, puzzle.grid.cell_edges, strict=True)
    )
    assert rules.met_by(*rules.layout.edge_bits(lines)) is (
        clues_met and all(count in {0, 2} for count in dots)
    )


def test_other_tilings_are_refused() -> None:
    with pytest.raises(ValueError, match="not the tiling 'honeycomb'"):
        BitLayout.of(build_grid(GridKey("honeycomb", 3, 3)))
