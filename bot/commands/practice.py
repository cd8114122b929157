"""/practice and /storm."""

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.base import AnyCommand
from bot.handlers.practice import PracticeHandlers
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.storm import begin_message
from bot.viewers import likely_localizer
from narrator.outcomes import technique_title
from service.training import DrillPlan, techniques
from texts import commands
from texts import practice as practice_texts

MAX_SUGGESTIONS = 25
"""Maximum number of suggestions; Discord's limit."""
LIST = "list"
"""The value of the suggestion to see all techniques."""


def practice_commands(
    interactions: Interactions, handlers: PracticeHandlers
) -> tuple[AnyCommand, ...]:
    """The commands /practice and /storm."""

    @app_commands.command(name="practice", description=commands.PRACTICE.text)
    @app_commands.describe(technique=commands.PRACTICE_TECHNIQUE.text)
    async def practice(interaction: Interaction, technique: str | None = None) -> None:
        """Ask a drill of a technique, or of what the user is to practise next."""
        async with interactions.answering(interaction, private=True) as viewer:
            if technique == LIST:
                post = await handlers.techniques_post(interaction, viewer)
            elif technique is None:
                post = await handlers.question_post(interaction, viewer, DrillPlan.MIXED)
            else:
                post = await handlers.question_post(
                    interaction, viewer, DrillPlan.ONE, technique, begins=True
                )
            await reply(interaction, post)

    @practice.autocomplete("technique")
    async def suggest(interaction: Interaction, current: str) -> list[Choice[str]]:
        """Techniques whose title contains the typed text, and the list of all."""
        localizer, typed = likely_localizer(interaction, private=True), current.casefold()
        titles = {each.name: technique_title(each.name, localizer) for each in techniques()}
        titles = {LIST: localizer.say(practice_texts.LIST_CHOICE), **titles}
        found = [
            Choice(name=title[:100], value=name)
            for name, title in titles.items()
            if typed in title.casefold() or typed in name
        ]
        return found[:MAX_SUGGESTIONS]

    @app_commands.command(name="storm", description=commands.STORM.text)
    async def storm(interaction: Interaction) -> None:
        """Tell what a storm is, with a button to begin one."""
        async with interactions.answering(interaction, private=True) as viewer:
            await reply(interaction, begin_message(viewer.localizer))

    return practice, storm
