"""The chats and bots of the end-to-end tests."""

from tests.e2e.conftest import _restored_addresses, chat, run_bot, sandbox

__all__ = ["_restored_addresses", "chat", "run_bot", "sandbox"]
