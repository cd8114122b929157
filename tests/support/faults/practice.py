"""What people and the bot do in practice while it is killed: storms, and drills with a page."""

from collections.abc import Mapping, Sequence
from typing import Any

from aiohttp import ClientError, ClientSession

from bot.shortcuts.components import Shortcut
from play.storm import MISS_SECONDS, SECONDS
from puzzle.model import EdgeState
from puzzle.notation import parse_loopy
from sandbox.model.components import walk
from sandbox.model.records import AnswerStage
from service.learning.training import KNOWN_BOX
from solver.drills import question, unpack
from store import players, skills
from store.records import SkillRecord
from tests.support.board_pages import opened_client
from tests.support.chat.playing import link_to, moves_of
from tests.support.faults.killing import (
    Doubled,
    World,
    answered,
    is_acknowledged,
    is_answered,
    kept,
    once,
)
from tests.support.sandbox.client import Reply
from texts import practice as texts
from web.page_requests import LETTERS

TECHNIQUE = "corner-3"
"""What drills are of."""
SHARED = "5x5:b1a312c20a2a3a3a1e"
"""The puzzle of a result that is shared."""

# Storms


def results(world: World, person: int) -> int:
    return len(world.shown("The storm is over", person=person))


def answers_in(message: Reply) -> Sequence[str]:
    return [each for each in ids_in(message) if each[-1] in "LX"]


def ids_in(message: Reply) -> Sequence[str]:
    components = walk(message.message["components"])
    return [part["custom_id"] for part in components if "custom_id" in part]


async def begin_storm(world: World) -> tuple[int, Reply]:
    person = world.person()
    begin = world.slash(person, "practice", {"storm": True})
    await world.settled(is_answered(begin))
    shown = world.press(person, begin, texts.BEGIN_BUTTON.text)
    await world.settled(is_answered(shown))
    return person, begin


async def check_result(world: World, person: int) -> None:
    """The storm ends with its result, if it was stored."""
    stored = len(await world.ask("SELECT 1 FROM last_storms WHERE player_id = :p", p=person))
    world.advance(SECONDS + 5)
    await world.settled()
    if results(world, person) != stored:
        once("result", results(world, person))


async def storm_begins(world: World) -> None:
    """A storm is stored, and its first question is shown."""
    person = world.person()
    begin = world.slash(person, "practice", {"storm": True})
    await world.settled(is_answered(begin))
    await world.arm()
    reply = world.press(person, begin, texts.BEGIN_BUTTON.text)
    await world.killed(is_answered(reply))
    await check_result(world, person)


async def storm_goes_on(world: World) -> None:
    """A question is answered twice: the first answer counts."""
    person, page = await begin_storm(world)
    await world.arm()
    right = await right_answer(world, person)
    answer = next(each for each in answers_in(page) if each.endswith(right))
    replies = [world.press(person, page, answer) for _ in range(2)]
    await world.killed(is_answered(*replies))
    [(count,)] = await world.ask("SELECT answers FROM last_storms WHERE player_id = :p", p=person)
    assert count in (0, 1)
    await check_result(world, person)


async def storm_is_shown_again(world: World) -> None:
    """An answer was stored, and the next question was not shown: another press shows it."""
    person, page = await begin_storm(world)
    first, *_ = answers_in(page)
    await world.dies(
        "service.learning.storms.Storms._answer 6 after", lambda: world.press(person, page, first)
    )
    reply = world.press(person, page, first)
    await world.killed(is_answered(reply))
    await check_result(world, person)


async def storm_ends(world: World) -> None:
    """The time of a storm is over: its message becomes the result."""
    person, _ = await begin_storm(world)
    await world.arm()
    world.advance(SECONDS + 5)
    await world.killed(lambda: results(world, person))
    once("result", results(world, person))


async def storm_ends_by_a_press(world: World) -> None:
    """A press after the end shows the result."""
    person, page = await begin_storm(world)
    await world.arm()
    world.advance(SECONDS)
    replies = [world.press(person, page, each) for each in answers_in(page)[:2]]

    async def done() -> bool:
        by_itself = await world.ask("SELECT 1 FROM outbox WHERE state = 'over'")
        ended = is_acknowledged if by_itself else is_answered
        return bool(results(world, person)) and ended(*replies)()

    await world.killed(done)
    once("result", results(world, person))


async def storm_ends_by_an_answer(world: World) -> None:
    """A wrong answer shortens a storm, which is over then."""
    person, page = await begin_storm(world)
    right = await right_answer(world, person)
    wrong = next(each for each in answers_in(page) if each[-2] != right[-2])
    await world.arm()
    world.advance(SECONDS - MISS_SECONDS / 2)
    world.press(person, page, wrong)
    await world.killed(lambda: results(world, person))
    once("result", results(world, person))


