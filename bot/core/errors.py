"""The errors of the Discord adapter."""


class NotStarted(Exception):  # noqa: N818
    """An interaction was rejected before its work began, with a message to the user if possible."""


class LoginRefused(Exception):  # noqa: N818
    """Discord rejects the token."""


class Unreachable(Exception):  # noqa: N818
    """Discord's API at `address` cannot be reached."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address
