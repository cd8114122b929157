"""What exists in the local chat, and what can happen in it."""
