"""/practice: questions on small boards, what their buttons do, and the way to a storm."""

from datetime import datetime

from discord import app_commands
from discord.app_commands import Choice

from bot.answering.commands import AnyCommand
from bot.answering.interactions import Interaction, reply, token_of
from bot.answering.layouts import OutgoingMessage, page
from bot.answering.readers import likely_localizer
from bot.answering.router import chosen_values, written_fields
from bot.chat import Chat
from bot.practice.components import (
    AnswerDrill,
    ChooseTechnique,
    FindDrill,
    FindForm,
    NextDrill,
    ShowWays,
    SignDrill,
    TechniqueMenu,
    TrainMissed,
    TrainTechnique,
)
from bot.practice.messages import answer_message, question_message, techniques_message
from bot.practice.storms import begin_message
from narrator.outcomes import technique_title
from narrator.problems import explain_problem
from puzzle.errors import PuzzleError
from service.learning.training import AskedDrill, DrillPlan, GivenAnswer, moves_in, techniques
from service.running.readers import Reader
from texts import helping
from texts import practice as texts


class PracticeHandlers:
    """Asks drills, judges answers, and lists techniques."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._training = chat.use.training
        self._pages = chat.use.drill_pages
        self._links = chat.use.board_links
        self._page = chat.page

    async def question_post(
        self,
        interaction: Interaction,
        reader: Reader,
        plan: DrillPlan,
        technique: str = "",
        *,
        begins: bool = False,
    ) -> OutgoingMessage:
        """The message of a new drill, whose seed is the ID of the interaction."""
        asked = await self._training.ask(
            reader, plan, seed=interaction.id, technique=technique, begins=begins
        )
        return await self._asked(interaction, reader, asked)

    async def _asked(
        self, interaction: Interaction, reader: Reader, asked: AskedDrill, problem: str = ""
    ) -> OutgoingMessage:
        """The message of a drill, with a link to its page if what follows is to be found."""
        url = ""
        if self._page is not None and not asked.question.edges:
            number = await self._pages.put(reader, asked, token_of(interaction))
            url = f"{self._page}#{await self._links.make_link(reader.person, number, 'drill_id')}"
        return question_message(reader.localizer, asked, problem, url)

    async def next(self, interaction: Interaction, button: NextDrill) -> None:
        """Replace the message with the next drill, or with a worked example."""
        plan, technique = button.plan, button.technique
        async with self._interactions.pressing(interaction) as reader:
            if plan is DrillPlan.EXAMPLE:
                shown = await self._training.example(reader, technique, seed=interaction.id)
                post = answer_message(reader.localizer, shown)
            else:
                post = await self.question_post(interaction, reader, plan, technique)
            await reply(interaction, post)

    async def train(self, interaction: Interaction, button: TrainTechnique) -> None:
        """Begin three drills of a technique in a new message, visible only to the user."""
        async with self._interactions.answering(interaction, private=True) as reader:
            post = await self.question_post(
                interaction, reader, DrillPlan.FIRST, button.technique, begins=True
            )
            await reply(interaction, post)

    async def train_missed(self, interaction: Interaction, _: TrainMissed) -> None:
        """Begin to practise in a new message: what was wrong in the last storm comes first."""
        async with self._interactions.answering(interaction, private=True) as reader:
            await reply(interaction, await self.question_post(interaction, reader, DrillPlan.MIXED))

    async def choose(self, interaction: Interaction, _: ChooseTechnique) -> None:
        """Replace the message with the list of all techniques."""
        async with self._interactions.pressing(interaction) as reader:
            await reply(interaction, await self.techniques_post(reader))

    async def techniques_post(self, reader: Reader) -> OutgoingMessage:
        """The list of all techniques, with how well the user masters them."""
        known = await self._training.mastery(reader.person)
        drawing = await self._training.picture(reader, known)
        return techniques_message(reader.localizer, known, drawing)

    async def chosen(self, interaction: Interaction, _: TechniqueMenu) -> None:
        """Replace the message with the first drill of the technique that was chosen."""
        async with self._interactions.pressing(interaction) as reader:
            [technique] = chosen_values(interaction)
            post = await self.question_post(
                interaction, reader, DrillPlan.ONE, technique, begins=True
            )
            await reply(interaction, post)

    async def answer(self, interaction: Interaction, button: AnswerDrill) -> None:
        """Replace the drill with the verdict on the answer and the explanation."""
        shown_at, at = _times(interaction)
        drawn = {button.choice: button.state}
        given = GivenAnswer(button.text, drawn, shown_at, at, signed=True)
        async with self._interactions.pressing(interaction) as reader:
            await self._judge(interaction, reader, button.plan, given)

    async def open_form(self, interaction: Interaction, button: FindDrill) -> None:
        """Open the form for what follows, which Discord accepts as the first answer to a press."""
        await self._interactions.admit(interaction)
        reader = await self._interactions.readers.find(interaction, private=True)
        form = FindForm(button.plan, button.text, reader.localizer)
        await self._interactions.show_form(interaction, form)

    async def find(self, interaction: Interaction, form: FindForm) -> None:
        """Replace the drill with the verdict on what was typed, or ask again and tell why."""
        typed, (shown_at, at) = written_fields(interaction).get("moves", ""), _times(interaction)
        async with self._interactions.pressing(interaction) as reader:
            try:
                drawn = moves_in(form.text, typed)
            except PuzzleError as error:
                problem = explain_problem(error, reader.localizer)
                await self._ask_again(interaction, reader, form, signs=False, problem=problem)
            else:
                given = GivenAnswer(form.text, drawn, shown_at, at)
                await self._judge(interaction, reader, form.plan, given)

    async def sign(self, interaction: Interaction, button: SignDrill) -> None:
        """Ask about four edges of the drill instead."""
        async with self._interactions.pressing(interaction) as reader:
            await self._ask_again(interaction, reader, button, signs=True)

    async def ways(self, interaction: Interaction, button: ShowWays) -> None:
        """Show both ways of a drill in a new message, visible only to the user."""
        async with self._interactions.answering(interaction, private=True) as reader:
            drawing = await self._training.ways(reader, button.text)
            title = reader.localizer.say(helping.WAYS_BUTTON)
            await reply(interaction, page(f"### {title}", drawing))

    async def _ask_again(
        self,
        interaction: Interaction,
        reader: Reader,
        asked: FindForm | SignDrill,
        *,
        signs: bool,
        problem: str = "",
    ) -> None:
        again = await self._training.ask_again(reader, asked.plan, asked.text, signs=signs)
        await reply(interaction, await self._asked(interaction, reader, again, problem))

    async def _judge(
        self,
        interaction: Interaction,
        reader: Reader,
        plan: DrillPlan,
        given: GivenAnswer,
    ) -> None:
        answered = await self._training.judge(reader, plan, given)
        await reply(interaction, answer_message(reader.localizer, answered))


def _times(interaction: Interaction) -> tuple[datetime, datetime]:
    """When the message of a press was shown, and when it was pressed, by the clock of the chat."""
    message, at = interaction.message, interaction.created_at
    return (at if message is None else message.edited_at or message.created_at), at


MAX_SUGGESTIONS = 25
"""Maximum number of suggestions; Discord's limit."""
LIST = "list"
"""The value of the suggestion to see all techniques."""


