"""What documents mention that is not the project's own, each with what it is.

Whatever Python, a library, a protocol or a machine gives its name belongs here; what the project
defines does not, since then nobody would notice when it is gone.
"""

from collections.abc import Mapping
from types import MappingProxyType

FOREIGN: Mapping[str, str] = MappingProxyType(
    {
        "--nthreads": "an option of Dask",
        "AddCircuit": "a constraint of OR-tools",
        "Alt": "a key",
        "AutoShardedClient": "a class of discord.py",
        "DaskCluster": "a resource of Dask's operator for Kubernetes",
        "Esc": "a key",
        "IS_COMPONENTS_V2": "a flag of Discord's messages",
        "REGISTRY": "a variable of the repository, which a workflow reads",
        "Tab": "a key",
        "git pull": "a command of Git",
        "org.opencontainers.image.base.digest": "a label of OCI images",
        "pg_restore": "a program of PostgreSQL",
        "podman-compose": "a program",
        "systemctl restart ouro": "a command of systemd",
    }
)
FORMER: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("CHANGELOG.md", "ouro tune"): "what `script/tune` was called",
        ("CHANGELOG.md", "python -m bot"): "what `python -m app` was called",
        ("CHANGELOG.md", "paid what was owed"): "a former event in the log",
        ("CHANGELOG.md", "duty failed"): "a former event in the log",
    }
)
"""Names in backticks that a document tells are gone."""
