"""The features of the bot, in the order of /help."""

from collections.abc import Iterator

from bot.boards.display import BoardButton
from bot.chat import Chat
from bot.course.chat import CourseHandlers, learn_commands, lesson_button
from bot.dailies.chat import ArchiveHandlers, DailyHandlers, daily_commands
from bot.dailies.daily_posts import DailyPosts
from bot.dailies.messages import SecrecyHandlers
from bot.dailies.post_updates import PostUpdates
from bot.drafts.chat import DraftHandlers
from bot.drafts.display import DraftDisplay
from bot.drafts.pictures import PictureHandlers
from bot.feature import Feature
from bot.helping.commands import help_commands, solution_commands
from bot.helping.handlers import HelpHandlers, reveal_button
from bot.leaderboards.chat import LeaderboardHandlers, leaderboard_button, leaderboard_commands
from bot.manual.chat import ManualHandlers, about_commands, manual_commands
from bot.new_puzzles.chat import NewPuzzleHandlers, another_button, new_commands
from bot.pasting.chat import PasteHandlers, play_commands, rate_commands
from bot.playing.chat import PlayHandlers, submit_commands
from bot.practice.chat import PracticeHandlers, practice_commands
from bot.practice.storms import StormEnds, StormHandlers, storm_commands
from bot.privacy.chat import PrivacyHandlers, privacy_commands
from bot.races.chat import RaceHandlers
from bot.races.messages import SECONDS as RACE_SECONDS
from bot.races.messages import RaceMessages
from bot.reviews.chat import ReviewHandlers, look_back_button
from bot.server_setup.chat import SetupHandlers, setup_commands, status_commands
from bot.settings.chat import SettingsHandlers, settings_commands
from bot.settings.reminders import ReminderDelivery
from bot.sharing.chat import ShareHandlers, share_button
from bot.solving.chat import SolveHandlers, solve_commands
from bot.solving.pending_replies import PendingReplyDelivery
from bot.stats.chat import stats_commands
from service.posting.post_queue import PER_SECOND
from service.running.rate_limiter import DividedBucket
from service.running.scheduler import PeriodicTask

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
    use, client = chat.use, chat.client
    helping, ranking = HelpHandlers(chat), LeaderboardHandlers(chat)
    secrecy, drawn = SecrecyHandlers(chat, helping), DraftDisplay(chat)
    pictures = PictureHandlers(chat, drawn)
    solving = SolveHandlers(chat, secrecy, pictures)
    playing = PlayHandlers(chat, helping.presses)
    pasting = PasteHandlers(chat, solving.answer, pictures)

    bucket = DividedBucket(PER_SECOND, lambda: use.processes.count)
    posts = DailyPosts(chat, bucket)
    updates = PostUpdates(chat)
    archive = ArchiveHandlers(chat)
    daily = DailyHandlers(
        chat,
        playing=playing,
        helping=helping,
        show_leaderboard=ranking.show_privately,
        secrecy=secrecy,
        updates=updates,
    )
    yield Feature(
        daily_commands(chat, archive),
        (daily, archive),
        (
            chat.by_clock("plan posts", 60, use.schedules.plan_posts),
            chat.by_clock("send posts", 1, posts.send_due),
            PeriodicTask("update posts", 20, updates.update_solved, client.connected),
        ),
        (posts.sending, updates.sending),
    )
    yield Feature((*play_commands(chat, pasting), *rate_commands(chat, pasting)), (pasting,))
    messages = RaceMessages(chat)
    racing = RaceHandlers(chat, messages)
    drafting = DraftHandlers(chat, drawn, solving.answer, pasting.rate)
    yield Feature(
        new_commands(chat, racing.invite, drafting.begin), (NewPuzzleHandlers(chat), drafting)
    )
    update = chat.by_clock("update races", RACE_SECONDS, messages.update)
    yield Feature((), (racing,), (update,), (messages.sending,))
    learning = CourseHandlers(chat)
    yield Feature(learn_commands(chat, learning), (learning,))
    practising = PracticeHandlers(chat)
    yield Feature(practice_commands(chat, practising), (practising,))
    ends = StormEnds(chat)
    end = chat.by_clock("end storms", 1, chat.in_first(ends.end_due))
    yield Feature(storm_commands(chat), (StormHandlers(chat),), (end,), (ends.sending,))
    yield Feature((*help_commands(chat, helping), *solution_commands(chat, helping)), (helping,))
    yield Feature(submit_commands(chat, playing), (playing,))
    replies = PendingReplyDelivery(chat)
    send = PeriodicTask("send pending replies", 5, replies.send_unsent, client.logged_in)
    yield Feature(solve_commands(chat, solving), (solving,), (send,), (replies.sending,))
    yield Feature(handlers=(ReviewHandlers(chat), ShareHandlers(chat)))
    yield Feature(leaderboard_commands(chat, ranking), (ranking,))
    yield Feature(stats_commands(chat))
    reminders = ReminderDelivery(chat)
    remind = chat.by_clock("send reminders", 2, reminders.send_due)
    choosing = SettingsHandlers(chat)
    yield Feature(settings_commands(chat, choosing), (choosing,), (remind,), (reminders.sending,))
    setup = SetupHandlers(chat)
    yield Feature((*setup_commands(chat, setup), *status_commands(chat)), (setup,))
    yield Feature(privacy_commands(chat), (PrivacyHandlers(chat),))
    manual = ManualHandlers(chat)
    yield Feature((*manual_commands(chat, manual), *about_commands(chat)), (manual,))
