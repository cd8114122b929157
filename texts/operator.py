"""Texts for the operator in the terminal; English only, like the log and the command line."""

from collections.abc import Sequence
from pathlib import Path

LOGIN_REFUSED = "Discord did not accept DISCORD_TOKEN. Copy it again from the page of your bot."

NOT_CONNECTED = "not all shards have connected yet"
"""Why Discord is not ready."""
NO_ANSWER = "no answer in time"
"""Why a dependency is not ready whose check takes too long."""
CHECK_FAILED = "an error"
"""Why a dependency is not ready whose check raises an error."""
STOPPING = "the bot is stopping"
QUEUE_FULL = "so many jobs wait for a worker that more are refused"
"""Why the workers are not ready while the bot stops."""
CODE_CHANGED = "the code was changed below the bot, so no worker can start; restart the bot"
"""Why the workers are not ready between an upgrade and the restart."""


def not_serving(shards: Sequence[int]) -> str:
    """Why Discord is not ready while shards receive no events.

    >>> not_serving([0, 3])
    'no session on shards 0, 3'
    """
    return f"no session on {_shards(shards)}"


def messages_wait(seconds: float) -> str:
    """Why messages are not ready while they are not sent."""
    return f"the oldest pending message is due since {seconds / 60:.0f} minutes"


def no_worker_answered(seconds: float) -> str:
    """Why the workers are not ready while they run no jobs."""
    return f"no worker finished a trivial job within {seconds:g} seconds"


def few_session_starts(left: int, seconds: float) -> str:
    """Why Discord is not ready while a process saves session starts."""
    return (
        f"Discord permits only {left} more session starts today; "
        f"the next of this process is in {seconds:.0f} seconds"
    )


def processes_alive(count: int, unserved: Sequence[int]) -> str:
    """The line about bot processes for `/readyz`."""
    if not unserved:
        return f"{count} alive, every shard is served"
    return f"{count} alive, no process has {_shards(unserved)}"


def _shards(numbers: Sequence[int]) -> str:
    return f"{'shard' if len(numbers) == 1 else 'shards'} {', '.join(map(str, numbers))}"


def local_chat(address: str, folder: Path) -> str:
    """The text for a bot that runs in a local chat at a URL, and keeps its data in a folder."""
    return (
        f"\nOuro is in a local chat, with its data in {folder}. Ctrl+C stops it.\n"
        "To connect to Discord instead, set DISCORD_TOKEN.\n"
        "Open this address in a browser, and type /learn or /daily there:\n"
        f"{address}"
    )


def unreachable(address: str) -> str:
    """The text for a Discord API that does not answer, or only with server errors."""
    return f"Discord cannot be reached at {address}. Check the network and DISCORD_API_BASE."


def port_taken(port: int) -> str:
    """The text for a port of the local chat that is in use."""
    return f"The port {port} is taken. Choose another one with OURO_SANDBOX_PORT; 0 takes any."


def http_port_taken(host: str, port: int, settings: str) -> str:
    """The text for an address, named by settings that begin so, at which nothing can listen."""
    return (
        f"Nothing can listen at {host}:{port}. "
        f"Choose another place with {settings}_HOST and {settings}_PORT."
    )
