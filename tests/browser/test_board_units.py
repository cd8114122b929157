"""The modules of the board page that need no server: geometry, strokes, marks, waiting requests.

They are imported in a blank page, and get a grid of squares and one of triangles.
"""

import gzip
import json
import math
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route

from i18n.localizer import ENGLISH
from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from puzzle.rules import (
    Counted,
    ViolationCode,
    around,
    find_loops,
    is_one_loop,
    lines_at_dots,
    violations,
)
from renderer.scene import satisfied_clues
from tests.support.browser.chat_page import Windows
from tests.support.solver.expected import expected
from tests.support.variants import NAMES, sample
from texts.board_page import page_words
from web.board_data import geometry, rules_value
from web.files import EDITOR, IN_DISCORD, packed_files

STATIC = Path(__file__).parents[2] / "web" / "static"
SITE = "http://board.test/"
SQUARES = geometry(Puzzle(square_grid(3, 3), (None, 0, None, None, 4, 1, None, 3, None)))
"""Lines of edges 0 to 11 are horizontal, row by row; those of 12 to 23 are vertical."""
TRIANGLES = {
    "dots": [0, 0, 1, 0, 2, 0, 0.5, 0.866, 1.5, 0.866],
    "cells": [0.5, 0.289, 1, 0.577, 1.5, 0.289],
    "edges": [0, 1, 1, 2, 3, 4, 0, 3, 3, 1, 1, 4, 4, 2],
    "sides": [0, -1, 2, -1, 1, -1, 0, -1, 0, 1, 1, 2, 2, -1],
    "ways": [0, 4, 0, 4, 0, 4, 1, 5, 7, 3, 1, 5, 7, 3],
    "clues": [2, -1, 1],
}
MAX_PAGE_BYTES, MAX_INSIDE_DISCORD, MAX_EDITOR = 54 * 1024, 110 * 1024, 15 * 1024
VARIANTS = frozenset({"variants.js"})
"""What only a page of other rules than the plain ones loads."""
TOGETHER = frozenset({"authors.js", "people.js", "pointing.js", "together.js"})
"""What only the page of a board of several people loads."""
MAX_VARIANTS, MAX_TOGETHER, MAX_LINES = 2 * 1024, 7 * 1024, 150


class Modules:
    """The modules of the board page in a blank page."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def run(self, code: str, *values: Any) -> Any:
        """The value of a function body that gets all names of the modules and `values`."""
        names = ["geometry", "stroke", "marks", "findings", "unsent", "labels", "cells", "shade"]
        names += ["keeping", "variants", "spoken", "words"]
        body = f"""async (given) => {{
            const found = {json.dumps(names)}.map((name) => import(`./${{name}}.js`));
            const {{ Grid, Stroke, Marks, Unsent, withWaiting, chainsOf, chainLooks, clueState,
                mistakesOf, insideCells, Labels, Cells, ShadeStroke, keep, recall, forget, Rules,
                cellInWords, dotInWords, namedClues, useWords,
            }} = Object.assign({{}}, ...(await Promise.all(found)));
            const [first, second, third] = given;
            {code}
        }}"""
        return await self._page.evaluate(body, list(values))

    async def in_window(self, code: str) -> Any:
        """The value of a function of the window."""
        return await self._page.evaluate(code)

    async def in_frame(self, code: str) -> Any:
        """The value of a function of a frame in the window."""
        await self._page.evaluate(
            """() => new Promise((resolve) => {
                const frame = document.createElement("iframe");
                frame.addEventListener("load", resolve);
                frame.src = "./";
                document.body.append(frame);
            })"""
        )
        return await self._page.frames[-1].evaluate(code)

    async def stroke(self, grid: Any, marks: str, mode: str, *points: tuple[float, float]) -> Any:
        """What a stroke along points marks, in the grid's units."""
        return await self.run(
            """const [start, ...rest] = third.points;
            const stroke = new Stroke(new Grid(first), [...second], third.mode, start);
            for (const point of rest) stroke.follow(point);
            return stroke.finish();""",
            grid,
            marks,
            {"mode": mode, "points": points},
        )


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def modules(windows: Windows) -> AsyncIterator[Modules]:
    page = await windows.take(base_url=SITE)

    async def fulfil(route: Route) -> None:
        name = route.request.url.removeprefix(SITE)
        if name:
            await route.fulfill(path=STATIC / name, content_type="text/javascript")
        else:
            await route.fulfill(
                body="<!doctype html><title>Blank</title>", content_type="text/html"
            )

    await page.route(f"{SITE}**", fulfil)
    await page.goto(SITE)
    yield Modules(page)
    await page.context.close()


