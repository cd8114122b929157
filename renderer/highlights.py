"""Highlights of a picture: hints and their arguments, mistakes, and single dots."""

from typing import Annotated, TypeAlias

from msgspec import Struct

Cells: TypeAlias = Annotated[frozenset[int], "cells"]
Dots: TypeAlias = Annotated[frozenset[int], "dots"]
Edges: TypeAlias = Annotated[frozenset[int], "edges"]
EdgesInOrder: TypeAlias = Annotated[tuple[int, ...], "edges"]
NumberedEdges: TypeAlias = Annotated[tuple[tuple[int, int], ...], "edges"]
NumberedPairs: TypeAlias = Annotated[tuple[tuple[int, int, int], ...], "edges"]
Dot: TypeAlias = Annotated[int | None, "dot"]
"""What the numbers of a field are of; in tuples, the last number is that of a sentence or step."""

SIGNS = "①②③④"
"""The signs of edges that a question is about; letters name columns, numbers rows."""


class Highlights(Struct, frozen=True):
    """The cells, dots and edges that a picture highlights, by their numbers in the grid.

    - `region`: cells to look at; they are shaded and outlined.
    - `reason_cells`, `reason_dots`: clues and dots that an argument uses as reasons; `summed` is
      whether it counts the lines around them all: they are an area, whose border is drawn.
    - `known`: marked edges that the argument uses.
    - `forced_lines`, `forced_crosses`: edges whose state follows, marked or not.
    - `supposed_lines`, `supposed_crosses`: edges that an argument supposes to have that state.
    - `then_lines`, `then_crosses`: edges whose state follows in an argument, each with the number
      of that sentence or step, as (edge, number). Those that are forced too only get the number.
    - `case_lines`, `case_crosses`: the same in the second of two cases; its supposition has no
      number, which is 0.
    - `ones`, `alikes`: two edges at a dot, of which exactly one is a line, or which are both lines
      or both crosses, with the number of the sentence or 0, as (edge, edge, number).
    - `wrong`: edges with wrong marks; `culprits`: those that are explained.
    - `conflict_cells`, `conflict_dots`, `conflict_edges`: where the marks break a rule, or would.
    - `inside_cells`, `outside_cells`: cells that are known to be inside and outside of the loop.
    - `tried`: marked edges of which the mark is on trial.
    - `drawn_by`: lines by who of several people drew them, as (edge, number from 0); a letter is on
      those of each, and other lines are hollow.
    - `in_mind`: crosses that are not drawn, but in mind: they are small.
    - `only_first`, `only_second`: lines of only one of two compared solutions.
    - `asked`: edges that a question is about, with the signs of `SIGNS` in this order.
    - `cursor`, `start`, `finish`: single dots with a symbol.
    - `dim_satisfied`: whether satisfied clues are drawn in a fainter colour.
    - `doubts`, `edge_doubts`: cells whose clue, and edges whose mark is not certain; they have
      frames.

    >>> Highlights(reason_cells=frozenset({3}), forced_lines=frozenset({0, 1})).cursor is None
    True
    """

    region: Cells = frozenset()
    reason_cells: Cells = frozenset()
    reason_dots: Dots = frozenset()
    known: Edges = frozenset()
    forced_lines: Edges = frozenset()
    forced_crosses: Edges = frozenset()
    supposed_lines: Edges = frozenset()
    supposed_crosses: Edges = frozenset()
    then_lines: NumberedEdges = ()
    then_crosses: NumberedEdges = ()
    case_lines: NumberedEdges = ()
    case_crosses: NumberedEdges = ()
    ones: NumberedPairs = ()
    alikes: NumberedPairs = ()
    wrong: Edges = frozenset()
    culprits: Edges = frozenset()
    conflict_cells: Cells = frozenset()
    conflict_dots: Dots = frozenset()
    conflict_edges: Edges = frozenset()
    inside_cells: Cells = frozenset()
    outside_cells: Cells = frozenset()
    tried: Edges = frozenset()
    only_first: Edges = frozenset()
    only_second: Edges = frozenset()
    asked: EdgesInOrder = ()
    cursor: Dot = None
    start: Dot = None
    finish: Dot = None
    dim_satisfied: bool = False
    doubts: Cells = frozenset()
    edge_doubts: Edges = frozenset()
    in_mind: Edges = frozenset()
    summed: bool = False
    drawn_by: NumberedEdges = ()

    @property
    def cells(self) -> frozenset[int]:
        """The cells that a text about the highlights may name."""
        return self.reason_cells.union(
            self.conflict_cells, self.inside_cells, self.outside_cells, self.doubts
        )

    @property
    def dots(self) -> frozenset[int]:
        """The dots that a text about the highlights may name."""
        return self.reason_dots | self.conflict_dots

    @property
    def edges(self) -> frozenset[int]:
        """The edges that an argument is about, without the marks that it uses."""
        numbered = *self.then_lines, *self.then_crosses, *self.case_lines, *self.case_crosses
        pairs = *self.ones, *self.alikes
        return (self.forced_lines | self.forced_crosses | self.wrong | self.culprits).union(
            self.supposed_lines,
            self.supposed_crosses,
            (edge for edge, _ in numbered),
            (edge for one, two, _ in pairs for edge in (one, two)),
        )


NO_HIGHLIGHTS = Highlights()
"""No highlights."""
