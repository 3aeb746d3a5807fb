"""Worker processes: they answer in time or give the reason why not, and the event loop never blocks."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from engineshed.core.contract import Seat
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from engineshed.server.workers import BotFailedError, Question, Recent, Task, Workers
from tests.server.loop import in_loop
from tests.server.strange_bots import counting, greedy_is

ROOT = Path(__file__).parents[2]


def first_question(bot: str = "greedy") -> Question:
    game = find_game("steam-power")
    table = Table(game, 2, seed="a question")
    (seat,) = table.to_act()
    return Question(game.id, bot, Seat(seat), table.view(seat), tuple(table.legal(seat)), "key", "memory")


def pid_of(workers: Workers) -> int:
    process = next(worker._process for worker in workers._workers if worker._process is not None)
    assert process.pid is not None
    return process.pid


@in_loop
async def test_the_same_question_has_the_same_answer_in_any_worker() -> None:
    workers = Workers()
    question = first_question("random")
    try:
        answers = await asyncio.gather(*(workers.choose(question) for _ in range(6)))
        assert set(answers) == {answers[0]}
        assert answers[0] in question.moves
    finally:
        await workers.stop()


@pytest.mark.parametrize(
    ("strange", "patience", "reason"),
    [
        ("hanging", 0.1, "no answer within 0.1 s"),
        ("raising", 20, r"RuntimeError in strange_bots.py, line \d+"),
        ("dying", 20, "its process died"),
        ("cheating", 20, "its answer is not a legal move"),
        ("hoarding", 20, "its process died"),
    ],
)
@in_loop
async def test_a_failure_does_not_reveal_what_the_bot_saw_and_the_next_question_is_answered(
    strange: str, patience: float, reason: str
) -> None:
    workers = Workers(1, patience=patience, find_bot=greedy_is(strange))
    try:
        with pytest.raises(BotFailedError, match=f"^{reason}$"):
            await workers.choose(first_question())
        workers._patience = 20  # a new process has to load the game
        question = first_question("random")
        assert await workers.choose(question) in question.moves
    finally:
        await workers.stop()


@in_loop
async def test_an_unknown_bot_is_a_failure_too() -> None:
    workers = Workers(1, patience=60)
    try:
        with pytest.raises(BotFailedError, match=r"^UnknownNameError in registry.py, line \d+$"):
            await workers.choose(first_question("nobody"))
    finally:
        await workers.stop()


@in_loop
async def test_a_worker_that_was_killed_while_idle_is_replaced() -> None:
    workers = Workers(1, patience=60)
    try:
        await workers.choose(first_question("random"))
        killed = pid_of(workers)
        os.kill(killed, signal.SIGKILL)
        await asyncio.sleep(0.1)
        await workers.choose(first_question("random"))
        assert pid_of(workers) != killed
    finally:
        await workers.stop()


@in_loop
async def test_a_worker_killed_while_thinking_is_noticed_at_once_without_blocking_the_loop() -> None:
    workers = Workers(1, patience=60, find_bot=greedy_is("hanging"))
    try:
        await workers.choose(first_question("random"))
        thinking = asyncio.create_task(workers.choose(first_question()))
        await asyncio.sleep(0.1)
        assert not thinking.done()
        os.kill(pid_of(workers), signal.SIGKILL)
        with pytest.raises(BotFailedError, match="its process died"):
            await asyncio.wait_for(thinking, 30)
    finally:
        await workers.stop()


@in_loop
async def test_stopping_does_not_wait_for_hanging_or_queued_questions() -> None:
    workers = Workers(1, patience=60, find_bot=greedy_is("hanging"))
    await workers.choose(first_question("random"))
    thinking = [asyncio.create_task(workers.choose(first_question())) for _ in range(3)]
    await asyncio.sleep(0.1)
    began = time.monotonic()
    await workers.stop()
    ends = await asyncio.gather(*thinking, return_exceptions=True)
    assert time.monotonic() - began < 10
    assert isinstance(ends[0], BotFailedError)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends[1:])
    assert all(worker._process is None for worker in workers._workers)


HOUSE = """
import asyncio
from engineshed.server.workers import Workers
from tests.server.strange_bots import counting, greedy_is
from tests.server.test_workers import first_question

