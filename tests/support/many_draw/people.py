"""People who draw on pages: at random, or towards a loop as people do."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence

from msgspec import Struct, field

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from tests.support.many_draw.pages import Page

GRID = square_grid(25, 30)
EDGES = len(GRID.edge_dots)
RIGHT = 0.93
"""The share of the marks of people that are as in the loop."""
LEFT = 0.03
"""People go on to another loop when not more of the edges are wrong."""
UNDONE = 0.08
"""The share of undos."""
CLEARED, ORDERED = 0.003, 0.05
"""The share of removals of one's own marks, and of all of somebody's by who began the board."""
LENGTHS = (1, 1, 1, 2, 3, 5)
"""Edges of a stroke."""
NEAR = 20
"""How far from where a person draws the next stroke begins, in edges."""


def puzzle_of(name: str) -> Puzzle:
    """A puzzle with all clues."""
    loop = loop_of(name)
    return Puzzle(GRID, tuple(len(loop & {*edges}) for edges in GRID.cell_edges))


def loop_of(name: str) -> frozenset[int]:
    """A loop."""
    return random_loop(GRID, SeededRandom(name))


class People(Struct):
    """Those who draw; with `human` one loop after the other, else at random; if it `removes`, they
    clear their marks too, and who began the board takes back those of others."""

    pages: Sequence[Page]
    rng: random.Random
    human: bool = False
    removes: bool = False
    loops: int = 0
    right: Sequence[str] = ()
    places: dict[int, int] = field(default_factory=dict)

    async def draw(self, rate: float, is_over: Callable[[], bool]) -> None:
        """Draw so many strokes a second in all, until it is over."""
        due = time.monotonic()
        while not is_over():
            due += self.rng.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            self._draw(self.rng.choice(self.pages))

    def _draw(self, page: Page) -> None:
        if not page.marks:
            return
        chance = self.rng.random()
        if chance < UNDONE:
            page.ask({"do": "edit", "edit": "undo"})
        elif chance < UNDONE + CLEARED and self.removes:
            page.ask({"do": "edit", "edit": "clear"})
        elif chance < UNDONE + ORDERED and self.removes and page.member == 0:
            what = self.rng.choice(("take-back", "put-back"))
            page.ask(
                {"do": "order", "member": self.rng.randrange(1, len(self.pages)), "what": what}
            )
        elif edges := (self._like_people if self.human else self._random)(page.shown, page.member):
            page.ask({"do": "mark", "edges": edges})

    def _stroke(self, start: int) -> list[int]:
        return [each % EDGES for each in range(start, start + self.rng.choice(LENGTHS))]

    def _random(self, shown: Sequence[str], _: int) -> list[tuple[int, str, str]]:
        edges = self._stroke(self.rng.randrange(EDGES))
        return [
            (edge, shown[edge], self.rng.choice("..-----xxx".replace(shown[edge], "")))
            for edge in edges
        ]

    def _like_people(self, shown: Sequence[str], member: int) -> list[tuple[int, str, str]]:
        """A stroke near the last one; somewhere else now and then, and where all is right."""
        wrong = [edge for edge in range(EDGES) if not self.right or shown[edge] != self.right[edge]]
        if len(wrong) < LEFT * EDGES or not self.right:
            self.loops += 1
            loop = loop_of(f"loop {self.loops}")
            self.right = ["-" if edge in loop else "x" for edge in range(EDGES)]
            return []
        if self.rng.random() < 0.05:
            others = [*self.places.values()]
            goes_along = others and self.rng.random() < 0.5
            self.places[member] = self.rng.choice(others if goes_along else range(EDGES))
        at = self.places.setdefault(member, self.rng.randrange(EDGES))
        near = [edge for edge in wrong if abs(edge - at) <= NEAR]
        if not near:
            near = [self.rng.choice(wrong)]
            self.places[member] = near[0]
        edges = {*wrong}.intersection(self._stroke(self.rng.choice(near)))
        new = ((edge, shown[edge], self._mark(edge)) for edge in edges)
        return [each for each in new if each[1] != each[2]]

    def _mark(self, edge: int) -> str:
        return self.right[edge] if self.rng.random() < RIGHT else self.rng.choice(".x-")
