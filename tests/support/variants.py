"""A puzzle with one solution for the rules of each variant, and facts of them."""

import json
from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from puzzle.grid import square_grid
from puzzle.model import Puzzle, Solution
from puzzle.notation import parse_loopy
from puzzle.rules import (
    ALL_RULES,
    PLAIN,
    Capability,
    Rules,
    cells_inside,
    refusal,
    rules_named,
)
from puzzle.rules.sheep_wolf import SHEEP, WOLF
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from tests.support.shared import Record, find_shared, shared_file

ADDRESSES: Mapping[str, str] = MappingProxyType(
    {
        "full": "https://puzz.link/p?slither/f/4/3/hdlc",
        "sheep-wolf": "https://puzz.link/p?swslither/4/3/c130a5a2a6",
        "sheep-wolf-full": "https://puzz.link/p?swslither/f/4/3/a5h1a",
        "touch": "https://puzz.link/p?tslither/4/3/hbahc",
        "touch-full": "https://puzz.link/p?tslither/f/4/3/k6bc",
        "vertex": "https://puzz.link/p?vslither/4/3/c9dg9e",
    }
)
"""The addresses of the puzzles, by the names of their rules."""

IDS: Mapping[str, str] = MappingProxyType(
    {
        "full": "4x3:full_b3h2",
        "sheep-wolf": "4x3:sheep-wolf_c130aSa2aW",
        "sheep-wolf-full": "4x3:sheep-wolf-full_aSh1a",
        "touch": "4x3:touch_b1b0d2a",
        "touch-full": "4x3:touch-full_e1a1b2a",
        "vertex": "4x3:vertex_2b4a3c4a4",
    }
)
"""Their game IDs."""

VARIANTS: tuple[Rules, ...] = tuple(rules for rules in ALL_RULES if not rules.is_plain)
"""All rules but the plain ones."""

NAMES: tuple[str, ...] = tuple(rules.name for rules in VARIANTS)
"""Their names."""


EXPLAINED: tuple[str, ...] = tuple(
    rules.name for rules in VARIANTS if rules.supports(Capability.HINTS)
)
"""The names of those with hints."""


def sample(name: str) -> Puzzle:
    """The puzzle for the rules of a name."""
    return parse_loopy(IDS[name])


def shared_variants() -> list[Record]:
    """Records of puzzles of all variants with one solution each; none without the shared folder."""
    shared = find_shared()
    if shared is None:
        return []
    text = shared_file(shared, "tilings/variants.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def sentences(name: str) -> set[str]:
    """The sentences that refuse what the rules of a name lack."""
    rules = rules_named(name)
    assert rules is not None
    return {str(refusal(rules, each)) for each in Capability if not rules.supports(each)}


def loop_by_all_dots(rng: Random, rows: int, cols: int) -> Solution:
    """A loop by all dots of a board of odd sides: it goes around a random tree.

    The tree has every other cell of every other row, and the cells between those that it joins.
    """
    grid, reached = square_grid(rows, cols), {(0, 0)}
    inside, ways = {(0, 0)}, [((0, 0), step) for step in ((0, 2), (2, 0))]
    while ways:
        (row, col), (down, right) = ways.pop(rng.randrange(len(ways)))
        there = (row + down, col + right)
        if there in reached or not (0 <= there[0] < rows and 0 <= there[1] < cols):
            continue
        reached.add(there)
        inside |= {there, (row + down // 2, col + right // 2)}
        ways += [(there, step) for step in ((0, 2), (2, 0), (0, -2), (-2, 0))]
    cells = {row * cols + col for row, col in inside}
    beside = enumerate(grid.edge_cells)
    return frozenset(edge for edge, (a, b) in beside if (a in cells) is not (b in cells))


def made_puzzle(rng: Random, name: str, rows: int, cols: int) -> tuple[Puzzle, Solution]:
    """Some of the clues of a random loop under the rules of a name, and the loop.

    If the rules have animals, some are in place of other clues. Often there are other solutions.
    """
    rules = rules_named(name) or PLAIN
    grid, share = square_grid(rows, cols), rng.uniform(0.2, 0.8)
    if rules.variant.visits_every_dot:
        loop = loop_by_all_dots(rng, rows, cols)
    else:
        loop = random_loop(grid, SeededRandom(rng.randrange(10**9)))
    animals = rng.uniform(0.1, 0.4) if rules.variant.signs else 0
    inside = cells_inside(grid, loop)
    clues = [
        (SHEEP if cell in inside else WOLF)
        if rng.random() < animals
        else len(loop.intersection(edges))
        if rng.random() < share
        else None
        for cell, edges in enumerate(grid.cell_edges)
    ]
    return Puzzle(grid, tuple(clues), rules), loop
