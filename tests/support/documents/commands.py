"""Commands in documents: the scripts, verbs and options that they name."""

import re
import shlex
from collections.abc import Iterator, Sequence

from tests.support.documents.markdown import Block
from tests.support.documents.programs import Program, programs, slash_commands

SHELL = {"", "bash", "console", "sh"}
"""Languages of code blocks with command lines."""
IN_CONTAINER = re.compile(r"^docker compose exec \S+ ")
ASSIGNMENT = re.compile(r"[A-Z_]+=\S*")
SCRIPT = re.compile(r"script/[\w-]+")
WORD = re.compile(r"[a-z][\w-]*")
SLASH = re.compile(r"/([a-z-]+)((?: [a-z_]+:)*)")
FOLDERS = {"data", "healthz", "metrics", "proc", "readyz", "tmp"}
"""What follows a slash in documents and is no command."""


def command_lines(block: Block) -> Iterator[str]:
    """The command lines of a code block; lines that go on are joined."""
    for line in block.text.replace("\\\n", "  ").split("\n"):
        if block.kind != "console" or line.startswith("$ "):
            yield line.removeprefix("$ ")


def wrong_in(line: str) -> Iterator[str]:
    """What is wrong with the commands of a line that are ours."""
    for words in _commands(line):
        program = programs().get(words[0].removeprefix("./"))
        if program is not None:
            yield from _wrong(words[0], program, words[1:])
        elif SCRIPT.fullmatch(words[0]):
            yield f"there is no {words[0]}"


def wrong_slash(text: str) -> Iterator[str]:
    """What is wrong with a slash command and its options."""
    found = SLASH.fullmatch(text)
    if found is None or found[1] in FOLDERS:
        return
    known = slash_commands().get(found[1])
    if known is None:
        yield f"the bot has no command /{found[1]}"
        return
    for option in found[2].split():
        if option.rstrip(":") not in known:
            yield f"/{found[1]} has no option {option}"


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
