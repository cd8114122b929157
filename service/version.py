"""The version of Ouro, which pyproject.toml takes from here."""

VERSION = "1.0.0"
