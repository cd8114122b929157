"""What people and the bot do in the chat, and how it is kept."""
