"""Which package may import which, as docs/architecture.md draws it, and that nothing goes round."""

import ast
import re
from collections import defaultdict
from collections.abc import Mapping

import pytest

from tests.support.packages import graph, imported, modules, name_of
from tests.support.paths import PACKAGES, ROOT

IMPORTS: Mapping[str, set[str]] = {
    "puzzle": set(),
    "i18n": set(),
    "telemetry": set(),
    "sandbox": set(),
    "store": set(),
    "migrations": {"store"},
    "play": {"puzzle"},
    "solver": {"puzzle"},
    "renderer": {"puzzle", "i18n"},
    "scanner": {"puzzle"},
    "narrator": {"puzzle", "solver", "renderer", "i18n"},
    "jobs": {"puzzle", "play", "solver", "renderer", "scanner", "narrator", "i18n"},
    "workers": {"telemetry", "jobs"},
    "batch": {"jobs", "workers", "puzzle", "solver", "service", "telemetry"},
    "service": {
        "i18n",
        "jobs",
        "workers",
        "store",
        "play",
        "puzzle",
        "solver",
        "renderer",
        "scanner",
        "narrator",
    },
    "texts": {
        "i18n",
        "narrator",
        "scanner",
        "play",
        "puzzle",
        "renderer",
        "solver",
        "jobs",
        "service",
        "store",
        "workers",
    },
    "bot": {
        "service",
        "texts",
        "narrator",
        "scanner",
        "telemetry",
        "i18n",
        "jobs",
        "play",
        "puzzle",
        "renderer",
        "solver",
        "store",
        "workers",
    },
    "web": {
        "service",
        "texts",
        "narrator",
        "telemetry",
        "i18n",
        "jobs",
        "play",
        "puzzle",
        "renderer",
        "solver",
        "store",
        "workers",
    },
    "app": {
        "bot",
        "web",
        "sandbox",
        "service",
        "store",
        "workers",
        "batch",
        "cli",
        "telemetry",
        "texts",
        "jobs",
        "play",
        "puzzle",
        "solver",
    },
    "cli": {"puzzle", "solver", "renderer", "scanner", "narrator", "i18n", "service"},
    "ouro": {"puzzle", "solver", "renderer", "scanner", "narrator", "service"},
    "tools": set(PACKAGES),
}
"""The packages that each package may import, beside itself."""
MORE: Mapping[str, set[str]] = {
    "cli.batches": {"batch"},
    "cli.commands.review": {"play"},
    "ouro.__main__": {"cli"},
}
"""Modules that may import more than the rest of their package.

What some commands of `ouro` need, and `python -m ouro`, which is the command line.
"""
SOLVER_VALUES = (
    r"solver\.(constructing|drills|explain\.(explainer|mistakes|step)|report|rating|"
    r"review\.judgement|search)"
)
VALUES: Mapping[tuple[str, str], str] = {
    ("app", "cli"): r"cli\.(endings|errors|output|progress|status)",
    ("bot", "store"): r"store\.(records|errors|shards|deadlines)",
    ("texts", "store"): r"store\.(records|errors)",
    ("bot", "scanner"): r"scanner\.(errors|values)",
    ("service", "scanner"): r"scanner\.(errors|values)",
    ("texts", "scanner"): r"scanner\.(errors|values)",
    ("batch", "service"): r"service\.(version|running\.scheduler)",
    ("cli", "service"): r"service\.version",
    ("ouro", "service"): r"service\.version",
    ("workers", "jobs"): r"jobs\.work",
    ("bot", "workers"): r"workers\.(errors|pool)",
    ("texts", "workers"): r"workers\.(errors|pool)",
    ("bot", "solver"): SOLVER_VALUES,
    ("texts", "solver"): SOLVER_VALUES,
    ("bot", "renderer"): r"renderer\.(highlights|theme)",
    ("texts", "renderer"): r"renderer\.highlights",
    ("web", "store"): r"store\.(records|errors)",
    ("web", "workers"): r"workers\.(errors|pool)",
    ("web", "solver"): r"solver\.explain\.(explainer|mistakes)",
    ("web", "renderer"): r"renderer\.(labels|layers|positions)",
}
"""Packages of which another one takes values alone: records, outcomes, errors.

Of the command line, commands for operators take what they print with and how they end.
"""
ONLY_UNDER: Mapping[str, set[str]] = {
    "discord": {"bot", "tools"},
    "aiohttp": {"bot", "app", "sandbox", "tools", "web"},
    "sqlalchemy": {"store", "migrations"},
    "alembic": {"store", "migrations"},
    "pysat": {"solver"},
    "PIL": {"renderer", "scanner", "sandbox", "tools"},
    "numpy": {"scanner", "tools"},
    "reportlab": {"renderer"},
    "uvloop": {"app"},
    "pyarrow": {"batch"},
    "distributed": {"batch"},
    "matplotlib": {"batch"},
}
"""Libraries, and the packages that may import them."""
IN_CIRCLES = {
    "puzzle",
    "puzzle.rules",
    "solver",
    "solver.connectivity",
    "solver.explain",
    "tools.bench",
    "tools.bench.commands",
}
"""The folders of packages that import one another in circles."""
SHARED = {"connection", "answering", "boards", "delivery"}
"""The folders of the bot that features are made of."""
DOORS = r"bot\.(chat|\w+\.components)"
"""What else a feature of the bot may import of others: buttons that lead to another feature."""
CROSSINGS: Mapping[str, set[str]] = {
    "bot.dailies.chat": {"bot.playing.chat", "bot.helping.handlers"},
    "bot.dailies.messages": {"bot.helping.handlers"},
    "bot.pasting.chat": {"bot.drafts.pictures"},
    "bot.server_setup.chat": {"bot.dailies.messages"},
    "bot.settings.chat": {"bot.stats.chat"},
    "bot.solving.chat": {"bot.dailies.messages", "bot.drafts.pictures"},
    "bot.solving.replies": {"bot.dailies.messages"},
}
"""What else crosses from one feature of the bot to another."""
LAZY = (
    "app/main.py",
    "app/operating/bank",
    "app/operating/doctor.py",
    "app/pools.py",
    "batch/engine.py",
    "cli",
    "jobs/reading.py",
    "ouro/reading.py",
    "ouro/rendering.py",
    "store/migrate.py",
    "store/pools.py",
)
"""Where imports may stand in functions: what is not used is not loaded."""


