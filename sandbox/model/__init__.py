"""The state of the local chat, its events, and the rules that change it."""
