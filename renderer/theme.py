"""Themes: a form, a size and a colour for each role of a shape.

Roles differ in form, not only in colour, so that they can be told apart without colour vision.
Marks are solid strokes; forced lines are dashed; reasons are rings, and broad bands below known
marks; mistakes are angular (zigzags, hollow lines, square frames). What an argument supposes has a
ring on its edge, and what follows from it a number; in the second of two cases, it has more dashes.
A corner of which exactly one edge is a line has one arc, one whose edges are alike has two. A sheep
has round wool and hanging ears, a wolf pointed ears and a snout.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from msgspec import Struct

from renderer.errors import UnknownThemeError
from renderer.shapes import CAPTION_SIZE, ORDER_ROLES, PERSON_ROLES, ShapeRole

ORDER_SHARES = (0.08, 0.18, 0.28, 0.38, 0.48)
"""Shares of the colour of reasons in the grounds of regions, from the first to the last."""

EDGE_SHARE = 0.6
"""Share of the colour of dots in that of edges without marks."""


class MarkForm(Enum):
    """The form of a symbol or of a stroke along an edge; other shapes are `SOLID`."""

    SOLID = "solid"
    DISC = "disc"
    RING = "ring"
    SALTIRE = "saltire"
    DIAMOND = "diamond"
    LOZENGE = "lozenge"
    TRIANGLE = "triangle"
    SQUARE = "square"
    FRAME = "frame"
    SHEEP = "sheep"
    WOLF = "wolf"
    DASHES = "dashes"
    ZIGZAG = "zigzag"


class MarkStyle(Struct, frozen=True):
    """The style of one role.

    - `colour`: "#rrggbb".
    - `size`: width of a stroke, width of a symbol, or font size, in cells; 0 for areas.
    - `weight`: width of the strokes of a symbol or of the outline that makes letters bolder, as
      a share of `size`.
    - `dashes`: number of dashes of a dashed edge.
    """

    colour: str
    size: float = 0.0
    weight: float = 0.0
    form: MarkForm = MarkForm.SOLID
    dashes: int = 0

    @property
    def rgb(self) -> tuple[int, int, int]:
        """The colour as red, green and blue from 0 to 255.

        >>> MarkStyle("#ff8000").rgb
        (255, 128, 0)
        """
        red, green, blue = bytes.fromhex(self.colour[1:])
        return red, green, blue


class Theme(Struct, frozen=True):
    """A style for each role.

    `bend` is the distance from a corner, in cells, at which lines start to turn in an arc.
    """

    name: str
    styles: Mapping[ShapeRole, MarkStyle]
    bend: float = 0.2


class _Colours(Struct, frozen=True):
    """The colours of a theme as "#rrggbb"; related roles share a colour.

    `bold` is a factor for the widths of most strokes and of dots.
    """

    theme: str
    board: str
    inside: str
    region: str
    known: str
    faint: str
    clue: str
    dimmed: str
    line: str
    label: str
    reason: str
    forced: str
    wrong: str
    second: str
    place: str
    people: tuple[str, ...]
    bold: float = 1.0


_ON_LIGHT = (
    "#0068a5",
    "#b84a00",
    "#00785a",
    "#a03a80",
    "#7d6200",
    "#5a45b8",
    "#b3202c",
    "#4d5c66",
)
_ON_DARK = (
    "#5cb3ff",
    "#ff9a4d",
    "#3ddba5",
    "#ff8ccf",
    "#e6d24d",
    "#b9a3ff",
    "#ff7b85",
    "#b4cdd8",
)
"""The colours of people on light and on dark boards, after the palette of Okabe and Ito."""


def _mixed(one: str, other: str, share: float) -> str:
    """A colour between two, with a share of the other.

    >>> _mixed("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


def _theme(c: _Colours) -> Theme:
    """The theme of those colours."""
    bold = c.bold
    return Theme(
        c.theme,
        {
            ShapeRole.BOARD: MarkStyle(c.board),
            ShapeRole.INSIDE: MarkStyle(c.inside),
            ShapeRole.REGION: MarkStyle(c.region),
            ShapeRole.REGION_OUTLINE: MarkStyle(c.reason, 0.07 * bold),
            ShapeRole.KNOWN: MarkStyle(c.known, 0.36),
            ShapeRole.REASON: MarkStyle(c.known, 0.7, form=MarkForm.DISC),
            **{
                role: MarkStyle(_mixed(c.board, c.reason, share))
                for role, share in zip(ORDER_ROLES, ORDER_SHARES, strict=True)
            },
            ShapeRole.EDGE: MarkStyle(_mixed(c.board, c.faint, EDGE_SHARE), 0.04 * bold),
            ShapeRole.DOT: MarkStyle(c.faint, 0.1 * bold, form=MarkForm.DISC),
            ShapeRole.CLUE: MarkStyle(c.clue, 0.56, 0.01 * bold),
            ShapeRole.DIMMED_CLUE: MarkStyle(c.dimmed, 0.56, 0.01 * bold),
            ShapeRole.SHEEP: MarkStyle(c.clue, 0.68, 0.085, MarkForm.SHEEP),
            ShapeRole.WOLF: MarkStyle(c.clue, 0.68, 0.085, MarkForm.WOLF),
            ShapeRole.CROSS: MarkStyle(c.faint, 0.17 * bold, 0.22, MarkForm.SALTIRE),
            ShapeRole.CROSS_IN_MIND: MarkStyle(c.reason, 0.13 * bold, 0.22, MarkForm.SALTIRE),
            ShapeRole.REASON_CELL: MarkStyle(c.reason, 0.73, 0.07 * bold, MarkForm.RING),
            ShapeRole.REASON_DOT: MarkStyle(c.reason, 0.38, 0.15 * bold, MarkForm.RING),
            ShapeRole.AREA_BORDER: MarkStyle(c.second, 0.07 * bold, form=MarkForm.DASHES, dashes=3),
            ShapeRole.LINE: MarkStyle(c.line, 0.12 * bold),
            ShapeRole.TRIED_LINE: MarkStyle(c.board, 0.05 * bold),
            ShapeRole.TRIED_CROSS: MarkStyle(c.line, 0.17 * bold, 0.14, MarkForm.SALTIRE),
            ShapeRole.FORCED_LINE: MarkStyle(c.forced, 0.16, form=MarkForm.DASHES, dashes=3),
            ShapeRole.FORCED_CROSS: MarkStyle(c.forced, 0.28, 0.28 * bold, MarkForm.SALTIRE),
            ShapeRole.ONLY_FIRST: MarkStyle(c.forced, 0.14 * bold, form=MarkForm.DASHES, dashes=2),
            ShapeRole.ONLY_SECOND: MarkStyle(c.second, 0.12 * bold, form=MarkForm.DASHES, dashes=5),
            ShapeRole.SUPPOSED_LINE: MarkStyle(c.second, 0.18, form=MarkForm.DASHES, dashes=2),
            ShapeRole.SUPPOSED_CROSS: MarkStyle(c.second, 0.28, 0.28 * bold, MarkForm.SALTIRE),
            ShapeRole.SUPPOSED_RING: MarkStyle(c.second, 0.5, 0.12 * bold, MarkForm.RING),
            ShapeRole.THEN_LINE: MarkStyle(c.second, 0.13 * bold, form=MarkForm.DASHES, dashes=4),
            ShapeRole.THEN_CROSS: MarkStyle(c.second, 0.2, 0.28 * bold, MarkForm.SALTIRE),
            ShapeRole.NUMBER_PLATE: MarkStyle(c.board, 0.36, form=MarkForm.DISC),
            ShapeRole.NUMBER: MarkStyle(c.second, 0.36, 0.03 * bold),
            ShapeRole.CASE_LINE: MarkStyle(c.reason, 0.13 * bold, form=MarkForm.DASHES, dashes=6),
            ShapeRole.CASE_CROSS: MarkStyle(c.reason, 0.2, 0.28 * bold, MarkForm.SALTIRE),
            ShapeRole.CASE_NUMBER: MarkStyle(c.reason, 0.36, 0.03 * bold),
            ShapeRole.SIGN_RING: MarkStyle(c.second, 0.5, 0.05 * bold, MarkForm.RING),
            ShapeRole.ARC_PLATE: MarkStyle(c.board, 0.26, form=MarkForm.DISC),
            ShapeRole.ONE_ARC: MarkStyle(c.second, 0.08 * bold),
            ShapeRole.ALIKE_ARC: MarkStyle(c.second, 0.06 * bold),
            ShapeRole.OUTSIDE: MarkStyle(c.region),
            ShapeRole.INSIDE_SIGN: MarkStyle(c.line, 0.16, form=MarkForm.SQUARE),
            ShapeRole.OUTSIDE_SIGN: MarkStyle(c.reason, 0.18, 0.2, MarkForm.RING),
            ShapeRole.WRONG_LINE: MarkStyle(c.wrong, 0.3, 0.24 * bold, MarkForm.ZIGZAG),
            ShapeRole.WRONG_CROSS: MarkStyle(c.wrong, 0.19, 0.3, MarkForm.SALTIRE),
            ShapeRole.WRONG_FRAME: MarkStyle(c.wrong, 0.54, 0.13 * bold, MarkForm.LOZENGE),
            ShapeRole.CULPRIT: MarkStyle(c.wrong, 0.7, 0.08 * bold, MarkForm.LOZENGE),
            ShapeRole.CONFLICT_LINE: MarkStyle(c.wrong, 0.22 * bold),
            ShapeRole.CONFLICT_CORE: MarkStyle(c.board, 0.08 * bold),
            ShapeRole.CONFLICT_CROSS: MarkStyle(c.wrong, 0.24, 0.3 * bold, MarkForm.SALTIRE),
            ShapeRole.CONFLICT_CELL: MarkStyle(c.wrong, 0.64, 0.1 * bold, MarkForm.FRAME),
            ShapeRole.DOUBT: MarkStyle(c.second, 0.84, 0.09 * bold, MarkForm.FRAME),
            ShapeRole.CONFLICT_DOT: MarkStyle(c.wrong, 0.36, 0.17 * bold, MarkForm.FRAME),
            ShapeRole.START: MarkStyle(c.place, 0.42, form=MarkForm.TRIANGLE),
            ShapeRole.FINISH: MarkStyle(c.place, 0.32, form=MarkForm.SQUARE),
            ShapeRole.CURSOR: MarkStyle(c.place, 0.44, form=MarkForm.DIAMOND),
            ShapeRole.LABEL: MarkStyle(c.label, 0.32),
            ShapeRole.CAPTION: MarkStyle(c.clue, CAPTION_SIZE),
            ShapeRole.FOOTER: MarkStyle(c.label, 0.34),
            ShapeRole.TITLE: MarkStyle(c.clue, 0.56, 0.012 * bold),
            ShapeRole.FIGURE: MarkStyle(c.line, 0.6, 0.012 * bold),
            **{
                role: MarkStyle(colour, 0.15 * bold)
                for role, colour in zip(PERSON_ROLES, c.people, strict=True)
            },
        },
    )


_LIGHT = _Colours(
    theme="light",
    board="#fdfbf6",
    inside="#fcefd3",
    region="#e6ecf5",
    known="#c3daf5",
    faint="#868172",
    clue="#26262e",
    dimmed="#827e73",
    line="#bd6800",
    label="#6a665c",
    reason="#1f63b5",
    forced="#0a8440",
    wrong="#c8102e",
    second="#5b1a8b",
    place="#5b1a8b",
    people=_ON_LIGHT,
)

_DARK = _Colours(
    theme="dark",
    board="#1a1a1e",
    inside="#332d26",
    region="#2b3140",
    known="#26446a",
    faint="#868b9d",
    clue="#eceef4",
    dimmed="#747a8c",
    line="#f5b942",
    label="#9ba0b2",
    reason="#6cb4ff",
    forced="#4fdc9a",
    wrong="#ff6b70",
    second="#edcaff",
    place="#edcaff",
    people=_ON_DARK,
)

_PAPER = _Colours(
    theme="paper",
    board="#ffffff",
    inside="#eeeeee",
    region="#e4e4e4",
    known="#cfcfcf",
    faint="#767676",
    clue="#000000",
    dimmed="#7c7c7c",
    line="#000000",
    label="#555555",
    reason="#4a4a4a",
    forced="#2f2f2f",
    wrong="#1a1a1a",
    second="#6a6a6a",
    place="#000000",
    people=_ON_LIGHT,
)

_CONTRAST = _Colours(
    theme="contrast",
    board="#000000",
    inside="#232323",
    region="#262a52",
    known="#0a45b8",
    faint="#b8b8b8",
    clue="#ffffff",
    dimmed="#8f8f8f",
    line="#ffe600",
    label="#ffffff",
    reason="#7fd4ff",
    forced="#3dff8b",
    wrong="#ff8080",
    second="#ff4fee",
    place="#ff4fee",
    people=_ON_DARK,
    bold=1.3,
)

# The palette of Okabe and Ito (jfly.uni-koeln.de/color), darkened for contrast on white.
_COLOUR_BLIND = _Colours(
    theme="colour-blind",
    board="#ffffff",
    inside="#f3efd2",
    region="#e8eef3",
    known="#b5dcf5",
    faint="#666666",
    clue="#000000",
    dimmed="#828282",
    line="#000000",
    label="#595959",
    reason="#0068a5",
    forced="#009069",
    wrong="#c95500",
    second="#8f3570",
    place="#8f3570",
    people=_ON_LIGHT,
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {each.theme: _theme(each) for each in (_LIGHT, _DARK, _PAPER, _CONTRAST, _COLOUR_BLIND)}
)
"""All themes by name."""


def theme_named(name: str) -> Theme:
    """The theme of that name. Raises `UnknownThemeError` when there is none.

    >>> theme_named("dark").name
    'dark'
    """
    try:
        return THEMES[name]
    except KeyError:
        raise UnknownThemeError(name, tuple(THEMES)) from None