async def right_answer(world: World, person: int) -> str:
    """The end of the button with the right answer."""
    [(text,)] = await world.ask("SELECT text FROM last_storms WHERE player_id = :p", p=person)
    asked = question(unpack(text))
    return f":{asked.right}{'L' if asked.state is EdgeState.LINE else 'X'}"


# Drills


async def ask_drill(world: World) -> Reply:
    """Somebody who knows a technique asks for a drill of it, which has a page then."""
    person, now = world.person(), world.now()
    known = SkillRecord(person, TECHNIQUE, KNOWN_BOX, now, now, 0, 0, None)
    async with world.database.writing() as connection:
        await players.ensure(connection, person, now)
        await skills.save(connection, known)
    return world.slash(person, "practice", {"technique": TECHNIQUE})


async def asked_drill(world: World) -> Reply:
    reply = await ask_drill(world)
    await world.settled(is_answered(reply))
    return reply


async def is_counted(world: World, drill: Reply, *, told: bool) -> bool:
    """Whether an answer is stored, once; if it was `told`, it is in the place of the drill."""
    person = drill.interaction.user_id
    [(count,)] = await world.ask("SELECT seen FROM skills WHERE player_id = :p", p=person)
    assert count < 2, Doubled("answer")
    once("message of a drill", len(world.shown("ouro:", person=person)))
    verdicts = world.shown(f"ouro:practice:t:{TECHNIQUE}", person=person)
    kept("verdict", not told or len(verdicts) == count)
    return bool(count)


async def drill_is_asked(world: World) -> None:
    """A drill is shown with a link to its page."""
    await world.arm()
    reply = await ask_drill(world)
    await world.killed(is_answered(reply))
    if answered(reply, texts.FIND.text.splitlines()[0]):
        async with opened_client(link_to(reply)) as client:
            kept("its page", client.headers["Authorization"])


async def is_answered_by(client: ClientSession, request: Mapping[str, Any]) -> bool:
    """Whether the bot answers a request of a page."""
    try:
        async with client.post("api/requests", json={"requests": [request]}) as answer:
            return answer.status == 200
    except ClientError:
        return False


async def drill_on_a_page(world: World) -> None:
    """What follows is drawn on the page of a drill, which sends it until it is answered."""
    reply = await asked_drill(world)
    [text] = [each.rpartition(":")[2] for each in ids_in(reply) if each.startswith("ouro:find:")]
    edges = [(edge, LETTERS[state]) for edge, state in unpack(text).answer.items()]
    request = {"s": "s" * 22, "n": 1, "do": "submit", "edges": edges}
    async with opened_client(link_to(reply)) as client:
        await world.arm()
        await world.killed(lambda: is_answered_by(client, request))
    kept("the answer", await is_counted(world, reply, told=True))


async def drill_with_a_page_in_chat(world: World) -> None:
    """A drill with a page is answered in chat, which ends the page."""
    reply = await asked_drill(world)
    person = reply.interaction.user_id
    signs = world.press(person, reply, texts.SIGNS_BUTTON.text)
    await world.settled(is_answered(signs))
    await world.arm()
    pressed = world.press(person, reply, answers_in(reply)[0])
    await world.killed(is_answered(pressed))
    told = pressed.interaction.stage is AnswerStage.ANSWERED  # else people see that it failed
    stored = await is_counted(world, reply, told=told)
    pages = await world.ask("SELECT 1 FROM outbox WHERE person_id = :p", p=person)
    assert stored != bool(pages)


# Results that are shared, and greetings


async def share_on_a_page(world: World) -> None:
    """A result is posted from the page of its board, which sends that until it is answered."""
    person = world.person()
    board = world.slash(person, "play", {"puzzle": SHARED})
    await world.settled(is_answered(board))
    moves = moves_of(parse_loopy(SHARED))
    await world.settled(is_answered(world.slash(person, "submit", {"moves": moves})))
    link = link_to(board)
    request = {
        "s": "s" * 22,
        "n": 1,
        "do": "post",
        "place": link.partition("#")[2].split(".", 1)[1],
    }
    async with opened_client(link) as client:
        await world.arm()
        await world.killed(lambda: is_answered_by(client, request))
    once("the result", len(world.shown(f"<@{person}> solved it")))


async def greet(world: World) -> None:
    """A server adds the bot: it is greeted once, or not at all if the bot dies before."""
    greetings, place = Shortcut.id_of("setup"), world.sandbox.world
    before = len(world.shown(greetings))
    server = place.add_guild("Club", owner=world.chat.me, has_bot=False)
    await world.arm()
    place.invite_bot(server)
    await world.killed(lambda: len(world.shown(greetings)) > before)
    if world.kills == 0 or len(world.shown(greetings)) > before:
        once("the greeting", len(world.shown(greetings)) - before)
