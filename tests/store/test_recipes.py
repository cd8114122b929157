"""The recipe of a seed is stored with it, and stays with it."""

from dataclasses import replace

from sqlalchemy import text

from store import puzzles
from store.address import parse_address
from store.database import Database, connect
from store.migrate import migrate
from store.records import UnsavedPuzzle
from tests.support.store.rows import migrate_to

PUZZLE = UnsavedPuzzle("3x3:i", "key")


async def test_seeds_of_earlier_versions_are_of_the_first_recipe(address: str) -> None:
    await migrate_to(address, "0005")
    place = parse_address(address)
    async with connect(place) as database, database.writing() as connection:
        await connection.execute(
            text(
                "INSERT INTO puzzles (id, digest, notation, canonical_key, techniques, seed)"
                " VALUES (1, '1', '3x3:i', 'key', '{}', 7), (2, '2', '4x3:l', 'key', '{}', NULL)"
            )
        )
    await migrate(place)
    async with connect(place) as database, database.reading() as connection:
        stored = [await puzzles.get(connection, number) for number in (1, 2)]
    assert [(one.seed, one.recipe) for one in stored if one] == [(7, 1), (None, None)]


async def test_a_recipe_belongs_to_the_seed_that_was_stored_first(database: Database) -> None:
    seeds = [(None, None), (7, 1), (8, 2)]
    async with database.writing() as connection:
        for seed, recipe in seeds:
            stored = await puzzles.add(connection, replace(PUZZLE, seed=seed, recipe=recipe))
    assert (stored.seed, stored.recipe) == (7, 1)
