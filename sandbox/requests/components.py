"""Validation of components: nesting, fields and Discord's limits."""

from collections.abc import Callable, Collection, Sequence

from sandbox.model.components import SELECTS, ComponentType, children, walk
from sandbox.model.errors import ApiError, bad_length, invalid_form, required
from sandbox.model.records import Json
from sandbox.requests.forms import FieldValidator, Path, list_validators

MAX_V2_COMPONENTS = 40
MAX_V2_TEXT = 4000
MAX_ROWS = 5
MAX_BUTTONS = 5
MAX_DEPTH = 4
MAX_ID = 2**31 - 1
MEDIA = ("http", "https", "attachment")
LINK = 5
PREMIUM = 6

_IN_CONTAINER = frozenset({1, 9, 10, 12, 13, 14})
_IN_MESSAGE = _IN_CONTAINER | {ComponentType.CONTAINER}
_IN_MODAL = frozenset({1, 10, 18})
_IN_LABEL = frozenset({3, 4, 5, 6, 7, 8, 19, 21, 22, 23})
_ALLOWED_CHILDREN: dict[int, frozenset[int]] = {
    ComponentType.ACTION_ROW: frozenset({2, 4, *SELECTS}),
    ComponentType.SECTION: frozenset({10}),
    ComponentType.CONTAINER: _IN_CONTAINER,
}


def check_components(components: list[Json], *, v2: bool, path: Path = ("components",)) -> None:
    """Raise `ApiError` 50035 when a message cannot have these components."""
    found = _check_tree(components, path, _IN_MESSAGE if v2 else {1})
    _check_none_of(found, ComponentType.TEXT_INPUT, path)
    if v2:
        _check_v2(found, path)
    elif len(components) > MAX_ROWS:
        raise bad_length(path, 0, MAX_ROWS)


def check_modal(components: list[Json], path: Path) -> None:
    """Raise `ApiError` 50035 when a modal cannot have these components."""
    found = _check_tree(components, path, _IN_MODAL)
    _check_none_of(found, ComponentType.BUTTON, path)


