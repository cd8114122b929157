"""Payloads that Discord refuses.

Those with rules between fields come with the place that the refusal of the local chat names, which
is the path in `errors` to the field, with dots. Limits of single fields are those of the published
documents, which the contract holds. Every payload is a small change of one that is accepted, such
as those of `GOOD_MESSAGES`.
"""

from tests.support.sandbox.api import chat, option
from tests.support.sandbox.payloads import (
    CHECKBOX,
    CHECKS,
    MODAL,
    RADIO,
    UPLOAD,
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
    ({"content": {}}, "content"),
    ({"content": "x", "flags": "4"}, "flags"),
    ({"content": "x", "embeds": {}}, "embeds"),
    ({"content": "x", "embeds": ["x"]}, "embeds.0"),
    (embed(url="ftp://example.org"), "embeds.0.url"),
    (embed(url="example.org"), "embeds.0.url"),
    (embed(timestamp="yesterday"), "embeds.0.timestamp"),
    (embed(footer={"icon_url": "https://example.org"}), "embeds.0.footer.text"),
    (embed(image={"url": "javascript://x"}), "embeds.0.image.url"),
    (embed(fields=[{"name": "", "value": "v"}]), "embeds.0.fields.0.name"),
    (embed(fields=[{"name": "n"}]), "embeds.0.fields.0.value"),
    ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
    ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
    ({"content": "x", "attachments": [{"filename": "a"}]}, "attachments.0.id"),
    ({"content": "x", "poll": {"question": {"text": "?"}}}, "poll"),
    ({"content": "x", "sticker_ids": ["1"]}, "sticker_ids"),
    ({"content": "x", "components": "x"}, "components"),
    ({"content": "x", "components": [button()]}, "components.0.type"),
    ({"content": "x", "components": [{"type": 1}]}, "components.0.components"),
    ({"content": "x", "components": [{"type": 99}]}, "components.0.type"),
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
    (row(button(custom_id="")), "components.0.components.0.custom_id"),
    (row(button(custom_id=7)), "components.0.components.0.custom_id"),
    (row(button(label=None)), "components.0.components.0.label"),
    (row(button(style=None)), "components.0.components.0.style"),
    (row(button(url="https://example.org")), "components.0.components.0.url"),
    (row(link(url=None)), "components.0.components.0.url"),
    (row(link(url="javascript:alert(1)")), "components.0.components.0.url"),
    (row(link(custom_id="go")), "components.0.components.0.custom_id"),
    (row(button(style=6, custom_id=None)), "components.0.components.0.sku_id"),
    (row(select(options=None)), "components.0.components.0.options"),
    (row(select(options=[{"label": "A", "value": "a"}] * 2)), "components.0.components.0.options"),
    (row(select(options=[{"value": "a"}])), "components.0.components.0.options.0.label"),
    (row(select(max_values=3)), "components.0.components.0.max_values"),
    (row(select(min_values=2, max_values=1)), "components.0.components.0.min_values"),
    (row(select(min_values=26)), "components.0.components.0.min_values"),
    (row({"type": 4, "custom_id": "t", "style": 1}), "components.0.components.0.type"),
    (v2(text(), content="x"), "content"),
    (v2(text(), embeds=[{"title": "x"}]), "content"),
    (v2(text("x" * 2001), text("x" * 2000)), "components"),
    (v2(*[text()] * 41), "components"),
    (v2(box(*[text() for _ in range(39)]), text()), "components"),
    (v2(box(box(text()))), "components.0.components.0.type"),
    (v2(button()), "components.0.type"),
    (v2(section(accessory=None)), "components.0.accessory"),
    (v2(section(accessory=text())), "components.0.accessory.type"),
    (v2(section(components=[button()])), "components.0.components.0.type"),
    (v2(gallery({})), "components.0.items.0.media"),
    (v2(gallery({"media": {"url": "attachment://no.png"}})), "components"),
    (v2({"type": 11, "media": {"url": "https://example.org"}}), "components.0.type"),
    (v2({"type": 13, "file": {"url": "https://example.org"}}), "components.0.file.url"),
    (v2(text(id=5), text(id=5)), "components"),
    (v2({"type": 18, "label": "x", "component": select()}), "components.0.type"),
]


