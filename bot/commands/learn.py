"""/learn and /help."""

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.base import AnyCommand
from bot.handlers.course import CourseHandlers
from bot.handlers.manual import ManualHandlers
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from service.course import Course
from service.manual import Topic
from texts import commands
from texts.manual import TITLES


def learn_commands(
    interactions: Interactions, course: Course, handlers: CourseHandlers
) -> tuple[AnyCommand, ...]:
    """The command /learn, the guided first puzzle."""

    @app_commands.command(name="learn", description=commands.LEARN.text)
    async def learn(interaction: Interaction) -> None:
        """Start the guided first puzzle, or continue it."""
        person = interaction.user.id
        async with interactions.answering(interaction, private=True) as viewer:
            loaded = await course.open(person, claim=claim_of(interaction))
            appearance, language = viewer.appearance_with(None, True), viewer.localizer.language
            shown = await course.page(person, loaded, appearance, language)
            await reply(interaction, handlers.message(viewer, shown))

    return (learn,)


def manual_commands(interactions: Interactions, manual: ManualHandlers) -> tuple[AnyCommand, ...]:
    """The command /help, the manual."""

    @app_commands.command(name="help", description=commands.HELP.text)
    @app_commands.describe(topic=commands.HELP_TOPIC.text)
    @app_commands.choices(
        topic=[Choice(name=TITLES[topic].text, value=topic.value) for topic in Topic]
    )
    async def show_help(interaction: Interaction, topic: str = Topic.START.value) -> None:
        """Show a page of the manual, visible only to the user."""
        async with interactions.answering(interaction, private=True) as viewer:
            await reply(interaction, await manual.page(interaction.user.id, viewer, Topic(topic)))

    return (show_help,)
