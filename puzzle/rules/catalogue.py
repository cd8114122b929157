"""The rules of a puzzle as a value, and the table of the variants."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.errors import PuzzleError, RulesError
from puzzle.grid import Grid
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.places import cell_name
from puzzle.rules.full import full
from puzzle.rules.plain import PLAIN_CLUES
from puzzle.rules.sheep_wolf import SHEEP_AND_WOLVES
from puzzle.rules.touch import TOUCHES
from puzzle.rules.variant import Capability, Variant
from puzzle.rules.vertex import VERTICES

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        each.name: each
        for each in (
            PLAIN_CLUES,
            full(PLAIN_CLUES, "full", lazy("Full Slitherlink")),
            SHEEP_AND_WOLVES,
            full(
                SHEEP_AND_WOLVES,
                "sheep-wolf-full",
                lazy("Full Slitherlink with sheep and wolves"),
            ),
            TOUCHES,
            full(TOUCHES, "touch-full", lazy("Full Touch Slitherlink")),
            VERTICES,
        )
    }
)
"""All variants by name, the plain rules first."""
_PLAIN = PLAIN_CLUES.name


class Rules(Struct, frozen=True):
    """The rules of a puzzle: the name of a variant, in game IDs and in banks too.

    Raises `PuzzleError` when there is none of this name.

    >>> str(Rules("touch-full").title)
    'Full Touch Slitherlink'
    """

    name: str = _PLAIN

    def __post_init__(self) -> None:
        if self.name not in VARIANTS:
            raise PuzzleError(f"there are no rules called {self.name!r}")

    @property
    def variant(self) -> Variant:
        """What differs by rules."""
        return VARIANTS[self.name]

    @property
    def title(self) -> LazyMessage:
        """What the rules are called in a sentence."""
        return self.variant.title

    @property
    def summaries(self) -> tuple[LazyMessage, ...]:
        """The rules that differ from the plain ones, each as a clause."""
        return self.variant.summaries

    @property
    def is_plain(self) -> bool:
        """Whether these are the plain rules."""
        return self.name == _PLAIN

    def is_plain_with(self, clues: tuple[Clue, ...]) -> bool:
        """Whether these rules demand with these clues what the plain ones do.

        So they do where there might be animals and are none: who writes a puzzle in another way
        does not make it another puzzle.

        >>> Rules("sheep-wolf").is_plain_with((2, None)), Rules("touch").is_plain_with((2, None))
        (True, False)
        """
        if self.is_plain:
            return True
        variant = self.variant
        differs = variant.visits_every_dot or variant.counts_dots
        return not differs and variant.signs.keys().isdisjoint(clues)

    def supports(self, capability: Capability) -> bool:
        """Whether something works with these rules; everything does with the plain ones."""
        return capability in self.variant.capabilities

    def line_counts(self, clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
        """For each clue, the number of lines that it demands around its cell, if it does.

        >>> Rules("vertex").line_counts((2, 0, None)), PLAIN.line_counts((2, 0, None))
        ((None, 0, None), (2, 0, None))
        """
        return clues if self.is_plain else self.variant.line_counts(clues)

    def clue_text(self, clue: int) -> str:
        """A clue as text: its digits, or the letter of an animal.

        >>> Rules("sheep-wolf").clue_text(-2), PLAIN.clue_text(3)
        ('S', '3')
        """
        sign = self.variant.sign(clue)
        return sign.letter if sign else str(clue)

    def clue_word(self, clue: int) -> int | LazyMessage:
        """A clue in a sentence: the number, or the name of an animal, which can be translated."""
        sign = self.variant.sign(clue)
        return sign.word if sign else clue

    def check(self, grid: Grid, clues: tuple[Clue, ...]) -> None:
        """Raise `PuzzleError` for a clue that these rules lack.

        Raise `RulesError` for a board of other cells than squares, unless these are the plain ones.
        """
        signs = self.variant.signs
        for cell, (clue, edges) in enumerate(zip(clues, grid.cell_edges, strict=True)):
            if clue is not None and not 0 <= clue <= len(edges) and clue not in signs:
                raise PuzzleError(
                    f"the clue {clue} at {cell_name(grid, cell)} is out of range; "
                    f"a cell here has {len(edges)} edges"
                )
        if not self.is_plain and not grid.is_square:
            raise RulesError(squares_only(self))


def squares_only(rules: Rules) -> LazyMessage:
    """The sentence that other tilings than squares have the plain rules."""
    return lazy("Only boards of squares can be {rules}.", rules=rules.title)


PLAIN = Rules()
"""The plain rules."""

ALL_RULES: tuple[Rules, ...] = tuple(map(Rules, VARIANTS))
"""All rules that a puzzle may have, the plain ones first."""


def rules_named(name: str) -> Rules | None:
    """The rules of a name, or None.

    >>> rules_named("sheep-wolf-full")
    Rules(name='sheep-wolf-full')
    """
    return Rules(name) if name in VARIANTS else None
