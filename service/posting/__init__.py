"""Daily posts in servers: their setup, their plan, their queue and their state."""
