"""The errors of the Discord adapter."""


class LoginRefused(Exception):  # noqa: N818
    """Discord rejects the token."""


class Unreachable(Exception):  # noqa: N818
    """Discord's API at `address` cannot be reached."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address
