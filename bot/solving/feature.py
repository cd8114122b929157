"""What solving adds to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.solving.chat import SolveHandlers, solve_commands
from workers.pool import WorkPool


def solving(
    interactions: Interactions, handlers: SolveHandlers, pool: WorkPool, input_bytes: int
) -> Feature:
    """/solve, Solve in the Apps menu, and the next solution."""
    return Feature(solve_commands(interactions, handlers, pool, input_bytes), (handlers,))
