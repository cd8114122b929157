"""How the sandbox keeps time; tests shorten it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """Discord's deadlines, and how many shards it recommends. All times are in seconds.

    `acknowledge` is how long a bot has to acknowledge an interaction, `token` how long it can
    answer after that, `heartbeat` the interval asked of gateway clients, and `resume` how long a
    session survives without a connection. `privileged_intents` are those granted (a bit mask).
    `rate_limits` turns them on; `requests_per_second` is the global one.
    """

    acknowledge: float = 3.0
    token: float = 900.0
    heartbeat: float = 41.25
    resume: float = 180.0
    shards: int = 1
    privileged_intents: int = 0
    rate_limits: bool = False
    requests_per_second: int = 50
