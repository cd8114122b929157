"""The wording of the bot: messages by topic, and functions that choose and fill in messages.

Each module contains the messages of one topic. Where the text depends on values, a function takes
the reader's `Localizer` first and returns the text. The package `bot` contains no translatable
texts.

Texts are Discord Markdown. Text from users is escaped by `texts.markdown.quote` first.
"""
