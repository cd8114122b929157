"""What is sent unasked: daily posts, reminders, and replies that a restart left unanswered."""
