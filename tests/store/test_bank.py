"""The bank: each puzzle is drawn once, of its kind alone, also by several bots at once."""

import asyncio

from msgspec.structs import replace

from store import bank, puzzles
from store.address import parse_address
from store.database import Database, connect
from store.migrate import migrate
from store.records import BankedPuzzle, BankShelf, PuzzleKind, UnsavedPuzzle
from tests.support.store.tables import ask

KIND = PuzzleKind("easy", 7, 7, "square", "rot180", "standard")


def banked(number: int, kind: PuzzleKind = KIND) -> BankedPuzzle:
    return BankedPuzzle(kind, f"{number:032x}", f"7x7:{number}", "A1-A2", 0.0, 1, {"corner-3": 2})


async def add(database: Database, *new: BankedPuzzle) -> int:
    async with database.writing() as connection:
        return await bank.add_all(connection, new)


async def draw(database: Database, kind: PuzzleKind = KIND) -> BankedPuzzle | None:
    async with database.writing() as connection:
        return await bank.draw(connection, kind)


async def test_every_puzzle_is_drawn_once(database: Database) -> None:
    new = [banked(number) for number in range(20)]
    assert await add(database, *new) == 20
    drawn = [await draw(database) for _ in new]
    assert sorted(one.notation for one in drawn if one) == sorted(one.notation for one in new)
    assert next(one for one in drawn if one and one.notation == "7x7:3") == banked(3)
    assert await draw(database) is None


async def test_the_order_of_draws_is_random(database: Database) -> None:
    """A chance of one in 20! that it is that of the import."""
    new = [banked(number) for number in range(20)]
    await add(database, *new)
    assert [await draw(database) for _ in new] != new


async def test_only_the_kind_that_is_asked_for_is_drawn(database: Database) -> None:
    await add(database, banked(1))
    for change in (
        {"level": "hard"},
        {"rows": 8},
        {"cols": 8},
        {"tiling": "hexagon"},
        {"symmetry": "none"},
    ):
        other = replace(KIND, **change)
        assert await draw(database, other) is None
    assert await draw(database) is not None


async def test_a_puzzle_that_is_known_is_not_added(database: Database) -> None:
    async with database.writing() as connection:
        await puzzles.add(connection, UnsavedPuzzle("7x7:elsewhere", banked(2).canonical_key))
    assert await add(database, banked(1), banked(1), banked(2)) == 1
    assert await add(database, banked(1)) == 0
    async with database.reading() as connection:
        assert await bank.shelves(connection) == (BankShelf(KIND, 1),)


async def test_a_puzzle_that_somebody_pasted_meanwhile_is_not_given_out(database: Database) -> None:
    await add(database, banked(1))
    async with database.writing() as connection:
        await puzzles.add(connection, UnsavedPuzzle("7x7:turned", banked(1).canonical_key))
    assert await draw(database) is None
    async with database.reading() as connection:
        assert await bank.shelves(connection) == ()


async def test_a_draw_that_is_undone_loses_no_puzzle(database: Database) -> None:
    await add(database, banked(1))
    try:
        async with database.writing() as connection:
            assert await bank.draw(connection, KIND) == banked(1)
            raise LookupError
    except LookupError:
        pass
    assert await draw(database) == banked(1)


async def test_bots_that_draw_at_once_get_different_puzzles(address: str) -> None:
    place = parse_address(address)
    await migrate(place)
    async with connect(place) as one, connect(place) as other:
        await add(one, *(banked(number) for number in range(30)))
        drawn = await asyncio.gather(*(draw(bot) for bot in (one, other) for _ in range(15)))
    assert len({puzzle.notation for puzzle in drawn if puzzle}) == 30


async def test_a_draw_reads_no_more_of_a_larger_bank(sqlite_database: Database) -> None:
    """SQLite says that it uses the index for the kind and the place."""
    statement = (
        "EXPLAIN QUERY PLAN SELECT id FROM banked_puzzles WHERE level = 'easy' AND rows = 7 AND "
        "cols = 7 AND tiling = 'square' AND symmetry = 'rot180' AND rules = 'standard' "
        "AND place >= 5 ORDER BY place"
    )
    async with sqlite_database.reading() as connection:
        [row] = await ask(connection, statement)
    assert "SEARCH banked_puzzles USING COVERING INDEX ix_banked_puzzles_kind" in row[3]
    assert "place>?" in row[3]