def _check_tree(components: list[Json], path: Path, allowed: Collection[int]) -> list[Json]:
    """Validate all components and the uniqueness of their ids; returns them, nested ones too."""
    _check_level(components, path, allowed, 0)
    found = list(walk(components))
    for key, code in (
        ("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ("id", "COMPONENT_ID_DUPLICATED"),
    ):
        values = [str(component[key]) for component in found if component.get(key)]
        if len(set(values)) < len(values):
            name = key.replace("_", " ")
            raise invalid_form(path, code, f"Component {name} cannot be duplicated")
    return found


def _check_level(components: object, path: Path, allowed: Collection[int], depth: int) -> None:
    if depth > MAX_DEPTH:
        raise invalid_form(path, "COMPONENT_TOO_DEEP", "Components are nested too deeply.")
    for component in list_validators(components, path):
        _check_one(component, allowed, depth)


def _check_one(component: FieldValidator, allowed: Collection[int], depth: int) -> None:
    kind = component.fields.get("type")
    if isinstance(kind, bool) or not isinstance(kind, int) or kind not in allowed:
        values = ", ".join(str(int(value)) for value in sorted(allowed))
        message = f'Value of field "type" must be one of ({values},).'
        raise component.refuse("type", "UNION_TYPE_CHOICES", message)
    component.integer("id", 0, MAX_ID)
    if kind in _CHECKS:
        _CHECKS[kind](component)
    if kind in _ALLOWED_CHILDREN:
        inside = component.need("components")
        _check_level(inside, [*component.path, "components"], _ALLOWED_CHILDREN[kind], depth + 1)
    if kind == ComponentType.SECTION:
        _check_one(component.inside("accessory", needed=True), {2, 11}, depth + 1)
    elif kind == ComponentType.LABEL:
        _check_one(component.inside("component", needed=True), _IN_LABEL, depth + 1)
    elif kind == ComponentType.ACTION_ROW:
        _check_row(component)


def _check_v2(found: list[Json], path: Path) -> None:
    if len(found) > MAX_V2_COMPONENTS:
        raise bad_length(path, 1, MAX_V2_COMPONENTS)
    text = sum(len(c["content"]) for c in found if c["type"] == ComponentType.TEXT_DISPLAY)
    if text > MAX_V2_TEXT:
        message = f"The total number of characters must be {MAX_V2_TEXT} or fewer."
        raise invalid_form(path, "COMPONENT_MAX_TOTAL_CHARS_EXCEEDED", message)


def _check_none_of(found: list[Json], kind: ComponentType, path: Path) -> None:
    if any(component["type"] == kind for component in found):
        name = kind.name.replace("_", " ").lower()
        raise invalid_form(path, "UNION_TYPE_CHOICES", f"A {name} cannot be used here.")


def _check_row(row: FieldValidator) -> None:
    inside = children(row.fields)
    full = {ComponentType.TEXT_INPUT, *SELECTS}
    width = sum(MAX_BUTTONS if c["type"] in full else 1 for c in inside)
    if not inside:
        raise bad_length([*row.path, "components"], 1, MAX_BUTTONS)
    if width > MAX_BUTTONS:
        message = f"The specified component exceeds the maximum width of {MAX_BUTTONS}."
        raise row.refuse("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)


def _check_custom_id(component: FieldValidator) -> None:
    component.text("custom_id", 100, shortest=1, needed=True)


def _check_button(button: FieldValidator) -> None:
    style = button.choice("style", range(1, 7))
    button.flag("disabled")
    button.text("label", 80)
    button.inside("emoji")
    if style == LINK:
        button.need("url")
        button.address("url", 512, ("http", "https", "discord"))
    elif style == PREMIUM:
        button.need("sku_id")
    else:
        _check_custom_id(button)
    own = {LINK: "url", PREMIUM: "sku_id"}.get(style, "custom_id")
    for key in {"url", "sku_id", "custom_id"} - {own}:
        if button.fields.get(key):
            raise _exclusive_field_error(button, key)
    named = button.fields.get("label") or button.fields.get("emoji")
    if style != PREMIUM and not named:
        raise required([*button.path, "label"])


def _exclusive_field_error(button: FieldValidator, key: str) -> ApiError:
    message = f"A button of this style cannot have {key}."
    return button.refuse(key, "BUTTON_COMPONENT_FIELDS_MUTUALLY_EXCLUSIVE", message)


def _check_select(select: FieldValidator) -> None:
    _check_custom_id(select)
    select.text("placeholder", 150)
    select.flag("disabled")
    high = _check_range(select, "values", 25)
    if select.fields["type"] != ComponentType.STRING_SELECT:
        select.items("default_values", 25)
        return
    options = _check_options(select, 25)
    if high > len(options):
        message = "The maximum number of values cannot exceed the number of options."
        raise select.refuse("max_values", "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", message)


def _check_options(component: FieldValidator, most: int, least: int = 1) -> list[FieldValidator]:
    options = component.items("options", most, least=least, needed=True)
    seen: set[str] = set()
    for option in options:
        option.text("label", 100, shortest=1, needed=True)
        value = option.text("value", 100, shortest=1, needed=True)
        option.text("description", 100)
        option.flag("default")
        option.inside("emoji")
        if value in seen:
            message = "The specified option value is already used"
            raise option.refuse("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        seen.add(value)
    return options


def _check_range(component: FieldValidator, what: str, most: int, default: int = 1) -> int:
    """Check a pair such as `min_values` and `max_values`, and return the maximum."""
    low = component.integer(f"min_{what}", 0, most, min(default, 1))
    high = component.integer(f"max_{what}", 1, most, default)
    if component.fields.get(f"min_{what}") is not None and low > high:
        message = "The minimum exceeds the maximum."
        raise component.refuse(f"min_{what}", "COMPONENT_MIN_EXCEEDS_MAX", message)
    return high


def _check_text_input(field: FieldValidator) -> None:
    _check_custom_id(field)
    field.choice("style", (1, 2))
    field.text("label", 45)
    field.text("placeholder", 100)
    field.flag("required")
    field.text("value", _check_range(field, "length", 4000, 4000))


def _check_text_display(display: FieldValidator) -> None:
    display.text("content", MAX_V2_TEXT, shortest=1, needed=True)


def _check_section(section: FieldValidator) -> None:
    section.items("components", 3, least=1, needed=True)


def _check_media(holder: FieldValidator, key: str, schemes: Sequence[str] = MEDIA) -> None:
    media = holder.inside(key, needed=True)
    media.need("url")
    media.address("url", schemes=schemes)
    holder.flag("spoiler")
    holder.text("description", 1024)


def _check_thumbnail(thumbnail: FieldValidator) -> None:
    _check_media(thumbnail, "media")


def _check_gallery(gallery: FieldValidator) -> None:
    for item in gallery.items("items", 10, least=1, needed=True):
        _check_media(item, "media")


def _check_file(file: FieldValidator) -> None:
    _check_media(file, "file", ("attachment",))


def _check_separator(separator: FieldValidator) -> None:
    separator.flag("divider")
    separator.integer("spacing", 1, 2)


def _check_container(container: FieldValidator) -> None:
    container.integer("accent_color", 0, 0xFFFFFF)
    container.flag("spoiler")
    container.items("components", MAX_V2_COMPONENTS, least=1, needed=True)


def _check_label(label: FieldValidator) -> None:
    label.text("label", 45, shortest=1, needed=True)
    label.text("description", 100)


def _check_file_upload(upload: FieldValidator) -> None:
    _check_custom_id(upload)
    _check_range(upload, "values", 10)
    upload.flag("required")


def _check_radio_group(group: FieldValidator) -> None:
    _check_custom_id(group)
    group.flag("required")
    _check_options(group, 10, 2)


def _check_checkbox_group(group: FieldValidator) -> None:
    _check_custom_id(group)
    group.flag("required")
    options = _check_options(group, 10)
    _check_range(group, "values", 10, len(options))


def _check_checkbox(checkbox: FieldValidator) -> None:
    _check_custom_id(checkbox)
    checkbox.flag("default")


_CHECKS: dict[int, Callable[[FieldValidator], None]] = {
    ComponentType.BUTTON: _check_button,
    **dict.fromkeys(SELECTS, _check_select),
    ComponentType.TEXT_INPUT: _check_text_input,
    ComponentType.SECTION: _check_section,
    ComponentType.TEXT_DISPLAY: _check_text_display,
    ComponentType.THUMBNAIL: _check_thumbnail,
    ComponentType.MEDIA_GALLERY: _check_gallery,
    ComponentType.FILE: _check_file,
    ComponentType.SEPARATOR: _check_separator,
    ComponentType.CONTAINER: _check_container,
    ComponentType.LABEL: _check_label,
    ComponentType.FILE_UPLOAD: _check_file_upload,
    ComponentType.RADIO_GROUP: _check_radio_group,
    ComponentType.CHECKBOX_GROUP: _check_checkbox_group,
    ComponentType.CHECKBOX: _check_checkbox,
}
