"""Message components: walking them, checking them, and completing them as Discord does."""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from enum import IntEnum

from sandbox.errors import ApiError, bad_length, invalid_form, required
from sandbox.state import Attachment, Json

MAX_V2_COMPONENTS = 40
MAX_V2_TEXT = 4000
MAX_ROWS = 5
MAX_BUTTONS = 5
MAX_DEPTH = 4

FindMedia = Callable[[str], Attachment | None]


class ComponentType(IntEnum):
    """Kinds of components."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset({3, 5, 6, 7, 8})
CLASSIC = frozenset({1, 2, *SELECTS})
LINK_STYLE = 5
PREMIUM_STYLE = 6

_SELECT_DEFAULTS: Json = {"min_values": 1, "max_values": 1}
_DEFAULTS: dict[int, Json] = {
    3: _SELECT_DEFAULTS,
    5: _SELECT_DEFAULTS,
    6: _SELECT_DEFAULTS,
    7: _SELECT_DEFAULTS,
    8: _SELECT_DEFAULTS,
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False},
    14: {"spacing": 1, "divider": True},
    17: {"accent_color": None, "spoiler": False},
}


def children(component: Json) -> list[Json]:
    """The components directly inside one."""
    inside = list(component.get("components") or ())
    inside.extend(component[key] for key in ("accessory", "component") if component.get(key))
    return inside


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, each before those inside it.

    >>> row = {"type": 1, "components": [{"type": 2, "label": "Go"}]}
    >>> [component["type"] for component in walk([row])]
    [1, 2]
    """
    for component in components:
        yield component
        yield from walk(children(component))


def media_of(component: Json) -> list[Json]:
    """The media items a component shows."""
    if component["type"] == ComponentType.MEDIA_GALLERY:
        return [item["media"] for item in component["items"]]
    key = {ComponentType.THUMBNAIL: "media", ComponentType.FILE: "file"}.get(component["type"])
    return [component[key]] if key else []


def find_component(components: Sequence[Json], custom_id: str) -> Json | None:
    """The component with that `custom_id`."""
    return next((c for c in walk(components) if c.get("custom_id") == custom_id), None)


def check_components(components: Sequence[Json], *, v2: bool) -> None:
    """Raise `ApiError` 50035 for what Discord refuses beyond the types of single fields."""
    _check_shape(components, ["components"])
    everything = list(walk(components))
    if v2:
        _check_v2(everything)
    else:
        _check_classic(components)
    _check_ids(everything)
    for row in everything:
        if row["type"] == ComponentType.ACTION_ROW:
            _check_row(row)


