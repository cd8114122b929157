"""The records of the local chat, their changes and events."""
