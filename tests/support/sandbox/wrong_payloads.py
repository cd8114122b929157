"""Payloads that Discord refuses.

Those with rules between fields come with the place that the refusal of the local chat names, which
is the path in `errors` to the field, with dots. Limits of single fields are those of the published
documents, which the contract holds. Every payload is a small change of one that is accepted, such
as those of `GOOD_MESSAGES`.
"""

from tests.support.sandbox.api import chat, option
from tests.support.sandbox.payloads import (
    CHECKS,
    MODAL,
    Json,
    box,
    button,
    embed,
    field,
    gallery,
    labelled,
    link,
    options,
    picture,
    row,
    section,
    select,
    text,
    v2,
)

GOOD_MESSAGES: list[Json] = [
    {"content": "x"},
    row(button(), link()),
    row(select()),
    v2(text()),
    v2(box(text(), section(), gallery(picture()), {"type": 14}, accent_color=0xFFFFFF)),
    embed(fields=[{"name": "n", "value": "v"}], timestamp="2026-01-01T00:00:00+00:00"),
    {"content": "x" * 2000, "allowed_mentions": {"parse": ["users"], "roles": ["1"]}},
    {"content": "x", "tts": False, "nonce": "7", "flags": 4},
]

BAD_MESSAGES: list[tuple[Json, str]] = [
    ({"content": "x" * 2001}, "content"),
    ({"content": "x", "flags": "4"}, "flags"),
    (embed(url="ftp://example.org"), "embeds.0.url"),
    (embed(timestamp="yesterday"), "embeds.0.timestamp"),
    (embed(fields=[{"name": "", "value": "v"}]), "embeds.0.fields.0.name"),
    ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
    ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
    ({"content": "x", "attachments": [{"filename": "a"}]}, "attachments.0.id"),
    ({"content": "x", "poll": {"question": {"text": "?"}}}, "poll"),
    ({"content": "x", "components": [button()]}, "components.0.type"),
    ({"content": "x", "components": [{"type": 1}]}, "components.0.components"),
    ({"content": "x", "components": [text()]}, "components.0.type"),
    (
        {
            "content": "x",
            "components": [{"type": 1, "components": [button(custom_id=str(n))]} for n in range(6)],
        },
        "components",
    ),
    (row(*[button(custom_id=str(n)) for n in range(6)]), "components.0.components"),
    (row(button(), select()), "components.0.components"),
    (row(select(), select(custom_id="other")), "components.0.components"),
    (row(button(), button()), "components"),
    (row(button(custom_id=None)), "components.0.components.0.custom_id"),
    (row(button(label=None)), "components.0.components.0.label"),
    (row(button(url="https://example.org")), "components.0.components.0.url"),
    (row(link(url=None)), "components.0.components.0.url"),
    (row(link(custom_id="go")), "components.0.components.0.custom_id"),
    (row(button(style=6, custom_id=None)), "components.0.components.0.sku_id"),
    (row(select(options=[{"label": "A", "value": "a"}] * 2)), "components.0.components.0.options"),
    (row(select(max_values=3)), "components.0.components.0.max_values"),
    (row(select(min_values=2, max_values=1)), "components.0.components.0.min_values"),
    (v2(text(), content="x"), "content"),
    (v2(text(), embeds=[{"title": "x"}]), "content"),
    (v2(text("x" * 2001), text("x" * 2000)), "components"),
    (v2(*[text()] * 41), "components"),
    (v2(box(*[text() for _ in range(39)]), text()), "components"),
    (v2(box(box(text()))), "components.0.components.0.type"),
    (v2(button()), "components.0.type"),
    (v2(section(accessory=text())), "components.0.accessory.type"),
    (v2(gallery({"media": {"url": "attachment://no.png"}})), "components"),
    (v2({"type": 11, "media": {"url": "https://example.org"}}), "components.0.type"),
    (v2(text(id=5), text(id=5)), "components"),
    (v2({"type": 18, "label": "x", "component": select()}), "components.0.type"),
]


BAD_MODALS: list[tuple[Json, str]] = [
    (
        MODAL
        | {
            "components": [
                {"type": 18, "label": "L", "component": field(custom_id=str(n))} for n in range(6)
            ]
        },
        "data.components",
    ),
    (MODAL | {"components": [field()]}, "data.components.0.type"),
    (
        MODAL | {"components": [{"type": 1, "components": [button()]}]},
        "data.components.0.components.0.type",
    ),
    (labelled(button()), "data.components.0.component.type"),
    (labelled(field(min_length=5, max_length=4)), "data.components.0.component.min_length"),
    (labelled(field(value="x" * 5, max_length=4)), "data.components.0.component.value"),
    (labelled(CHECKS | {"min_values": 3}), "data.components.0.component.min_values"),
    (
        MODAL | {"components": [{"type": 18, "label": "L", "component": field()}] * 2},
        "data.components",
    ),
]


BAD_COMMANDS: list[tuple[Json, str]] = [
    (chat("Paint"), "name"),
    (chat("emoji🎨"), "name"),
    (chat(description=""), "description"),
    (chat(name_localizations={"de": "Malen"}), "name_localizations"),
    (chat(default_member_permissions="lots"), "default_member_permissions"),
    ({"name": "Look", "type": 3, "description": "x"}, "description"),
    (options(option("a"), option("b", required=True)), "options"),
    (options(option("a"), option("a")), "options"),
    (options(option(type=12)), "options.0.type"),
    (options(option(min_value=5, max_value=4)), "options.0.max_value"),
    (options(option(choices=[{"name": "a"}])), "options.0.choices.0.value"),
    (options(option(autocomplete=True, choices=[{"name": "a", "value": 1}])), "options.0.choices"),
    (options({"type": 1, "name": "sub", "description": "S"}, option()), "options"),
    (options(option(options=[option()])), "options.0.options"),
    (options(option(type=1, options=[option(type=2)])), "options.0.options"),
    (options(option(type=2, options=[option()])), "options.0.options"),
    (
        options(
            *[
                option(
                    f"o{n}",
                    type=3,
                    choices=[{"name": f"{n}-{c}" + "n" * 8, "value": "v" * 6} for c in range(25)],
                )
                for n in range(25)
            ]
        ),
        "",
    ),
]
