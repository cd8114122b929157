"""The handlers of practice."""

from bot.components.practice import (
    AnswerDrill,
    ChooseTechnique,
    NextDrill,
    TechniqueMenu,
    TrainTechnique,
)
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.presenters.layouts import OutgoingMessage
from bot.presenters.practice import answer_message, question_message, techniques_message
from bot.router import Router, chosen_values
from bot.viewers import Viewer
from service.training import DrillPlan, GivenAnswer, Training


class PracticeHandlers:
    """Asks drills, judges answers, and lists techniques."""

    def __init__(self, interactions: Interactions, training: Training) -> None:
        self._interactions = interactions
        self._training = training

    def add_to(self, router: Router) -> None:
        """Register the handlers of the components."""
        router.add(AnswerDrill, self.answer)
        router.add(NextDrill, self.next)
        router.add(TrainTechnique, self.train)
        router.add(ChooseTechnique, self.choose)
        router.add(TechniqueMenu, self.chosen)

    async def question_post(
        self,
        interaction: Interaction,
        viewer: Viewer,
        plan: DrillPlan,
        technique: str = "",
        *,
        begins: bool = False,
    ) -> OutgoingMessage:
        """The message of a new drill, whose seed is the ID of the interaction."""
        asked = await self._training.ask(
            interaction.user.id,
            plan,
            viewer.appearance,
            viewer.localizer.language,
            seed=interaction.id,
            technique=technique,
            begins=begins,
        )
        return question_message(viewer.localizer, asked)

    async def next(self, interaction: Interaction, button: NextDrill) -> None:
        """Replace the message with the next drill."""
        async with self._interactions.pressing(interaction) as viewer:
            post = await self.question_post(interaction, viewer, button.plan, button.technique)
            await reply(interaction, post)

    async def train(self, interaction: Interaction, button: TrainTechnique) -> None:
        """Begin three drills of a technique in a new message, visible only to the user."""
        async with self._interactions.answering(interaction, private=True) as viewer:
            post = await self.question_post(
                interaction, viewer, DrillPlan.FIRST, button.technique, begins=True
            )
            await reply(interaction, post)

    async def choose(self, interaction: Interaction, _: ChooseTechnique) -> None:
        """Replace the message with the list of all techniques."""
        async with self._interactions.pressing(interaction) as viewer:
            await reply(interaction, await self.techniques_post(interaction, viewer))

    async def techniques_post(self, interaction: Interaction, viewer: Viewer) -> OutgoingMessage:
        """The list of all techniques, with how well the user masters them."""
        person, localizer = interaction.user.id, viewer.localizer
        known = await self._training.mastery(person)
        theme = viewer.appearance.theme
        drawing = await self._training.picture(person, known, theme, localizer.language)
        return techniques_message(localizer, known, drawing)

    async def chosen(self, interaction: Interaction, _: TechniqueMenu) -> None:
        """Replace the message with the first drill of the technique that was chosen."""
        async with self._interactions.pressing(interaction) as viewer:
            [technique] = chosen_values(interaction)
            post = await self.question_post(
                interaction, viewer, DrillPlan.ONE, technique, begins=True
            )
            await reply(interaction, post)

    async def answer(self, interaction: Interaction, button: AnswerDrill) -> None:
        """Replace the drill with the verdict on the answer and the explanation."""
        async with self._interactions.pressing(interaction) as viewer:
            message, at = interaction.message, interaction.created_at
            shown_at = at if message is None else message.edited_at or message.created_at
            answered = await self._training.judge(
                interaction.user.id,
                button.plan,
                GivenAnswer(button.text, button.choice, button.state, shown_at, at),
                viewer.appearance,
                viewer.localizer.language,
                claim=claim_of(interaction),
            )
            post = answer_message(viewer.localizer, answered, button.choice, button.state)
            await reply(interaction, post)
