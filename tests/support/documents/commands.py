"""Command lines in documents: the verbs, options and paths that they name."""

import re
import shlex
from collections.abc import Iterator, Sequence

from tests.support.documents.names import project_names
from tests.support.documents.programs import Program, programs
from tests.support.documents.project import exists, top_folders
from tests.support.paths import ROOT

SHELL = {"", "bash", "console", "sh"}
"""Languages of code blocks with command lines."""
IN_CONTAINER = re.compile(r"^docker compose exec \S+ ")
ASSIGNMENT = re.compile(r"[A-Z_]+=\S*")
OURS = re.compile(r"\bouro\b|\bscript/\w|\bpython -m\b")
SCRIPT = re.compile(r"script/[\w-]+")
WORD = re.compile(r"[a-z][\w-]*")


def command_lines(block: str, language: str) -> Iterator[tuple[int, str]]:
    """The command lines of a code block with their offsets; lines that go on are joined."""
    joined = block.replace("\\\n", "  ")
    for at, line in enumerate(joined.split("\n")):
        if language == "console" and not line.startswith("$ "):
            continue
        yield at, line.removeprefix("$ ")


def wrong_in(line: str) -> Iterator[str]:
    """What is wrong with the commands of a line that are ours, and with paths of the project."""
    for words in _commands(line):
        program = _program(words)
        if program is not None:
            yield from _wrong(words[0], program, words[1:])
        elif SCRIPT.fullmatch(words[0]):
            yield f"there is no {words[0]}"
        elif words[:2] == ["python", "-m"] and not _is_module(words[2:3]):
            yield f"no module is called {' '.join(words[2:3])}"
        for word in words[1:]:
            yield from _wrong_path(word)


def is_command(text: str) -> bool:
    """Whether a text is a command line of ours."""
    return OURS.search(text) is not None and any(
        _program(words) or SCRIPT.fullmatch(words[0]) or words[:2] == ["python", "-m"]
        for words in _commands(text)
    )


def _commands(line: str) -> Iterator[list[str]]:
    """The commands of a line, word by word, without what is set for them and around them."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:  # no command line: a quote stands alone
        return
    command: list[str] = []
    for word in [*words, ";"]:
        if set(word) <= set("();<>|&"):
            rest = IN_CONTAINER.sub("", " ".join(command)).split() if command else []
            yield from [rest] if rest else []
            command = []
        elif command or not ASSIGNMENT.fullmatch(word):
            command.append(word)


def _program(words: Sequence[str]) -> Program | None:
    return programs().get(words[0].removeprefix("./"))


def _wrong(name: str, program: Program, words: Sequence[str]) -> Iterator[str]:
    """What is wrong with the arguments of a program."""
    for word in words:
        if re.match(r"--?[a-zA-Z]", word):
            option = word.partition("=")[0]
            if not program.takes(option):
                yield f"{name} has no option {option}"
        elif program.verbs is not None and WORD.fullmatch(word):
            if word not in program.verbs:
                yield f"{name} has no command {word}"
                return
            name, program = f"{name} {word}", program.verbs[word]


def _wrong_path(word: str) -> Iterator[str]:
    path, _, test = word.partition("::")
    if "/" not in path or path.partition("/")[0] not in top_folders():
        return
    if not exists(path):
        yield f"there is no {path}"
    elif test and not _has_test(path, test):
        yield f"{path} has no {test}"


def _has_test(path: str, test: str) -> bool:
    return f"def {test}(" in (ROOT / path).read_text(encoding="utf-8")


def _is_module(words: Sequence[str]) -> bool:
    return bool(words) and words[0] in project_names().modules
