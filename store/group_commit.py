"""Changes of a SQLite database that wait for it are committed together.

A commit waits for the disk, and a file has one writer at a time. So a change that is complete does
not commit by itself: the changes that were waiting for it join its transaction, each undone by
itself if it fails, and one commit ends them all. The commit waits in the same queue as the changes,
behind those that join.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec import Struct

from store.drivers import run_to_end
from store.failures import translate_errors
from store.sqlite_driver import SqliteConnection
from store.transaction import Connection, TransactionPool


class Group(Struct, eq=False):
    """A transaction that changes join; `committed` ends for all of them when it does.

    `joined` is the number of complete changes, after the first of which there is a task that
    commits.
    """

    driver: SqliteConnection
    committed: asyncio.Future[None]
    joined: int = 0
    commit: asyncio.Task[None] | None = None

    def end(self, error: BaseException | None = None) -> None:
        """Let all who joined go on; with an error, nothing of theirs is stored."""
        if self.committed.done():
            return
        if error is None:
            self.committed.set_result(None)
        else:
            self.committed.set_exception(error)
            self.committed.exception()  # retrieved, as those who joined may be cancelled


class JoiningPool(TransactionPool):
    """A pool of one connection that writes; `group` is what a change may join now."""

    group: Group | None = None

    @asynccontextmanager
    async def transaction(self, seconds: float, **_: bool) -> AsyncIterator[Connection]:
        """See `TransactionPool.transaction`; it ends when all that joined it are committed."""
        left = await self._take_slot(seconds)
        try:
            group = await self._joined(left)
            try:
                yield self._connection(group.driver)
            except BaseException as error:
                await run_to_end(self._undo(group, error))
                raise
            group.joined += 1
            if group.commit is None:
                group.commit = asyncio.create_task(self._commit(group))
        finally:
            self.slots.release()
        with translate_errors(self.place):
            await asyncio.shield(group.committed)

    async def close(self) -> None:
        """Close the connection after what is complete is committed."""
        if self.group is not None and self.group.commit is not None:
            await asyncio.wait([self.group.commit])
        await super().close()

    async def _joined(self, seconds: float) -> Group:
        if self.group is None:
            with translate_errors(self.place):
                driver = await self._begin(seconds)
            assert isinstance(driver, SqliteConnection)  # noqa: S101 - for the type checker
            committed = asyncio.get_running_loop().create_future()
            self.group = Group(driver, committed)
        else:
            self.group.driver.join()
        return self.group

    async def _undo(self, group: Group, error: BaseException) -> None:
        """Undo the last change of a group; all of it if SQLite has, or if nothing else joined."""
        driver = group.driver
        try:
            await driver.rollback()
        except sqlite3.Error:
            await driver.close()
            lost = True
        else:
            lost = not driver.in_transaction
            if lost or not group.joined:
                await self._put_back(driver)
        if lost or not group.joined:
            self.group = None
            group.end(error)

    async def _commit(self, group: Group) -> None:
        """Commit a group behind all that wait to join it."""
        await self.slots.acquire()
        try:
            if group.committed.done():
                return
            self.group = None
            try:
                await group.driver.commit()
            except BaseException as error:  # its transaction may still be open
                await group.driver.close()
                group.end(error)
            else:
                await self._put_back(group.driver)
                group.end()
        finally:
            self.slots.release()
