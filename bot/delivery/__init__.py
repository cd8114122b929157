"""Messages that are sent without an interaction: daily posts, reminders, left pending replies."""