def top(name: str) -> str:
    return name.partition(".")[0]


def test_every_package_has_its_arrows() -> None:
    assert set(IMPORTS) == set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_the_packages_below_it(package: str) -> None:
    for path in modules(package):
        name = name_of(path)
        allowed = IMPORTS[package] | MORE.get(name, set()) | {package}
        foreign = {used for used in imported(path) if top(used) in PACKAGES}
        beyond = {used for used in foreign if top(used) not in allowed}
        assert not beyond, f"{name} imports {beyond}"
        for used in foreign:
            values = VALUES.get((package, top(used)))
            assert values is None or re.fullmatch(values, used), f"{name} imports {used}"


def in_circles(arrows: Mapping[str, set[str]]) -> set[str]:
    """The nodes that lead back to themselves by way of others."""
    reached = {name: used - {name} for name, used in arrows.items()}
    for between, further in reached.items():
        for used in reached.values():
            if between in used:
                used.update(further)
    return {name for name, used in reached.items() if name in used}


def test_no_module_leads_back_to_itself() -> None:
    """A module that is imported on the way to it again cannot be read, used or tested alone."""
    assert not in_circles(graph())


def folder(name: str) -> str:
    return name if (ROOT / name.replace(".", "/")).is_dir() else name.rpartition(".")[0]


def test_few_folders_lead_back_to_themselves() -> None:
    """A reader learns a folder after those that it imports, where there is such an order."""
    folders: defaultdict[str, set[str]] = defaultdict(set)
    for name, used in graph().items():
        folders[folder(name)] |= {folder(one) for one in used if top(one) == top(name)}
    assert in_circles(folders) == IN_CIRCLES


@pytest.mark.parametrize("library", ONLY_UNDER)
def test_a_library_is_imported_in_few_packages(library: str) -> None:
    users = {
        package
        for package in PACKAGES
        for path in modules(package)
        if library in {top(used) for used in imported(path)}
    }
    assert users
    assert users <= ONLY_UNDER[library]


def test_pillow_is_imported_only_where_pixels_are_made() -> None:
    users = {
        path.name for path in modules("renderer") if "PIL" in {top(used) for used in imported(path)}
    }
    assert users == {"raster.py", "letters.py", "animation.py", "side_by_side.py"}


def test_values_and_state_are_structs() -> None:
    """A reader knows one way to define them; a struct is also defined and made more quickly."""
    paths = [path for folder in (*PACKAGES, "tests") for path in modules(folder)]
    assert "msgspec" in {used for path in paths for used in imported(path)}
    assert {name_of(path) for path in paths if "dataclasses" in imported(path)} == set()


def test_imports_stand_at_the_top_of_modules() -> None:
    exempt = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in modules(package)
        if "PLC0415" in path.read_text(encoding="utf-8")
    }
    assert {place for place in exempt if not place.startswith(LAZY)} == set()


def test_features_of_the_bot_meet_at_their_doors() -> None:
    found = defaultdict(set)
    for path in modules("bot"):
        name = name_of(path)
        below = SHARED | {*name.split(".")[1:2]}
        for used in imported(path):
            foreign = top(used) == "bot" and used.split(".")[1] not in below
            if foreign and not re.fullmatch(DOORS, used):
                found[name].add(used)
    assert found == CROSSINGS


def rooms_of_features() -> set[str]:
    return {path.parent.name for path in (ROOT / "bot").glob("*/__init__.py")} - SHARED


def test_every_feature_is_in_the_list() -> None:
    used = [name.split(".") for name in imported(ROOT / "app" / "features.py")]
    listed = {name[1] for name in used if name[0] == "bot" and len(name) > 2}
    assert listed - SHARED == rooms_of_features()


def test_a_feature_shows_what_it_uses() -> None:
    """It reads by name what it needs of the core and of the use cases, and hands on neither."""
    users = {path for path in modules("bot") if "bot.chat" in imported(path)}
    assert {path.parent.name for path in users} == rooms_of_features()
    for path in users:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        read = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name | ast.Attribute) and id(node) not in read:
                assert ast.unparse(node) not in {"chat", "chat.use"}, f"{path}:{node.lineno}"
    whole = {name_of(path) for path in modules("bot") if "service.services" in imported(path)}
    assert whole == {"bot.chat"}


def test_the_chat_of_a_feature_is_short() -> None:
    """Its commands, handlers and messages become modules of their own where they are many."""
    lengths = {
        name_of(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "bot").glob("*/chat.py")
    }
    assert lengths
    assert {name: lines for name, lines in lengths.items() if lines > 400} == {}


def test_no_module_is_long() -> None:
    for package in PACKAGES:
        for path in modules(package):
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 800, path


def test_one_class_name_means_one_thing() -> None:
    """A reader who knows what `Report` is knows it in every package."""
    places = defaultdict(list)
    for package in PACKAGES:
        for path in modules(package):
            for name in re.findall(r"(?m)^ *class (\w+)", path.read_text(encoding="utf-8")):
                places[name].append(name_of(path))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
