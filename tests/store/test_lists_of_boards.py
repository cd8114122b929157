"""Migration of boards of earlier versions: what lists show of them is in columns."""

from datetime import UTC, datetime

from sqlalchemy import text

from store import attempts
from store.address import parse_address
from store.database import connect
from store.migrate import migrate
from tests.support.store.rows import migrate_to

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
PADS = {
    1: "",
    2: "1;1;l;ja;0-1:0A;",
    3: "1;9;c;jaaaaaaaaaaaaaaaaaajaaaaaaaaaaaaaaaaaa;0-1:0A.1-9:1lA;9-a:8B",
    4: "1;0;l;" + "n" * 620 + ";;",
    5: "not a board",
}
LINES = {1: 0, 2: 1, 3: 2, 4: 1860, 5: 0}


async def test_sizes_and_lines_of_stored_boards_are_filled_in(address: str) -> None:
    await migrate_to(address, "0002")
    place = parse_address(address)
    async with connect(place) as database, database.writing() as connection:
        await connection.execute(
            text(
                "INSERT INTO players (id, created_at, visibility, reminders)"
                " VALUES (7, '2026-11-21 12:00:00', 'named', false)"
            )
        )
        for number, pad in PADS.items():
            await connection.execute(
                text(
                    "INSERT INTO puzzles (id, digest, notation, canonical_key, techniques)"
                    " VALUES (:id, :digest, :notation, 'key', '{}')"
                ),
                {"id": number, "digest": str(number), "notation": f"{number}x30:a3b2"},
            )
            await connection.execute(
                text(
                    "INSERT INTO attempts (id, player_id, puzzle_id, kind, begun_at, touched_at,"
                    " ranked, pad, revealed, nudges, hints, steps, counts, wheres, whys, mistakes,"
                    " penalty, revision) VALUES (:id, 7, :id, 'pasted',"
                    " '2026-11-21 12:00:00', '2026-11-21 12:00:00', false, :pad, false,"
                    " 0, 0, 0, 0, 0, 0, 0, 0, 3)"
                ),
                {"id": number, "pad": pad},
            )
    await migrate(place)
    async with connect(place) as database, database.reading() as connection:
        found = await attempts.unfinished(connection, 7)
        assert {board.id: board.lines for board in found} == LINES
        assert {board.size for board in found} == {f"{number}x30" for number in PADS}
        assert {board.touched_at for board in found} == {NOON}
        stored = {number: await attempts.get(connection, number) for number in PADS}
        assert {number: one.pad for number, one in stored.items() if one} == PADS