def practice_commands(chat: Chat, handlers: PracticeHandlers) -> tuple[AnyCommand, ...]:
    """The command /practice."""

    @app_commands.command(name="practice", description=texts.PRACTICE_COMMAND.text)
    @app_commands.describe(technique=texts.PRACTICE_TECHNIQUE.text, storm=texts.PRACTICE_STORM.text)
    async def practice(
        interaction: Interaction, technique: str | None = None, storm: bool = False
    ) -> None:
        """Ask a drill of a technique, or of what is next for the user, or tell what a storm is."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            if storm:
                post = begin_message(reader.localizer)
            elif technique == LIST:
                post = await handlers.techniques_post(reader)
            elif technique is None:
                post = await handlers.question_post(interaction, reader, DrillPlan.MIXED)
            else:
                post = await handlers.question_post(
                    interaction, reader, DrillPlan.ONE, technique, begins=True
                )
            await reply(interaction, post)

    @practice.autocomplete("technique")
    async def suggest(interaction: Interaction, current: str) -> list[Choice[str]]:
        """Techniques whose title contains the typed text, and the list of all."""
        localizer, typed = likely_localizer(interaction, private=True), current.casefold()
        titles = {each.name: technique_title(each.name, localizer) for each in techniques()}
        titles = {LIST: localizer.say(texts.LIST_CHOICE), **titles}
        found = [
            Choice(name=title[:100], value=name)
            for name, title in titles.items()
            if typed in title.casefold() or typed in name
        ]
        return found[:MAX_SUGGESTIONS]

    return (practice,)
