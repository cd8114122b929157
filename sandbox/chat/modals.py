"""Submitting a modal with the values that a person entered."""

from collections.abc import Mapping, Sequence

from sandbox.chat.options import Resolver, Value
from sandbox.model.components import ComponentType, walk
from sandbox.model.errors import ActionError
from sandbox.model.records import Json
from sandbox.requests.commands import OptionType

Entry = Value | Sequence[Value]

ENTITY_SELECTS = {
    ComponentType.USER_SELECT: OptionType.USER,
    ComponentType.ROLE_SELECT: OptionType.ROLE,
    ComponentType.MENTIONABLE_SELECT: OptionType.MENTIONABLE,
    ComponentType.CHANNEL_SELECT: OptionType.CHANNEL,
}


def submit_components(
    components: Sequence[Json], entries: Mapping[str, Entry], resolver: Resolver
) -> list[Json]:
    """The components of a submitted modal as they are sent to the bot.

    `entries` maps `custom_id` to the entered value; omitted fields keep the modal's default.
    Raises `ActionError` when an entry is missing, unknown or invalid.
    """
    known = {c["custom_id"] for c in walk(components) if c.get("custom_id")}
    for name in entries:
        if name not in known:
            raise ActionError(f"The form has no field {name}.")
    return [_submit(component, entries, resolver, component) for component in components]


def _submit(component: Json, entries: Mapping[str, Entry], resolver: Resolver, label: Json) -> Json:
    submitted: Json = {"type": component["type"], "id": component["id"]}
    if component["type"] == ComponentType.ACTION_ROW:
        inner = component["components"]
        submitted["components"] = [_submit(c, entries, resolver, c) for c in inner]
    elif component["type"] == ComponentType.LABEL:
        submitted["component"] = _submit(component["component"], entries, resolver, component)
    elif component["type"] != ComponentType.TEXT_DISPLAY:
        submitted["custom_id"] = component["custom_id"]
        entry = entries.get(component["custom_id"])
        submitted |= _submitted_value(
            component, entry, resolver, str(label.get("label") or "This field")
        )
    return submitted


def _submitted_value(component: Json, entry: Entry | None, resolver: Resolver, label: str) -> Json:
    kind = component["type"]
    if kind == ComponentType.TEXT_INPUT:
        return {"value": _text(component, entry, label)}
    if kind == ComponentType.CHECKBOX:
        checked = component.get("default", False) if entry is None else entry
        return {"value": str(checked).lower() == "true"}
    if kind == ComponentType.RADIO_GROUP:
        chosen = _multiple_values(component, entry, label, at_most=1)
        return {"value": str(chosen[0]) if chosen else None}
    values = _multiple_values(component, entry, label)
    if kind == ComponentType.FILE_UPLOAD:
        return {"values": [resolver.add_file(value) for value in values]}
    if kind in ENTITY_SELECTS:
        return {"values": [resolver.resolve(ENTITY_SELECTS[kind], value) for value in values]}
    return {"values": [str(value) for value in values]}


def _text(component: Json, entry: Entry | None, label: str) -> str:
    text = str(component.get("value") or "" if entry is None else entry)
    if not text:
        if component.get("required", True):
            raise ActionError(f"{label} is required.")
        return text
    low, high = component.get("min_length") or 0, component.get("max_length") or 4000
    if not low <= len(text) <= high:
        raise ActionError(f"{label} must have {low} to {high} characters.")
    return text


def _multiple_values(
    component: Json, entry: Entry | None, label: str, at_most: int | None = None
) -> list[Value]:
    given = entry if isinstance(entry, Sequence) and not isinstance(entry, str) else [entry]
    values = [value for value in given if value not in (None, "")]
    if entry is None:
        values = [o["value"] for o in component.get("options", ()) if o.get("default")]
    required = component.get("required", True)
    low = component.get("min_values", 1) if required or values else 0
    high = at_most or component.get("max_values", len(component.get("options", ())) or 1)
    if not low <= len(values) <= high:
        raise ActionError(f"{label}: choose {low} to {high}.")
    return check_selected(component, values)


def check_selected(component: Json, values: Sequence[Value | None]) -> list[Value]:
    """The values without None.

    Raises `ActionError` when the component is a string select or group that does not have one of
    them as an option.
    """
    offered = [option["value"] for option in component.get("options", ())]
    chosen = [value for value in values if value is not None]
    for value in chosen:
        if component["type"] not in {*ENTITY_SELECTS, ComponentType.FILE_UPLOAD} and (
            value not in offered
        ):
            raise ActionError(f"{str(value)[:40]!r} is not among the options.")
    return chosen
