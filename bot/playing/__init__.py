"""Playing boards in chat: the pad, /submit, and the Activity."""
