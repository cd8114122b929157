"""The errors of the Discord adapter."""

from service.posting.post_queue import GONE, REFUSED


class ChannelRefused(Exception):  # noqa: N818
    """A channel rejects posts: it is gone, or the bot lacks permission."""

    def __init__(self, gone: bool) -> None:
        super().__init__(gone)
        self.gone = gone

    @property
    def reason(self) -> str:
        """The reason as the post queue stores it."""
        return GONE if self.gone else REFUSED


class LoginRefused(Exception):  # noqa: N818
    """Discord rejects the token."""


class Unreachable(Exception):  # noqa: N818
    """Discord's API at `address` cannot be reached."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address
