"""Descriptions of Discord's API as compiled JSON Schemas that reject unknown fields."""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jsonschema_rs
from msgspec import Struct

from tests.support.contract.own_operations import PATHS
from tests.support.contract.relaxations import GATEWAY, OPENAPI
from tests.support.shared import shared_file

Json = Any
FRAMES = ("Hello", "Identify", "Resume", "Ready", "GuildCreate", "InteractionCreate")
METHODS = ("get", "put", "post", "patch", "delete")
LONGEST = 240


class Operation(Struct, frozen=True):
    """One operation of the OpenAPI document; `path` is split at slashes."""

    name: str
    path: tuple[str, ...]
    parameters: tuple[Json, ...]
    json: Json


class Schemas:
    """Validators by schema, compiled on first use."""

    def __init__(self, definitions: Json) -> None:
        self._definitions = definitions
        self._compiled: dict[str, Any] = {}

    def problems(self, schema: Json, value: Json) -> list[str]:
        """The violations of a schema in a value, each with its path."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self._compiled:
            whole = {**schema, **self._definitions}
            self._compiled[key] = jsonschema_rs.validator_for(whole)
        return [text for error in self._compiled[key].iter_errors(value) for text in explain(error)]


def explain(error: Any) -> Iterator[str]:
    """A validation error as texts; for a union, the errors of the closest alternative."""
    branches = getattr(error.kind, "context", None)
    place = "/".join(str(part) for part in error.instance_path) or "the body"
    if branches and all(len(b) == 1 and b[0].kind.name == "const" for b in branches):
        allowed = ", ".join(branch[0].message.removesuffix(" was expected") for branch in branches)
        yield f"{place}: {str(error.instance)[:40]} is none of {allowed}"
    elif error.kind.name == "enum":
        allowed = ", ".join(map(json.dumps, error.kind.options))[:LONGEST]
        yield f"{place}: {str(error.instance)[:40]} is none of {allowed}"
    elif branches:
        best = min(branches, key=_mistakes)
        for inner in best:
            yield from explain(inner)
    else:
        yield f"{place}: {error.message[:LONGEST]}"


def _mistakes(branch: list[Any]) -> int:
    """The distance of an alternative: another type of object counts more than a wrong field."""
    nothing = any(error.message.endswith('is not of type "null"') for error in branch)
    kinds = sum(error.kind.name in ("enum", "type", "const") for error in branch)
    return 1000 * nothing + 100 * kinds + len(branch)


class Document:
    """A description of Discord's API: schemas of requests, answers and gateway frames.

    `source` is an OpenAPI document, and `frames` maps names to JSON Schemas of frames.
    """

    def __init__(self, source: Json, frames: Mapping[str, Json]) -> None:
        self.source = source
        self.frames = frames
        self._frame_validators: dict[str, Any] = {}
        components = source["components"]
        closed = {
            name: close(schema, components["schemas"])
            for name, schema in components["schemas"].items()
        }
        for relaxation in OPENAPI:
            known = closed[relaxation.schema]["properties"].get(relaxation.property)
            allowed = relaxation.allowed
            closed[relaxation.schema]["properties"][relaxation.property] = (
                allowed if known is None else {"anyOf": [known, allowed]}
            )
        self._responses = components["responses"]
        self._raw = components["schemas"]
        self.schemas = Schemas({"components": {"schemas": closed}})

    @cached_property
    def _operations(self) -> dict[tuple[str, int], list[Operation]]:
        found: dict[tuple[str, int], list[Operation]] = {}
        for path, item in (self.source["paths"] | PATHS).items():
            parts = tuple(path.strip("/").split("/"))
            for method in METHODS:
                if method in item:
                    described = item[method]
                    parameters = (*item.get("parameters", ()), *described.get("parameters", ()))
                    operation = Operation(described["operationId"], parts, parameters, described)
                    found.setdefault((method, len(parts)), []).append(operation)
        return found

    def find(self, method: str, path: str) -> Operation | None:
        """The operation of a request, or None; of several, that with the fewest path parameters."""
        parts = tuple(path.strip("/").split("/"))
        matching = [
            operation
            for operation in self._operations.get((method.lower(), len(parts)), ())
            if all(
                want.startswith("{") or want == given
                for want, given in zip(operation.path, parts, strict=True)
            )
        ]
        return max(matching, key=_fixed_words, default=None)

    def request_schema(self, operation: Operation) -> Json | None:
        """The schema of a request's JSON; None for a request without a body."""
        body = operation.json.get("requestBody")
        return None if body is None else self._closed(body["content"]["application/json"]["schema"])

    def form_fields(self, operation: Operation) -> frozenset[str]:
        """The names of the form fields for files."""
        content = (operation.json.get("requestBody") or {"content": {}})["content"]
        form = content.get("multipart/form-data", {}).get("schema", {})
        return frozenset(self._properties(form))

    def answer_schema(self, operation: Operation, status: int) -> Json | None:
        """The schema of an answer's JSON; None if the answer has no body.

        Raises `LookupError` for a status that the document does not describe.
        """
        responses = operation.json["responses"]
        for key in (str(status), f"{status // 100}XX"):
            if key in responses:
                described = responses[key]
                if "$ref" in described:
                    described = self._responses[described["$ref"].rpartition("/")[2]]
                content = described.get("content")
                return content and self._closed(content["application/json"]["schema"])
        raise LookupError(f"status {status} is not documented")

    def frame_problems(self, kind: str, content: Json) -> Iterator[str]:
        """The violations in a frame of a kind that has its own schema."""
        if kind not in self._frame_validators:
            relaxed = _relax_frame(self.frames[kind])
            self._frame_validators[kind] = jsonschema_rs.validator_for(relaxed)
        for error in self._frame_validators[kind].iter_errors(content):
            yield from explain(error)

    def _closed(self, schema: Json) -> Json:
        return close(schema, self._raw)

    def _properties(self, schema: Json) -> Iterator[str]:
        if "$ref" in schema:
            schema = self._raw[schema["$ref"].rpartition("/")[2]]
        yield from schema.get("properties", ())
        for key in ("allOf", "anyOf", "oneOf"):
            for inner in schema.get(key, ()):
                yield from self._properties(inner)


