"""What people and the bot do while it is killed, and what must be there afterwards.

Each scenario kills the bot between `World.arm` and `World.killed`; some kill an earlier process at
a place that only the one meets that takes over.
"""

import inspect
from datetime import date, time, timedelta

from bot.dailies.components import PlayDaily
from bot.settings.components import StopReminders
from play.calendar import closes, number_of, opens
from play.pen import Action, Arrow, MoveTo
from play.tracks import Track
from sandbox.api.faults import Fault, FaultKind
from sandbox.model.events import MessageCreated
from sandbox.model.permissions import Permission
from sandbox.model.records import ChannelType, ChatMessage
from sandbox.model.uploads import Upload
from service.playing.attempts import Attempts
from service.running.readers import Reader
from solver.search import solve as solve_puzzle
from store import dailies, outbox, puzzles, servers
from store.records import (
    AttemptKind,
    DailyRecord,
    PendingMessage,
    Server,
    Target,
)
from tests.support.chat.playing import arrows, button, moves_of, tour
from tests.support.faults import practice, races, together
from tests.support.faults.killing import (
    PUT,
    Doubled,
    Scenario,
    World,
    answered,
    is_answered,
    kept,
    once,
)
from tests.support.faults.practice import answers_in, begin_storm, check_result
from tests.support.prepared import new_puzzle
from tests.support.sandbox.client import Reply
from texts import boards as boards_texts
from texts import practice as storm

MANY = "3x3:i"
SEND = "^POST /channels/[0-9]+/messages$"
ANSWER = "^PATCH /webhooks/.*/@original$"
CALLBACK = "^POST /interactions/.*/callback"
TRACKS = Track.EASY, Track.MINI


# Pending replies


async def solve(world: World) -> None:
    """A puzzle is solved, or solved again."""
    await world.arm()
    reply = world.slash(world.person(), "solve", {"puzzle": MANY})
    await world.killed(is_answered(reply))
    answered(reply, "213 solutions")


async def solve_a_message(world: World) -> None:
    """A puzzle in a message is solved; nothing else of the message is stored."""
    message = await world.chat.post_message(f"between you and me, {MANY} is hard")
    await world.arm()
    name = "Solve this Slitherlink"
    sent = world.sandbox.actions.message_command(world.person(), int(message["id"]), name)
    reply = Reply(world.sandbox.state, sent.id)
    await world.killed(is_answered(reply))
    answered(reply, "213 solutions")
    assert "between" not in str(world.left)


async def solve_again(world: World) -> None:
    """A puzzle is solved by the process that takes over, whose pool is busy at first."""
    world.make_busy()
    reply = await world.dies(
        "bot.answering.interactions.Interactions._acknowledge 1 after",
        lambda: world.slash(world.person(), "solve", {"puzzle": MANY}),
    )
    await world.killed(is_answered(reply))
    kept("the answer", answered(reply, "213 solutions"))


async def solve_a_file(world: World) -> None:
    """A puzzle in a file is solved by the process that takes over."""
    file = Upload("puzzle.txt", MANY.encode())
    reply = await world.dies(
        "bot.answering.interactions.Interactions._acknowledge 1 after",
        lambda: world.slash(world.person(), "solve", {"file": file}),
    )
    await world.killed(is_answered(reply))
    kept("the answer", answered(reply, "213 solutions"))


async def solve_unconfirmed(world: World) -> None:
    """Discord shows an answer, and does not confirm it."""
    world.sandbox.faults.add(Fault(FaultKind.RESET_AFTER, times=6, path=ANSWER))
    await world.arm()
    reply = world.slash(world.person(), "solve", {"puzzle": MANY})
    await world.killed(is_answered(reply))
    answered(reply, "213 solutions")


async def show_a_daily(world: World) -> None:
    """A daily is shown in private."""
    await new_day(world)
    await world.arm()
    reply = world.slash(world.person(), "daily", {"track": "easy"})
    await world.killed(is_answered(reply))
    answered(reply, "Dailies #")


