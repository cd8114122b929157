"""What people do on a board of several while the bot is killed, and what must be there then."""

from collections.abc import Sequence

from bot.boards.components import PadMenu
from bot.together.components import OrderMenu, TogetherButton, TogetherMenu, TogetherPad
from play.pen import Mode
from sandbox.model.records import AnswerStage, ChatMessage
from tests.support.chat.playing import FIVE
from tests.support.faults.killing import World, answered, is_answered, kept, once
from tests.support.sandbox.client import Reply
from texts import together


class Shared:
    """A board of two people, of whom the first began it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.me, self.other = world.person(), world.person()
        self.id = 0
        self.pads: dict[int, Reply] = {}

    async def opened(self) -> int:
        own = self.world.slash(self.me, "play", {"puzzle": FIVE})
        await self.world.settled(is_answered(own))
        return int(own.message["id"])

    async def invited(self, own: int) -> Reply:
        [(attempt,)] = await self.world.ask(
            "SELECT max(id) FROM attempts WHERE player_id = :me", me=self.me
        )
        return self.chosen(self.me, own, PadMenu.id_of(attempt), ["together"])

    def chosen(self, person: int, message: int, menu: str, values: Sequence[str]) -> Reply:
        sent = self.world.sandbox.actions.component(person, message, menu, values)
        return Reply(self.world.sandbox.state, sent.id)

    async def is_stored(self) -> bool:
        found = await self.world.ask(
            "SELECT max(board_id) FROM together_members WHERE player_id = :me", me=self.me
        )
        self.id = found[0][0] or 0
        return bool(self.id)

    def messages(self, action: str = "draw") -> list[ChatMessage]:
        return self.world.shown(f"'{TogetherButton.id_of(action, self.id)}'")

    async def begin(self) -> None:
        reply = await self.invited(await self.opened())
        await self.world.settled(is_answered(reply))
        assert await self.is_stored()

    async def join(self) -> None:
        await self.begin()
        for person in (self.me, self.other):
            self.pads[person] = self.press(person, together.DRAW_ALONG.text)
            await self.world.settled(is_answered(self.pads[person]))

    def press(self, person: int, label: str) -> Reply:
        [message] = self.messages()
        return self.world.press(person, message.id, label)

    def draws(self) -> Reply:
        button = TogetherPad.id_of(self.id, 0, Mode.LINE, "right")
        return self.world.press(self.other, self.pads[self.other], button)

    def asks(self) -> Reply:
        number = int(self.pads[self.other].message["id"])
        menu = TogetherMenu.id_of(self.id, 0, Mode.LINE)
        return self.chosen(self.other, number, menu, ["hint"])

    async def order(self) -> Reply:
        menu = self.press(self.me, together.ORDER.text)
        await self.world.settled(is_answered(menu))
        return menu

    async def question(self) -> Reply:
        menu = await self.order()
        asked = self.world.press(self.me, menu, TogetherButton.id_of("give-up", self.id))
        await self.world.settled(is_answered(asked))
        return menu

    async def check(self) -> None:
        """The message is there once, and tells what is stored."""
        [(entries, ended)] = await self.world.ask(
            "SELECT entries, ended_at FROM together_boards WHERE id = :id", id=self.id
        )
        stored = await self.world.ask(
            "SELECT number FROM together_entries WHERE board_id = :id ORDER BY number", id=self.id
        )
        assert [number for (number,) in stored] == [*range(1, entries + 1)]
        once("message of a board", len(self.messages("next" if ended else "draw")))


def edited(reply: Reply) -> bool:
    """Whether a press has changed its message; who sees nothing change presses again."""
    return reply.interaction.stage is AnswerStage.ANSWERED


async def begin(world: World) -> None:
    """A board of several people is stored, and shown in the place of the answer."""
    board = Shared(world)
    own = await board.opened()
    await world.arm()
    reply = await board.invited(own)
    await world.killed(is_answered(reply))
    there = await board.is_stored()
    assert answered(reply, "Together") == there
    if there:
        await board.check()
        joined = board.press(board.other, together.DRAW_ALONG.text)
        await world.settled(is_answered(joined))
        kept("who joined", answered(joined, "You draw as"))


async def join(world: World) -> None:
    """Somebody joins; the message tells so."""
    board = Shared(world)
    await board.begin()
    await world.arm()
    reply = board.press(board.other, together.DRAW_ALONG.text)
    await world.killed(is_answered(reply))
    answered(reply, "You draw as")
    people = await world.ask("SELECT 1 FROM together_members WHERE board_id = :b", b=board.id)
    kept("who joined", len(people) == 1 or str(board.other) in str(board.messages()))
    await board.check()


async def draw(world: World) -> None:
    """A line that was drawn is there, and in the message."""
    board = Shared(world)
    await board.join()
    await world.arm()
    reply = board.draws()
    await world.killed(is_answered(reply))
    drawn = edited(reply)
    stored = await world.ask("SELECT 1 FROM together_entries WHERE board_id = :b", b=board.id)
    kept("the line", stored or not drawn)
    await board.check()
    kept("the message", "1 line" in str(board.messages()) or not stored)


async def help_all(world: World) -> None:
    """Help that was asked for is in the message."""
    board = Shared(world)
    await board.join()
    await world.arm()
    reply = board.asks()
    await world.killed(is_answered(reply))
    asked = edited(reply)
    await board.check()
    kept("the hint", "asked for help" in str(board.messages()) or not asked)


async def take_back(world: World) -> None:
    """What somebody drew is taken back."""
    board = Shared(world)
    await board.join()
    await world.settled(is_answered(board.draws()))
    menu = await board.order()
    await world.arm()
    number = int(menu.message["id"])
    reply = board.chosen(board.me, number, OrderMenu.id_of(board.id), ["take-back.1"])
    await world.killed(is_answered(reply))
    [(entries,)] = await world.ask("SELECT entries FROM together_boards WHERE id = :b", b=board.id)
    assert entries == 2 or not edited(reply)
    await board.check()


async def end(world: World) -> None:
    """A board that is given up has ended, and so has its message; who goes on has another one."""
    board = Shared(world)
    await board.join()
    menu = await board.question()
    await world.arm()
    reply = world.press(board.me, menu, TogetherButton.id_of("end", board.id))
    await world.killed(is_answered(reply))
    answered(reply, together.GIVEN_UP.text)
    await board.check()


async def go_on(world: World) -> None:
    """The board to which all go on is there once."""
    board = Shared(world)
    await board.join()
    menu = await board.question()
    given_up = world.press(board.me, menu, TogetherButton.id_of("end", board.id))
    await world.settled(is_answered(given_up))
    await world.arm()
    [message] = board.messages("next")
    reply = world.press(board.other, message.id, together.ANOTHER.text)
    await world.killed(is_answered(reply))
    went = answered(reply, "Together")
    [(board.id,)] = await world.ask("SELECT next_id FROM together_boards WHERE id = :b", b=board.id)
    kept("the next board", board.id or not went)
    if board.id:
        await board.check()
