"""The features of the bot, in the order of /help."""

from collections.abc import Iterator

from bot.boards.display import BoardButton
from bot.chat import Chat
from bot.course.chat import CourseHandlers, learn_commands, lesson_button
from bot.dailies.chat import ArchiveHandlers, DailyHandlers, daily_commands
from bot.dailies.messages import SecrecyHandlers
from bot.dailies.posts import DailyMessages, TroubleMessages
from bot.drafts.chat import DraftHandlers, create_commands
from bot.drafts.display import DraftDisplay
from bot.drafts.pictures import PictureHandlers
from bot.feature import Feature
from bot.helping.commands import help_commands, solution_commands
from bot.helping.handlers import HelpHandlers, reveal_button
from bot.leaderboards.chat import LeaderboardHandlers, leaderboard_button, leaderboard_commands
from bot.manual.chat import ManualHandlers, manual_commands
from bot.new_puzzles.chat import NewPuzzleHandlers, another_button, new_commands
from bot.pasting.chat import PasteHandlers, play_commands, rate_commands
from bot.playing.chat import PlayHandlers, submit_commands
from bot.practice.chat import PracticeHandlers, practice_commands
from bot.practice.messages import DrillAnswers
from bot.practice.storms import StormHandlers, StormResults
from bot.privacy.chat import PrivacyHandlers, privacy_commands
from bot.publishing.chat import PublishedMessages, PublishHandlers
from bot.races.chat import RaceHandlers
from bot.races.messages import RaceBoards, RaceMessages
from bot.reviews.chat import ReviewHandlers, look_back_button
from bot.server_setup.chat import SetupHandlers, setup_commands, status_commands
from bot.server_setup.greetings import Greetings
from bot.settings.chat import SettingsHandlers, settings_commands
from bot.settings.reminders import ReminderMessages
from bot.sharing.chat import ShareHandlers, share_button
from bot.sharing.messages import ResultMessages
from bot.shortcuts.chat import ShortcutHandlers
from bot.solving.chat import SolveHandlers, solve_commands
from bot.solving.replies import ReplyMessages
from bot.stats.chat import stats_commands
from bot.together.chat import TogetherHandlers
from bot.together.messages import TogetherMessages
from service.posting.daily_posts import ANSWER

BOARD_BUTTONS: tuple[BoardButton, ...] = (
    share_button,
    look_back_button,
    leaderboard_button,
    lesson_button,
    another_button,
    reveal_button,
)
"""The buttons of features below a board, in their order."""


def features(chat: Chat) -> Iterator[Feature]:
    """Every feature, in the order of /help."""
    helping, ranking = HelpHandlers(chat), LeaderboardHandlers(chat)
    secrecy, drawn = SecrecyHandlers(chat, helping), DraftDisplay(chat)
    pictures = PictureHandlers(chat, drawn)
    solving = SolveHandlers(chat, secrecy, pictures)
    together = TogetherHandlers(chat)
    playing = PlayHandlers(chat, helping.presses | together.presses)
    pasting = PasteHandlers(chat, solving.answer, pictures)

    archive, posts, troubles = ArchiveHandlers(chat), DailyMessages(chat), TroubleMessages(chat)
    daily = DailyHandlers(
        chat, playing=playing, helping=helping, show_leaderboard=ranking.show_privately
    )
    yield Feature(
        daily_commands(chat, archive),
        (daily, archive, secrecy),
        {"daily": posts, ANSWER: posts, "trouble": troubles, "trouble-news": troubles},
    )
    yield Feature((*play_commands(chat, pasting), *rate_commands(chat, pasting)), (pasting,))
    racing = RaceHandlers(chat)
    publishing = PublishHandlers(chat)
    drafting = DraftHandlers(chat, drawn, solving.answer, pasting.rate, publishing.open_form)
    races = {"race": RaceMessages(chat), "race-board": RaceBoards(chat)}
    yield Feature(new_commands(chat, racing.invite), (NewPuzzleHandlers(chat), racing), races)
    yield Feature(handlers=(together,), kinds={"together": TogetherMessages(chat)})
    kinds = {"published": PublishedMessages(chat)}
    yield Feature(create_commands(chat, drawn), (drafting, publishing), kinds)
    learning = CourseHandlers(chat)
    yield Feature(learn_commands(chat, learning), (learning,))
    practising = PracticeHandlers(chat)
    drills = {"drill": DrillAnswers(chat)}
    yield Feature(practice_commands(chat, practising), (practising,), drills)
    yield Feature(handlers=(StormHandlers(chat),), kinds={"storm": StormResults(chat)})
    helped = help_commands(chat, helping, pictures.hint)
    yield Feature((*helped, *solution_commands(chat, helping)), (helping,))
    yield Feature(submit_commands(chat, playing), (playing,))
    yield Feature(solve_commands(chat, solving), (solving,), {"reply": ReplyMessages(chat)})
    results = {"result": ResultMessages(chat)}
    yield Feature(handlers=(ReviewHandlers(chat), ShareHandlers(chat)), kinds=results)
    yield Feature(leaderboard_commands(chat, ranking), (ranking,))
    yield Feature(stats_commands(chat))
    choosing = SettingsHandlers(chat)
    reminders = {"reminder": ReminderMessages(chat)}
    yield Feature(settings_commands(chat, choosing), (choosing,), reminders)
    setup = SetupHandlers(chat)
    greetings = {"greeting": Greetings(chat)}
    yield Feature((*setup_commands(chat, setup), *status_commands(chat)), (setup,), greetings)
    yield Feature(privacy_commands(chat), (PrivacyHandlers(chat),))
    manual = ManualHandlers(chat)
    yield Feature(manual_commands(chat, manual), (manual, ShortcutHandlers(chat)))