async def solve_a_daily(world: World) -> None:
    """The puzzle of today's daily is asked for in public: the answer is private."""
    person, notation = world.person(), new_puzzle(Track.EASY, await new_day(world)).notation
    await world.arm()
    reply = world.slash(person, "solve", {"puzzle": notation})
    await world.killed(lambda: is_answered(reply)() or world.shown("daily", person=person))
    check_privately(world, reply, person)


async def solve_a_daily_again(world: World) -> None:
    """As before, by the process that takes over, when the public "thinking…" is deleted."""
    person, notation = world.person(), new_puzzle(Track.EASY, await new_day(world)).notation
    reply = await world.dies(
        "bot.answering.interactions.Interactions.turn_private 1 after",
        lambda: world.slash(person, "solve", {"puzzle": notation}),
    )
    await world.killed()
    check_privately(world, reply, person)


def check_privately(world: World, reply: Reply, person: int) -> None:
    """The answer is private, or people see that there is none."""
    private = [each for each in world.sandbox.state.messages.values() if each.visible_to == person]
    if not private:
        answered(reply, "daily")


async def ask(world: World) -> None:
    """A command that cannot be computed again, whose acknowledgement gets no answer."""
    world.sandbox.faults.add(Fault(FaultKind.LOST, path=CALLBACK))
    await world.arm()
    reply = world.slash(world.person(), "practice", {"storm": True})
    await world.killed(is_answered(reply))
    answered(reply, "3 minutes")


async def ask_wrongly(world: World) -> None:
    """A command and a press that get a sentence."""
    person, page = await begin_storm(world)
    await world.tell("DELETE FROM last_storms")
    await world.arm()
    replies = world.slash(person, "solve"), world.press(person, page, answers_in(page)[0])
    await world.killed(is_answered(*replies))
    answered(replies[0], "puzzle")


async def press_twice_acknowledged(world: World) -> None:
    """Discord's answer to the acknowledgement of a press is lost."""
    begin = world.slash(person := world.person(), "practice", {"storm": True})
    await world.settled(is_answered(begin))
    world.sandbox.faults.add(Fault(FaultKind.LOST, times=1, path=CALLBACK))
    await world.arm()
    reply = world.press(person, begin, storm.BEGIN_BUTTON.text)
    await world.killed(is_answered(reply))
    await check_result(world, person)


# Dailies


async def new_day(world: World) -> date:
    """Dailies of the next day."""
    then = (world.now() + timedelta(days=1)).replace(hour=10, minute=0, second=0, microsecond=0)
    world.advance((then - world.now()).total_seconds())
    day = then.date()
    async with world.database.writing() as connection:
        for track in TRACKS:
            stored = await puzzles.add(connection, new_puzzle(track, day))
            key, number = stored.canonical_key, number_of(day)
            daily = DailyRecord(day, track.value, number, stored.id, key, opens(day), closes(day))
            assert await dailies.add(connection, daily) == daily
    return day


async def set_up(world: World, channel: int) -> None:
    """Let the dailies be posted in a channel, with threads, or with a tag in a forum."""
    tracks, at = tuple(track.value for track in TRACKS), time(10)
    chat = world.chat
    place = world.sandbox.state.channels.get(channel)
    tags = place.forum.tags if place and place.forum else ()
    settings = {"tags": [str(tag.id) for tag in tags]}
    server = Server(
        chat.guild,
        world.now(),
        channel,
        tracks=tracks,
        threads=True,
        post_at=at,
        settings=settings,
    )
    async with world.database.writing() as connection:
        await servers.save(connection, server)


def posts(world: World, day: date) -> list[ChatMessage]:
    shown = world.shown(*(f"'{PlayDaily.id_of(day, track)}'" for track in TRACKS))
    return [each for each in shown if each.interaction_metadata is None]


def are_posted(world: World, day: date) -> bool:
    return bool(posts(world, day))


