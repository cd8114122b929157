"""A plugin of mypy: `msgspec.structs.replace` is checked like `dataclasses.replace`.

Without it, mypy would not check the names and types of the fields that a call changes.
"""

from collections.abc import Callable

from mypy.plugin import FunctionSigContext, Plugin
from mypy.plugins.dataclasses import replace_function_sig_callback
from mypy.types import FunctionLike


class StructPlugin(Plugin):
    """Gives mypy the signature of each call of `msgspec.structs.replace`."""

    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """The signature of `dataclasses.replace` for that of structs, else none."""
        return replace_function_sig_callback if fullname == "msgspec.structs.replace" else None


def plugin(_version: str) -> type[Plugin]:
    """Called by mypy."""
    return StructPlugin
