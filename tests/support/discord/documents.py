"""Our description in the formats of the published documents: OpenAPI and JSON Schema."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from tests.support.discord import frames
from tests.support.discord.basics import ErrorResponse, RatelimitedResponse
from tests.support.discord.operations import CALLS, Call, Type

Json = Any
COMPONENTS = "#/components/schemas/{model}"
DEFINITIONS = "#/definitions/{model}"
FRAMES = (
    frames.Hello,
    frames.Identify,
    frames.Resume,
    frames.Ready,
    frames.GuildCreate,
    frames.InteractionCreate,
)
LIMIT_REACHED, REFUSED = "ClientRatelimitedResponse", "ClientErrorResponse"


def openapi() -> Json:
    """The operations as OpenAPI, with only the keys that `Document` reads."""
    types = _Types()
    paths: dict[str, Json] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call, types)
    responses = {
        REFUSED: types.content(ErrorResponse),
        LIMIT_REACHED: types.content(RatelimitedResponse),
    }
    return {"paths": paths, "components": {"responses": responses, "schemas": types.named}}


def frame_schemas() -> Mapping[str, Json]:
    """The JSON Schema of each frame by name; their objects reject unknown fields."""
    return {frame.__name__: _frame_schema(frame) for frame in FRAMES}


class _Types:
    """Schemas of types, each generated once; named ones are collected in `named`."""

    def __init__(self) -> None:
        self.named: dict[str, Json] = {}
        self._described: dict[int, Json] = {}  # by identity: not all types are hashable

    def describe(self, what: Type) -> Json:
        if id(what) not in self._described:
            schema = TypeAdapter(what).json_schema(ref_template=COMPONENTS)
            self.named |= schema.pop("$defs", {})
            if schema.get("type") == "object" and "title" in schema:  # new to `named`
                self.named[schema["title"]] = schema
                schema = {"$ref": COMPONENTS.format(model=schema["title"])}
            self._described[id(what)] = schema
        return self._described[id(what)]

    def content(self, what: Type) -> Json:
        return {"content": {"application/json": {"schema": self.describe(what)}}}


def _operation(call: Call, types: _Types) -> Json:
    described: Json = {"operationId": call.name}
    described["parameters"] = [
        {"name": name, "in": "query", "schema": types.describe(what)}
        for name, what in call.query.items()
    ]
    if call.body is not None:
        described["requestBody"] = {"required": True, **types.content(call.body)}
    if call.files:
        form = {f"files[{number}]": {"type": "string"} for number in range(10)}
        described["requestBody"]["content"]["multipart/form-data"] = {
            "schema": {"type": "object", "properties": form}
        }
    described["responses"] = {
        str(status): {} if what is None else types.content(what)
        for status, what in call.answers.items()
    } | {
        "429": {"$ref": f"#/components/responses/{LIMIT_REACHED}"},
        "4XX": {"$ref": f"#/components/responses/{REFUSED}"},
    }
    return described


def _frame_schema(frame: Type) -> Json:
    schema = TypeAdapter(frame).json_schema(ref_template=DEFINITIONS)
    named = schema.pop("$defs")
    named[frame.__name__] = schema
    for described in named.values():
        if "properties" in described:
            described["additionalProperties"] = False
    return {"$ref": DEFINITIONS.format(model=frame.__name__), "definitions": named}
