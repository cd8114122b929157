"""What leaderboards add to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.leaderboards.chat import LeaderboardHandlers, leaderboard_commands
from service.leaderboards import Leaderboards


def leaderboards(
    interactions: Interactions, leaderboards: Leaderboards, handlers: LeaderboardHandlers
) -> Feature:
    """/leaderboard, with its pages, periods and tracks."""
    return Feature(leaderboard_commands(interactions, leaderboards, handlers), (handlers,))
