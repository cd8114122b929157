"""The table of limits that are constants: their values, and what their docstrings say."""

from collections.abc import Iterator
from importlib import import_module

from tools.reference.tables import documented, first_sentence, table

LIMITS = (
    # what people send
    "bot.core.commands.MAX_PASTE_LENGTH",
    "bot.boards.components.MAX_MOVES_LENGTH",
    "bot.core.attachments.FETCH_SECONDS",
    "bot.core.attachments.FILES_SEARCHED",
    "puzzle.notation.search.MAX_PIECES",
    "puzzle.notation.search.MAX_FOUND",
    "play.zones.MAX_NAME",
    "play.times.LONGEST",
    # puzzles and boards
    "jobs.bounds.PLAY_SIDE",
    "service.generation.LONGEST",
    "service.generation.TRIED_CELLS",
    "service.generation.SEEDS",
    "jobs.solving.COUNTED_SOLUTIONS",
    "service.attempts.MAX_UNFINISHED",
    "play.history.MAX_STEPS",
    "play.history.MAX_BYTES",
    "service.running.board_cache.MAX_CACHED_BYTES",
    "service.running.board_cache.MAX_CACHED_PUZZLES",
    # requests
    "service.running.rate_limiter.BURST_SECONDS",
    "service.running.rate_limiter.SHARED_SECONDS",
    "bot.core.request_weights.SUGGESTION_WEIGHT",
    "bot.core.request_weights.PRESS_WEIGHT",
    "bot.core.request_weights.COMMAND_WEIGHT",
    "bot.core.request_weights.INPUT_WEIGHT",
    "bot.core.command_tree.SUGGESTION_SECONDS",
    "bot.dailies.chat.MAX_SUGGESTIONS",
    "bot.helping.commands.MAX_BOARDS",
    "play.ranking.PAGE",
    "service.running.quotas.EXPORTS_PER_MINUTE",
    "bot.core.interactions.PENDING_REPLY_SECONDS",
    # posts and the clock
    "service.post_queue.PER_SECOND",
    "bot.core.sending.SEND_SECONDS",
    "bot.dailies.daily_posts.MAX_IN_FLIGHT",
    "service.running.clock_guard.TOLERANCE",
    # jobs
    "workers.job_queue.SYSTEM_JOBS",
    "service.solving.FIRST_SECONDS",
    "app.settings.WORK_SECONDS",
    "workers.child.FULL_PRIORITY_SECONDS",
    # health, the database and processes
    "workers.probe.PROBE_SECONDS",
    "workers.probe.CACHE_SECONDS",
    "app.health.CHECK_SECONDS",
    "store.pools.QUEUE_SECONDS",
    "store.pools.POSTGRES_WRITERS",
    "store.pools.STATEMENT_SECONDS",
    "store.pools.ROW_LOCK_SECONDS",
    "store.pools.IDLE_SECONDS",
    "service.running.processes.RENEWAL_SECONDS",
    "service.running.session_starts.SCARCE_PART",
    "app.main.LOGOUT_SECONDS",
    "bot.core.drain.REFUSAL_SECONDS",
)
"""The constants by module and name."""


def limits() -> Iterator[str]:
    """The lines of the table."""
    return table(["Value", "Meaning", "Constant"], map(_row, LIMITS))


def _row(path: str) -> tuple[str, str, str]:
    module, _, name = path.rpartition(".")
    value = getattr(import_module(module), name)
    return f"{value:,}", first_sentence(documented(module)[name]), f"`{path}`"