# Strokes

BLANK = "." * 24


async def test_a_fast_drag_draws_all_edges_between_two_dots(modules: Modules) -> None:
    drawn = await modules.stroke(SQUARES, BLANK, "line", (0, 0), (3, 0), (3, 2))
    assert drawn == [[edge, ".", "-"] for edge in (0, 1, 2, 15, 19)]


async def test_the_first_edge_decides_whether_a_drag_erases(modules: Modules) -> None:
    marks = "-.x-" + "." * 20
    assert await modules.stroke(SQUARES, marks, "line", (0, 0), (3, 0)) == [[0, "-", "."]]
    assert await modules.stroke(SQUARES, marks, "line", (3, 0), (0, 0)) == [
        [2, "x", "-"],
        [1, ".", "-"],
    ]


async def test_dragging_back_takes_the_last_edge_out(modules: Modules) -> None:
    assert await modules.stroke(SQUARES, BLANK, "line", (0, 0), (2, 0), (1, 0)) == [[0, ".", "-"]]
    back = (0, 0), (1, 0), (0, 0)
    assert await modules.stroke(SQUARES, BLANK, "line", *back) == []  # and is no tap


async def test_crosses_never_replace_lines_and_avoid_edges_that_meet_the_drag(
    modules: Modules,
) -> None:
    marks = ".-" + "." * 22
    drawn = await modules.stroke(SQUARES, marks, "cross", (0.5, 0), (2.5, 0))
    assert drawn == [[0, ".", "x"], [2, ".", "x"]]


async def test_a_cross_drag_from_a_cross_removes_crosses(modules: Modules) -> None:
    marks = "x-x" + "." * 21
    drawn = await modules.stroke(SQUARES, marks, "cross", (0.5, 0), (2.5, 0))
    assert drawn == [[0, "x", "."], [2, "x", "."]]


async def test_the_eraser_removes_lines_and_crosses(modules: Modules) -> None:
    marks = "x-." + "." * 21
    drawn = await modules.stroke(SQUARES, marks, "erase", (0.5, 0), (2.5, 0))
    assert drawn == [[0, "x", "."], [1, "-", "."]]


@pytest.mark.parametrize(
    ("mode", "before", "after"),
    [
        ("line", ".", "-"),
        ("line", "-", "x"),
        ("line", "x", "."),
        ("cross", ".", "x"),
        ("cross", "x", "."),
        ("erase", "-", "."),
    ],
)
async def test_a_tap_changes_the_nearest_edge(
    modules: Modules, mode: str, before: str, after: str
) -> None:
    tapped = await modules.stroke(SQUARES, before * 24, mode, (0.5, 0.3), (0.55, 0.3))
    assert tapped == [[0, before, after]]


async def test_a_tap_far_from_all_edges_changes_nothing(modules: Modules) -> None:
    assert await modules.stroke(SQUARES, BLANK, "line", (0.5, 0.5)) == []


async def test_strokes_follow_triangles(modules: Modules) -> None:
    drawn = await modules.stroke(TRIANGLES, "." * 7, "line", (0, 0), (0.5, 0.866), (1, 0), (2, 0))
    assert drawn == [[edge, ".", "-"] for edge in (3, 4, 1)]
    assert await modules.stroke(TRIANGLES, "." * 7, "line", (1.25, 0.4)) == [[5, ".", "-"]]


# Geometry


