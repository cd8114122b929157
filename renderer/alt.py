"""Alternative text (alt text): a board described in words, for screen readers."""

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import TypeAlias

from i18n.localizer import ENGLISH, GROUPS, LIST, Localizer
from i18n.messages import Message, Plural
from puzzle.clue_rows import Clue
from puzzle.grid import Grid
from puzzle.model import Board
from puzzle.rules import Rules, cells_inside, is_one_loop
from puzzle.tilings.catalogue import TILINGS
from renderer.highlights import NO_HIGHLIGHTS, SIGNS, Highlights
from renderer.place_words import RUN, PlaceWords, clue_at
from renderer.positions import positions_of
from renderer.windows import BoardPart

MAX_ALT_LENGTH = 1024
"""Maximum length of an alt text in characters: Discord's limit for attachment descriptions."""
MAX_PLACES_LISTED = 8
"""Maximum number of places of one kind that are named; a longer list is replaced by its count."""

# Size, marks and clues

RULES = Message("Rules: {rules}: {summaries}.")
PUZZLE = Message("Slitherlink puzzle, {columns} by {rows}.")
PUZZLE_WITH_MARKS = Message("Slitherlink puzzle, {columns} by {rows}, with {marks}.")
TILED = Message("Slitherlink puzzle, {tiling}, {cols} by {rows}, {cells}.")
TILED_WITH_MARKS = Message("Slitherlink puzzle, {tiling}, {cols} by {rows}, {cells}, with {marks}.")
COLUMNS = Plural("{count} column", "{count} columns")
ROWS = Plural("{count} row", "{count} rows")
LOOP_DRAWN = Message("the loop drawn")
LINES_DRAWN = Plural("{count} line drawn", "{count} lines drawn")
CROSSES_MADE = Plural("{count} cross", "{count} crosses")
PART = Message("Only {area} is shown.")
INSIDE = Message("Inside the loop: {cells}.")

CLUES_IN_WORDS = Message("Clues row by row: {clues}.")
CLUES_AT = Message("Clues: {clues}.")
CLUES_IN_DIGITS = Message("Clues row by row, dots for blanks: {clues}.")
CLUES_COUNTED = Plural(
    "{count} clue, too many to list here.", "{count} clues, too many to list here."
)
BLANK = Message("blank")

# Highlights

REGION = Message("Look at {area}.")
REASON = Message("Reason: {places}.")
KNOWN = Message("Known: {places}.")
IN_MIND = Message("Small crosses, which follow at once: {places}.")
FORCED_LINES = Message("Must be lines: {places}.")
FORCED_CROSSES = Message("Must be crosses: {places}.")
SUPPOSED_LINES = Message("Supposed lines: {places}.")
SUPPOSED_CROSSES = Message("Supposed crosses: {places}.")
FOLLOWS = Message("Then follows: {places}.")
THEN_LINE = Message("({number}) a line at {edge}")
THEN_CROSS = Message("({number}) a cross at {edge}")
SECOND_CASE = Message("In the second case: {places}.")
CASE_LINE = Message("a line at {edge}")
CASE_CROSS = Message("a cross at {edge}")
ONE_OF = Message("Exactly one is a line: {places}.")
ALIKE = Message("Both lines or both crosses: {places}.")
RELATED = Message("({number}) {edges}")
INSIDE_CELLS = Message("Inside: {places}.")
OUTSIDE_CELLS = Message("Outside: {places}.")
EXPLAINED = Message("Explained: {places}.")
DOUBTS = Message("Not certain: {places}.")
WRONG = Message("Wrong: {places}.")
CONFLICT = Message("Conflict: {places}.")
TRIED = Message("On trial: {places}.")
ONLY_FIRST = Message("Only in the first solution: {places}.")
ONLY_SECOND = Message("Only in the second solution: {places}.")
ASKED = Message("Which one is decided: {places}?")
SIGNED = Message("{sign} {edge}")
START = Message("Start: {places}.")
FINISH = Message("Finish: {places}.")
CURSOR = Message("Cursor: {places}.")

