"""Message components: traversal, and filling in what Discord adds."""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from enum import IntEnum

from sandbox.model.errors import ApiError, invalid_form
from sandbox.model.records import Attachment, Json

FindMedia = Callable[[str], Attachment | None]


class ComponentType(IntEnum):
    """Types of components."""

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

_DEFAULTS: dict[int, Json] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False},
    14: {"spacing": 1, "divider": True},
    17: {"accent_color": None, "spoiler": False},
}


_NESTING = {
    ComponentType.ACTION_ROW: ("components",),
    ComponentType.SECTION: ("components", "accessory"),
    ComponentType.CONTAINER: ("components",),
    ComponentType.LABEL: ("component",),
}
_WITH_OPTIONS = frozenset({3, 21, 22})


def children(component: Json) -> list[Json]:
    """The components directly inside a component."""
    inside: list[Json] = []
    for key in _NESTING.get(component["type"], ()):
        found = component.get(key) or []
        inside += found if isinstance(found, list) else [found]
    return inside


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """All components, depth first, parents before children.

    >>> row = {"type": 1, "components": [{"type": 2, "label": "Go"}]}
    >>> [component["type"] for component in walk([row])]
    [1, 2]
    """
    for component in components:
        yield component
        yield from walk(children(component))


def media_of(component: Json) -> list[Json]:
    """The media items that a component shows."""
    if component["type"] == ComponentType.MEDIA_GALLERY:
        return [item["media"] for item in component["items"]]
    key = {ComponentType.THUMBNAIL: "media", ComponentType.FILE: "file"}.get(component["type"])
    return [component[key]] if key else []


def embed_media(embed: Json) -> list[Json]:
    """The image, thumbnail and video objects of an embed."""
    return [embed[key] for key in ("image", "thumbnail", "video") if embed.get(key)]


def find_component(components: Sequence[Json], custom_id: str) -> Json | None:
    """The component with that `custom_id`, or None."""
    return next((c for c in walk(components) if c.get("custom_id") == custom_id), None)


def complete_components(
    components: Sequence[Json], find_media: FindMedia, *, in_form: bool = False
) -> tuple[Json, ...]:
    """The components as Discord stores them: with ids, default values and resolved media.

    `find_media` returns the attachment behind a URL (`attachment://name` or one of the sandbox),
    or None for any other URL. `required` of a select menu is kept only `in_form` (in modals).
    Raises `ApiError` 50035 for an `attachment://` URL without a file.
    """
    completed: list[Json] = deepcopy(list(components))
    everything = list(walk(completed))
    taken = {c["id"] for c in everything if c.get("id")}
    free = (number for number in range(1, len(everything) + len(taken) + 1) if number not in taken)
    for component in everything:
        _complete(component, next(free) if not component.get("id") else component["id"])
        if component["type"] in SELECTS and not in_form:
            component.pop("required", None)
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
    for item in component["items"] if component["type"] == ComponentType.MEDIA_GALLERY else ():
        item.setdefault("description", None)
        item["spoiler"] = bool(item.get("spoiler"))
    for chosen in component.get("default_values") or ():
        chosen["id"] = str(chosen["id"])
    options = component["options"] if component["type"] in _WITH_OPTIONS else ()
    for holder in (component, *options):
        emoji = holder.get("emoji")
        if isinstance(emoji, dict) and emoji.get("id") is None:
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
