"""What people do in races while the bot is killed, and what must be there afterwards."""

from collections.abc import Mapping

from bot.races.components import LABELS, RaceButton
from play.race import LIMIT, WAITING
from sandbox.api.faults import Fault, FaultKind
from sandbox.chat.options import Value
from sandbox.model.records import ChatMessage
from tests.support.faults.killing import (
    PUT,
    World,
    answered,
    is_answered,
    kept,
    once,
)
from tests.support.sandbox.client import Reply
from texts import races

NEW: Mapping[str, Value] = {"size": "5x5", "level": "easy"}
EDIT = "^PATCH /channels/[0-9]+/messages/"


class Race:
    """A race of two."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.me, self.other = world.person(), world.person()
        self.id = 0
        self.joined: Reply | None = None

    def invited(self) -> Reply:
        return self.world.slash(self.me, "race", NEW)

    async def invite(self) -> None:
        await self.world.settled(is_answered(self.invited()))
        assert await self.is_stored()

    async def is_stored(self) -> bool:
        found = await self.world.ask(
            "SELECT max(race_id) FROM racers WHERE player_id = :me", me=self.me
        )
        self.id = found[0][0] or 0
        return bool(self.id)

    async def join(self) -> None:
        await self.invite()
        self.joined = self.press(races.JOIN, self.other)
        await self.world.settled(is_answered(self.joined))

    async def begin(self) -> None:
        await self.join()
        await self.world.settled(is_answered(self.press(races.START, self.me)))
        assert (self.boards(self.me), self.boards(self.other)) == (1, 1)

    def messages(self) -> list[ChatMessage]:
        names = (f"'{RaceButton.id_of(action, self.id)}'" for action in LABELS)
        return self.world.shown(*names)

    def shows(self, *words: object) -> bool:
        return any(str(word) in str(each.components) for each in self.messages() for word in words)

    def press(self, label: object, person: int) -> Reply:
        [message] = self.messages()
        return self.world.press(person, message.id, getattr(label, "text", str(label)))

    def boards(self, person: int) -> int:
        return len(self.world.shown("ouro:pad-menu", person=person))

    async def has_begun(self) -> bool:
        return bool(
            await self.world.ask(
                "SELECT 1 FROM races WHERE id = :id AND started_at IS NOT NULL", id=self.id
            )
        )

    async def is_over(self) -> bool:
        return bool(
            await self.world.ask(
                "SELECT 1 FROM races WHERE id = :id AND ended_at IS NOT NULL", id=self.id
            )
        )

    async def check_people(self) -> None:
        """Both have one board if the race has begun, and it is shown once."""
        once("message of a race", len(self.messages()))
        if await self.has_begun():
            once("board", self.boards(self.me))
            once("board", self.boards(self.other))
            kept("a race that runs", self.shows("30 minutes", "Start: "))

    async def check_freedom(self) -> None:
        """Its people can begin another race."""
        kept("the end", await self.is_over())
        again = self.world.slash(self.me, "race", NEW)
        await self.world.settled(is_answered(again))
        kept("another race", answered(again, "Race ·"))


async def invite(world: World) -> None:
    """A race is stored, and shown in the place of the answer."""
    race = Race(world)
    await world.arm()
    reply = race.invited()
    await world.killed(is_answered(reply))
    await check_invitation(race, reply)


async def check_invitation(race: Race, reply: Reply) -> None:
    there = await race.is_stored()
    assert answered(reply, "Race ·") == there
    if there:
        once("message of a race", len(race.messages()))
        joined = race.press(races.JOIN, race.other)
        await race.world.settled(is_answered(joined))
        kept("who joined", race.shows(race.other))


async def invite_before(world: World) -> None:
    """A race was shown, which is not stored: the process that takes over finds it."""
    race = Race(world)
    reply = await world.dies(f"{PUT} after", race.invited)
    await world.killed(is_answered(reply))
    await check_invitation(race, reply)


async def invite_late(world: World) -> None:
    """A race whose message is too late ends."""
    race = Race(world)
    await world.dies("service.playing.races.Races.create_race 1 after", race.invited, seconds=7200)
    await world.killed()
    assert await race.is_stored()
    await race.check_freedom()


async def invite_twice(world: World) -> None:
    """Nobody is in two races."""
    race = Race(world)
    await race.invite()
    await world.arm()
    reply = race.invited()
    await world.killed(is_answered(reply))
    answered(reply, "another race", "other race")
    once("message of a race", len(race.messages()))


async def join(world: World) -> None:
    """Somebody joins, and is told so alone."""
    race = Race(world)
    await race.invite()
    await world.arm()
    reply = race.press(races.JOIN, race.other)
    await world.killed(is_answered(reply))
    told = answered(reply, "You are in the race")
    assert told == (len(await world.ask("SELECT 1 FROM racers WHERE race_id = :r", r=race.id)) > 1)
    kept("who joined", not told or race.shows(race.other))
    once("message of a race", len(race.messages()))


async def leave(world: World) -> None:
    """The last one leaves a race, which ends."""
    race = Race(world)
    await race.invite()
    await world.arm()
    reply = race.press(races.LEAVE, race.me)
    await world.killed(is_answered(reply))
    answered(reply, races.LEFT.text)
    if not await world.ask("SELECT 1 FROM racers WHERE race_id = :r", r=race.id):
        await race.check_freedom()
    once("message of a race", len(race.messages()))


async def start(world: World) -> None:
    """A race begins: all have a board."""
    race = Race(world)
    await race.join()
    await world.arm()
    reply = race.press(races.START, race.me)
    await world.killed(is_answered(reply))
    begun = await race.has_begun()
    assert answered(reply, "The race has begun") == begun
    await race.check_people()


async def boards_before(world: World) -> None:
    """A race began, and no board was shown: the process that takes over shows them."""
    race = Race(world)
    await race.join()
    reply = await world.dies(
        "service.playing.races.Races.start_race 1 after", lambda: race.press(races.START, race.me)
    )
    await world.killed(is_answered(reply))
    kept("the answer", answered(reply, "The race has begun"))
    await race.check_people()


async def open_board(world: World) -> None:
    """Somebody opens their board again."""
    race = Race(world)
    await race.begin()
    await world.arm()
    reply = race.press(races.BOARD, race.other)
    await world.killed(is_answered(reply))
    answered(reply, "5x5")


async def result(world: World) -> None:
    """A race is over: its message becomes the result."""
    race = Race(world)
    await race.begin()
    await world.arm()
    world.advance(LIMIT.total_seconds())
    await world.killed(lambda: race.shows(races.OVER.text))
    once("result", len(race.messages()))
    await race.check_freedom()


async def rematch(world: World) -> None:
    """Two want a race like the last one, and meet in the same."""
    race = Race(world)
    await race.invite()
    world.advance(WAITING.total_seconds())
    await world.settled(lambda: race.shows("The race is called off"))
    await world.arm()
    reply = race.press(races.AGAIN, race.me)
    await world.killed(is_answered(reply))
    earlier, there = race.id, await race.is_stored() and race.id
    assert answered(reply, "Race ·") == (there != earlier)


async def rematch_of_another(world: World) -> None:
    """Somebody who wants a race like the last one joins that which waits."""
    race, earlier = Race(world), Race(world)
    await earlier.invite()
    world.advance(WAITING.total_seconds())
    await world.settled(lambda: earlier.shows("The race is called off"))
    await race.invite()
    await world.arm()
    reply = earlier.press(races.AGAIN, race.other)
    await world.killed(is_answered(reply))
    told = answered(reply, "You are in the race")
    kept("who joined", not told or race.shows(race.other))


async def race_is_deleted(world: World) -> None:
    """A moderator deletes the message of a race that runs: its people are free."""
    race = Race(world)
    await race.begin()
    [message] = race.messages()
    world.sandbox.state.remove_message(message)
    await world.arm()
    world.advance(LIMIT.total_seconds())
    await world.killed(race.is_over)
    await race.check_freedom()


async def race_fails(world: World) -> None:
    """The message of a race fails too often: its people are free."""
    race = Race(world)
    await race.begin()
    await world.tell("UPDATE outbox SET tries = 11 WHERE key = :key", key=f"race:{race.id}")
    world.sandbox.faults.add(Fault(FaultKind.DISCONNECT, times=None, path=EDIT))
    await world.arm()
    world.advance(LIMIT.total_seconds())
    await world.killed(race.is_over)
    await race.check_freedom()