def nearest_edge(grid: Any, point: tuple[float, float], reach: float) -> int | None:
    """The nearest edge, found by looking at all of them."""
    best, least = None, reach
    for edge in range(len(grid["edges"]) // 2):
        (ax, ay), (bx, by) = (
            grid["dots"][2 * dot : 2 * dot + 2] for dot in grid["edges"][2 * edge : 2 * edge + 2]
        )
        dx, dy = bx - ax, by - ay
        share = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
        share = max(0.0, min(1.0, share))
        away = math.dist(point, (ax + share * dx, ay + share * dy))
        if away < least - 1e-9:
            best, least = edge, away
    return best


@pytest.mark.parametrize("grid", [SQUARES, TRIANGLES])
async def test_the_nearest_edge_is_found_everywhere(modules: Modules, grid: Any) -> None:
    points = [(x * 0.137 - 0.5, y * 0.119 - 0.5) for x in range(30) for y in range(30)]
    found = await modules.run(
        """const grid = new Grid(first);
        return second.map((point) => grid.nearestEdge(point, 0.45) ?? null);""",
        grid,
        points,
    )
    assert found == [nearest_edge(grid, point, 0.45) for point in points]


async def test_arrows_lead_along_the_edge_in_the_nearest_direction(modules: Modules) -> None:
    code = "return second.map(([dot, way]) => new Grid(first).towards(dot, way) ?? null);"
    right, down_right, down, left, up_left, up = 0, 1, 2, 4, 5, 6
    squares = [(0, right), (0, down), (0, up), (0, left), (5, up), (5, up_left)]
    assert await modules.run(code, SQUARES, squares) == [0, 12, None, None, 13, None]
    triangles = [(0, right), (0, down), (1, down_right), (3, left), (4, up), (4, up_left)]
    assert await modules.run(code, TRIANGLES, triangles) == [0, 3, 5, 3, 5, 5]


async def test_the_corners_of_a_cell_are_in_order(modules: Modules) -> None:
    code = "return first.map((grid) => new Grid(grid).cornersOf(1));"
    square, triangle = await modules.run(code, [SQUARES, TRIANGLES])
    assert set(square) == {1, 2, 5, 6}
    assert (square.index(1) - square.index(6)) % 4 == 2  # opposite corners
    assert set(triangle) == {1, 3, 4}


# Marks and what is read off them


async def test_shown_marks_are_the_confirmed_ones_with_waiting_requests(modules: Modules) -> None:
    waiting = [
        {"do": "mark", "edges": [[0, ".", "-"], [1, "x", "-"]]},
        {"do": "hint"},
        {"do": "mark", "edges": [[2, ".", "x"]]},
        {"do": "edit", "edit": "undo"},
    ]
    code = """return withWaiting({ places: [...first], trials: 0, tried: [] }, second)
        .places.join("");"""
    assert await modules.run(code, ".x..", waiting) == "--.."
    assert await modules.run(code, ".x..", [*waiting, {"do": "edit", "edit": "undo"}]) == ".x.."
    assert await modules.run(code, ".x..", [*waiting, {"do": "edit", "edit": "redo"}]) == "--x."
    assert await modules.run(code, ".x..", [*waiting, {"do": "edit", "edit": "clear"}]) == "...."
    assert await modules.run(code, ".x..", [{"do": "edit", "edit": "undo"}]) == ".x.."


async def test_an_older_board_does_not_replace_a_newer_one(modules: Modules) -> None:
    shown = await modules.run(
        """const marks = new Marks(3);
        marks.take({ marks: "-..", revision: 4 });
        marks.take({ changes: [[1, "x"]], revision: 5 });
        marks.take({ marks: "...", revision: 4 });
        return [marks.recompute([]), marks.shown.join(""), marks.recompute([])];"""
    )
    assert shown == [[0, 1], "-x.", None]


async def test_clearing_is_of_ones_own_where_several_draw(modules: Modules) -> None:
    """A waiting stroke over another's mark is one's own too, until it is undone."""
    code = """const marks = new Marks(4);
        marks.take({ marks: "-x-.", who: [[0, 0], [1, 1], [2, 1]], me: 0, revision: 1 });
        const lost = marks.take({ changes: [[0, "x"]], who: [[0, 1]], revision: 2 });
        marks.take({ changes: [[3, "-"]], who: [[3, 0]], revision: 3 });
        marks.recompute(first);
        return [marks.shown.join(""), marks.authors, lost];"""
    over = {"do": "mark", "edges": [[2, "-", "x"]]}
    clear = {"do": "edit", "edit": "clear"}
    lost = [[0, "-", 0]]
    assert await modules.run(code, [over]) == ["xxx-", [1, 1, 0, 0], lost]
    assert (await modules.run(code, [over, clear]))[0] == "xx.."
    assert (await modules.run(code, [over, UNDO, clear]))[0] == "xx-."


DRAWN = [{"do": "mark", "edges": [[2, ".", "-"]]}, {"do": "mark", "edges": [[3, ".", "x"]]}]
BEGIN, KEEP, BACK, UNDO, REDO = (
    {"do": "edit", "edit": name} for name in ("begin", "keep", "take-back", "undo", "redo")
)


@pytest.mark.parametrize(
    ("waiting", "places", "trials", "tried"),
    [
        ([], "-x..|i.", 1, [[1, 1]]),
        ([*DRAWN], "-x-x|i.", 1, [[1, 1], [2, 1], [3, 1]]),
        ([DRAWN[0], BEGIN, DRAWN[1]], "-x-x|i.", 2, [[1, 1], [2, 1], [3, 2]]),
        ([DRAWN[0], BEGIN, DRAWN[1], KEEP], "-x-x|i.", 1, [[1, 1], [2, 1], [3, 1]]),
        ([DRAWN[0], BEGIN, DRAWN[1], BACK], "-x-.|i.", 1, [[1, 1], [2, 1]]),
        ([DRAWN[0], BEGIN, DRAWN[1], BACK, UNDO], "-x-x|i.", 1, [[1, 1], [2, 1], [3, 1]]),
        ([DRAWN[0], BEGIN, DRAWN[1], UNDO, UNDO], "-x..|i.", 1, [[1, 1]]),
        ([DRAWN[0], BEGIN, DRAWN[1], UNDO, UNDO, REDO], "-x-.|i.", 1, [[1, 1], [2, 1]]),
        ([DRAWN[0], BACK], "-...|i.", 0, []),
        ([DRAWN[0], KEEP], "-x-.|i.", 0, []),
        ([BEGIN, UNDO], "-x..|i.", 1, [[1, 1]]),
        ([BEGIN] * 12, "-x..|i.", 9, [[1, 1]]),
        ([{"do": "shade", "cells": [[1, "o"], [0, "."]]}], "-x..|.o", 1, [[1, 1]]),
        ([{"do": "shade", "cells": [[1, "o"]]}, UNDO], "-x..|i.", 1, [[1, 1]]),
        ([{"do": "edit", "edit": "rest"}], "-x--|i.", 1, [[1, 1], [2, 1], [3, 1]]),
        ([{"do": "edit", "edit": "clear"}], "....|i.", 1, []),
        ([{"do": "edit", "edit": "clear"}] * 2, "....|..", 1, []),
    ],
)
async def test_notes_are_shown_with_what_waiting_requests_do(
    modules: Modules, waiting: list[Any], places: str, trials: int, tried: list[list[int]]
) -> None:
    """The server has confirmed a trial with a cross, and that a cell is inside."""
    shown = await modules.run(
        """const marks = new Marks(4, 2);
        marks.take({ marks: "-x..", shades: "i.", trials: 1, tried: [[1, 1]], revision: 1 });
        marks.recompute(first);
        const places = `${marks.shown.join("")}|${marks.shades.join("")}`;
        return [places, marks.trials, [...marks.tried]];""",
        waiting,
    )
    assert shown == [places, trials, tried]


async def test_a_shade_stroke_gives_all_cells_what_the_first_one_gets(modules: Modules) -> None:
    code = """const asked = [];
        for (const [shades, ...points] of second) {
            const stroke = new ShadeStroke(new Cells(new Grid(first)), [...shades], points[0]);
            for (const point of points.slice(1)) stroke.follow(point);
            stroke.commit({ shade: (cells) => asked.push([stroke.isTap, cells]) });
        }
        return asked;"""
    blank, row = "." * 9, [(0.5, 0.5), (2.5, 0.5)]
    strokes = [[blank, *row], ["i........", *row], [blank, (0.5, 0.5), (0.6, 0.5)]]
    strokes += [["o........", (0.5, 0.5)], [blank, (-0.5, 0.5)]]
    assert await modules.run(code, SQUARES, strokes) == [
        [False, [[0, "i"], [1, "i"], [2, "i"]]],
        [False, [[0, "o"], [1, "o"], [2, "o"]]],
        [True, [[0, "i"]]],
        [True, [[0, "."]]],
    ]
    assert await modules.run(code, TRIANGLES, [["...", (0.5, 0.2), (1.5, 0.2)]]) == [
        [False, [[0, "i"], [1, "i"], [2, "i"]]]
    ]


async def test_arrows_lead_from_cell_to_cell(modules: Modules) -> None:
    code = """const cells = new Cells(new Grid(first));
        return second.map(([cell, way]) => cells.towards(cell, way) ?? null);"""
    ways = [(4, 0), (4, 2), (4, 4), (4, 6), (0, 4), (8, 0)]
    assert await modules.run(code, SQUARES, ways) == [5, 7, 3, 1, None, None]
    assert await modules.run(code, TRIANGLES, [(0, 0), (1, 0), (2, 4), (0, 4)]) == [1, 2, 1, None]


async def test_chains_keep_their_colours_while_they_grow_join_and_are_split(
    modules: Modules,
) -> None:
    colours = await modules.run(
        """const grid = new Grid(first);
        let looks = new Map();
        return second.map((marks) => {
            looks = chainLooks(chainsOf(grid, [...marks]), looks);
            return [0, 1, 2, 9].map((edge) => looks.get(edge)?.colour ?? 0);
        });""",
        SQUARES,
        [
            "-" + "." * 23,
            "-" + "." * 8 + "-" + "." * 14,
            "--" + "." * 7 + "-" + "." * 14,
            "-.-" + "." * 6 + "-" + "." * 14,
            "---" + "." * 6 + "-" + "." * 14,
            "-.-" + "." * 6 + "-" + "." * 14,
        ],
    )
    assert colours == [
        [1, 0, 0, 0],
        [1, 0, 0, 2],
        [1, 1, 0, 2],
        [1, 0, 3, 2],
        [1, 1, 1, 2],
        [1, 0, 3, 2],
    ]


async def test_clues_are_done_or_have_too_many_lines(modules: Modules) -> None:
    states = "return [1, 4, 5, 7].map((cell) => clueState(new Grid(first), [...second], cell));"
    assert await modules.run(states, SQUARES, BLANK) == ["", "", "", ""]
    around_middle = [".", *BLANK[1:]]
    for edge in (4, 7, 17, 18):
        around_middle[edge] = "-"
    assert await modules.run(states, SQUARES, "".join(around_middle)) == [
        "over",
        "done",
        "done",
        "",
    ]
    around_top = [*BLANK]
    for edge in (1, 4, 13, 14):
        around_top[edge] = "x"
    assert (await modules.run(states, SQUARES, "".join(around_top)))[0] == "done"


async def test_branches_and_loops_that_are_not_the_whole_are_mistakes(modules: Modules) -> None:
    code = """const grid = new Grid(first);
        return second.map((marks) => mistakesOf(grid, [...marks], chainsOf(grid, [...marks])));"""
    loop, open_chain, branch = "-..--..", "--.-...", "--..-.."
    small, none, three = await modules.run(code, TRIANGLES, [loop, open_chain, branch])
    assert (small["dots"], sorted(small["edges"])) == ([], [0, 3, 4])
    assert none == {"dots": [], "edges": []}
    assert three == {"dots": [1], "edges": []}


async def test_a_loop_that_meets_all_clues_is_no_mistake(modules: Modules) -> None:
    code = """const grid = new Grid(first);
        return mistakesOf(grid, [...second], chainsOf(grid, [...second]));"""
    whole = {**TRIANGLES, "clues": [3, 1, 0]}
    assert await modules.run(code, whole, "-..--..") == {"dots": [], "edges": []}


async def test_cells_behind_lines_are_inside(modules: Modules) -> None:
    code = "return insideCells(new Grid(first), [...second]);"
    assert await modules.run(code, TRIANGLES, "-..--..") == [0]
    assert await modules.run(code, TRIANGLES, "-..-...") == []


# Labels


async def test_labels_in_several_lines_stay_at_the_sides_of_a_view(modules: Modules) -> None:
    code = """const labels = new Labels({ size: 0.3, texts: first });
        return second.map((view) => {
            labels.keepIn(view, 1 / 50);
            return labels.labels.map((label) => {
                const at = ["x", "y"].map((name) => Number(label.getAttribute(name)).toFixed(2));
                return label.getAttribute("visibility") === "visible" ? at.join() : "";
            });
        });"""
    texts = [(1, -0.5, "A"), (3, -1.5, "B"), (-0.5, 0.5, "1"), (-0.5, 4, "2")]
    whole, below, right = await modules.run(
        code, texts, [(-2, -2, 9, 9), (-2, 2, 9, 9), (2, -2, 9, 9)]
    )
    assert whole == ["1.00,-0.50", "3.00,-1.50", "-0.50,0.50", "-0.50,4.00"]
    assert below == ["1.00,2.88", "3.00,2.24", "", "-0.50,4.00"]  # "1" is under the band
    assert right == ["", "3.00,-1.50", "2.24,0.50", "2.24,4.00"]


# Waiting requests

STORAGE = """const values = new Map(Object.entries(first ?? {}));
    const storage = {
        getItem: (key) => values.get(key) ?? null,
        setItem: (key, value) => values.set(key, value),
    };
    const mark = (edge) => ({ do: "mark", edges: [[edge, ".", "-"]] });
    const unsent = new Unsent(storage, "token");"""


async def test_strokes_wait_in_order_and_survive_a_reload(modules: Modules) -> None:
    found = await modules.run(
        STORAGE
        + """unsent.add(mark(1)); unsent.add({ do: "hint", level: "nudge" }); unsent.add(mark(2));
        const again = new Unsent(storage, "token");
        const own = again.add(mark(3));
        return {
            before: unsent.waiting.map(({ n }) => n), unsaved: unsent.unsaved,
            after: again.waiting.map(({ n, s }) => [n, s === unsent.stream]), own: own.n,
            other: new Unsent(storage, "another").waiting, word: unsent.stream,
        };"""
    )
    assert found["before"] == [1, 2, 3]
    assert found["unsaved"] == 2
    assert found["after"] == [[1, True], [3, True], [1, False]]
    assert found["other"] == []
    assert len(found["word"]) == 22


async def test_a_trial_of_ones_own_is_not_sent(modules: Modules) -> None:
    found = await modules.run(
        STORAGE
        + """const own = new Unsent(storage, "token", false, true);
        own.add(mark(1)); own.add({ do: "edit", edit: "begin" }); own.add(mark(2));
        own.add({ do: "hint" });
        const [sent, stroke] = [own.next, own.held.at(-1)];
        own.settle({ s: sent.s, ack: sent.n });
        const next = own.next.do;
        own.drop([stroke]);
        const again = new Unsent(storage, "token", false, true);
        const held = again.held.map(({ edit }) => edit);
        return [sent.n, own.unsaved, next, held, again.next ?? null];"""
    )
    assert found == [1, 0, "hint", ["begin"], None]


async def test_a_duplicated_tab_has_a_stream_of_its_own(modules: Modules) -> None:
    streams = await modules.run(
        STORAGE
        + """unsent.add(mark(1));
        const twins = [new Unsent(storage, "token"), new Unsent(storage, "token")];
        const ids = (...requests) => requests.map(({ s, n }) => [s, n]);
        return twins.map((twin) => ids(twin.add(mark(2)), twin.waiting[0]));"""
    )
    [[own, kept], [other, same]] = streams
    assert own[0] != other[0]
    assert kept == same


async def test_an_answer_settles_its_request_only(modules: Modules) -> None:
    found = await modules.run(
        STORAGE
        + """unsent.add(mark(1)); unsent.add(mark(2));
        const s = unsent.stream, left = () => unsent.waiting.map(({ n }) => n);
        const results = [unsent.settle({ changes: [] }), unsent.settle({ s: "other", ack: 1 })];
        unsent.settle({ s, refused: 1, why: "busy" });
        const busy = left();
        const settled = unsent.settle({ s, ack: 1 });
        return [results.map((each) => each ?? null), busy, settled.n, left()];"""
    )
    assert found == [[None, None], [1, 2], 1, [2]]


async def test_a_conflict_drops_what_was_drawn_later(modules: Modules) -> None:
    left = await modules.run(
        STORAGE
        + """unsent.add(mark(1)); unsent.add(mark(2)); unsent.add({ do: "edit", edit: "undo" });
        unsent.add({ do: "check", detail: "count" }); unsent.add(mark(3));
        unsent.settle({ s: unsent.stream, ack: 1 });
        const refused = unsent.stream;
        unsent.settle({ s: refused, refused: 2, why: "conflict" });
        const again = new Unsent(storage, "token");
        const left = unsent.waiting.map(({ do: name, s, n }) => [name, s === refused, n]);
        return [left, again.waiting, unsent.add(mark(4)).n];"""
    )
    assert left == [[["check", False, 1]], [], 2]  # a refused request is the last of its stream


async def test_a_damaged_storage_is_empty(modules: Modules) -> None:
    assert await modules.run(f"{STORAGE} return unsent.waiting;", {"waiting": "{"}) == []


# Without a network


async def test_a_page_in_a_frame_keeps_no_files(modules: Modules) -> None:
    code = """async () => {
        const asked = [];
        const register = async (name) => asked.push(String(name));
        const value = { register };
        Object.defineProperty(navigator, "serviceWorker", { value, configurable: true });
        (await import("./keeping.js")).keepFiles();
        return asked;
    }"""
    assert await modules.in_window(code) == ["worker.js"]
    assert await modules.in_frame(code) == []


async def test_what_is_kept_is_of_the_session_and_never_fails(modules: Modules) -> None:
    found = await modules.run(
        """const values = new Map([["token", "own"], ["waiting", "1"]]);
        const storage = {
            getItem: (key) => values.get(key) ?? null,
            removeItem: (key) => values.delete(key),
            setItem: (key, value) => {
                if (value.length > 60) throw new Error("full");
                values.set(key, value);
            },
        };
        const recalled = [recall(storage)];
        keep(storage, "own", "board", { words: {} });
        recalled.push(recall(storage));
        keep(storage, "other", "state", { marks: "-" });
        recalled.push(recall(storage));
        keep(storage, "own", "state", { marks: "-" });
        recalled.push(recall(storage));
        keep(storage, "own", "state", { marks: "-".repeat(60) });
        recalled.push(recall(storage));
        forget(storage);
        return [recalled, [...values.keys()]];"""
    )
    board: dict[str, Any] = {"words": {}}
    known, state = {"board": board, "state": None}, {"marks": "-"}
    assert found == [[None, known, known, {"board": board, "state": state}, known], ["token"]]


# The files


# Other rules than the plain ones


def drawings(puzzle: Puzzle) -> list[frozenset[int]]:
    """The solution, loops around cells, the solution but for a side of a cell, and any lines."""
    grid, rng = puzzle.grid, Random(1)
    (solution,) = expected(puzzle)
    loops = [frozenset(edges) for edges in grid.cell_edges]
    edges = range(len(grid.edge_dots))
    some = [frozenset(rng.sample(edges, rng.randrange(len(edges)))) for _ in range(20)]
    return [solution, *loops, *(solution ^ loop for loop in loops), *some, frozenset()]


def judged(puzzle: Puzzle, lines: frozenset[int]) -> tuple[list[int], list[int], bool, list[int]]:
    """The cells whose clues are finished, those that have too much, whether some closed loop is a
    mistake, and the animals on the wrong side of the only loop."""
    found, rules = violations(puzzle, lines), puzzle.rules
    one_loop = is_one_loop(puzzle.grid, lines)
    has_animals_outside = {ViolationCode.SHEEP_OUTSIDE, ViolationCode.WOLF_INSIDE}
    at_dots = lines_at_dots(puzzle.grid, lines)
    over = [
        cell
        for cell, clue in enumerate(puzzle.clues)
        if clue is not None
        and clue not in rules.variant.signs
        and (counted := rules.variant.count(around(puzzle.grid, cell, lines, at_dots))) > clue
        and (rules.variant.counted is not Counted.TOUCHES or (clue == 0 and counted > 0))
    ]
    wrong = [each.cell for each in found if each.code in has_animals_outside]
    return (
        sorted(satisfied_clues(Board.of_lines(puzzle, lines))),
        over,
        bool(find_loops(puzzle.grid, lines)) and bool(found),
        [cell for cell in wrong if cell is not None and one_loop],
    )


async def test_the_page_judges_lines_by_the_rules_of_the_board(modules: Modules) -> None:
    puzzles = [sample(name) for name in NAMES]
    boards = [
        {"board": geometry(each), "rules": rules_value(ENGLISH, each.rules)} for each in puzzles
    ]
    drawn = [drawings(each) for each in puzzles]
    found = await modules.run(
        """return first.map(({ board, rules }, index) => second[index].map((lines) => {
            const grid = new Grid(board, new Rules(rules));
            const marks = grid.edges.map((_, edge) => (lines.includes(edge) ? "-" : "."));
            const chains = chainsOf(grid, marks);
            const signs = grid.rules.signs(grid);
            grid.rules.show(grid, marks, chains);
            const clued = [...grid.clues.keys()].filter((cell) => grid.clues[cell] >= 0);
            const cells = (state) => clued.filter((cell) => clueState(grid, marks, cell) === state);
            const isWrong = ([, path]) => path.classList.contains("over");
            const wrong = [...grid.rules.shown].filter(isWrong).map(([cell]) => cell);
            const hasMistakes = mistakesOf(grid, marks, chains).edges.length > 0;
            return [cells("done"), cells("over"), hasMistakes, wrong, signs.childElementCount];
        }));""",
        boards,
        [[sorted(lines) for lines in each] for each in drawn],
    )
    for puzzle, all_lines, answers in zip(puzzles, drawn, found, strict=True):
        animals = sum(clue in puzzle.rules.variant.signs for clue in puzzle.clues)
        wanted = [[*judged(puzzle, lines), animals] for lines in all_lines]
        assert answers == wanted, puzzle.rules.name


async def test_animals_are_spoken(modules: Modules) -> None:
    found = await modules.run(
        """useWords(second);
        const grid = new Grid(first);
        const marks = { shades: Array(12).fill("."), shown: Array(31).fill("."), tried: new Map() };
        return [cellInWords({ grid, marks }, 7, true), dotInWords({ grid, marks }, 13, true),
            namedClues(grid.clues, grid.cellNames)];""",
        geometry(sample("sheep-wolf")),
        page_words(ENGLISH),
    )
    cell, dot, clues = found
    assert cell == "cell D2: blank; sheep"
    assert dot.endswith("; clues D2 sheep, D3 wolf")
    assert clues == "D1 1, A2 3, B2 0, D2 sheep, B3 2, D3 wolf"


async def test_the_page_is_small() -> None:
    packed = packed_files(STATIC)
    sizes = {name: len(each.body) for name, each in packed.items()}
    editor = sum(sizes.pop(name) for name in EDITOR)
    assert editor <= MAX_EDITOR
    assert sum(sizes.values()) <= MAX_INSIDE_DISCORD
    assert sum(sizes[name] for name in VARIANTS) <= MAX_VARIANTS
    assert sum(sizes[name] for name in TOGETHER) <= MAX_TOGETHER
    rare = IN_DISCORD | VARIANTS | TOGETHER
    elsewhere = [size for name, size in sizes.items() if name not in rare]
    assert sum(elsewhere) <= MAX_PAGE_BYTES
    own = [path for path in STATIC.glob("*.js") if path.name != "discord-sdk.js"]
    assert [path.name for path in own if path.read_text().count("\n") >= MAX_LINES] == []
    assert all(gzip.decompress(each.body) for each in packed.values())
