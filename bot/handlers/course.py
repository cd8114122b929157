"""The handlers of the guided first puzzle, and of the button for another puzzle."""

from bot.components.course import Learn
from bot.components.new_puzzle import NewPuzzle
from bot.handlers.boards import BoardDisplay
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.presenters.course import course_message
from bot.presenters.layouts import OutgoingMessage
from bot.router import Router
from bot.viewers import Viewer
from service.boards import Boards
from service.course import Course, CoursePage
from service.dailies import Dailies
from service.generation import Generation, PuzzleOptions
from store.records import AttemptKind
from texts import generating


class CourseHandlers:
    """Shows the lessons of the guided first puzzle."""

    def __init__(
        self, interactions: Interactions, course: Course, dailies: Dailies, *, on_page: bool
    ) -> None:
        self._interactions = interactions
        self._course = course
        self._dailies = dailies
        self._on_page = on_page

    def add_to(self, router: Router) -> None:
        """Register the handler of the button."""
        router.add(Learn, self.learn)

    def message(self, viewer: Viewer, shown: CoursePage) -> OutgoingMessage:
        """The message of a page of the course."""
        day = self._dailies.today()
        return course_message(viewer.localizer, shown, day, on_page=self._on_page)

    async def learn(self, interaction: Interaction, button: Learn) -> None:
        """Do the action of a button unless the board changed meanwhile, and show the lesson."""
        async with self._interactions.pressing(interaction) as viewer:
            shown = await self._course.act(
                interaction.user.id,
                button.attempt,
                button.action,
                button.marks,
                viewer.appearance_with(None, True),
                viewer.localizer.language,
                claim=claim_of(interaction),
            )
            await reply(interaction, self.message(viewer, shown))


class NewPuzzleHandlers:
    """Generates puzzles with the options of an earlier one."""

    def __init__(
        self,
        interactions: Interactions,
        generation: Generation,
        boards: Boards,
        display: BoardDisplay,
    ) -> None:
        self._interactions = interactions
        self._generation = generation
        self._boards = boards
        self._display = display

    def add_to(self, router: Router) -> None:
        """Register the handler of the button."""
        router.add(NewPuzzle, self.new_puzzle)

    async def new_puzzle(self, interaction: Interaction, button: NewPuzzle) -> None:
        """Generate a puzzle and open its board, visible only to the user."""
        person, claim = interaction.user.id, claim_of(interaction)
        async with self._interactions.answering(interaction, private=True) as viewer:
            model = await self._boards.stored_puzzle(button.puzzle)
            options = PuzzleOptions.like(model)
            stored = await self._generation.generate(person, options, claim=claim)
            loaded = await self._boards.open(
                person, stored, AttemptKind.ENDLESS, interaction.guild_id, claim=claim
            )
            caption = generating.made(viewer.localizer, stored)
            await self._display.show(interaction, viewer, loaded, caption=caption)