CELL_AT = Message("the cell at {cell}")
CELLS = Plural("{count} cell", "{count} cells")
DOTS = Plural("{count} dot", "{count} dots")
EDGES = Plural("{count} edge", "{count} edges")


def alt_text(
    board: Board,
    highlights: Highlights = NO_HIGHLIGHTS,
    localizer: Localizer = ENGLISH,
    window: BoardPart | None = None,
) -> str:
    """Describe a picture of the board, or of a part of it, in at most `MAX_ALT_LENGTH` characters.

    The clues are written as words if these fit, else as digits and dots, else only counted.
    The highlights are left out only if the text is too long even with counted clues. The cells
    inside the loop are added if they still fit. No sentence reveals whether a mark is right.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> alt_text(Board.blank(puzzle))
    'Slitherlink puzzle, 2 columns by 1 row. Clues row by row: 3 blank.'
    >>> alt_text(Board.of_lines(puzzle, frozenset({0, 1, 2, 3, 4, 6})))[40:]
    'with the loop drawn. Clues row by row: 3 blank. Inside the loop: A1 to B1.'
    >>> alt_text(Board.blank(puzzle), Highlights(reason_cells=frozenset({0})))[40:]
    'Reason: the 3 at A1. Clues row by row: 3 blank.'
    """
    words = _AltText(board, localizer)
    head = words.headline(window)
    head = localizer.gap.join((head, *words.rules()))
    with_highlights = localizer.gap.join((head, *words.highlights(highlights)))
    texts = (
        localizer.gap.join((start, clues))
        for start in (with_highlights, head)
        for clues in words.clues()
    )
    text = next(text for text in texts if len(text) <= MAX_ALT_LENGTH)
    with_inside = localizer.gap.join((text, *words.inside()))
    return with_inside if len(with_inside) <= MAX_ALT_LENGTH else text


Numbered: TypeAlias = tuple[tuple[int, int], ...]
"""Edges with numbers in the picture, or 0."""


