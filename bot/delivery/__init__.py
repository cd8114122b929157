"""Messages outside of interactions: daily posts, reminders, and pending replies after a crash."""
