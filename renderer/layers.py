"""Highlights as layers of path data, for a page that draws the board itself, and themes as CSS."""

from collections.abc import Mapping
from itertools import groupby
from types import MappingProxyType

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.model import Board
from renderer.highlights import Highlights
from renderer.labels import Labels
from renderer.outlines import ink_of, outlines_of, path_data
from renderer.scene import ANIMALS, build_scene
from renderer.shapes import Point, Shape, ShapeRole, Symbol, Text, kind_of
from renderer.theme import THEMES, Theme

OWN_ROLES = frozenset(
    {
        ShapeRole.BOARD,
        ShapeRole.INSIDE,
        ShapeRole.EDGE,
        ShapeRole.DOT,
        ShapeRole.CLUE,
        ShapeRole.DIMMED_CLUE,
        ShapeRole.CROSS,
        ShapeRole.LINE,
    }
)
"""The roles of what a page draws of a board without highlights."""

CHAIN_COLOURS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "light": ("#bd6800", "#4a4740", "#7a6a00", "#8a4a3c"),
        "dark": ("#f5b942", "#f4efe2", "#b8c94a", "#c79a78"),
        "paper": ("#000000",),
        "contrast": ("#ffe600", "#ffffff", "#c9d400", "#e0b080"),
        "colour-blind": ("#000000", "#6a4a20", "#5f6000", "#4d4d4d"),
    }
)
"""Colours by theme for the chains of a board, the first that of lines; hints use none of them."""


class LayerText(Struct, frozen=True):
    """A text of a layer, centred at a point; lengths are in cells."""

    at: Point
    text: str
    size: float


class Layer(Struct, frozen=True):
    """The shapes of a role: a path, filled or stroked with a `width` in cells, or texts."""

    role: str
    path: str = ""
    width: float | None = None
    texts: tuple[LayerText, ...] = ()


def highlight_layers(board: Board, highlights: Highlights, theme: Theme) -> tuple[Layer, ...]:
    """The layers of what highlights add to a board, in drawing order, in the sizes of a theme.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> board = Board.blank(Puzzle(square_grid(1, 1), (4,)))
    >>> found = highlight_layers(board, Highlights(known=frozenset({0})), THEMES["dark"])
    >>> found
    (Layer(role='known', path='M0 0L1 0', width=0.36, texts=()),)
    """
    plain = frozenset(build_scene(board, labels=Labels.CELLS).shapes)
    added = [
        shape
        for shape in build_scene(board, labels=Labels.CELLS, highlights=highlights).shapes
        if shape.role not in OWN_ROLES and shape not in plain
    ]
    groups = groupby(added, kind_of)
    return tuple(_layer(role, [*shapes], theme) for (role, *_), shapes in groups)


def animal_layers() -> dict[Clue, Layer]:
    """The signs of clues that are no counts, by clue, as in a cell of squares around (0, 0).

    They have the same shapes in all themes.

    >>> {clue: layer.role for clue, layer in animal_layers().items()}
    {-2: 'sheep', -3: 'wolf'}
    """
    theme = THEMES["light"]
    return {clue: _layer(role, [Symbol(role, (0.0, 0.0))], theme) for clue, role in ANIMALS.items()}


def _layer(role: ShapeRole, shapes: list[Shape], theme: Theme) -> Layer:
    texts = tuple(
        LayerText(shape.at, shape.text, round(theme.styles[role].size * shape.scale, 3))
        for shape in shapes
        if isinstance(shape, Text)
    )
    drawn = [shape for shape in shapes if not isinstance(shape, Text)]
    if not drawn:
        return Layer(role.css_name, texts=texts)
    path = "".join(path_data(each) for shape in drawn for each in outlines_of(shape, theme))
    return Layer(role.css_name, path, ink_of(drawn[0], theme).width, texts)


def themes_css() -> str:
    """A style sheet with the colours of all themes as variables, named like the roles.

    A page without `data-theme` is in the dark theme, or in the light one if its system is light.

    >>> ":root[data-theme=paper]{--board:#ffffff;" in themes_css()
    True
    """
    dark, light = (_variables(THEMES[name]) for name in ("dark", "light"))
    chosen = "".join(
        f":root[data-theme={name}]{{{_variables(theme)}}}" for name, theme in THEMES.items()
    )
    return f":root{{{dark}}}@media (prefers-color-scheme:light){{:root{{{light}}}}}{chosen}"


def _variables(theme: Theme) -> str:
    colours = {role.css_name: style.colour for role, style in theme.styles.items()}
    chains = CHAIN_COLOURS[theme.name]
    for number in range(max(map(len, CHAIN_COLOURS.values()))):
        colours[f"chain-{number + 1}"] = chains[number % len(chains)]
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())
