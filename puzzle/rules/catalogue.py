"""The rules of a puzzle as a value, and the table of the variants."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.errors import PuzzleError, RulesError
from puzzle.grid import Grid
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.places import cell_name
from puzzle.rules import full
from puzzle.rules.plain import PLAIN_CLUES
from puzzle.rules.sheep_wolf import SHEEP_AND_WOLVES
from puzzle.rules.touch import TOUCHES
from puzzle.rules.variant import Capability, Counted, Variant
from puzzle.rules.vertex import VERTICES

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {each.name: each for each in (PLAIN_CLUES, SHEEP_AND_WOLVES, TOUCHES, VERTICES)}
)
"""The variants of the clues by name."""
_PLAIN = PLAIN_CLUES.name


class Rules(Struct, frozen=True):
    """The rules of a puzzle: a variant of the clues, and whether the loop visits every dot.

    Raises `PuzzleError` when there is no such variant, or it does not combine with `full`.

    >>> Rules("touch", full=True).name, str(Rules("touch", full=True).title)
    ('touch-full', 'Full Touch Slitherlink')
    """

    clues: str = _PLAIN
    full: bool = False

    def __post_init__(self) -> None:
        if self.clues not in VARIANTS:
            raise PuzzleError(f"there are no rules called {self.clues!r}")
        if self.full and self.variant.full_title is None:
            raise PuzzleError(
                lazy(
                    "The rule that the loop visits every dot does not combine with {rules}.",
                    rules=self.variant.title,
                )
            )

    @property
    def variant(self) -> Variant:
        """The variant of the clues."""
        return VARIANTS[self.clues]

    @property
    def name(self) -> str:
        """The name in game IDs and in the column `variant` of a bank.

        >>> PLAIN.name, Rules(full=True).name
        ('standard', 'full')
        """
        if not self.full:
            return self.clues
        return full.NAME if self.clues == _PLAIN else f"{self.clues}-{full.NAME}"

    @property
    def title(self) -> LazyMessage:
        """What the rules are called in a sentence."""
        return self.variant.full_title if self.full else self.variant.title  # type: ignore[return-value]

    @property
    def summaries(self) -> tuple[LazyMessage, ...]:
        """The rules that differ from the plain ones, each as a clause."""
        clues = () if self.clues == _PLAIN else (self.variant.summary,)
        return (*clues, full.SUMMARY) if self.full else clues

    @property
    def is_plain(self) -> bool:
        """Whether these are the plain rules."""
        return self.clues == _PLAIN and not self.full

    def is_plain_with(self, clues: tuple[Clue, ...]) -> bool:
        """Whether these rules demand with these clues what the plain ones do.

        So they do where there might be animals and are none: who writes a puzzle in another way
        does not make it another puzzle.

        >>> Rules("sheep-wolf").is_plain_with((2, None)), Rules("touch").is_plain_with((2, None))
        (True, False)
        """
        if self.full or self.counts_dots:
            return False
        return self.clues == _PLAIN or self.variant.signs.keys().isdisjoint(clues)

    @property
    def counts_dots(self) -> bool:
        """Whether visited dots matter to clues."""
        return self.variant.counted is not Counted.LINES

    def supports(self, capability: Capability) -> bool:
        """Whether something works with these rules; everything does with the plain ones."""
        if not self.full:
            return self.clues == _PLAIN or capability in self.variant.capabilities
        return capability in full.CAPABILITIES and capability in self.variant.capabilities

    def is_possible(self, grid: Grid) -> bool:
        """Whether some loop on a grid may keep the rules, whatever the clues."""
        return not self.full or full.is_possible(grid)

    def line_counts(self, clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
        """For each clue, the number of lines that it demands around its cell, if it does.

        >>> Rules("vertex").line_counts((2, 0, None)), PLAIN.line_counts((2, 0, None))
        ((None, 0, None), (2, 0, None))
        """
        return clues if self.clues == _PLAIN else tuple(map(self.variant.line_count, clues))

    def clue_text(self, clue: int) -> str:
        """A clue as text: its digits, or the letter of an animal.

        >>> Rules("sheep-wolf").clue_text(-2), PLAIN.clue_text(3)
        ('S', '3')
        """
        sign = self.variant.signs.get(clue)
        return sign.letter if sign else str(clue)

    def clue_word(self, clue: int) -> int | LazyMessage:
        """A clue in a sentence: the number, or the name of an animal, which can be translated."""
        sign = self.variant.signs.get(clue)
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

_BY_NAME = MappingProxyType(
    {
        rules.name: rules
        for variant in VARIANTS.values()
        for rules in (
            Rules(variant.name),
            *(() if variant.full_title is None else (Rules(variant.name, full=True),)),
        )
    }
)

ALL_RULES: tuple[Rules, ...] = tuple(_BY_NAME.values())
"""All rules that a puzzle may have, the plain ones first."""


def rules_named(name: str) -> Rules | None:
    """The rules of a name, or None.

    >>> rules_named("sheep-wolf-full")
    Rules(clues='sheep-wolf', full=True)
    """
    return _BY_NAME.get(name)
