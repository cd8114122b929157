"""The features of the bot, in the order of /help, and the handlers that they share."""

from collections.abc import Iterator

from app.services import Services
from app.settings import Settings
from bot.boards.chat import LaunchHandlers, PlayHandlers
from bot.boards.display import BoardDisplay
from bot.boards.feature import boards
from bot.core.client import OuroClient
from bot.core.command_tree import CommandTree
from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.course.feature import course
from bot.dailies.chat import ArchiveHandlers, DailyHandlers
from bot.dailies.feature import dailies
from bot.dailies.messages import SecrecyHandlers
from bot.dailies.post_updates import PostUpdates
from bot.drafts.chat import DraftHandlers
from bot.drafts.display import DraftDisplay
from bot.drafts.feature import drafts
from bot.drafts.pictures import PictureHandlers
from bot.helping.feature import helping
from bot.helping.handlers import HelpHandlers
from bot.leaderboards.chat import LeaderboardHandlers
from bot.leaderboards.feature import leaderboards
from bot.manual.chat import ManualHandlers, ManualLimits
from bot.manual.feature import manual
from bot.new_puzzles.feature import new_puzzles
from bot.pasting.chat import PasteHandlers
from bot.pasting.feature import pasting
from bot.practice.feature import practice
from bot.privacy.feature import privacy
from bot.races.chat import RaceHandlers
from bot.races.feature import races
from bot.races.messages import RaceMessages
from bot.reviews.feature import reviews
from bot.server_setup.feature import server_setup
from bot.settings.feature import settings as own_settings
from bot.sharing.feature import sharing
from bot.solving.chat import SolveHandlers
from bot.solving.feature import solving
from bot.stats.feature import stats
from play.calendar import closes
from telemetry.metrics import Metrics


class SharedHandlers:
    """The handlers that several features call."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a bot
        self,
        settings: Settings,
        services: Services,
        interactions: Interactions,
        display: BoardDisplay,
        metrics: Metrics,
        page: str | None,
    ) -> None:
        self.helping = HelpHandlers(
            interactions=interactions,
            attempts=services.attempts,
            hints=services.hints,
            checks=services.checks,
            solutions=services.solutions,
            display=display,
        )
        self.secrecy = SecrecyHandlers(
            interactions, services.dailies, services.attempts, self.helping
        )
        self.drawn_drafts = DraftDisplay(services.drafts, services.board_links, page)
        pictures = PictureHandlers(interactions, services.drafts, self.drawn_drafts)
        self.solving = SolveHandlers(
            interactions=interactions,
            solving=services.solving,
            secrecy=self.secrecy,
            pictures=pictures,
            metrics=metrics,
            input_bytes=settings.input_bytes,
        )
        presses = dict(self.helping.presses)
        if display.launches:
            presses["launch"] = LaunchHandlers(interactions, services.activities).launch
        self.playing = PlayHandlers(
            interactions=interactions,
            attempts=services.attempts,
            boards=services.boards,
            display=display,
            presses=presses,
        )
        self.pasting = PasteHandlers(
            interactions=interactions,
            boards=services.boards,
            display=display,
            solving=self.solving,
            ratings=services.rating,
            pictures=pictures,
            input_bytes=settings.input_bytes,
        )
        self.leaderboards = LeaderboardHandlers(interactions, services.leaderboards)


def features(  # noqa: PLR0913 - the parts of a bot
    settings: Settings,
    services: Services,
    interactions: Interactions,
    *,
    client: OuroClient,
    tree: CommandTree,
    display: BoardDisplay,
    updates: PostUpdates,
    race_messages: RaceMessages,
    metrics: Metrics,
    page: str | None,
) -> Iterator[Feature]:
    """Every feature, in the order of /help; `page` is the address of the board page, or None."""
    use, on_page, input_bytes = services, page is not None, settings.input_bytes
    shared = SharedHandlers(settings, use, interactions, display, metrics, page)
    yield dailies(
        interactions,
        use.dailies,
        DailyHandlers(
            interactions=interactions,
            attempts=use.attempts,
            boards=use.boards,
            display=display,
            playing=shared.playing,
            helping=shared.helping,
            leaderboards=shared.leaderboards,
            secrecy=shared.secrecy,
            updates=updates,
        ),
        ArchiveHandlers(interactions, use.archive, use.dailies, use.boards, display),
    )
    yield pasting(interactions, use.boards, shared.pasting, input_bytes)
    racing = RaceHandlers(
        interactions=interactions,
        races=use.races,
        generation=use.generation,
        display=display,
        messages=race_messages,
    )
    drafting = DraftHandlers(
        interactions=interactions,
        drafts=use.drafts,
        drawn=shared.drawn_drafts,
        boards=display,
        solve=shared.solving.answer,
        rate=shared.pasting.rate,
    )
    yield new_puzzles(
        interactions, use.generation, use.boards, display, racing.invite, drafting.begin
    )
    yield drafts(drafting)
    yield races(racing)
    yield course(interactions, use.course, use.dailies, display)
    yield practice(interactions, use.training, use.storms)
    yield helping(interactions, use.attempts, use.boards, shared.helping)
    yield boards(
        interactions=interactions,
        attempts=use.attempts,
        boards=use.boards,
        display=display,
        playing=shared.playing,
        input_bytes=input_bytes,
    )
    yield solving(interactions, shared.solving, use.pool, input_bytes)
    yield reviews(interactions, use.reviews)
    yield sharing(interactions, use.sharing, display)
    yield leaderboards(interactions, use.leaderboards, shared.leaderboards)
    yield stats(interactions, use.stats, use.streaks, use.calendars, use.training)
    yield own_settings(
        interactions, use.preferences, use.previews, use.board_links if on_page else None
    )
    yield server_setup(
        interactions=interactions,
        servers=use.servers,
        dailies=use.dailies,
        client=client,
        report=use.status,
        on_page=on_page,
        launches=display.launches,
    )
    yield privacy(interactions, use.personal_data)
    limits = ManualLimits(
        settings.bounds.max_side, settings.play_bounds.max_side, settings.person_puzzles
    )
    yield manual(
        interactions,
        ManualHandlers(
            interactions=interactions,
            manual=use.manual,
            limits=limits,
            commands=tree.get_commands,
            midnight=lambda: closes(use.dailies.today()),
        ),
    )