async def check_posts(world: World, day: date) -> None:
    """The dailies are posted once, with a thread, and that is recorded for each track."""
    found = posts(world, day)
    once("post", len(found))
    channels = world.sandbox.state.channels.values()
    kept("thread", found[0].id in {each.id for each in channels if each.type is ChannelType.THREAD})
    stored = await world.ask(
        "SELECT message_id FROM due_posts WHERE state = 'sent' AND day = :d",
        d=str(day) if world.database.address.path else day,
    )
    kept("records", [each for (each,) in stored] == [found[0].id] * len(TRACKS))


async def post(world: World) -> None:
    """The dailies of a day are posted with a thread."""
    day = await new_day(world)
    await world.arm()
    await set_up(world, world.chat.general)
    await world.killed(lambda: are_posted(world, day))
    await check_posts(world, day)


async def post_before(world: World, seconds: float = 25.0) -> None:
    """Dailies were posted, which is not stored: the process that takes over finds them."""
    day = await new_day(world)
    await world.dies(f"{PUT} after", lambda: set_up(world, world.chat.general), seconds=seconds)
    await world.killed(lambda: are_posted(world, day))
    await check_posts(world, day)


def add_forum(world: World) -> int:
    """A forum whose posts need a tag."""
    return world.sandbox.world.add_forum(world.chat.guild, "f", ("Daily",), requires_tag=True)


async def post_in_a_forum(world: World, before: bool = False) -> None:
    """The dailies of a day are one post of a forum."""
    day, forum = await new_day(world), add_forum(world)
    if before:
        await world.dies(f"{PUT} after", lambda: set_up(world, forum), seconds=600)
    else:
        await world.arm()
        await set_up(world, forum)
    await world.killed(lambda: are_posted(world, day))
    await check_posts(world, day)
    [(place,)] = await world.ask("SELECT place FROM outbox WHERE shown > 0")
    kept("the place", place == posts(world, day)[0].channel_id)


async def post_in_a_forum_before(world: World) -> None:
    """A post of a forum, which has no nonce, is found among the active ones."""
    await post_in_a_forum(world, before=True)


async def post_archived_before(world: World) -> None:
    """As before, when the post is archived at once: it is found among the archived ones."""
    chat = world.sandbox.world
    chat.change_channel(chat.add_thread(add_forum(world), "another"), archived=True)

    def archive(event: object) -> None:
        if isinstance(event, MessageCreated) and world.sandbox.state.tags_of(
            world.sandbox.state.channel(event.message.channel_id)
        ):
            chat.change_channel(event.message.channel_id, archived=True)

    stop = world.sandbox.state.subscribe(archive)
    try:
        await post_in_a_forum(world, before=True)
    finally:
        stop()


async def post_in_a_forum_where_history_is_hidden(world: World) -> None:
    """It cannot be found out whether a post is there: none is tried again, and the owner told."""
    day, forum = await new_day(world), add_forum(world)
    bot = world.sandbox.state.bot.id
    world.sandbox.world.deny(forum, bot, Permission.READ_MESSAGE_HISTORY)
    await world.dies(f"{PUT} after", lambda: set_up(world, forum))
    await world.killed(lambda: bool(world.shown(f"<#{forum}>")))
    once("message about a forum", len(world.shown(f"<#{forum}>")))
    once("post", len(posts(world, day)))


async def post_long_before(world: World) -> None:
    """As before, when Discord has forgotten the nonce."""
    await post_before(world, 600)


async def post_in_an_archived_thread(world: World) -> None:
    """A post was not sent long ago, in a thread that the gateway does not tell of: it is now."""
    day, chat = await new_day(world), world.sandbox.world
    thread = chat.add_thread(world.chat.general, "t")
    chat.change_channel(thread, archived=True)
    await world.dies(f"{PUT} before", lambda: set_up(world, thread), seconds=600)
    await world.killed(lambda: are_posted(world, day))
    once("post", len(posts(world, day)))


