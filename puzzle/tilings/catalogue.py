"""All tilings: their names, Loopy's numbers, the sizes of boards, and what makes their tiles."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from msgspec import Struct

from puzzle.bounds import Bounds
from puzzle.errors import SizeError
from puzzle.grid import SQUARE, Grid, GridKey, square_of
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.tilings import periodic
from puzzle.tilings.hats import hat_tiles
from puzzle.tilings.patches import malformed
from puzzle.tilings.penrose import kite_tiles, rhomb_tiles
from puzzle.tilings.spectres import spectre_tiles
from puzzle.tilings.tiles import Tile, assemble

_Count = Callable[[GridKey], int]
_Build = Callable[[GridKey], Grid]


class Tiling(Struct, frozen=True):
    """A tiling of the plane by cells.

    - `name`: the name in a `GridKey`, in commands and in stored puzzles.
    - `title`: what people call it.
    - `number`: the number of Loopy, as in the t2 of a game ID.
    - `faces`: the number of cells by the key of a grid; on aperiodic tilings at least as many.
    - `build`: the grid by its key.
    - `shortest`: the shortest side that a board may have, and `longest` the least of its longer.
    - `is_periodic`: whether the plane repeats itself, so that all boards of a size are alike.
    - `patch`: the patch of such boards in current game IDs.
    """

    name: str
    title: LazyMessage
    number: int
    faces: _Count
    build: _Build
    shortest: int = 3
    longest: int = 1
    is_periodic: bool = True
    patch: str = ""

    @property
    def has_patch(self) -> bool:
        """Whether game IDs describe which part of the plane a board is."""
        return bool(self.patch) or not self.is_periodic

    def cells(self, rows: int, cols: int) -> int:
        """The number of cells of a board of a periodic tiling."""
        return self.faces(self.key(rows, cols))

    def key(self, rows: int, cols: int) -> GridKey:
        """The key of a board of a periodic tiling, as current game IDs have it."""
        return GridKey(self.name, rows, cols, self.patch)

    def check(self, rows: int, cols: int, bounds: Bounds) -> None:
        """Raise `SizeError` for a board that is too small for the tiling or out of bounds."""
        bounds.check(rows, cols)
        size = f"{cols}x{rows}"
        if min(rows, cols) < self.shortest:
            reason = lazy("no side may be under {least} on this tiling", least=self.shortest)
            raise SizeError(size, reason)
        if max(rows, cols) < self.longest:
            reason = lazy("one side must be {least} or more on this tiling", least=self.longest)
            raise SizeError(size, reason)
        bounds.check_cells(size, self.faces(GridKey(self.name, rows, cols)))


def _triangles(key: GridKey) -> Grid:
    if key.patch not in {"", _TRIANGLES}:
        raise malformed()
    make = periodic.triangular if key.patch else periodic.old_triangular
    return assemble(key, list(make(key.cols, key.rows)), build_grid)


_TRIANGLES = "0"
"""The patch in current IDs of triangles."""


def _triangle_count(key: GridKey) -> int:
    if not key.patch:
        return 2 * key.cols * key.rows
    return key.rows * (2 * key.cols + 1) - 2 * (key.rows % 2)


def _floret_count(key: GridKey) -> int:
    missing = (key.cols + 1) // 2 if min(key.cols, key.rows) > 1 else 0
    return 6 * (key.cols * key.rows - missing)


def _count(per_place: int, per_side: int, more: int) -> _Count:
    """So many cells per place of the lattice, fewer by some per row and column, and some more."""
    return lambda key: per_place * key.cols * key.rows - per_side * (key.cols + key.rows) + more


def _periodic(  # noqa: PLR0913, PLR0917 - a row of a table
    name: str,
    title: LazyMessage,
    number: int,
    faces: _Count,
    tiles: Callable[[int, int], Iterable[Tile]],
    shortest: int = 3,
    longest: int = 1,
) -> Tiling:
    def build(key: GridKey) -> Grid:
        return assemble(key, list(tiles(key.cols, key.rows)), build_grid)

    return Tiling(name, title, number, faces, build, shortest, longest)


def _aperiodic(
    name: str,
    title: LazyMessage,
    number: int,
    tiles: Callable[[int, int, str], list[Tile]],
    shortest: int,
) -> Tiling:
    def build(key: GridKey) -> Grid:
        return assemble(key, tiles(key.cols, key.rows, key.patch), build_grid)

    return Tiling(name, title, number, _count(1, 0, 0), build, shortest, is_periodic=False)


_ALL = (
    Tiling(SQUARE, lazy("squares"), 0, _count(1, 0, 0), square_of, 1),
    Tiling("triangular", lazy("triangular"), 1, _triangle_count, _triangles, patch=_TRIANGLES),
    _periodic("honeycomb", lazy("honeycomb"), 2, _count(1, 0, 0), periodic.honeycomb),
    _periodic("snub-square", lazy("snub-square"), 3, _count(3, 1, 0), periodic.snub_square),
    _periodic("cairo", lazy("Cairo"), 4, _count(2, 1, 0), periodic.cairo, longest=4),
    _periodic(
        "great-hexagonal", lazy("great-hexagonal"), 5, _count(6, 4, 3), periodic.great_hexagonal
    ),
    _periodic("octagonal", lazy("octagonal"), 6, _count(2, 1, 1), periodic.octagonal),
    _periodic("kites", lazy("kites"), 7, _count(6, 0, 0), periodic.kites),
    _periodic("floret", lazy("floret"), 8, _floret_count, periodic.floret, 1, 2),
    _periodic("dodecagonal", lazy("dodecagonal"), 9, _count(3, 2, 2), periodic.dodecagonal, 2),
    _periodic(
        "great-dodecagonal",
        lazy("great-dodecagonal"),
        10,
        _count(6, 4, 3),
        periodic.great_dodecagonal,
        2,
    ),
    _aperiodic("penrose-kites", lazy("Penrose kite/dart"), 11, kite_tiles, 4),
    _aperiodic("penrose-rhombs", lazy("Penrose rhombs"), 12, rhomb_tiles, 3),
    _periodic(
        "great-great-dodecagonal",
        lazy("great-great-dodecagonal"),
        13,
        _count(12, 10, 9),
        periodic.great_great_dodecagonal,
        2,
    ),
    _periodic("kagome", lazy("kagome"), 14, _count(3, 0, -2), periodic.kagome),
    _periodic(
        "compass-dodecagonal",
        lazy("compass-dodecagonal"),
        15,
        _count(6, 5, 5),
        periodic.compass_dodecagonal,
        2,
    ),
    _aperiodic("hats", lazy("hats"), 16, hat_tiles, 6),
    _aperiodic("spectres", lazy("spectres"), 17, spectre_tiles, 6),
)

TILINGS: Mapping[str, Tiling] = MappingProxyType({tiling.name: tiling for tiling in _ALL})
"""All tilings by their names, in Loopy's order."""
BY_NUMBER: Mapping[int, Tiling] = MappingProxyType({tiling.number: tiling for tiling in _ALL})
"""All tilings by Loopy's numbers."""


def build_grid(key: GridKey) -> Grid:
    """The grid of a key; its size must have been checked with `Tiling.check`.

    Raises `ValueError` for an unknown tiling, and `NotationError` for an invalid patch.

    >>> build_grid(GridKey("honeycomb", 3, 4))
    <honeycomb grid, 3 rows by 4 columns>
    """
    if key.tiling not in TILINGS:
        raise ValueError(f"the tiling {key.tiling!r} is not known; use one of {', '.join(TILINGS)}")
    # Squares are kept by square_grid alone: two caches would hold two copies of a grid.
    return square_of(key) if key.tiling == SQUARE else _build_tiles(key)


@lru_cache(maxsize=32)
def _build_tiles(key: GridKey) -> Grid:
    return TILINGS[key.tiling].build(key)
