"""The version of Ouro, which pyproject.toml takes from here, and the name to install it by."""

VERSION = "1.0.0"
DISTRIBUTION = "ouro-slitherlink"
"""The name of the library on package indexes, where `ouro` is somebody else's."""
