"""The board page: a front end beside `bot` in which people draw on their boards in a browser.

It calls the same use cases as the bot. `web.server` has the addresses, and `web.page_requests` what
a page can ask for.
"""
