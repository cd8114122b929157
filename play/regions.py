"""The order in which a player finished the regions of a board, and where help was used.

Shared results are drawn from this value alone, so they tell nothing else of a solution.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from play.history import History
from play.steps import HistoryStep, base36
from puzzle.grid import Grid
from puzzle.model import EdgeState
from puzzle.regions import edge_regions, region_counts


class RegionOrder(Struct, frozen=True):
    """The rank of each region of `puzzle.regions`, from 1, and the regions with help.

    A region is finished when the last of its edges on the loop got its line, also within a stroke.
    Regions that were finished by the same marks that are no stroke share a rank. Regions without
    such an edge come last: one by one, or with others that were finished together, so that they
    cannot be told from others. `ranks` is empty while the board is unsolved.

    >>> order = RegionOrder((1, 2, 3, 2), frozenset({3}))
    >>> order.to_text(), RegionOrder.from_text(order.to_text()) == order
    ('1232;3', True)
    """

    ranks: tuple[int, ...] = ()
    helped: frozenset[int] = frozenset()

    def with_help(self, history: History, about: Collection[int], pen: int) -> RegionOrder:
        """The order after help about some edges.

        Help about no edge in particular counts for the edges of the last step, or at the pen's dot.
        """
        grid = history.board.puzzle.grid
        about = about or history.last_edges
        regions = edge_regions(grid)
        here = {regions[edge] for edge in about or grid.dot_edges[pen]}
        return replace(self, helped=self.helped | here)

    def solved(self, history: History, *, is_drawn: bool = False) -> RegionOrder:
        """The order of a solved board, from the steps that led to it.

        Edges that no kept step changed were finished before the others. `is_drawn` is whether the
        last step is a stroke, also where it ends at the dot where the pen was before.
        """
        return replace(self, ranks=_ranks(history, is_drawn=is_drawn))

    def to_text(self) -> str:
        """The order as it is stored."""
        return f"{''.join(map(base36, self.ranks))};{''.join(map(base36, sorted(self.helped)))}"

    @classmethod
    def from_text(cls, text: str | None) -> RegionOrder:
        """A stored order; nothing is known for None. Raises `ValueError` for other texts."""
        ranks, helped = text.split(";") if text else ("", "")
        return cls(tuple(_digits(ranks)), frozenset(_digits(helped)))


def _digits(text: str) -> Iterable[int]:
    return (int(digit, 36) for digit in text)


def _ranks(history: History, *, is_drawn: bool) -> tuple[int, ...]:
    grid = history.board.puzzle.grid
    rows, cols = region_counts(grid.rows, grid.cols)
    regions, drawn = edge_regions(grid), _places_of_edges(history, is_drawn=is_drawn)
    finished: dict[int, int] = {}
    for edge in history.board.lines:
        region = regions[edge]
        finished[region] = max(finished.get(region, -1), drawn.get(edge, -1))
    last = max(finished.values(), default=-1)
    pause = int(list(finished.values()).count(last) == 1)
    for region in range(rows * cols):
        if region not in finished:
            last += pause
            finished[region] = last
    times = [finished[region] for region in range(rows * cols)]
    rank = {time: place for place, time in enumerate(sorted(set(times)), start=1)}
    return tuple(rank[time] for time in times)


def _places_of_edges(history: History, *, is_drawn: bool) -> Mapping[int, int]:
    """Where each edge was last changed among all changes: a stroke draws one after the other."""
    places, count = dict[int, int](), 0
    for number, step in enumerate(history.done, 1):
        is_stroke = step.start != step.end or (is_drawn and number == len(history.done))
        drawn = _along(history.board.puzzle.grid, step) if is_stroke else []
        last = count + len(drawn)
        places |= {change.edge: count for change in step.changes}
        places |= {edge: last - back for back, edge in enumerate(drawn)}
        count = last + 1
    return places


def _along(grid: Grid, step: HistoryStep) -> list[int]:
    """The edges of a stroke, back from the dot where it ends."""
    left = {change.edge for change in step.changes if change.after is EdgeState.LINE}
    found, dot = list[int](), step.end
    while ways := sorted(left.intersection(grid.dot_edges[dot])):
        left.remove(ways[0])
        found.append(ways[0])
        dot = sum(grid.edge_dots[ways[0]]) - dot
    return found
