"""What the use cases raise; the front ends word it."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from i18n.messages import Message


class ServiceError(Exception):
    """Base of what the use cases raise."""


class QuotaUsed(ServiceError):  # noqa: N818
    """A person, or their whole server, has had their share of work until an instant."""

    def __init__(self, until: datetime, of_server: bool = False) -> None:
        super().__init__(until, of_server)
        self.until = until
        self.of_server = of_server


class NotYours(ServiceError):  # noqa: N818
    """Somebody reached for the attempt of another person, or for one that is gone."""


class InputError(ServiceError):
    """A person gave a command something it cannot use; a message tells them what and why.

    `values` are filled into the message. With `example`, a good command is shown below it.
    """

    def __init__(
        self,
        message: Message,
        values: Mapping[str, object] = MappingProxyType({}),
        example: bool = False,
    ) -> None:
        super().__init__(message, dict(values), example)
        self.message = message
        self.values = dict(values)
        self.example = example
