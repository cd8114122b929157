"""Words in backticks: what they look like, and whether there is such a thing."""

import re
from collections.abc import Callable, Iterator

from tests.support.documents.commands import is_command, wrong_in
from tests.support.documents.names import project_names
from tests.support.documents.programs import programs, slash_commands
from tests.support.documents.project import (
    FILE,
    deployment,
    exists,
    file_names,
    is_metric,
    top_folders,
)

PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")
CODE_PATH = re.compile(r"[a-z_0-9]+(?:/[a-z_0-9]+)+")
NAME = re.compile(r"\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
CALL = re.compile(rf"({NAME.pattern})\((.*)\)")
CALLED = re.compile(rf"(?<![\w.\"]){NAME.pattern}(?=\()|\b[A-Z]\w*(?:\.\w+)+")
PLAIN = re.compile(r"[a-z]+")
QUALIFIED = re.compile(r".*\..*|[A-Z]\w*[a-z]\w*")
"""A name of something, or of a class."""
CODE_WORD = re.compile(r"[A-Z][A-Z0-9]{2,}|\w+_\w+")
"""A constant, or several words joined as in code."""
KEBAB = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
SLASH = re.compile(r"/([a-z-]+)((?: [a-z_]+:)*)")
PLACE = re.compile(r"(?:[A-Z]+ )?/[\w./-]+")
"""A path on a machine or, maybe with its method, of an HTTP API."""
HEADER = re.compile(r"[A-Z]\w*[a-z]\w*(?:-[A-Z]\w*)+(?:: \w+)?|X(?:-[A-Z]\w*)+(?:: \w+)?")
PHRASE = re.compile(r"[a-z]+(?: [a-z]+)+")
"""Some words of lower case, as events in the log have."""
OPTION = re.compile(r"(--[a-z][a-z-]*)(?: .*)?")


def wrong_span(text: str, folder: str) -> Iterator[str]:
    """What is wrong with a text in backticks of a document in a folder.

    Texts that look like nothing of the project's are passed over, and so are words of lower case
    alone: they may be anything.
    """
    if _is_path(text):
        if not exists(text, folder) and not ("/" not in text and _is_file(text)):
            yield f"there is no {text}"
        return
    for looks, check in KINDS:
        if looks(text):
            yield from check(text)
            return


def _is_path(text: str) -> bool:
    if not PATH.fullmatch(text) or text.startswith(("/", "..")):
        return False
    if text.endswith("/") or FILE.fullmatch(text):
        return True
    first, slash, rest = text.partition("/")
    if re.fullmatch(r"script/[\w-]+", text) or not slash:
        return False
    last = rest.rpartition("/")[2]
    return bool(first in top_folders() or CODE_PATH.fullmatch(text) or FILE.fullmatch(last))


def _is_file(name: str) -> bool:
    """Whether a file is called so, or code makes one of that name."""
    return name in file_names() or name in project_names().strings


def _wrong_option(text: str) -> Iterator[str]:
    option = text.partition(" ")[0]
    if not any(each.knows(option) for each in programs().values()):
        yield f"no program has the option {option}"


def _wrong_slash(text: str) -> Iterator[str]:
    name, *options = text.removeprefix("/").split()
    commands = slash_commands()
    if name not in commands:
        if not _is_said(text):
            yield f"the bot has no command /{name}"
        return
    for option in options:
        if option.rstrip(":") not in commands[name]:
            yield f"/{name} has no option {option}"


def _wrong_call(text: str) -> Iterator[str]:
    call = CALL.fullmatch(text)
    assert call
    for name in (call[1], *CALLED.findall(call[2])):
        yield from _wrong_name(name)


def _wrong_metric(text: str) -> Iterator[str]:
    if not is_metric(text) and not project_names().has(text):
        yield f"there is no metric {text}"


def _wrong_name(text: str) -> Iterator[str]:
    names = project_names()
    found = names.is_member(text[1:]) if text.startswith(".") else names.has(text)
    if not found and not _is_said(text):
        yield f"no code defines {text}"


def _wrong_text(text: str) -> Iterator[str]:
    if not _is_said(text):
        yield f"nothing of the project is called {text}"


def _wrong_place(text: str) -> Iterator[str]:
    yield from _wrong_text(text.rpartition(" ")[2])


def _wrong_header(text: str) -> Iterator[str]:
    yield from _wrong_text(text.partition(":")[0])


def _is_said(text: str) -> bool:
    """Whether code has a text as it is, or a file of the deployment has it in it."""
    strings = project_names().strings
    return (
        text in strings
        or re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", deployment()) is not None
        or (text.startswith("/") and any(each.startswith(f"{text}/") for each in strings))
    )


def _looks_like(pattern: "re.Pattern[str]") -> Callable[[str], bool]:
    return lambda text: pattern.fullmatch(text) is not None


def _ignore(_: str) -> Iterator[str]:
    yield from ()


KINDS: tuple[tuple[Callable[[str], bool], Callable[[str], Iterator[str]]], ...] = (
    (is_command, wrong_in),
    (_looks_like(OPTION), _wrong_option),
    (_looks_like(SLASH), _wrong_slash),
    (_looks_like(PLACE), _wrong_place),
    (_looks_like(HEADER), _wrong_header),
    (_looks_like(PHRASE), _wrong_text),
    (_looks_like(CALL), _wrong_call),
    (_looks_like(PLAIN), _ignore),
    (_looks_like(re.compile(r"ouro_\w+")), _wrong_metric),
    (lambda text: bool(NAME.fullmatch(text) and QUALIFIED.fullmatch(text)), _wrong_name),
    (_looks_like(CODE_WORD), _wrong_name),
    (_looks_like(KEBAB), _wrong_text),
)
"""What a text may look like, and what to ask of it then; the first that fits counts."""
