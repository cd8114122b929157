"""Deadlines and limits of the sandbox, which tests can shorten."""

from msgspec import Struct


class SandboxSettings(Struct, frozen=True):
    """Discord's deadlines and limits. All times are in seconds.

    - `acknowledge`: the time that a bot has to acknowledge an interaction.
    - `token`: the lifetime of an interaction's token.
    - `heartbeat`: the heartbeat interval of gateway connections.
    - `resume`: how long a session survives without a connection.
    - `shards`: the recommended number of shards.
    - `max_concurrency`: how many shards may identify at once; `session_starts`: how many sessions
      may start in a day. Both are reported, and not enforced.
    - `privileged_intents`: bit mask of the privileged intents that the bot may use.
    - `rate_limits`: whether rate limits apply; `requests_per_second` is the global one.
    """

    acknowledge: float = 3.0
    token: float = 900.0
    heartbeat: float = 41.25
    resume: float = 180.0
    shards: int = 1
    max_concurrency: int = 1
    session_starts: int = 1000
    privileged_intents: int = 0
    rate_limits: bool = False
    requests_per_second: int = 50
