"""A player's own notes on the board page: shades of cells, trials, and the rest as lines."""

from service.playing.boards import own_notes
from solver.search import solve
from tests.support.board_pages import ADA, PUZZLE, Pages


async def test_notes_are_kept_with_the_board_and_seen_in_chat(pages: Pages) -> None:
    """Shades and trials are stored, undone and told to other pages; a picture shows them."""
    token = await pages.token()
    async with pages.page(token) as page, pages.page(token) as other:
        first = await page.receive()
        assert (first["shades"], first["trials"], first["tried"]) == ("", 0, [])
        await other.receive()
        shaded = await page.ask("shade", cells=[(0, "i"), (3, "o")])
        assert shaded["shades"][:4] == "i..o"
        assert (await other.receive())["shades"] == shaded["shades"]
        assert (await page.ask("edit", edit="begin"))["trials"] == 1
        tried = await page.draw(2, 5)
        assert tried["tried"] == [[2, 1], [5, 1]]
        loaded = await pages.services.attempts.find(ADA, await pages.board())
        shown = own_notes(loaded.pad, pen=False)
        assert [*shown.inside_cells, *shown.outside_cells] == [0, 3]
        assert sorted(shown.tried) == [2, 5]
        back = await page.ask("edit", edit="take-back")
        assert sorted(back["changes"]) == [[2, "."], [5, "."]]
        assert (back["trials"], back["tried"]) == (0, [])
        again = await page.ask("edit", edit="undo")
        assert sorted(again["changes"]) == [[2, "-"], [5, "-"]]
        assert "trials" not in again  # as before
    exported = await pages.services.personal_data.export(ADA)
    assert exported is not None
    assert b'"2;' in exported.data


async def test_the_rest_is_offered_once_crosses_decide_the_board(pages: Pages) -> None:
    [solution] = solve(PUZZLE).solutions
    crosses = sorted(set(range(len(PUZZLE.grid.edge_dots))) - solution)
    async with pages.page(await pages.token()) as page:
        assert not (await page.receive())["rest"]
        assert not (await page.draw(*crosses[1:], mark="x"))["rest"]
        assert (await page.draw(crosses[0], mark="x"))["rest"]
        assert (await page.ask("edit", edit="rest"))["ended"] == "solved"
