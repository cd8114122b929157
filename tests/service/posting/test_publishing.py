"""Published puzzles: what can be published, who is ranked, and what is left of it."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from play.tracks import Track
from puzzle.model import Board, Puzzle
from puzzle.notation import parse_loopy, parse_rows
from puzzle.symmetry import images
from scanner.values import PictureReading
from service.errors import AlreadyClaimed, InputError, NotYours, Problem, SecretPuzzle
from service.people.preferences import choosing
from service.posting.publishing import FEW, MAX_TITLE, PER_DAY, SHOWN, WEEK, checked_title
from service.running.interaction_claims import InteractionClaim
from service.running.readers import Place, Reader
from service.services import Services
from solver.search import solve
from store import outbox, privacy
from store.database import Database
from store.purge import note_unused_puzzles
from store.records import Ending, PendingMessage, Published
from tests.support.clock import Clock
from tests.support.store.tables import ask

ADA, BOB, CY, DEE = 7, 8, 9, 10
SERVER, CHANNEL = 99, 100
PLACE = Place(SERVER, 101, joined=True, shows=True, speaks=True)
BOSS = replace(PLACE, manages=True)
PUZZLES = (
    "5x5:b1c3a12a02d1a2c32",
    "3x3:2121a1212",
    "5x5:21b31a1b10a32b0a13b33",
    "1x1:4",
)


async def publish(
    services: Services,
    puzzle: Puzzle | str = PUZZLES[0],
    person: int = ADA,
    title: str = "Two swans",
    *,
    place: Place = PLACE,
    waits: bool = False,
) -> Published:
    found = parse_loopy(puzzle) if isinstance(puzzle, str) else puzzle
    draft = await services.drafts.begin_draft(Reader(person), PictureReading(found))
    return await services.publishing.publish(Reader(person), draft.id, title, place, waits=waits)


async def play(services: Services, found: Published, person: int, seconds: float = 60) -> None:
    """Open a board from the message and solve it."""
    reader = Reader(person, server=SERVER)
    loaded = await services.boards.open_stored(reader, found.puzzle_id)
    clock = services.attempts.now
    assert isinstance(clock, Clock)
    clock.pass_(seconds)
    [loop] = solve(loaded.puzzle).solutions
    board = Board.of_lines(loaded.puzzle, loop)
    after, _ = await services.attempts.submit(reader, loaded.attempt.id, board)
    assert after.solved


async def refusal(doing: object) -> Problem:
    with pytest.raises(InputError) as caught:
        await doing  # type: ignore[misc]
    return caught.value.problem


async def send(services: Services, ending: Ending | None = None) -> list[PendingMessage]:
    """Show or give up what is due."""
    sent = []
    for line in await services.outbox.claim(9):
        for message in line:
            sent.append(message)
            if ending is None:
                await services.outbox.shown(message, message.id, "", is_last=False)
            else:
                await services.outbox.give_up(ending, message)
            services.outbox.release(message.key)
    return sent


@pytest.mark.parametrize(
    "title",
    [
        "",
        " ",
        "…!",
        "a" * (MAX_TITLE + 1),
        "@everyone",
        "<@77777777777777777>",
        "**big**",
        "_x_",
        "`x`",
        "||x||",
        "[x](y)",
        "see https://a.example",
        "see a.example/x",
        "discord.gg/x",
        "a\u202eb",
        "a\u200bb",
        "\u3164",
        "Z" + "\u0300" * 5,
    ],
)
def test_a_title_that_is_not_plain_is_refused(title: str) -> None:
    with pytest.raises(InputError) as caught:
        checked_title(title)
    assert caught.value.problem is Problem.BAD_TITLE


@pytest.mark.parametrize(
    "title", ["Two swans", "日本の池 2", "Wie süß! (part 1.5)", "ข้าวผัด", "✨ A", "a" * MAX_TITLE]
)
def test_a_plain_title_stays(title: str) -> None:
    assert checked_title(f" {title}\n") == title


async def test_a_puzzle_is_posted_once_with_its_level(services: Services) -> None:
    reader = Reader(ADA, claim=InteractionClaim(1))
    draft = await services.drafts.begin_draft(Reader(ADA), PictureReading(parse_loopy(PUZZLES[0])))
    found = await services.publishing.publish(reader, draft.id, "Two swans", PLACE)
    again, there = replace(reader, claim=InteractionClaim(1)), replace(PLACE, server=5)
    with pytest.raises(AlreadyClaimed):
        await services.publishing.publish(again, draft.id, "x", there)
    [message] = await send(services)
    assert (message.key, message.place) == (f"published:{found.id}", PLACE.channel)
    view = await services.publishing.view(Reader(BOB), found.id)
    assert (view.puzzle.level, view.lines, view.solved, view.likes) == ("expert", (), 0, 0)
    assert view.puzzle.solution
    assert await send(services) == []


async def test_what_cannot_be_published(services: Services, now: Clock) -> None:
    async def refused(puzzle: Puzzle | str, person: int = ADA, place: Place = PLACE) -> Problem:
        return await refusal(publish(services, puzzle, person, place=place))

    assert await refused(parse_rows("3..\n...\n...")) is Problem.NOT_UNIQUE
    assert await refused(parse_rows("...\n...\n...")) is Problem.NOT_UNIQUE
    assert await refused(PUZZLES[0], place=Place(SERVER, 1)) is Problem.ONLY_WITH_BOT
    assert await refused(PUZZLES[0], place=replace(PLACE, speaks=False)) is Problem.NOT_POSTED
    await publish(services)
    copy = images(parse_loopy(PUZZLES[0]))[3]
    assert await refused(copy, BOB) is Problem.NOT_NEW
    assert (await publish(services, copy, title="Again")).title == "Two swans"
    await publish(services, copy, BOB, place=replace(PLACE, server=98))
    today = services.dailies.today()
    _, live = await services.dailies.find(today, Track.MINI)
    with pytest.raises(SecretPuzzle):
        await publish(services, images(parse_loopy(live.notation))[2])
    now.pass_(86400)
    over = images(parse_loopy(live.notation))[5]
    assert await refused(over) is Problem.NOT_NEW
    await services.servers.choose(SERVER, settings={"publishing": False})
    assert await refused(PUZZLES[1]) is Problem.PUBLISHING_OFF


async def test_a_person_publishes_few_puzzles_a_day(services: Services, now: Clock) -> None:
    for number, puzzle in enumerate(PUZZLES[:PER_DAY]):
        await publish(services, puzzle, waits=number == 1)
    assert await refusal(publish(services, PUZZLES[3])) is Problem.PUBLISHED_ENOUGH
    await publish(services, PUZZLES[3], BOB)
    now.pass_(86400)
    await publish(services, PUZZLES[3], place=replace(PLACE, server=98))


async def test_who_solved_it_is_ranked_but_for_its_author(services: Services) -> None:
    found = await publish(services)
    for person, seconds in ((BOB, 90), (CY, 60), (ADA, 10), (DEE, 30)):
        await play(services, found, person, seconds)
    reader = Reader(DEE)
    await services.preferences.change(reader, choosing({"visibility": "hidden"}))
    view = await services.publishing.view(Reader(BOB), found.id)
    assert [(line.rank, line.player_id) for line in view.lines] == [(1, CY), (2, BOB)]
    assert (view.opened, view.solved) == (3, 3)
    await services.servers.choose(SERVER, kept_off=[CY])
    view = await services.publishing.view(Reader(BOB), found.id, FEW)
    assert [line.player_id for line in view.lines] == [BOB]


async def test_who_draws_it_with_others_is_not_ranked(services: Services) -> None:
    found = await publish(services)
    for person in (BOB, CY):
        await services.boards.open_stored(Reader(person, server=SERVER), found.puzzle_id)
    puzzle = await services.boards.stored_puzzle(found.puzzle_id)
    shared = await services.together.begin(Reader(BOB), puzzle, PLACE)
    await services.together.join(Reader(CY), shared.board.id, ends_own=True)
    for person in (BOB, CY, DEE):
        await play(services, found, person)
    view = await services.publishing.view(Reader(BOB), found.id)
    assert [line.player_id for line in view.lines] == [DEE]


async def test_the_message_changes_when_it_is_solved_and_liked(
    services: Services, now: Clock
) -> None:
    found = await publish(services)
    await send(services)
    assert await refusal(services.publishing.like(Reader(BOB), found.id)) is Problem.NOT_LIKED
    await play(services, found, BOB)
    now.pass_(30)
    assert len(await send(services)) == 1
    assert await services.publishing.like(Reader(BOB), found.id)
    assert len(await send(services)) == 1
    view = await services.publishing.view(Reader(BOB), found.id)
    assert (view.solved, view.likes) == (1, 1)
    stats = await services.stats.read(ADA, ADA)
    assert stats is not None
    assert stats.published == (1, 1, 1)
    assert not await services.publishing.like(Reader(BOB), found.id)
    assert (await services.publishing.view(Reader(BOB), found.id)).likes == 0
    await play(services, found, ADA)
    assert await refusal(services.publishing.like(Reader(ADA), found.id)) is Problem.NOT_LIKED


async def test_its_author_and_managers_withdraw_it(services: Services, database: Database) -> None:
    first, second = await publish(services), await publish(services, PUZZLES[1])
    await play(services, first, BOB)
    await services.publishing.like(Reader(BOB), first.id)
    await send(services)
    foreign = replace(BOSS, server=5)
    for person, place in ((BOB, PLACE), (BOB, foreign)):
        with pytest.raises(NotYours):
            await services.publishing.withdraw(Reader(person), first.id, place)
    await services.publishing.withdraw(Reader(ADA), first.id, PLACE)
    await services.publishing.withdraw(Reader(BOB), second.id, BOSS)
    assert len(await send(services)) == 2
    gone = services.publishing.view(Reader(ADA), first.id)
    assert await refusal(gone) is Problem.PUBLISHED_GONE
    async with database.reading() as connection:
        assert await ask(connection, "SELECT * FROM likes") == []
    await publish(services)


async def weekly(services: Services, puzzle: str = PUZZLES[0]) -> Published:
    """A puzzle that was chosen as that of the week."""
    await services.servers.choose(SERVER, channel_id=CHANNEL, tracks=("easy",))
    found = await publish(services, puzzle, waits=True)
    return await services.publishing.choose_week(Reader(BOB), found.id, BOSS)


async def test_a_manager_chooses_the_puzzle_of_the_week(services: Services, now: Clock) -> None:
    found = await publish(services, waits=True)
    other = await publish(services, PUZZLES[1], waits=True)
    choose = services.publishing.choose_week
    assert await send(services) == []
    assert await refusal(choose(Reader(BOB), found.id, PLACE)) is Problem.ONLY_MANAGERS
    panel = await services.servers.choose(SERVER, channel_id=CHANNEL, tracks=("easy",))
    assert [each.id for each in panel.queue] == [found.id, other.id]
    chosen = await choose(Reader(BOB), found.id, BOSS)
    nine = datetime(2026, 11, 22, 9, tzinfo=UTC)
    assert (chosen.posted_at, chosen.week_ends) == (nine, nine + WEEK)
    assert await refusal(choose(Reader(BOB), other.id, BOSS)) is Problem.WEEK_GOES_ON
    panel = await services.servers.choose(SERVER)
    assert panel.queue == (chosen, other)
    now.time = nine
    messages = await send(services)
    assert {(each.kind, each.place) for each in messages} == {
        ("daily", CHANNEL),
        ("published", CHANNEL),
    }
    now.time = nine + WEEK
    await choose(Reader(BOB), other.id, BOSS)


async def test_a_puzzle_of_the_week_is_a_secret_until_its_week_is_over(
    services: Services, now: Clock
) -> None:
    found = await weekly(services)
    for image in images(parse_loopy(PUZZLES[0])):
        for person in (ADA, BOB):
            draft = await services.drafts.begin_draft(Reader(person), PictureReading(image))
            with pytest.raises(SecretPuzzle) as caught:
                await services.drafts.follow(draft)
            assert caught.value.secret.kind == "week"
            with pytest.raises(SecretPuzzle):
                await services.boards.open_pasted(Reader(person), image)
    now.pass_(86400)
    await play(services, found, BOB)
    loaded = await services.attempts.find_on(BOB, found.puzzle_id)
    assert loaded is not None
    shared = await services.sharing.result(Reader(BOB), loaded.attempt.id)
    assert not shared.open
    now.pass_((WEEK + timedelta(days=1)).total_seconds())
    shared = await services.sharing.result(Reader(BOB), loaded.attempt.id)
    assert shared.open
    await services.drafts.follow(draft)


async def test_the_puzzle_of_the_week_waits_for_its_time(services: Services, now: Clock) -> None:
    """Whatever its author chooses meanwhile. What changes while it is sent is not lost."""
    chosen = await weekly(services)
    await services.preferences.change(Reader(ADA), choosing({"visibility": "anonymous"}))
    assert await send(services) == []
    assert chosen.posted_at is not None
    now.time = chosen.posted_at
    [daily, sent] = [each for line in await services.outbox.claim(9) for each in line]
    await services.preferences.change(Reader(ADA), choosing({"visibility": "named"}))
    await services.outbox.shown(sent, sent.id, "", is_last=False)
    services.outbox.release(daily.key, sent.key)
    assert [each.key for line in await services.outbox.claim(9) for each in line] == [sent.key]


async def test_what_could_not_be_posted_waits_again(services: Services, now: Clock) -> None:
    await weekly(services)
    now.time = datetime(2026, 11, 22, 9, tzinfo=UTC)
    assert len(await send(services, Ending.REFUSED)) == 2
    panel = await services.servers.choose(SERVER)
    assert [each.week_ends for each in panel.queue] == [None]
    [waiting] = panel.queue
    await services.publishing.choose_week(Reader(BOB), waiting.id, BOSS)
    now.pass_(86400)
    assert "published" in {each.kind for each in await send(services, Ending.REFUSED)}
    draft = await services.drafts.begin_draft(Reader(CY), PictureReading(parse_loopy(PUZZLES[0])))
    await services.drafts.follow(draft)


@pytest.mark.parametrize("goes", [False, True])
async def test_a_deleted_author_is_named_no_more(
    services: Services, database: Database, now: Clock, goes: bool
) -> None:
    found = await publish(services)
    await play(services, found, BOB)
    await services.publishing.like(Reader(BOB), found.id)
    now.pass_(60)
    await send(services)
    async with database.reading() as connection:
        exported = await privacy.export(connection, ADA)
        assert [row["title"] for row in exported["published"]] == ["Two swans"]
        assert len((await privacy.export(connection, BOB))["likes"]) == 1
    await services.personal_data.delete(Reader(ADA), published=goes)
    assert len(await send(services)) == 1
    if goes:
        gone = services.publishing.view(Reader(BOB), found.id)
        assert await refusal(gone) is Problem.PUBLISHED_GONE
        return
    view = await services.publishing.view(Reader(BOB), found.id)
    assert (view.published.player_id, view.published.title) == (None, "Two swans")
    assert [line.player_id for line in view.lines] == [BOB]
    await services.personal_data.delete(Reader(BOB))
    assert len(await send(services)) == 1
    view = await services.publishing.view(Reader(CY), found.id)
    assert (view.lines, view.solved, view.likes) == ((), 0, 0)


async def test_it_goes_with_its_server_and_its_puzzle_stays_stored_until_then(
    services: Services, database: Database, now: Clock
) -> None:
    await publish(services)
    await send(services)
    now.pass_(SHOWN.total_seconds())
    assert await note_unused_puzzles(database, now()) == 0
    await services.servers.remove(SERVER)
    async with database.reading() as connection:
        assert await ask(connection, "SELECT * FROM published") == []
        assert await outbox.get(connection, "published:1") is None
    assert await note_unused_puzzles(database, now()) == 1
