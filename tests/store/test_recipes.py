"""The recipe of a seed is stored with it, and stays with it."""

from msgspec.structs import replace

from store import puzzles
from store.database import Database
from store.records import UnsavedPuzzle

PUZZLE = UnsavedPuzzle("3x3:i", "key")


async def test_a_recipe_belongs_to_the_seed_that_was_stored_first(database: Database) -> None:
    seeds = [(None, None), (7, 1), (8, 2)]
    async with database.writing() as connection:
        for seed, recipe in seeds:
            stored = await puzzles.add(connection, replace(PUZZLE, seed=seed, recipe=recipe))
    assert (stored.seed, stored.recipe) == (7, 1)
