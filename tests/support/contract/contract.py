"""Checks the traffic between a bot and a sandbox against Discord's API descriptions."""

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

from sandbox.api.inspection import Exchange, GatewayFrame
from tests.support.contract.document import Document, Operation

Json = Any
REFUSED = frozenset({50006, 50035, 50109, 40005, 50041})
"""Error codes of requests that are invalid whatever the state of the chat."""
PLAIN_UNKNOWN = frozenset({"applications_get_activity_instance"})
"""Operations whose answer for what does not exist has no code of its own, as Discord's reference
shows."""
SENT = {10: "Hello"}
RECEIVED = {2: "Identify", 6: "Resume"}
EVENTS = {
    "READY": "Ready",
    "GUILD_CREATE": "GuildCreate",
    "INTERACTION_CREATE": "InteractionCreate",
}
REST_EVENTS = {
    "MESSAGE_CREATE": "MessageResponse",
    "MESSAGE_UPDATE": "MessageResponse",
    "CHANNEL_CREATE": "GuildChannelResponse",
    "CHANNEL_UPDATE": "GuildChannelResponse",
    "CHANNEL_DELETE": "GuildChannelResponse",
    "THREAD_CREATE": "ThreadResponse",
    "THREAD_UPDATE": "ThreadResponse",
}
"""Events without their own schema whose data is an object of the HTTP API."""
ID = {"type": "string", "pattern": "^[1-9][0-9]*$"}


def fields(required: Json, **optional: Json) -> Json:
    """The schema of an object with exactly these fields."""
    return {
        "type": "object",
        "properties": required | optional,
        "required": list(required),
        "additionalProperties": False,
    }


ROLE = {"$ref": "#/components/schemas/GuildRoleResponse"}
OTHER_EVENTS = {
    "RESUMED": fields({}, _trace={"type": "array"}),
    "GUILD_DELETE": fields({"id": ID}, unavailable={"type": "boolean"}),
    "GUILD_ROLE_CREATE": fields({"guild_id": ID, "role": ROLE}),
    "GUILD_ROLE_UPDATE": fields({"guild_id": ID, "role": ROLE}),
    "THREAD_DELETE": fields(
        {"id": ID, "guild_id": ID, "parent_id": ID, "type": {"enum": [10, 11, 12]}}
    ),
    "MESSAGE_DELETE": fields({"id": ID, "channel_id": ID}, guild_id=ID),
}
"""Schemas of events that Discord describes only in prose, in the gateway documentation."""
PLAIN_FRAMES = {
    (True, 7): fields({"op": {"const": 7}, "d": {"type": "null"}}, t={}, s={}),
    (True, 9): fields({"op": {"const": 9}, "d": {"type": "boolean"}}, t={}, s={}),
    (True, 11): fields({"op": {"const": 11}}, d={"type": "null"}, t={}, s={}),
    (False, 1): fields({"op": {"const": 1}, "d": {"type": ["integer", "null"]}}),
}
"""Schemas of frames that Discord describes only in prose, by direction and opcode."""


WITH_FILES = frozenset({"create_interaction_response", "execute_webhook", "create_thread"})
"""Operations with files that the document leaves out."""
QUERIES = {"create_thread": {"use_nested_fields": {"const": 1}}}
"""Parameters that the document leaves out, by operation; discord.py sends this one with a post."""


class Contract:
    """An `Inspector` that records all traffic and checks it later.

    Because it checks later, it does not delay acknowledgements. Without a document it finds
    nothing. With `requests=False` it checks only the sandbox's answers and frames, for tests of
    invalid requests.
    """

    def __init__(self, document: Document | None, *, requests: bool = True) -> None:
        self._judge = None if document is None else Judge(document, requests=requests)
        self._noted: list[Exchange | GatewayFrame] = []

    def exchange(self, exchange: Exchange) -> None:
        """Record a request and its answer."""
        self._noted.append(exchange)

    def frame(self, frame: GatewayFrame) -> None:
        """Record a gateway frame."""
        self._noted.append(frame)

    def __len__(self) -> int:
        return len(self._noted)

    def violations(self) -> list[str]:
        """All violations so far, each with the name of its operation."""
        if self._judge is None:
            return []
        return list(dict.fromkeys(chain.from_iterable(map(self._judge.problems, self._noted))))

    def check(self) -> None:
        """Raise `AssertionError` with the violations since the last check, if there are any."""
        found = self.violations()
        self._noted = []
        assert not found, "\n".join(["Discord's contract is broken:", *found])