def _fixed_words(operation: Operation) -> int:
    return sum(not part.startswith("{") for part in operation.path)


def close(schema: Json, named: Json) -> Json:
    """A copy of a schema in which objects reject unknown fields."""
    if isinstance(schema, list):
        return [close(item, named) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "object" and "allOf" in schema:
        schema = _merge(schema, named)
    closed = {
        key: {name: close(inner, named) for name, inner in value.items()}
        if key == "properties"
        else value
        if key in ("enum", "required", "description", "const", "default", "example")
        else close(value, named)
        for key, value in schema.items()
    }
    if "properties" in closed and "additionalProperties" not in closed:
        closed["additionalProperties"] = False
    return closed


def _merge(schema: Json, named: Json) -> Json:
    """An object schema with `allOf` as a single object schema."""
    merged: Json = {"type": "object", "properties": {}, "required": []}
    for part in schema["allOf"]:
        found = named[part["$ref"].rpartition("/")[2]] if "$ref" in part else part
        merged["properties"] |= found.get("properties", {})
        merged["required"] += found.get("required", [])
    return merged


def _relax_frame(schema: Json) -> Json:
    """A copy of a frame's schema with the relaxations of `GATEWAY`."""
    schema = deepcopy(schema)
    definitions = schema["definitions"]
    for relaxation in GATEWAY:
        for kind in definitions:
            if relaxation.schema == "*Flags" and kind.endswith("Flags"):
                definitions[kind] = relaxation.allowed
            elif kind == relaxation.schema:
                for part in definitions[kind].get("anyOf", [definitions[kind]]):
                    part.setdefault("properties", {})[relaxation.property] = relaxation.allowed
    return schema


@cache
def published_document(shared: Path) -> Document:
    """Discord's published documents in the shared folder; read once for all tests."""

    def read(name: str) -> Json:
        return json.loads(shared_file(shared, f"discord/{name}").read_text(encoding="utf-8"))

    frames = {kind: read(f"{kind}.schema.json") for kind in FRAMES}
    return Document(read("openapi.json"), frames)