def _check_shape(components: object, path: list[str | int], depth: int = 0) -> None:
    """Make sure that `walk` and `media_of` find what they look for."""
    if not isinstance(components, Sequence) or isinstance(components, str) or depth > MAX_DEPTH:
        raise invalid_form(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    for index, component in enumerate(components):
        at = [*path, index]
        if not isinstance(component, dict):
            raise invalid_form(at, "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
        if component.get("type") not in set(ComponentType):
            raise invalid_form([*at, "type"], "UNION_TYPE_CHOICES", "This type is unknown.")
        if not isinstance(component.get("custom_id") or "", str):
            raise invalid_form([*at, "custom_id"], "STRING_TYPE_CONVERT", "Must be a string.")
        _check_media(component, at)
        for key in ("components", "options"):
            _check_list(component.get(key) or [], [*at, key])
        for key in ("accessory", "component"):
            _check_list([component[key]] if component.get(key) else [], [*at, key])
        _check_shape(children(component), [*at, "components"], depth + 1)


def _check_list(items: object, path: list[str | int]) -> None:
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise invalid_form(path, "LIST_TYPE_CONVERT", "Must be a list of objects.")


def _check_media(component: Json, path: list[str | int]) -> None:
    if component["type"] == ComponentType.MEDIA_GALLERY:
        _check_list(component.get("items"), [*path, "items"])
    try:
        shown = media_of(component)
    except KeyError as error:
        raise required([*path, str(error.args[0])]) from error
    for media in shown:
        if not isinstance(media, dict) or not isinstance(media.get("url"), str):
            raise required([*path, "url"])


def _check_v2(everything: list[Json]) -> None:
    if len(everything) > MAX_V2_COMPONENTS:
        raise bad_length(["components"], 1, MAX_V2_COMPONENTS)
    text = sum(
        len(c.get("content", "")) for c in everything if c["type"] == ComponentType.TEXT_DISPLAY
    )
    if text > MAX_V2_TEXT:
        raise invalid_form(
            ["components"],
            "COMPONENT_MAX_TOTAL_CHARS_EXCEEDED",
            f"The total number of characters must be {MAX_V2_TEXT} or fewer.",
        )


def _check_classic(components: Sequence[Json]) -> None:
    if len(components) > MAX_ROWS:
        raise bad_length(["components"], 0, MAX_ROWS)
    for index, component in enumerate(components):
        if component["type"] != ComponentType.ACTION_ROW:
            raise invalid_form(
                ["components", index, "type"],
                "UNION_TYPE_CHOICES",
                'Value of field "type" must be one of (1,).',
            )


def _check_ids(everything: list[Json]) -> None:
    seen: set[str] = set()
    for component in everything:
        custom_id = component.get("custom_id")
        if custom_id is None:
            continue
        if custom_id in seen:
            raise invalid_form(
                ["components"],
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        if not 1 <= len(custom_id) <= 100:
            raise bad_length(["components", "custom_id"], 1, 100)
        seen.add(custom_id)


def _check_row(row: Json) -> None:
    inside = row.get("components") or []
    width = sum(MAX_BUTTONS if c["type"] in SELECTS else 1 for c in inside)
    if not 1 <= width <= MAX_BUTTONS:
        raise invalid_form(
            ["components"],
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            f"The specified component exceeds the maximum width of {MAX_BUTTONS}.",
        )
    for button in inside:
        if button["type"] == ComponentType.BUTTON:
            _check_button(button)


def _check_button(button: Json) -> None:
    style = button.get("style")
    needs = {LINK_STYLE: "url", PREMIUM_STYLE: "sku_id"}.get(style or 0, "custom_id")
    if not button.get(needs):
        raise required(["components", needs])
    if style != PREMIUM_STYLE and not (button.get("label") or button.get("emoji")):
        raise required(["components", "label"])


def complete_components(components: Sequence[Json], find_media: FindMedia) -> tuple[Json, ...]:
    """The components as Discord stores them: ids given, defaults filled, media resolved.

    `find_media` gives the attachment behind an address (`attachment://name` or one of ours), or
    None for an address elsewhere.
    """
    completed: list[Json] = deepcopy(list(components))
    everything = list(walk(completed))
    taken = {c["id"] for c in everything if c.get("id")}
    free = (number for number in range(1, len(everything) + len(taken) + 1) if number not in taken)
    for component in everything:
        _complete(component, next(free) if not component.get("id") else component["id"])
        for media in media_of(component):
            _resolve(media, find_media)
        if component["type"] == ComponentType.FILE:
            _describe_file(component, find_media)
    return tuple(completed)


def _complete(component: Json, number: int) -> None:
    given = {key: value for key, value in component.items() if value is not None}
    component.clear()
    component.update(_DEFAULTS.get(given["type"], {}), **given)
    component["id"] = number
    for item in component.get("items", ()):
        item.setdefault("description", None)
        item["spoiler"] = bool(item.get("spoiler"))
    for holder in (component, *component.get("options", ())):
        emoji = holder.get("emoji")
        if emoji and emoji.get("id") is None:
            emoji.pop("id", None)


def _resolve(media: Json, find_media: FindMedia) -> None:
    url = media["url"]
    attachment = find_media(url)
    media.clear()
    if attachment is None:
        if url.startswith("attachment://"):
            raise _missing_file(url)
        media.update(id="0", url=url, proxy_url=url, width=None, height=None, content_type=None)
        return
    media.update(
        id=str(attachment.id),
        attachment_id=str(attachment.id),
        url=attachment.url,
        proxy_url=attachment.url,
        width=attachment.width,
        height=attachment.height,
        content_type=attachment.content_type,
    )


def _describe_file(component: Json, find_media: FindMedia) -> None:
    attachment = find_media(component["file"]["url"])
    component["name"] = attachment.filename if attachment else None
    component["size"] = attachment.size if attachment else None


def _missing_file(url: str) -> ApiError:
    return invalid_form(
        ["components"],
        "COMPONENT_MEDIA_ATTACHMENT_NOT_FOUND",
        f"Attachment {url!r} was not found among the files of this message.",
    )
