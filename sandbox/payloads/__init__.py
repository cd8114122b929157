"""The records of the chat as Discord's JSON."""
