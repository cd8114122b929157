"""The chat page: its files, and what it reads and does."""
