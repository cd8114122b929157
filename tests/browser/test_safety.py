"""The page never executes content of messages."""

from playwright.async_api import expect

from sandbox.model.uploads import Upload
from tests.support.browser.chat_page import Visit
from tests.support.sandbox.server import Sandbox

HOSTILE = """<img src=x onerror="window.caught = 1"> <script>window.caught = 2</script>
[press me](javascript:window.caught=3) <javascript:window.caught=4>
**<b onclick=1>** `<i>` ||<u>|| <@1> <#1> <@&1> <t:99999999999999> </x:1>"""


async def test_messages_are_shown_as_text(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    await sandbox.client.post_message(HOSTILE, user=sandbox.client.member)
    message = await chat.wait_for_message("press me")
    await expect(message).to_contain_text('<img src=x onerror="window.caught = 1">')
    assert await message.locator("script, img, b, i, .body a:not([href^='#'])").count() == 0
    assert await chat.page.evaluate("window.caught") is None


async def test_only_scripts_of_the_page_run(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    inline = "const s = document.createElement('script'); s.text = 'window.caught = 1'; %s"
    await chat.page.evaluate(inline % "document.body.append(s)")
    await chat.page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<i onclick=\"window.caught = 2\">x</i>');"
        "document.body.lastChild.click()"
    )
    elsewhere = "fetch('http://127.0.0.1:9/').then(() => 'sent', (error) => error.name)"
    assert await chat.page.evaluate(elsewhere) == "TypeError"
    assert await chat.page.evaluate("window.caught") is None
    refused = [text for text in chat.console_errors if "Content Security Policy" in text]
    assert len(refused) >= 3
    chat.console_errors.clear()


async def test_a_sent_page_is_downloaded_and_not_opened(sandbox: Sandbox, visit: Visit) -> None:
    chat = await visit(sandbox)
    page = Upload("page.html", b"<script>window.opener.caught = 1</script>")
    await sandbox.client.post_message("look", [page])
    message = await chat.wait_for_message("page.html")
    async with chat.page.expect_download() as download:
        await message.get_by_role("link", name="page.html").click()
    assert (await (await download.value).path()).read_bytes() == page.data
    assert await chat.page.evaluate("window.caught") is None
