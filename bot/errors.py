"""What the Discord adapter raises by itself."""

from service.post_queue import GONE, REFUSED


class NotStarted(Exception):  # noqa: N818
    """What somebody asked for was not begun; they have been told why, if that was possible."""


class Refused(Exception):  # noqa: N818
    """A channel does not take posts: it is gone, or the bot may not post there."""

    def __init__(self, gone: bool) -> None:
        super().__init__(gone)
        self.gone = gone

    @property
    def reason(self) -> str:
        """How it is stored."""
        return GONE if self.gone else REFUSED


class LoginRefused(Exception):  # noqa: N818
    """Discord does not accept the token."""


class Unreachable(Exception):  # noqa: N818
    """Nothing answers at the `address` of Discord's API."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address