class Judge:
    """Checks recorded traffic against a document."""

    def __init__(self, document: Document, *, requests: bool) -> None:
        self._document = document
        self._requests = requests

    def problems(self, noted: Exchange | GatewayFrame) -> Iterator[str]:
        """The violations in a request and its answer, or in a frame."""
        if isinstance(noted, GatewayFrame):
            return self._check_frame(noted)
        return self._check_exchange(noted)

    def _check_exchange(self, exchange: Exchange) -> Iterator[str]:
        operation = self._document.find(exchange.method, exchange.path)
        if operation is None:
            if self._requests or exchange.status not in (400, 404, 405):
                yield f"{exchange.method} {exchange.path}: there is no such operation"
            return
        name = operation.name
        if self._requests:
            problems = [*self._request_problems(operation, exchange)]
            yield from (f"{name}, request: {problem}" for problem in problems)
        problems = [*self._answer_problems(operation, exchange)]
        yield from (f"{name}, answer {exchange.status}: {problem}" for problem in problems)

    def _request_problems(self, operation: Operation, exchange: Exchange) -> Iterator[str]:
        schema = self._document.request_schema(operation)
        if exchange.payload is not None:
            if schema is None:
                yield "a body where none belongs"
            else:
                payload = json.loads(exchange.payload)
                yield from self._document.schemas.problems(schema, payload)
        elif schema is not None and operation.json["requestBody"].get("required"):
            yield "the body is missing"
        for field in exchange.files:
            if field not in self._allowed_files(operation):
                yield f"{field}: no such file is expected"
        yield from self._query_problems(operation, exchange)
        if exchange.status in (400, 404, 405, 413):
            answer = json.loads(exchange.answer)
            code = answer.get("code")
            unknown = code == 0 and exchange.status != 400 and operation.name not in PLAIN_UNKNOWN
            if code in REFUSED or unknown:
                yield f"it was refused: {json.dumps(answer)}"

    def _allowed_files(self, operation: Operation) -> frozenset[str]:
        fields = self._document.form_fields(operation)
        if operation.name in WITH_FILES:
            # The document omits files here; Discord's reference allows them as for messages.
            return frozenset(f"files[{number}]" for number in range(10))
        return fields

    def _query_problems(self, operation: Operation, exchange: Exchange) -> Iterator[str]:
        known = {p["name"]: p["schema"] for p in operation.parameters if p["in"] == "query"}
        known |= QUERIES.get(operation.name, {})
        for key, text in exchange.query.items():
            if key not in known:
                yield f"query: {key} is unknown"
                continue
            for value in _readings(text):
                problems = self._document.schemas.problems(known[key], value)
                if not problems:
                    break
            else:
                yield f"query: {key}={text[:40]} is not allowed"

    def _answer_problems(self, operation: Operation, exchange: Exchange) -> Iterator[str]:
        if exchange.status >= 500:
            return  # Discord does not specify these
        try:
            schema = self._document.answer_schema(operation, exchange.status)
        except LookupError as error:
            yield str(error)
            return
        if not exchange.answer:
            if schema is not None:
                yield "the body is missing"
            return
        if exchange.headers.get("Content-Type") != "application/json":
            yield f"the content type is {exchange.headers.get('Content-Type')}"
        if schema is None:
            yield "a body where none belongs"
        else:
            yield from self._document.schemas.problems(schema, json.loads(exchange.answer))

    def _check_frame(self, frame: GatewayFrame) -> Iterator[str]:
        if not frame.sent and not self._requests:
            return
        content = json.loads(frame.text)
        op = content.get("op")
        name = content.get("t") or f"op {op}"
        for problem in self._frame_problems(frame, content, op):
            yield f"gateway {name}: {problem}"

    def _frame_problems(self, frame: GatewayFrame, content: Json, op: int) -> Iterator[str]:
        event = content.get("t")
        named = EVENTS.get(event) if op == 0 else (SENT if frame.sent else RECEIVED).get(op)
        if named is not None:
            yield from self._document.frame_problems(named, content)
        elif op == 0 and event in REST_EVENTS:
            data = {k: v for k, v in content["d"].items() if not _beside(event, k)}
            schema = {"$ref": f"#/components/schemas/{REST_EVENTS[event]}"}
            yield from self._document.schemas.problems(schema, data)
        elif op == 0 and event in OTHER_EVENTS:
            yield from self._document.schemas.problems(OTHER_EVENTS[event], content["d"])
        elif (frame.sent, op) in PLAIN_FRAMES:
            yield from self._document.schemas.problems(PLAIN_FRAMES[frame.sent, op], content)
        else:
            yield "there is no such frame"


def _beside(event: str, key: str) -> bool:
    """Whether the gateway sends that field in addition to those of the HTTP API."""
    return event.startswith("MESSAGE") and key in ("guild_id", "member")


def _readings(text: str) -> Iterator[Json]:
    """The JSON values that a query parameter can mean: text, integer or boolean."""
    yield text
    if text.isascii() and text.isdigit():
        yield int(text)
    flags = {"1": True, "0": False, "true": True, "false": False, "True": True, "False": False}
    if text in flags:
        yield flags[text]
