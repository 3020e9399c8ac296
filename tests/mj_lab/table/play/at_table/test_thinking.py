"""Who thinks when: what a table waits for is never behind a hand that is played again."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from mj_lab.table.play.at_table.thinking import ThinkingShare


def test_what_can_wait_begins_when_nobody_waits() -> None:
    begun: list[str] = []

    def think(name: str) -> str:
        begun.append(name)
        time.sleep(0.02)
        return name

    async def play() -> None:
        share = ThinkingShare(2)
        spare = [asyncio.create_task(share.spare(partial(think, "spare"))) for _ in range(3)]
        bots = [asyncio.create_task(share.soon(partial(think, f"bot {one}"))) for one in range(8)]
        await asyncio.gather(*bots)
        # Three asked first: one had its place before the bots came.
        assert begun[:9].count("spare") == 1
        assert await asyncio.gather(*spare) == ["spare"] * 3
        assert len(begun) == 11

    in_a_thread(play)


def test_a_bot_that_fails_leaves_its_place() -> None:
    def fail() -> None:
        raise RuntimeError("no")

    async def play() -> None:
        share = ThinkingShare(1)
        found = await asyncio.gather(*(share.soon(fail) for _ in range(3)), return_exceptions=True)
        assert [str(one) for one in found] == ["no"] * 3
        assert await asyncio.wait_for(share.spare(lambda: 7), 5) == 7
        waiting = [asyncio.create_task(share.soon(partial(time.sleep, 0.05))) for _ in range(3)]
        await asyncio.sleep(0.01)
        for task in waiting:
            task.cancel()
        assert await asyncio.wait_for(share.spare(lambda: 8), 5) == 8

    in_a_thread(play)


def in_a_thread(play: object) -> None:
    """Where a browser was tested a loop runs in this thread."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(play())).result()  # type: ignore[operator]