async def post_where_history_is_hidden(world: World) -> None:
    """It cannot be found out whether a post was sent: a missing one is better than two."""
    day, channel = await new_day(world), world.sandbox.world.add_channel(world.chat.guild, "blind")
    bot = world.sandbox.state.bot.id
    world.sandbox.world.deny(channel, bot, Permission.READ_MESSAGE_HISTORY)
    await world.dies(f"{PUT} after", lambda: set_up(world, channel), seconds=600)

    async def given_up() -> bool:
        return bool(await world.ask("SELECT 1 FROM outbox WHERE reason LIKE 'unknown%'"))

    await world.killed(given_up)
    assert len(posts(world, day)) < 2, Doubled("post")


async def post_again(world: World) -> None:
    """Discord fails once: the post is tried again."""
    day = await new_day(world)
    world.sandbox.faults.add(Fault(FaultKind.DISCONNECT, times=6, path=SEND))
    await world.arm()
    await set_up(world, world.chat.general)
    await world.killed(lambda: are_posted(world, day))
    await check_posts(world, day)


async def end_of_day(world: World, channel: int = 0) -> None:
    """The day of a post is over: it is edited, and none is sent again."""
    day = await new_day(world)
    await set_up(world, channel or world.chat.general)
    await world.settled(lambda: are_posted(world, day))
    if channel:
        [message] = posts(world, day)
        world.sandbox.world.change_channel(message.channel_id, archived=True)
    await world.arm()
    world.advance((closes(day) + timedelta(minutes=11) - world.now()).total_seconds())
    closed = number_of(day)

    def is_closed() -> bool:
        return any(f"#{closed} · closed" in str(each.components) for each in posts(world, day))

    await world.killed(is_closed)
    kept("the end of a day", is_closed())
    once("post", len(posts(world, day)))


async def end_of_day_in_a_thread(world: World) -> None:
    """As before, in a thread that is archived, which stays open at most after a kill."""
    bot = world.sandbox.state.bot.id
    await end_of_day(world, world.sandbox.world.add_thread(world.chat.general, "t", owner=bot))


async def end_of_day_in_a_forum(world: World) -> None:
    """As before, in a forum: the tags that managers have put on the post stay."""
    forum = add_forum(world)
    await end_of_day(world, forum)
    places = [each for each in world.sandbox.state.channels.values() if each.parent_id == forum]
    kept("the tag", [len(each.applied) for each in places] == [1])


async def post_refused(world: World) -> None:
    """A channel takes no posts: the owner is told once."""
    await new_day(world)
    channel = world.sandbox.world.add_channel(world.chat.guild, "closed")
    world.sandbox.world.deny(channel, world.sandbox.state.bot.id, Permission.SEND_MESSAGES)
    await world.arm()
    await set_up(world, channel)
    await world.killed(lambda: bool(world.shown(f"<#{channel}>")))
    once("message about a channel", len(world.shown(f"<#{channel}>")))


async def post_refused_twice(world: World) -> None:
    """A channel takes no posts, its owner no messages, and that for news none either."""
    await new_day(world)
    channel = world.sandbox.world.add_channel(world.chat.guild, "closed")
    world.sandbox.world.deny(channel, world.sandbox.state.bot.id, Permission.SEND_MESSAGES)
    world.sandbox.world.deny(
        world.chat.general, world.sandbox.state.bot.id, Permission.SEND_MESSAGES
    )
    world.sandbox.world.change_user(world.chat.manager, accepts_direct=False)
    await world.arm()
    await set_up(world, channel)

    async def given_up() -> bool:
        told = "SELECT 1 FROM outbox WHERE key LIKE 'trouble-news:%' AND state = 'over'"
        return bool(await world.ask(told))

    await world.killed(given_up)
    world.sandbox.world.change_user(world.chat.manager, accepts_direct=True)
    world.sandbox.world.deny(world.chat.general, world.sandbox.state.bot.id, Permission(0))
    assert not world.shown(f"<#{channel}>")


async def post_nowhere(world: World) -> None:
    """A channel is gone: its posts end, and the owner is told once."""
    await new_day(world)
    channel = world.sandbox.world.add_channel(world.chat.guild, "gone")
    world.sandbox.world.remove_channel(channel)
    await world.arm()
    await set_up(world, channel)
    await world.killed(lambda: bool(world.shown(f"<#{channel}>")))
    once("message about a channel", len(world.shown(f"<#{channel}>")))
    [server] = await world.ask("SELECT channel_id FROM servers WHERE id = :g", g=world.chat.guild)
    assert server == (None,)


