"""What people read: messages by topic, and functions that choose among them.

A module holds the messages of one topic. Where the words depend on values, a function beside
them takes the reader's `Voice` first and returns text. Nothing else in `bot` holds a text.

Texts are Discord Markdown. What users wrote themselves goes through `bot.markdown.quote` first.
"""
