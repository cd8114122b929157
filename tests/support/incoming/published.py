"""Data with every field that a schema of Discord's allows, made from the schema."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

TIME = "2026-11-26T12:00:00+00:00"
LIMIT = 7
"""Maximum depth of objects in objects; deeper ones are as if they were not allowed."""
NUMBERS = frozenset({"permissions", "allow", "deny", "flags_new", "app_permissions"})
"""Names of fields whose texts are numbers."""


def is_time(name: str) -> bool:
    """Whether a field contains a time, by its name; the schemas say only that it is a text."""
    return name.endswith(("_at", "timestamp", "_until", "_since", "_time", "expiry"))


class Example:
    """Makes data from the definitions of a schema."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions

    def make(self, schema: Mapping[str, Any], name: str = "", depth: int = 0) -> Any:
        """Data that a schema allows, of a field with a name."""
        if "$ref" in schema:
            return self.make(self._resolved(schema), name, depth)
        if choices := schema.get("anyOf") or schema.get("oneOf"):
            return self.make(self._first(choices), name, depth)
        for key in ("const", "enum"):
            if key in schema:
                found = schema[key] if key == "enum" else [schema[key]]
                return next(iter(found), None)
        if "properties" in schema and depth < LIMIT:
            inside = schema["properties"].items()
            return {field: self.make(inner, field, depth + 1) for field, inner in inside}
        if "items" in schema and depth < LIMIT:
            kinds = self._alternatives(schema["items"])
            return [self.make(each, name, depth + 1) for each in kinds]
        return _simple(schema.get("type"), name)

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in schema:
            schema = self._definitions[unquote(schema["$ref"].removeprefix("#/definitions/"))]
        return schema

    def _first(self, choices: list[Mapping[str, Any]]) -> Mapping[str, Any]:
        return next(each for each in choices if self._resolved(each).get("type") != "null")

    def _alternatives(self, schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """The kinds of entries that a list may have."""
        found = self._resolved(schema)
        choices = found.get("anyOf") or found.get("oneOf")
        if choices:
            for each in choices:
                yield from self._alternatives(each)
        elif found.get("type") != "null":
            yield found


def example(file: Path, definition: str | None = None) -> Any:
    """Data with every field, from the file of a schema or one of its definitions."""
    schema = json.loads(file.read_text(encoding="utf-8"))
    definitions = schema["definitions"]
    return Example(definitions).make(definitions[definition] if definition else schema)


def _simple(kind: str | list[str] | None, name: str) -> Any:
    """A value of a simple type, or an empty object or list."""
    if isinstance(kind, list):
        kind = kind[0]
    text = TIME if is_time(name) else "0" if name in NUMBERS else "7"
    values = {"string": text, "number": 1, "integer": 1, "boolean": False}
    return {**values, "object": {}, "array": []}.get(kind or "")
