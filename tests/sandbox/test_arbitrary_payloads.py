"""Checks of components and embeds accept or refuse any JSON, and never fail otherwise."""

from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sandbox.model.components import complete_components
from sandbox.model.errors import ApiError
from sandbox.requests.commands import CommandRequest
from sandbox.requests.components import check_components, check_modal
from sandbox.requests.forms import read
from sandbox.requests.messages import MessageRequest
from tests.support.sandbox.payloads import Json

KEYS = (
    "type components component accessory items media url file options label value custom_id "
    "style content id emoji min_values default"
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.text(max_size=3) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(KEYS.split()), inner, max_size=6)
    ),
    max_leaves=25,
)
EMBED_KEYS = ("title", "footer", "author", "fields", "image", "url")


def refusal_of(action: Callable[[], object]) -> ApiError | None:
    try:
        action()
    except ApiError as error:
        return error
    return None


@given(st.lists(JSON, max_size=3), st.booleans())
def test_any_components_are_accepted_or_refused(components: list[Any], v2_layout: bool) -> None:
    modal = {"custom_id": "form", "title": "Form", "components": components}
    checks = (
        lambda: check_components(components, v2=v2_layout),
        lambda: check_modal(modal, path=[]),
    )
    for check in checks:
        error = refusal_of(check)
        if error is None:
            error = refusal_of(lambda: complete_components(components, lambda _: None))
        assert error is None or error.code == 50035


@given(st.dictionaries(st.sampled_from(EMBED_KEYS), JSON))
def test_any_embed_is_accepted_or_refused(given_embed: Json) -> None:
    error = refusal_of(lambda: read({"embeds": [given_embed]}, MessageRequest))
    assert error is None or error.code == 50035


@given(JSON, JSON)
def test_any_command_is_accepted_or_refused(options: Any, choices: Any) -> None:
    option = {"name": "a", "description": "A", "type": 3, "options": options, "choices": choices}
    command = {"name": "a", "description": "A", "options": [option]}
    for payload in (command, command | {"options": options}):
        error = refusal_of(partial(read, payload, CommandRequest))
        assert error is None or error.code == 50035