async def choose_a_channel(world: World) -> None:
    """A manager chooses a channel, and lets today's dailies be posted at once."""
    day, manager = await new_day(world), world.chat.manager
    await world.arm()
    panel = world.slash(manager, "setup", {"channel": world.chat.general})
    await world.settled(is_answered(panel))
    if not world.is_dead():
        world.press(manager, panel, "Post today's now")
        await world.settled(lambda: are_posted(world, day))
    await world.killed()
    found = posts(world, day)
    kept("a post", not await pending_posts(world) or found)
    assert len(found) <= 1


async def pending_posts(world: World) -> bool:
    """Whether today's posts are planned, as far as the server has chosen them."""
    return bool(
        await world.ask(
            "SELECT 1 FROM outbox WHERE due_at <= :now AND state = 'pending'", now=world.now()
        )
    )


async def solvers(world: World, fault: Fault | None = None) -> None:
    """The last line of a daily is drawn, stored and shown; the post tells the new number."""
    day, person = await new_day(world), world.person()
    await set_up(world, world.chat.general)
    await world.settled(lambda: are_posted(world, day))
    attempts = Attempts(world.database, world.now)
    async with world.database.reading() as connection:
        daily = await dailies.get(connection, day, Track.EASY.value)
    assert daily is not None
    opened = await attempts.open(Reader(person), daily, AttemptKind.DAILY)
    puzzle = opened.pad.board.puzzle
    [loop] = solve_puzzle(puzzle).solutions
    dots = tour(puzzle.grid, loop)
    *most, last = arrows(puzzle, dots)
    actions: list[Action] = [MoveTo(dots[0]), *(Arrow[arrow.upper()] for arrow in most)]
    await attempts.change(Reader(person), opened.attempt.id, *actions)
    [message] = posts(world, day)
    board = world.press(person, message.id, PlayDaily.id_of(day, Track.EASY))
    await world.settled(is_answered(board))
    await world.settled(is_answered(world.press(person, board, button(board, "draw"))))
    if fault is not None:
        world.sandbox.faults.add(fault)
    await world.arm()
    reply = world.press(person, board, button(board, last))
    await world.killed(is_answered(reply))
    stored = (await attempts.find(person, opened.attempt.id)).solved
    kept("an acknowledged line", stored or not answered(reply, boards_texts.SOLVED.text))
    [message] = posts(world, day)
    kept("the number of solvers", ("solved by 1" in str(message.components)) == stored)


async def solvers_with_a_lost_answer(world: World) -> None:
    """As before, when Discord's answer to the acknowledgement is lost."""
    await solvers(world, Fault(FaultKind.LOST, times=1, path=CALLBACK))


async def submit(world: World) -> None:
    """A solution is submitted with one command: it is judged once."""
    day, person = await new_day(world), world.person()
    attempts = Attempts(world.database, world.now)
    async with world.database.reading() as connection:
        daily = await dailies.get(connection, day, Track.EASY.value)
    assert daily is not None
    opened = await attempts.open(Reader(person), daily, AttemptKind.DAILY)
    moves = moves_of(opened.pad.board.puzzle)
    await world.arm()
    reply = world.slash(person, "submit", {"moves": moves})
    await world.killed(is_answered(reply))
    stored = (await attempts.find(person, opened.attempt.id)).solved
    kept("a judged answer", stored or not answered(reply, boards_texts.SOLVED.text))


# Reminders


async def set_reminder(world: World, person: int, *, armed: bool = False) -> Reply:
    """Ask for a reminder in two hours."""
    panel = world.slash(person, "settings")
    await world.settled(is_answered(panel))
    if armed:
        await world.arm()
    form = world.press(person, panel, "Remind me…")
    await world.settled(lambda: form.modal is not None)
    if world.is_dead():
        return form
    at = world.now() + timedelta(hours=2)
    sent = world.sandbox.actions.submit_modal(
        person, form.interaction.id, {"at": f"{at:%H:%M}", "zone": "Etc/UTC"}
    )
    return Reply(world.sandbox.state, sent.id)


