"""Components of messages and modals: what may stand in what, and the rules between fields."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from sandbox.model.components import ComponentType, walk
from sandbox.model.errors import bad_length, invalid_form
from sandbox.model.records import Json
from sandbox.requests.forms import MediaAddress, Path, RefusedError, read

MAX_V2_COMPONENTS = 40
MAX_V2_TEXT = 4000
MAX_ROWS = 5
MAX_BUTTONS = 5
MAX_MODAL_COMPONENTS = 5
LINK = 5
PREMIUM = 6


class Component(Struct, tag_field="type"):
    """A component, whose type is the number of `ComponentType`."""

    id: int | None = None


class ButtonComponent(Component, tag=int(ComponentType.BUTTON), kw_only=True):
    """A button; its style decides which of `custom_id`, `url` and `sku_id` it has."""

    style: int
    label: str | None = None
    emoji: Json | None = None
    custom_id: str | None = None
    url: Annotated[str, Meta(pattern=r"^(https?|discord)://\S+$")] | None = None
    sku_id: str | int | None = None

    def __post_init__(self) -> None:
        own = {LINK: "url", PREMIUM: "sku_id"}.get(self.style, "custom_id")
        if not getattr(self, own):
            raise RefusedError(own, "BASE_TYPE_REQUIRED", "This field is required")
        for key in {"url", "sku_id", "custom_id"} - {own}:
            if getattr(self, key):
                message = f"A button of this style cannot have {key}."
                raise RefusedError(key, "BUTTON_COMPONENT_FIELDS_MUTUALLY_EXCLUSIVE", message)
        if self.style != PREMIUM and not (self.label or self.emoji):
            raise RefusedError("label", "BASE_TYPE_REQUIRED", "This field is required")


class MenuOption(Struct):
    """An option of a menu or a group."""

    label: str
    value: str
    emoji: Json | None = None


class Chosen(Struct):
    """A person, role or channel that is chosen at first."""

    id: int | str


class MenuComponent(Component, kw_only=True):
    """A component of which several values are chosen."""

    custom_id: str
    min_values: int | None = None
    max_values: int | None = None
    options: list[MenuOption] = []
    default_values: list[Chosen] | None = None

    def __post_init__(self) -> None:
        _check_range("values", self.min_values, self.max_values or self._most())
        values = [option.value for option in self.options]
        if len(set(values)) < len(values):
            message = "The specified option value is already used"
            raise RefusedError("options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)

    def _most(self) -> int:
        return 1


class StringSelect(MenuComponent, tag=int(ComponentType.STRING_SELECT), kw_only=True):
    """A menu of texts."""

    options: list[MenuOption]

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.max_values or 1) > len(self.options):
            message = "The maximum number of values cannot exceed the number of options."
            raise RefusedError("max_values", "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", message)


class UserSelect(MenuComponent, tag=int(ComponentType.USER_SELECT)):
    """A menu of people."""


class RoleSelect(MenuComponent, tag=int(ComponentType.ROLE_SELECT)):
    """A menu of roles."""


class MentionableSelect(MenuComponent, tag=int(ComponentType.MENTIONABLE_SELECT)):
    """A menu of people and roles."""


class ChannelSelect(MenuComponent, tag=int(ComponentType.CHANNEL_SELECT)):
    """A menu of channels."""


class FileUpload(MenuComponent, tag=int(ComponentType.FILE_UPLOAD)):
    """A field for files."""


class RadioGroup(MenuComponent, tag=int(ComponentType.RADIO_GROUP), kw_only=True):
    """Options of which one is chosen."""

    options: list[MenuOption]


class CheckboxGroup(MenuComponent, tag=int(ComponentType.CHECKBOX_GROUP), kw_only=True):
    """Options of which any number is chosen."""

    options: list[MenuOption]

    def _most(self) -> int:
        return len(self.options)


class Checkbox(Component, tag=int(ComponentType.CHECKBOX), kw_only=True):
    """A single box."""

    custom_id: str


class TextInput(Component, tag=int(ComponentType.TEXT_INPUT), kw_only=True):
    """A field for text."""

    custom_id: str
    value: str | None = None
    min_length: int | None = None
    max_length: int | None = None

    def __post_init__(self) -> None:
        longest = self.max_length or MAX_V2_TEXT
        _check_range("length", self.min_length, longest)
        if len(self.value or "") > longest:
            message = f"Must be {longest} or fewer in length."
            raise RefusedError("value", "BASE_TYPE_BAD_LENGTH", message)


class TextDisplay(Component, tag=int(ComponentType.TEXT_DISPLAY), kw_only=True):
    """A text."""

    content: str


class Media(Struct):
    """Where a picture is."""

    url: MediaAddress


class GalleryItem(Struct):
    """A picture of a gallery."""

    media: Media


class SentFile(Struct):
    """A file of the same message."""

    url: Annotated[str, Meta(pattern=r"^attachment://\S+$")]


class Thumbnail(Component, tag=int(ComponentType.THUMBNAIL), kw_only=True):
    """A small picture."""

    media: Media


class MediaGallery(Component, tag=int(ComponentType.MEDIA_GALLERY), kw_only=True):
    """Pictures side by side."""

    items: list[GalleryItem]


class File(Component, tag=int(ComponentType.FILE), kw_only=True):
    """A file to download."""

    file: SentFile


class Separator(Component, tag=int(ComponentType.SEPARATOR)):
    """A line or a space."""


class Section(Component, tag=int(ComponentType.SECTION), kw_only=True):
    """Texts with a button or a picture beside them."""

    components: list[TextDisplay]
    accessory: ButtonComponent | Thumbnail


Select: TypeAlias = StringSelect | UserSelect | RoleSelect | MentionableSelect | ChannelSelect


class ActionRow(Component, tag=int(ComponentType.ACTION_ROW), kw_only=True):
    """Buttons, or one menu."""

    components: list[ButtonComponent | Select]

    def __post_init__(self) -> None:
        width = sum(
            1 if isinstance(one, ButtonComponent) else MAX_BUTTONS for one in self.components
        )
        if width > MAX_BUTTONS:
            message = f"The specified component exceeds the maximum width of {MAX_BUTTONS}."
            raise RefusedError("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)


class Container(Component, tag=int(ComponentType.CONTAINER), kw_only=True):
    """Components in a frame."""

    components: list[ActionRow | Section | TextDisplay | MediaGallery | File | Separator]


class InputRow(Component, tag=int(ComponentType.ACTION_ROW), kw_only=True):
    """A row of a modal."""

    components: list[TextInput | Select]


class LabelComponent(Component, tag=int(ComponentType.LABEL), kw_only=True):
    """A field of a modal with its label."""

    component: TextInput | Select | FileUpload | RadioGroup | CheckboxGroup | Checkbox


InLayout: TypeAlias = (
    ActionRow | Section | TextDisplay | MediaGallery | File | Separator | Container
)
InModal: TypeAlias = InputRow | TextDisplay | LabelComponent


class Modal(Struct):
    """A modal."""

    custom_id: str
    title: str
    components: Annotated[list[InModal], Meta(max_length=MAX_MODAL_COMPONENTS)]


def check_components(components: list[Json], *, v2: bool, path: Path = ("components",)) -> None:
    """Raise `ApiError` 50035 when a message cannot have these components."""
    if not v2:
        if len(read(components, list[ActionRow], path)) > MAX_ROWS:
            raise bad_length(path, 0, MAX_ROWS)
    else:
        read(components, list[InLayout], path)
        found = list(walk(components))
        if len(found) > MAX_V2_COMPONENTS:
            raise bad_length(path, 1, MAX_V2_COMPONENTS)
        if sum(len(one.get("content") or "") for one in found) > MAX_V2_TEXT:
            message = f"The total number of characters must be {MAX_V2_TEXT} or fewer."
            raise invalid_form(path, "COMPONENT_MAX_TOTAL_CHARS_EXCEEDED", message)
    _check_unique(components, path)


def check_modal(data: Json, path: Path) -> None:
    """Raise `ApiError` 50035 when a modal cannot be opened."""
    read(data, Modal, path)
    _check_unique(data["components"], [*path, "components"])


def _check_unique(components: Sequence[Json], path: Path) -> None:
    for key in ("custom_id", "id"):
        values = [str(one[key]) for one in walk(components) if one.get(key)]
        if len(set(values)) < len(values):
            message = f"Component {key} cannot be duplicated"
            raise invalid_form(path, f"COMPONENT_{key.upper()}_DUPLICATED", message)


def _check_range(what: str, low: int | None, high: int) -> None:
    if low is not None and low > high:
        message = "The minimum exceeds the maximum."
        raise RefusedError(f"min_{what}", "COMPONENT_MIN_EXCEEDS_MAX", message)
