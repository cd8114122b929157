"""What statistics add to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.stats.chat import stats_commands
from service.stats import Statistics
from service.streaks import Calendars, Streaks
from service.training import Training


def stats(
    interactions: Interactions,
    statistics: Statistics,
    streaks: Streaks,
    calendars: Calendars,
    training: Training,
) -> Feature:
    """/stats."""
    return Feature(stats_commands(interactions, statistics, streaks, calendars, training))