async def reminders_of(world: World, person: int) -> int:
    found = await world.ask(
        """SELECT key FROM outbox WHERE person_id = :p AND key LIKE 'reminder%'
        AND state = 'pending'""",
        p=person,
    )
    return len(found)


async def plan_reminder(world: World) -> None:
    """Somebody asks for reminders."""
    await new_day(world)
    person = world.person()
    reply = await set_reminder(world, person, armed=True)
    await world.killed(is_answered(reply))
    on = await world.ask("SELECT 1 FROM players WHERE id = :p AND reminders", p=person)
    assert await reminders_of(world, person) == len(on)


async def remind(world: World, before: bool = False, seconds: float = 25.0) -> None:
    """Somebody is reminded, and the next reminder is planned."""
    await new_day(world)
    person = world.person()
    reply = await set_reminder(world, person)
    await world.settled(is_answered(reply))

    def told() -> int:
        channel = world.chat.direct_of(person)
        shown = world.shown(f"'{StopReminders.id_of()}'")
        return sum(each.channel_id == channel for each in shown)

    if before:
        await world.dies(f"{PUT} after", lambda: world.advance(7200), seconds=seconds)
    else:
        await world.arm()
        world.advance(7200)
    await world.killed(lambda: told() > 0)
    once("reminder", told())
    once("next reminder", await reminders_of(world, person))


async def remind_before(world: World) -> None:
    """Somebody was reminded long ago, which is not stored."""
    await remind(world, before=True, seconds=600)


async def remind_nobody(world: World) -> None:
    """Somebody takes no messages: there are no more reminders."""
    await new_day(world)
    person = world.person()
    reply = await set_reminder(world, person)
    await world.settled(is_answered(reply))
    world.sandbox.world.change_user(person, accepts_direct=False)
    await world.arm()
    world.advance(7200)

    async def is_off() -> bool:
        return not await world.ask("SELECT 1 FROM players WHERE id = :p AND reminders", p=person)

    await world.killed(is_off)
    assert await reminders_of(world, person) == 0


# Messages that cannot be sent


async def unknown_message(world: World) -> None:
    """A message of a newer version is left alone."""
    await world.arm()
    message = PendingMessage(
        "newer:1", {}, Target.CHANNEL, world.chat.general, world.now(), world.now() + timedelta(1)
    )
    async with world.database.writing() as connection:
        await outbox.add(connection, message)
    await world.killed()
    [(state,)] = await world.ask("SELECT state FROM outbox WHERE key = 'newer:1'")
    assert state == "pending"


async def broken_message(world: World) -> None:
    """A message that cannot be rendered holds up no other."""
    await world.arm()
    soon = world.now() + timedelta(minutes=5)
    message = PendingMessage("race:?", {}, Target.CHANNEL, world.chat.general, world.now(), soon)
    async with world.database.writing() as connection:
        await outbox.add(connection, message)
    await world.killed()
    [(tries,)] = await world.ask("SELECT tries FROM outbox WHERE key = 'race:?'")
    assert tries > 1


MODULES = __name__, practice.__name__, races.__name__, together.__name__
"""The modules with scenarios."""


def _is_scenario(each: object) -> bool:
    """Whether something is a coroutine function of `MODULES`, of a world alone, without a result.

    >>> _is_scenario(solve), _is_scenario(solvers), _is_scenario(new_day)
    (True, True, False)
    """
    if not inspect.iscoroutinefunction(each) or each.__module__ not in MODULES:
        return False
    signature = inspect.signature(each)
    needed = [name for name, one in signature.parameters.items() if one.default is one.empty]
    return needed == ["world"] and signature.return_annotation is None


SCENARIOS: tuple[Scenario, ...] = tuple(
    filter(
        _is_scenario,
        [
            each
            for part in (vars(), *map(vars, (practice, races, together)))
            for each in part.values()
        ],
    )
)
