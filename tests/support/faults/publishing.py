"""What people do with published puzzles while the bot is killed, and what must be there then."""

from bot.publishing.components import PublishedButton, QueueMenu
from puzzle.notation import parse_loopy
from sandbox.model.permissions import Permission
from sandbox.model.records import ChatMessage
from service.playing.attempts import Attempts
from service.running.readers import Reader
from store import puzzles
from store.records import AttemptKind
from tests.support.chat.playing import moves_of
from tests.support.faults.killing import PUT, World, answered, is_answered, kept, once
from tests.support.sandbox.client import Reply
from texts import boards as boards_texts
from texts import publishing as texts

NOTATION = "5x5:b1c3a12a02d1a2c32"
TITLE = "Two swans"


class Puzzle:
    """A puzzle that a person publishes."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.author, self.other = world.person(), world.person()
        self.id = 0

    async def form(self, *, armed: bool = False) -> Reply:
        """The form of a draft, which the bot opens."""
        draft = self.world.slash(self.author, "create", {"size": "5x5"})
        await self.world.settled(is_answered(draft))
        await self.world.tell("UPDATE drafts SET notation = :n", n=NOTATION)
        if armed:
            await self.world.arm()
        form = self.world.press(self.author, draft, texts.PUBLISH.text)
        await self.world.settled(lambda: form.modal is not None)
        return form

    def submit(self, form: Reply, when: str = "now") -> Reply:
        entries = {"title": TITLE, "when": when}
        actions = self.world.sandbox.actions
        sent = actions.submit_modal(self.author, form.interaction.id, entries)
        return Reply(self.world.sandbox.state, sent.id)

    async def publish(self, when: str = "now") -> Reply:
        reply = self.submit(await self.form(), when)
        await self.world.settled(is_answered(reply))
        assert await self.is_stored()
        return reply

    async def is_stored(self) -> bool:
        found = await self.world.ask("SELECT max(id) FROM published")
        self.id = found[0][0] or self.id
        return found[0][0] is not None

    def messages(self) -> list[ChatMessage]:
        return self.world.shown(f"'{PublishedButton.id_of('like', self.id)}'")

    def shows(self, text: str) -> bool:
        return any(text in str(each.components) for each in self.messages())

    def press(self, label: str, person: int) -> Reply:
        return self.world.press(person, self.messages()[0].id, label)

    async def open_board(self, *, solved: bool = False) -> None:
        """Let the other one open a board, and perhaps solve it."""
        attempts = Attempts(self.world.database, self.world.now)
        async with self.world.database.reading() as connection:
            stored = await puzzles.find(connection, NOTATION)
        assert stored is not None
        reader = Reader(self.other, server=self.world.chat.guild)
        await attempts.open(reader, stored, AttemptKind.PASTED, joins=True)
        if solved:
            await self.world.settled(is_answered(self.submit_loop()))

    def submit_loop(self) -> Reply:
        """Let the other one submit the solution."""
        moves = moves_of(parse_loopy(NOTATION))
        return self.world.slash(self.other, "submit", {"moves": moves})


async def publish(world: World) -> None:
    """A puzzle is published: it is posted once."""
    puzzle = Puzzle(world)
    form = await puzzle.form(armed=True)
    if world.is_dead() or form.modal is None:
        await world.killed()
        return
    reply = puzzle.submit(form)
    await world.killed(is_answered(reply))
    stored = await puzzle.is_stored()
    assert stored or not answered(reply, texts.POSTED.text)
    if stored:
        once("message of a puzzle", len(puzzle.messages()))


async def publish_before(world: World) -> None:
    """A puzzle was posted, which is not stored: the process that takes over finds it."""
    puzzle = Puzzle(world)
    form = await puzzle.form()
    await world.dies(f"{PUT} after", lambda: puzzle.submit(form), seconds=600)
    await world.killed()
    assert await puzzle.is_stored()
    once("message of a puzzle", len(puzzle.messages()))


async def solve_published(world: World) -> None:
    """Somebody solves a published puzzle: its message names them."""
    puzzle = Puzzle(world)
    await puzzle.publish()
    await puzzle.open_board()
    await world.arm()
    reply = puzzle.submit_loop()
    await world.killed(is_answered(reply))
    stored = bool(
        await world.ask(
            "SELECT 1 FROM attempts WHERE player_id = :p AND solved_at IS NOT NULL", p=puzzle.other
        )
    )
    kept("a judged answer", stored or not answered(reply, boards_texts.SOLVED.text))
    kept("who solved it", puzzle.shows(f"<@{puzzle.other}>") == stored)
    once("message of a puzzle", len(puzzle.messages()))


async def like(world: World) -> None:
    """Somebody likes a puzzle that they solved: it is counted once."""
    puzzle = Puzzle(world)
    await puzzle.publish()
    await puzzle.open_board(solved=True)
    await world.arm()
    reply = puzzle.press(texts.BUTTONS["like"].text, puzzle.other)
    await world.killed(is_answered(reply))
    liked = bool(await world.ask("SELECT 1 FROM likes"))
    kept("a like", liked or not answered(reply, texts.LIKED.text))
    kept("the number of likes", puzzle.shows("liked by 1") == liked)


async def results(world: World) -> None:
    """Somebody looks at the results of a puzzle."""
    puzzle = Puzzle(world)
    await puzzle.publish()
    await world.arm()
    reply = puzzle.press(texts.BUTTONS["results"].text, puzzle.other)
    await world.killed(is_answered(reply))
    answered(reply, TITLE)


async def withdraw(world: World) -> None:
    """An author withdraws a puzzle: its message says so."""
    puzzle = Puzzle(world)
    told = await puzzle.publish()
    await world.arm()
    reply = world.press(puzzle.author, told, texts.BUTTONS["withdraw"].text)
    await world.killed(is_answered(reply))
    gone = not await puzzle.is_stored()
    kept("what was withdrawn", gone or not answered(reply, texts.WITHDRAWN.text))
    kept("the message", len(puzzle.messages()) == (0 if gone else 1))


async def choose(world: World, channel: int = 0) -> Puzzle:
    """A manager chooses the puzzle of the week where no dailies are posted: it comes at once."""
    puzzle, manager = Puzzle(world), world.chat.manager
    await world.tell("UPDATE servers SET tracks = ''")
    await puzzle.publish("waits")
    panel = world.slash(manager, "setup", {"channel": channel or world.chat.general})
    await world.settled(is_answered(panel))
    await world.arm()
    number, values = int(panel.message["id"]), [str(puzzle.id)]
    sent = world.sandbox.actions.component(manager, number, QueueMenu.id_of(), values)
    card = Reply(world.sandbox.state, sent.id)
    await world.settled(is_answered(card))
    if world.is_dead() or not answered(card, TITLE):
        await world.killed()
        return puzzle
    reply = world.press(manager, card, texts.BUTTONS["choose"].text)
    await world.killed(is_answered(reply))
    answered(reply, texts.CHOSEN_NOW.text)
    return puzzle


async def is_weeks(world: World) -> bool:
    return bool(await world.ask("SELECT 1 FROM published WHERE week_ends IS NOT NULL"))


async def choose_week(world: World) -> None:
    """A manager chooses the puzzle of the week: it is posted once."""
    puzzle = await choose(world)
    assert len(puzzle.messages()) == int(await is_weeks(world))


async def choose_week_refused(world: World) -> None:
    """The channel takes no messages: the puzzle waits again."""
    channel = world.sandbox.world.add_channel(world.chat.guild, "closed")
    world.sandbox.world.deny(channel, world.sandbox.state.bot.id, Permission.SEND_MESSAGES)
    puzzle = await choose(world, channel)
    assert puzzle.messages() == []
    kept("a puzzle that waits", not await is_weeks(world))