async def main():
    workers = Workers(1, patience=60, find_bot=greedy_is("hanging"))
    await workers.choose(first_question("random"))
    asyncio.create_task(workers.choose(first_question()))
    await asyncio.sleep(0.2)
    print("thinking", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_when_the_server_is_killed_a_hanging_bot_ends_too() -> None:
    """The output ends only when every process that can write to it is gone."""
    with subprocess.Popen([sys.executable, "-c", HOUSE], cwd=ROOT, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        assert service.stdout.readline() == "thinking\n"
        service.kill()
        assert service.communicate(timeout=20)[0] == ""


# -- what bots remember ---------------------------------------------------------------------------------------------


def asked_of(memory: str, bot: str = "counting") -> Question:
    return msgspec.structs.replace(first_question(bot), memory=memory)


@in_loop
async def test_a_bots_memory_lasts_a_whole_game() -> None:
    """The bot plays the nth of its moves when it is asked for the nth time in a game."""
    workers = Workers(2, patience=60, find_bot=counting)
    try:
        moves = asked_of("a").moves
        assert [await workers.choose(asked_of("a")) for _ in range(3)] == list(moves[:3])
        both = await asyncio.gather(workers.choose(asked_of("b")), workers.choose(asked_of("c")))
        assert list(both) == [moves[0], moves[0]]
        for game in "bcbc":
            await workers.choose(asked_of(game))
        assert await workers.choose(asked_of("a")) == moves[3]
        assert await workers.choose(asked_of("b")) == await workers.choose(asked_of("c")) == moves[3]
    finally:
        await workers.stop()


def kill(workers: Workers) -> None:
    """Kill the worker and wait until it has ended, so that a dead worker is not asked."""
    process = workers._workers[0]._process
    assert process is not None
    process.kill()
    process.join()


@in_loop
async def test_a_restarted_process_has_no_memory_but_still_answers() -> None:
    workers = Workers(1, patience=60, find_bot=counting)
    try:
        moves = asked_of("a").moves
        assert await workers.choose(asked_of("a")) == moves[0]
        await asyncio.to_thread(kill, workers)
        assert await workers.choose(asked_of("a")) == moves[0]
    finally:
        await workers.stop()


def test_the_least_recently_used_memory_is_forgotten_first() -> None:
    recent: Recent[list[int]] = Recent(2)
    first = recent.of("a", list)
    recent.of("b", list)
    assert recent.of("a", list) is first
    recent.of("c", list)
    assert [name for name in "abc" if name in recent] == ["a", "c"]
    recent.clear()
    assert "a" not in recent


@in_loop
async def test_a_whole_turn_takes_at_most_four_times_as_long_as_one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves of a turn that follow have less and less time to think."""
    workers, allowed = Workers(1, seconds=1.5), list[float]()

    def work(_task: Task, seconds: float, _patience: float) -> int:
        allowed.append(seconds)
        return 0

    monkeypatch.setattr(workers._workers[0], "work", work)
    try:
        for made in range(60):
            await workers.choose(msgspec.structs.replace(first_question(), made=made))
    finally:
        await workers.stop()
    assert allowed[0] == 1.5
    assert allowed == sorted(allowed, reverse=True)
    assert sum(allowed) <= 6.0


@in_loop
async def test_a_bot_with_too_many_playouts_still_answers_in_time() -> None:
    """It is allowed more playouts than there is time for."""
    question = msgspec.structs.replace(first_question("playouts"), playouts=10**9)
    workers = Workers(1, patience=2.0)
    try:
        await workers.choose(first_question("random"))  # starts the process
        assert await workers.choose(question) in question.moves
    finally:
        await workers.stop()