class _AltText:
    """The sentences of the alt text of one board, in one language."""

    def __init__(self, board: Board, localizer: Localizer) -> None:
        self._board = board
        self._lines = board.lines
        self._grid: Grid = board.puzzle.grid
        self._is_one_loop = is_one_loop(self._grid, self._lines)
        self._localizer = localizer
        self._words = PlaceWords(board.puzzle.grid, localizer)

    def headline(self, window: BoardPart | None) -> str:
        """The size of the board, how many lines and crosses it has, and the part shown."""
        if window is not None:
            index, (row, col) = self._grid.dot_index, (window.row, window.col)
            ends = index[row, col], index[row + window.rows, col + window.cols]
            part = self._localizer.say(PART, area=self._words.area(ends))
            return self._localizer.gap.join((self.headline(None), part))
        say = self._localizer.say
        marks = []
        if self._is_one_loop:
            marks.append(say(LOOP_DRAWN))
        elif self._lines:
            marks.append(self._count(LINES_DRAWN, len(self._lines)))
        if crosses := self._board.crosses:
            marks.append(self._count(CROSSES_MADE, len(crosses)))
        size = self._size()
        with_marks = PUZZLE_WITH_MARKS if self._grid.is_square else TILED_WITH_MARKS
        if marks:
            return say(with_marks, **size, marks=self._localizer.join(marks))
        return say(PUZZLE if self._grid.is_square else TILED, **size)

    def rules(self) -> Iterator[str]:
        """The name of other rules than the plain ones, and what they say."""
        rules, say = self._board.puzzle.rules, self._localizer.say
        if not rules.is_plain:
            title, *summaries = (
                say(Message(text.message)) for text in (rules.title, *rules.summaries)
            )
            yield say(RULES, rules=title, summaries=self._localizer.join(summaries))

    def _clue_word(self, clue: Clue) -> str:
        """A clue in words: blank, its digits, or the name of an animal."""
        if clue is None:
            return self._localizer.say(BLANK)
        word = self._board.puzzle.rules.clue_word(clue)
        return str(word) if isinstance(word, int) else self._localizer.say(Message(word.message))

    def _size(self) -> dict[str, object]:
        """What the first sentence says of the size of the board."""
        grid = self._grid
        if grid.is_square:
            columns, rows = self._count(COLUMNS, grid.cols), self._count(ROWS, grid.rows)
            return {"columns": columns, "rows": rows}
        cells = self._count(CELLS, len(grid.cells))
        tiling = self._localizer.say(Message(TILINGS[grid.tiling].title.message))
        return {"tiling": tiling, "cols": grid.cols, "rows": grid.rows, "cells": cells}

    def clues(self) -> Iterator[str]:
        """The clues in some versions, longest first: words, digits, their number.

        On other tilings than squares, each is named with its cell, in rows of about a cell.
        """
        puzzle, say, chain = self._board.puzzle, self._localizer.say, self._localizer.chain
        if self._grid.is_square:
            rows = puzzle.clue_rows
            words = [" ".join(map(self._clue_word, row)) for row in rows]
            yield say(CLUES_IN_WORDS, clues=chain(words, GROUPS))
            digits = (_row_in_digits(row, puzzle.rules) for row in rows)
            yield say(CLUES_IN_DIGITS, clues=" / ".join(digits))
        else:
            bands = groupby(self._in_bands(puzzle.clue_cells), self._band)
            listed = [
                chain([f"{self._words.cell(cell)} {puzzle.clues[cell]}" for cell in band], LIST)
                for _, band in bands
            ]
            yield say(CLUES_AT, clues=chain(listed, GROUPS) or say(BLANK))
        yield self._count(CLUES_COUNTED, len(puzzle.clue_cells))

    def _band(self, cell: int) -> int:
        """The row of cells, each about as high as a square, in which a cell is."""
        return int(positions_of(self._grid).cells[cell][1])

    def _in_bands(self, cells: Iterable[int]) -> list[int]:
        """Cells in the order in which people read: from left to right in bands."""
        return sorted(cells, key=lambda cell: (self._band(cell), self._grid.cells[cell][1]))

    def inside(self) -> Iterator[str]:
        """The cells inside the loop, by rows; nothing if there is no loop."""
        if self._is_one_loop:
            inside = _runs(self._grid, self._in_bands(cells_inside(self._grid, self._lines)))
            runs = [self._run(run) for run in inside]
            yield self._localizer.say(INSIDE, cells=self._list(runs))

    def _run(self, run: list[int]) -> str:
        first, last = self._words.cell(run[0]), self._words.cell(run[-1])
        return first if len(run) == 1 else self._localizer.say(RUN, first=first, last=last)

    def highlights(self, shown: Highlights) -> Iterator[str]:
        """One sentence for each kind of highlight that is set."""
        if shown.region:
            dots = {dot for cell in shown.region for dot in self._grid.cell_dots[cell]}
            yield self._localizer.say(REGION, area=self._words.area(dots))
        kinds = (
            (REASON, self._kinds(shown.reason_cells, shown.reason_dots)),
            (KNOWN, self._edges(shown.known - shown.in_mind)),
            (IN_MIND, self._edges(shown.in_mind)),
            (FORCED_LINES, self._edges(shown.forced_lines)),
            (FORCED_CROSSES, self._edges(shown.forced_crosses)),
            (SUPPOSED_LINES, self._edges(shown.supposed_lines)),
            (SUPPOSED_CROSSES, self._edges(shown.supposed_crosses)),
            (FOLLOWS, self._numbered(shown.then_lines, shown.then_crosses)),
            (SECOND_CASE, self._numbered(shown.case_lines, shown.case_crosses)),
            (ONE_OF, self._related(shown.ones)),
            (ALIKE, self._related(shown.alikes)),
            (INSIDE_CELLS, self._cells(shown.inside_cells)),
            (OUTSIDE_CELLS, self._cells(shown.outside_cells)),
            (DOUBTS, self._cells(shown.doubts)),
            (DOUBTS, self._edges(shown.edge_doubts)),
            (WRONG, self._edges(shown.wrong)),
            (EXPLAINED, self._edges(shown.culprits)),
            (CONFLICT, self._conflict(shown)),
            (TRIED, self._edges(shown.tried)),
            (ONLY_FIRST, self._edges(shown.only_first)),
            (ONLY_SECOND, self._edges(shown.only_second)),
            (ASKED, self._signed(shown.asked)),
            (START, self._dots(() if shown.start is None else (shown.start,))),
            (FINISH, self._dots(() if shown.finish is None else (shown.finish,))),
            (CURSOR, self._dots(() if shown.cursor is None else (shown.cursor,))),
        )
        yield from (self._localizer.say(kind, places=places) for kind, places in kinds if places)

    def _numbered(self, lines: Numbered, crosses: Numbered) -> str:
        """What follows in an argument, in the order of the numbers in the picture."""
        kinds = ((CASE_LINE, THEN_LINE, lines), (CASE_CROSS, THEN_CROSS, crosses))
        every = [
            (number, edge, with_number if number else plain)
            for plain, with_number, edges in kinds
            for edge, number in edges
        ]
        found = sorted(every, key=lambda each: each[:2])
        names = [
            self._localizer.say(kind, number=number, edge=self._words.edges([edge]))
            for number, edge, kind in found
        ]
        return self._places(names, EDGES)

    def _signed(self, edges: Iterable[int]) -> str:
        """Edges with the signs in the picture."""
        names = [
            self._localizer.say(SIGNED, sign=sign, edge=self._words.edges([edge]))
            for sign, edge in zip(SIGNS, edges, strict=False)
        ]
        return self._localizer.chain(names, GROUPS)

    def _related(self, pairs: Iterable[tuple[int, int, int]]) -> str:
        """Pairs of edges at a dot, with the numbers in the picture."""
        names = []
        for one, two, number in pairs:
            edges = self._words.edges([one, two])
            names.append(
                self._localizer.say(RELATED, number=number, edges=edges) if number else edges
            )
        return self._localizer.chain(names, GROUPS)

    def _conflict(self, shown: Highlights) -> str:
        return self._kinds(shown.conflict_cells, shown.conflict_dots, shown.conflict_edges)

    def _kinds(self, cells: Iterable[int], dots: Iterable[int], edges: Collection[int] = ()) -> str:
        kinds = (self._cells(cells), self._dots(dots), self._edges(edges))
        return self._localizer.chain([kind for kind in kinds if kind], GROUPS)

    def _cells(self, cells: Iterable[int]) -> str:
        return self._places([self._cell(cell) for cell in sorted(cells)], CELLS)

    def _cell(self, cell: int) -> str:
        name, clue = self._words.cell(cell), self._board.puzzle.clues[cell]
        if clue is None:
            return self._localizer.say(CELL_AT, cell=name)
        return clue_at(self._localizer, self._board.puzzle.rules.clue_word(clue), name)

    def _dots(self, dots: Iterable[int]) -> str:
        listed = sorted(dots)
        if not listed:
            return ""
        if len(listed) > MAX_PLACES_LISTED:
            return self._count(DOTS, len(listed))
        return self._words.dots(listed)

    def _edges(self, edges: Collection[int]) -> str:
        return self._list(self._words.phrases(frozenset(edges))) if edges else ""

    def _places(self, places: list[str], many: Plural) -> str:
        if len(places) > MAX_PLACES_LISTED:
            return self._count(many, len(places))
        return self._list(places)

    def _list(self, parts: list[str]) -> str:
        return self._localizer.chain(parts, LIST)

    def _count(self, template: Plural, count: int) -> str:
        return self._localizer.say(template, count, count=count)


def _row_in_digits(row: tuple[Clue, ...], rules: Rules) -> str:
    return "".join("." if clue is None else rules.clue_text(clue) for clue in row)


def _runs(grid: Grid, cells: Iterable[int]) -> Iterator[list[int]]:
    """Maximal runs of cells in a row, in order; on other tilings than squares each is one."""
    run: list[int] = []
    for cell in cells:
        row, col = grid.cells[cell]
        if run and grid.is_square and grid.cells[run[-1]] == (row, col - 1):
            run.append(cell)
        else:
            if run:
                yield run
            run = [cell]
    if run:
        yield run
