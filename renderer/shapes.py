"""The shapes of a picture and their roles.

All lengths are in cells: the side of a square cell is 1, and `renderer.positions` has the unit on
other tilings. x grows to the right and y downwards; the least x and y of dots are 0.
"""

from enum import Enum
from typing import TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[float, float]
"""A position as (x, y), in cells."""

CAPTION_SIZE = 0.34
"""Font size of captions below a small picture, in cells."""


class ShapeRole(Enum):
    """The meaning of a shape; a theme has a style for each role.

    >>> ShapeRole.FORCED_LINE.css_name
    'forced-line'
    """

    BOARD = "board"
    INSIDE = "inside"
    REGION = "region"
    REGION_OUTLINE = "region-outline"
    KNOWN = "known"
    REASON = "reason"
    ORDER_1 = "order 1"
    ORDER_2 = "order 2"
    ORDER_3 = "order 3"
    ORDER_4 = "order 4"
    ORDER_5 = "order 5"
    EDGE = "edge"
    DOT = "dot"
    CLUE = "clue"
    DIMMED_CLUE = "dimmed clue"
    SHEEP = "sheep"
    WOLF = "wolf"
    CROSS = "cross"
    CROSS_IN_MIND = "cross in mind"
    REASON_CELL = "reason cell"
    REASON_DOT = "reason dot"
    AREA_BORDER = "area border"
    LINE = "line"
    TRIED_LINE = "tried line"
    TRIED_CROSS = "tried cross"
    FORCED_LINE = "forced line"
    FORCED_CROSS = "forced cross"
    ONLY_FIRST = "only first"
    ONLY_SECOND = "only second"
    SUPPOSED_LINE = "supposed line"
    SUPPOSED_CROSS = "supposed cross"
    SUPPOSED_RING = "supposed ring"
    THEN_LINE = "then line"
    THEN_CROSS = "then cross"
    CASE_LINE = "case line"
    CASE_CROSS = "case cross"
    ONE_ARC = "one arc"
    ALIKE_ARC = "alike arc"
    NUMBER_PLATE = "number plate"
    ARC_PLATE = "arc plate"
    SIGN_RING = "sign ring"
    NUMBER = "number"
    CASE_NUMBER = "case number"
    OUTSIDE = "outside"
    INSIDE_SIGN = "inside sign"
    OUTSIDE_SIGN = "outside sign"
    WRONG_LINE = "wrong line"
    WRONG_CROSS = "wrong cross"
    WRONG_FRAME = "wrong frame"
    CULPRIT = "culprit"
    CONFLICT_LINE = "conflict line"
    CONFLICT_CORE = "conflict core"
    CONFLICT_CROSS = "conflict cross"
    CONFLICT_CELL = "conflict cell"
    DOUBT = "doubt"
    CONFLICT_DOT = "conflict dot"
    START = "start"
    FINISH = "finish"
    CURSOR = "cursor"
    LABEL = "label"
    CAPTION = "caption"
    FOOTER = "footer"
    TITLE = "title"
    FIGURE = "figure"
    PERSON_1 = "person 1"
    PERSON_2 = "person 2"
    PERSON_3 = "person 3"
    PERSON_4 = "person 4"
    PERSON_5 = "person 5"
    PERSON_6 = "person 6"
    PERSON_7 = "person 7"
    PERSON_8 = "person 8"

    @property
    def css_name(self) -> str:
        """The name of the role in classes and style sheets."""
        return self.value.replace(" ", "-")


PERSON_ROLES = tuple(role for role in ShapeRole if role.value.startswith("person"))
"""Lines by who of several people drew them."""
ORDER_ROLES = tuple(role for role in ShapeRole if role.value.startswith("order"))
"""Grounds of regions, from the first that was finished to the last; each differs in lightness."""
GROUNDS = frozenset(
    {
        *ORDER_ROLES,
        ShapeRole.BOARD,
        ShapeRole.INSIDE,
        ShapeRole.OUTSIDE,
        ShapeRole.REGION,
        ShapeRole.KNOWN,
        ShapeRole.REASON,
    }
)
"""Roles that are background (ground); all others are foreground (ink) over it."""


class Area(Struct, frozen=True):
    """A filled polygon; with `rounded`, its corners match those of a closed path around it."""

    role: ShapeRole
    corners: tuple[Point, ...]
    rounded: bool = False


class Path(Struct, frozen=True):
    """A stroke along points, where it turns or ends; a closed one returns to the first."""

    role: ShapeRole
    corners: tuple[Point, ...]
    closed: bool = False


class EdgeStroke(Struct, frozen=True):
    """A dashed, zigzag or plain stroke along one edge."""

    role: ShapeRole
    start: Point
    end: Point


class Curve(Struct, frozen=True):
    """A stroke through points, which are given as offsets from a point."""

    role: ShapeRole
    at: Point
    offsets: tuple[Point, ...]


class Symbol(Struct, frozen=True):
    """A small symbol centred at a point: a disc, a cross, a ring, a frame …

    `scale` multiplies the size of the role.
    """

    role: ShapeRole
    at: Point
    scale: float = 1.0


class Text(Struct, frozen=True):
    """A line of text centred at a point.

    `scale` multiplies the font size of the role. The font is smaller if the text would be wider
    than `max_width`, in cells.
    """

    role: ShapeRole
    at: Point
    text: str
    scale: float = 1.0
    max_width: float | None = None


Shape: TypeAlias = Area | Path | EdgeStroke | Curve | Symbol | Text


def kind_of(shape: Shape) -> tuple[ShapeRole, type[Shape], float]:
    """What shapes that are drawn in one style share: role, type, and the scale of symbols."""
    return shape.role, type(shape), shape.scale if isinstance(shape, Symbol) else 1.0
