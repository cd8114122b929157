"""Errors of the sandbox, and constructors for Discord's error answers."""

from collections.abc import Sequence
from typing import Any


class ApiError(Exception):
    """An error answer in Discord's format: HTTP status, JSON error code and message.

    `errors` is the nested object that names the offending fields of a form, or None.
    The codes are those of Discord's documentation, "Opcodes and Status Codes".
    """

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(status, code, message, errors)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def __str__(self) -> str:
        return f"{self.status} {self.message} (error code: {self.code})"

    def to_json(self) -> dict[str, Any]:
        """The JSON body of the answer.

        >>> ApiError(404, 10008, "Unknown Message").to_json()
        {'message': 'Unknown Message', 'code': 10008}
        """
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class DirectoryError(ValueError):
    """The state directory cannot be used; the text is one sentence with the reason."""


class ActionError(ValueError):
    """A person in the chat cannot do this; the text is one sentence for that person."""


def invalid_form(path: Sequence[str | int], code: str, message: str) -> ApiError:
    """Error 50035 for one field of a request body.

    >>> invalid_form([0, "name"], "BASE_TYPE_REQUIRED", "This field is required").errors
    {'0': {'name': {'_errors': [{'code': 'BASE_TYPE_REQUIRED', 'message': 'This field is required'}]}}}
    """  # noqa: E501 (one line of a doctest)
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(path):
        errors = {str(part): errors}
    return ApiError(400, 50035, "Invalid Form Body", errors)


def required(path: Sequence[str | int]) -> ApiError:
    """Error 50035 for a missing field."""
    return invalid_form(path, "BASE_TYPE_REQUIRED", "This field is required")


def bad_length(path: Sequence[str | int], low: int, high: int) -> ApiError:
    """Error 50035 for a text or list whose length is out of range."""
    return invalid_form(
        path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."
    )


def unauthorized() -> ApiError:
    """Error 401 for a request without the bot's token."""
    return ApiError(401, 0, "401: Unauthorized")


def missing_access() -> ApiError:
    """Error 50001 for a server or channel that the bot cannot see."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """Error 50013 for an action without the necessary permission."""
    return ApiError(403, 50013, "Missing Permissions")


def not_found() -> ApiError:
    """Error 404 for a route that does not exist."""
    return ApiError(404, 0, "404: Not Found")


UNKNOWN = {
    10003: "Unknown Channel",
    10004: "Unknown Guild",
    10007: "Unknown Member",
    10008: "Unknown Message",
    10013: "Unknown User",
    10015: "Unknown Webhook",
    10062: "Unknown interaction",
    10063: "Unknown application command",
    10087: "Unknown tag",
}


def unknown(code: int) -> ApiError:
    """Error 404 for a resource that does not exist or is not visible; `code` is one of `UNKNOWN`.

    >>> str(unknown(10062))
    '404 Unknown interaction (error code: 10062)'
    """
    return ApiError(404, code, UNKNOWN[code])