BAD_MODALS: list[tuple[Json, str]] = [
    ({"custom_id": "form", "title": "Form"}, "data.components"),
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
    (MODAL | {"components": [box(text())]}, "data.components.0.type"),
    (labelled(None), "data.components.0.component"),
    (labelled(button()), "data.components.0.component.type"),
    (labelled(field(custom_id=None)), "data.components.0.component.custom_id"),
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
    (chat("two words"), "name"),
    (chat("x" * 33), "name"),
    (chat(""), "name"),
    (chat("emoji🎨"), "name"),
    (chat(description=""), "description"),
    (chat(description=None), "description"),
    (chat(type=9), "type"),
    (chat(name_localizations={"xx": "y"}), "name_localizations"),
    (chat(name_localizations={"de": "Malen"}), "name_localizations"),
    (chat(default_member_permissions="lots"), "default_member_permissions"),
    ({"name": "Look", "type": 3, "description": "x"}, "description"),
    ({"name": "Look", "type": 2, "options": [option()]}, "options"),
    (options(option("a"), option("b", required=True)), "options"),
    (options(option("a"), option("a")), "options"),
    (options(option("Size")), "options.0.name"),
    (options(option(type=12)), "options.0.type"),
    (options(option(min_value=5, max_value=4)), "options.0.max_value"),
    (options(option(choices=[{"name": "a"}])), "options.0.choices.0.value"),
    (options(option(choices=[{"name": "", "value": 1}])), "options.0.choices.0.name"),
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

MESSAGES_BEYOND_LIMITS: list[Json] = [
    {"content": "x", "tts": "yes"},
    {"content": "x", "embeds": [{"title": "T"}] * 11},
    embed(title="x" * 257),
    embed(description="x" * 4097),
    embed(color=0x1000000),
    embed(color="red"),
    embed(footer={"text": "x" * 2049}),
    embed(author={"name": "x" * 257}),
    embed(fields=[{"name": "n", "value": "v" * 1025}]),
    embed(fields=[{"name": "n", "value": "v"}] * 26),
    {"content": "x", "allowed_mentions": {"parse": ["all"]}},
    {"content": "x", "allowed_mentions": {"users": ["1"] * 101}},
    row(),
    row(button(custom_id="x" * 101)),
    row(button(label="x" * 81)),
    row(button(style=9)),
    row(button(disabled="yes")),
    row(link(url="https://example.org/" + "x" * 500)),
    row(select(options=[])),
    row(select(options=[{"label": str(n), "value": str(n)} for n in range(26)])),
    row(select(options=[{"label": "x" * 101, "value": "a"}])),
    row(select(placeholder="x" * 151)),
    v2(text("")),
    v2(text("x" * 4001)),
    v2(box()),
    v2(box(text(), accent_color=-1)),
    v2(section(components=[text()] * 4)),
    v2(gallery()),
    v2(gallery(*[picture()] * 11)),
    v2(gallery(picture(description="x" * 1025))),
    v2({"type": 14, "spacing": 3}),
]

MODALS_BEYOND_LIMITS: list[Json] = [
    MODAL | {"title": "x" * 46},
    MODAL | {"title": ""},
    MODAL | {"custom_id": "x" * 101},
    MODAL | {"components": []},
    labelled(field(), label="x" * 46),
    labelled(field(), label=None),
    labelled(field(), description="x" * 101),
    labelled(field(style=3)),
    labelled(field(max_length=4001)),
    labelled(field(placeholder="x" * 101)),
    labelled(UPLOAD | {"max_values": 11}),
    labelled(RADIO | {"options": RADIO["options"][:1]}),
    labelled(RADIO | {"required": "yes"}),
    labelled(CHECKS | {"options": []}),
    labelled(CHECKS | {"required": 1}),
    labelled(CHECKS | {"max_values": 11}),
    labelled(CHECKBOX | {"default": "yes"}),
    labelled(UPLOAD | {"min_values": -1}),
]

COMMANDS_BEYOND_LIMITS: list[Json] = [
    {"name": "", "type": 4},
    chat(description="x" * 101),
    chat(description_localizations={"de": "x" * 101}),
    chat(contexts=[]),
    chat(contexts=[3]),
    chat(integration_types=[0, 0]),
    chat(nsfw="no"),
    options(*[option(f"o{n}") for n in range(26)]),
    options(option(description="")),
    options(option(min_length=5)),
    options(option(type=3, max_length=6001)),
    options(option(type=7, channel_types=[99])),
    options(option(type=11, autocomplete=True)),
    options(option(choices=[{"name": "a", "value": "a"}])),
    options(option(choices=[{"name": str(n), "value": n} for n in range(26)])),
]
