"""Plans: carried out when their seat is to act, in all games, on both stores, over restarts and by several servers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engineshed.core import registry
from engineshed.core.ahead import foreseen, meaning
from engineshed.core.contract import CHANCE, Seat
from engineshed.core.registry import find_game, game_ids
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.server import absence, mydata, plans, play, replay
from engineshed.server.deciding import BidPlan, MovesPlan, PassPlan, Stop
from engineshed.server.holding import end
from engineshed.server.refusals import RefusedError, ServiceError
from engineshed.server.rows import PlanChange
from engineshed.server.store import TakenError
from engineshed.server.web.push import PLANS
from tests.core.toy import GAME_ID as TOY
from tests.server.listener import Listener
from tests.server.newer import FIRST, Point
from tests.server.planning import Circle, circle, idle, planned_at, planning, seated
from tests.server.play import acting, live, opened, play_one, refused, run
from tests.server.servers import Postgres
from tests.server.several import Scene, heard, watching
from tests.server.test_postman import scene as postal

GAMES = [*game_ids(), TOY]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of somebody else, who has said nothing about plans."""
    found = registry._points
    toy = {"engineshed.games": {TOY: Point(FIRST)}}
    monkeypatch.setattr(registry, "_points", lambda group: {**found(group), **toy.get(group, {})})


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    if request.param == "sqlite":
        return tmp_path / "house.db"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


# -- the contract ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_foreseen_is_what_will_be_possible_and_mean_the_same(game_id: str) -> None:
    """As long as nobody changes it: most foreseen moves are legal when their time comes, and lead to the same."""
    game = find_game(game_id)
    table = Table(game, 2 if game_id == TOY else 3, None, seed="foreseen")
    promised: dict[int, dict[Any, str]] = {}
    kept = changed = 0
    while not table.over and table.ply < 400:
        seat = table.to_act()[0]
        for move, digest in promised.pop(seat, {}).items():
            if move in table.legal(seat):
                now = meaning(game, table.state, seat, move)[0].digest
                kept, changed = kept + (now == digest), changed + (now != digest)
        table.play(seat, Rng("play", table.ply).choice(table.legal(seat)))
        for other in (Seat(seat) for seat in range(table.seats) if Seat(seat) not in table.to_act()):
            world = foreseen(game, table.state, other, Rng("foresee", table.ply, other))
            if world is not None:
                assert other in game.rules.to_act(world)
                moves = list(game.rules.legal(world, other))
                promised[other] = {move: meaning(game, world, other, move)[0].digest for move in moves[:4]}
    assert kept > 10 * (game_id != TOY)
    assert kept > changed or game_id == TOY


@pytest.mark.parametrize("game_id", game_ids())
def test_what_a_game_says_about_its_moves_holds_in_whole_games(game_id: str) -> None:
    """A pass costs nothing, a bid is more than what was bid, and a matter that is over does not come back."""
    game = find_game(game_id)
    table = Table(game, 3, None, seed="matters")
    over: set[str] = set()
    last = None
    while not table.over and table.ply < 1500:
        matter, seat = game.ahead.matter(table.state), table.to_act()[0]
        if matter is None or last != matter.key:
            over |= {last} if last else set()
            assert matter is None or matter.key not in over
        last = None if matter is None else matter.key
        for move in table.legal(seat) if seat != CHANCE else ():
            amount = game.ahead.amount(move)
            assert not (game.ahead.passes(move) and game.speech.price(table.state, move))
            if amount is not None:
                assert matter is not None
                assert matter.auction
                assert matter.bid is None or amount > matter.bid
        table.play(seat, Rng("matter", table.ply).choice(table.legal(seat)))


@pytest.mark.parametrize("game_id", GAMES)
def test_games_in_which_everybody_plans_go_by_the_rules(game_id: str) -> None:
    """Whatever is planned: it is played, or taken back for a reason, and every move in the log was legal."""

    async def go() -> None:
        seats = 3 if game_id == "steam" else 2
        async with circle(game_id, seats) as here:
            played = stopped = 0
            for number in range(60):
                now = await here.live()
                if now.row.state != "running":
                    break
                other = (await here.acting() + 1) % seats
                if offers := (await here.foresee(other)).offers:
                    offer = Rng("plan", number).choice(offers)
                    await here.plan(other, MovesPlan([offer.text]))
                before = len(await here.texts())
                await here.move()
                stopped += sum(one.stopped is not None for one in await here.plans(other))
                played += len(await here.texts()) > before + 1
            assert played > 5 * (game_id != TOY)
            assert played or stopped
            assert await legal_throughout(here)

    run(go())


async def legal_throughout(here: Circle) -> bool:
    """Play the log again, and check every move."""
    now = await here.live()
    rules, state = now.game.rules, now.game.rules.start(now.row.seats, now.options)
    for event in await here.service.store.events(here.table):
        move = now.game.speech.read(state, event.text)
        rules.check(state, Seat(event.seat), move)
        state = rules.apply(state, Seat(event.seat), move).state
    return bool(rules.key(state) == rules.key(now.state))


# -- auctions -------------------------------------------------------------------------------------------------------


async def at_auction(here: Circle, kind: str = "Bid") -> tuple[int, int, int]:
    """In an auction with three bidders: who is to bid, and the two after them."""
    await here.until(kind)
    first = await here.acting()
    return first, (first + 1) % 3, (first + 2) % 3


async def bid(here: Circle, amount: int) -> None:
    await here.move(next(move for move in await here.legal() if getattr(move, "amount", None) == amount))


@pytest.mark.parametrize(("game", "wishes"), [("steam", {}), ("planet-steam", {})])
def test_proxies_settle_an_auction_at_once(game: str, wishes: dict[str, Any], place: str | Path) -> None:
    async def go() -> None:
        async with circle(game, 3, place, **wishes) as here:
            one, two, three = await at_auction(here)
            since = (await here.live()).ply
            await here.plan(two, BidPlan(upto=4))
            await here.plan(three, BidPlan(upto=6))
            matter = here_matter(await here.live())
            assert (await here.foresee(two)).matter == "auction"
            await bid(here, 1)
            assert (await here.texts(since)) == [(one, "bid 1"), (two, "bid 2"), (three, "bid 3")]
            assert await here.acting() == one
            await here.move(next(m for m in await here.legal() if type(m).__name__ == "Pass"))
            bids = [(seat, text) for seat, text in (await here.texts(since))[4:]]
            assert bids[:3] == [(two, "bid 4"), (three, "bid 5"), (two, "pass")]
            assert here_matter(await here.live()) != matter, "the auction is over"
            assert await here.stopped(two) == []
            assert await here.stopped(three) in (["over"], [])

    run(go())


def here_matter(now: Any) -> str | None:
    matter = now.game.ahead.matter(now.state)
    return None if matter is None else matter.key


def test_a_proxy_may_jump_and_may_ask_once_its_limit_is_passed() -> None:
    async def go() -> None:
        async with circle("planet-steam") as here:
            one, two, three = await at_auction(here)
            since = (await here.live()).ply
            await here.plan(two, BidPlan(upto=5, jump=True, then="ask"))
            await bid(here, 1)
            assert (await here.texts(since))[-1] == (two, "bid 5")
            assert await here.acting() == three
            await bid(here, 7)
            await bid(here, 8)
            assert (await here.texts(since))[-1] == (one, "bid 8")
            assert await here.acting() == two
            (mine,) = await here.plans(two)
            assert mine.stopped == Stop("limit", bid=8)
            await bid(here, 9)
            assert await here.stopped(two) == ["limit"], "it says so until its owner puts it away"
            await plans.take_back(here.service, here.guests[two], here.table, two, "next")
            assert await here.plans(two) == []

    run(go())


def test_passing_ends_with_its_auction_and_stops_above_a_bid() -> None:
    async def go() -> None:
        async with circle("steam") as here:
            _, two, three = await at_auction(here)
            since = (await here.live()).ply
            await here.plan(two, PassPlan())
            await here.plan(three, PassPlan(above=3))
            await bid(here, 4)
            assert (await here.texts(since))[-1] == (two, "pass")
            assert await here.stopped(three) == ["above"]
            assert await here.acting() == three
            await here.move(next(m for m in await here.legal() if type(m).__name__ == "Pass"))
            assert await here.stopped(two) == ["over"], "the next place is another auction"
            assert await here.acting() in (two, three)

    run(go())


def test_a_standing_order_passes_only_where_nothing_else_is_possible(place: str | Path) -> None:
    """In Planet Steam a player without credits can only pass."""

    async def go() -> None:
        async with circle("planet-steam", 3, place) as here:
            await here.until("Bid")
            for seat in range(3):
                await here.plan(seat, PassPlan("game", only=True))
            forced = 0
            while not forced:
                legal = await here.legal()
                assert not (len(legal) == 1 and type(legal[0]).__name__ == "Pass")
                before = len(await here.texts())
                await here.move(max(legal, key=lambda m: getattr(m, "amount", 0)))
                forced += len(await here.texts()) - before - 1
            assert [await here.stopped(seat) for seat in range(3)] == [[None]] * 3

    run(go())


# -- planned moves --------------------------------------------------------------------------------------------------


def test_a_planned_move_is_taken_back_when_its_price_has_changed(place: str | Path) -> None:
    """Somebody buys first, and what is left costs more."""

    async def go() -> None:
        async with circle("planet-steam", 3, place) as here:
            dearer = await until_others_make_it_dearer(here)
            before = await here.texts()
            _, buy, seat, price = dearer
            await here.plan(seat, MovesPlan([buy]))
            (waiting,) = await here.plans(seat)
            assert (waiting.prices, waiting.stopped) == ([price], None)
            await here.move(dearer[0])
            assert await here.acting() == seat
            (taken_back,) = await here.plans(seat)
            assert taken_back.stopped is not None
            assert (taken_back.stopped.why, taken_back.stopped.move) == ("changed", buy)
            assert taken_back.stopped.price == price
            assert (taken_back.stopped.now or 0) > price
            assert len(await here.texts()) == len(before) + 1, "nothing was played"

    run(go())


async def until_others_make_it_dearer(here: Circle) -> tuple[Any, str, int, int]:
    """What is to be bought first, and then what the next player could buy now for this price."""
    for _ in range(60):
        bought = await here.until("Buy")
        now = await here.live()
        seat = (await here.acting() + 1) % 3
        for buy in reversed(bought):
            step = now.game.rules.apply(now.state, now.to_act()[0], buy)
            offers = (await here.foresee(seat)).offers
            texts = {offer.text: offer.price for offer in offers if "buy" in offer.text}
            if step.reveals or now.game.rules.to_act(step.state) != (seat,):
                continue
            for move in now.game.rules.legal(step.state, Seat(seat)):
                text, price = now.game.speech.write(step.state, move), now.game.speech.price(step.state, move)
                if text in texts and price > texts[text]:
                    return buy, text, seat, texts[text]
        await here.move()
    raise AssertionError("nothing ever became dearer")


def test_a_planned_move_that_is_no_longer_allowed_is_taken_back_with_the_refusal() -> None:
    async def go() -> None:
        async with circle("steam") as here:
            await here.until("Choose")
            one = await here.acting()
            text = (await here.live()).game.speech.write((await here.live()).state, (await here.legal())[0])
            two = (await here.live()).state.queue[0]
            await here.plan(two, MovesPlan([text]))
            await here.move((await here.legal())[0])
            (mine,) = await here.plans(two)
            assert mine.stopped is not None
            assert (mine.stopped.why, mine.stopped.rule is not None) == ("refused", True)
            assert await here.acting() == two != one

    run(go())


def test_several_moves_are_played_one_after_the_other_and_the_turn_is_not_held() -> None:
    async def go() -> None:
        async with circle("steam-power", 2, end_turn="button") as here:
            one = await here.acting()
            two = 1 - one
            chosen: list[Any] = []
            while offers := (await here.foresee(two, *chosen)).offers:
                chosen.append(next((o.text for o in offers if o.text == "money"), offers[0].text))
            assert len(chosen) == 2
            with pytest.raises(RefusedError):
                await here.foresee(two, *chosen, "money")
            await here.plan(two, MovesPlan(chosen))
            while await here.acting() == one and (await here.live()).row.held is None:
                await here.move()
            before = len(await here.texts())
            await end(here.service, here.guests[one], here.table, one, (await here.live()).ply)
            now = await here.settled()
            assert (await here.texts())[before:] == [(two, text) for text in chosen]
            assert (now.row.held, await here.acting(), await here.plans(two)) == (None, one, [])

    run(go())


# -- how plans end --------------------------------------------------------------------------------------------------


def test_moving_by_hand_taking_back_and_leaving_end_plans(place: str | Path) -> None:
    async def go() -> None:
        async with opened(place) as service:
            here = Circle(service, None, *await seated(service, "steam-power", 2))
            one = await here.acting()
            text = (await here.foresee(one)).offers[0].text
            await here.plan(one, MovesPlan([text]))
            await here.move("money")
            assert await here.plans(one) == []
            await here.plan(one, MovesPlan([(await here.foresee(one)).offers[0].text]))
            now = await here.live()
            await play.undo(service, here.guests[one], here.table, one, now.ply, None, whole_turn=False)
            assert await here.plans(one) == []
            await here.plan(one, MovesPlan([(await here.foresee(one)).offers[0].text]))
            await here.plan(1 - one, MovesPlan([(await here.foresee(1 - one)).offers[0].text]))
            await absence.leave(service, here.guests[one], here.table, one)
            assert [row.seat for row in await service.store.plans(here.table)] == [1 - one]
            with refused("conflict", "away"):
                await here.plan(one, MovesPlan([text]))
            data = await mydata.everything(service, here.guests[1 - one])
            assert [planned.seat for planned in data.plans] == [1 - one]
            await mydata.delete(service, here.guests[1 - one])
            assert await service.store.plans(here.table) == []

    run(go())


def test_no_plan_outlives_its_game() -> None:
    async def go() -> None:
        async with circle(TOY, 2) as here:
            while (now := await here.live()).row.state == "running":
                for seat in (0, 1):
                    if seat not in now.to_act() and (offers := (await here.foresee(seat)).offers):
                        await here.plan(seat, MovesPlan([offers[0].text]))
                await here.move()
            assert await here.service.store.plans(here.table) == []
            with refused("conflict", "plan-over"):
                await here.plan(0, PassPlan())

    run(go())


def test_a_plan_that_was_taken_back_is_never_carried_out(place: str | Path) -> None:
    """Even if the server had already decided to."""

    async def go() -> None:
        async with opened(place) as service:
            here = Circle(service, None, *await seated(service, "steam-power", 2))
            one = await here.acting()
            await here.plan(one, MovesPlan(["money"]))
            (row,) = await service.store.plans(here.table)
            assert await service.store.drop_plan(here.table, one, "next")
            loaded = await service.table(here.table)
            move = play.read_move(loaded.live, "money")
            before = await here.texts()
            async with loaded.lock:
                with pytest.raises(ServiceError):
                    await play.play_planned(service, loaded, Seat(one), move, PlanChange(row, None))
            assert await here.texts() == before
            await here.plan(one, MovesPlan(["money"]))
            with pytest.raises(TakenError):
                await service.store.append(here.table, (), loaded.live.head(1.0), plans=PlanChange(row, None))
            assert not await service.store.stop_plan(row, loaded.live.row.revision, "{}")
            assert [one.stopped for one in await here.plans(one)] == [None]

    run(go())


def test_what_makes_no_sense_is_refused() -> None:
    async def go() -> None:
        async with circle("steam-power", 2) as here:
            one = await here.acting()
            with refused("conflict", "plan-no-pass"):
                await here.plan(one, PassPlan("round"))
            with refused("conflict", "plan-no-auction"):
                await here.plan(one, BidPlan(3))
            with refused("bad-request", "no.move"):
                await here.plan(one, MovesPlan(["fly to the moon"]))
            with refused("forbidden", "not-your-seat"):
                await plans.plan(here.service, here.guests[one], here.table, 1 - one, PassPlan())
            with refused("forbidden", "not-your-seat"):
                await plans.plans(here.service, here.guests[one], here.table, 1 - one)
            with refused("forbidden", "not-your-seat"):
                await plans.foresee(here.service, here.guests[one], here.table, 1 - one, ())
            with refused("forbidden", "not-your-seat"):
                await plans.take_back(here.service, here.guests[one], here.table, 1 - one, "next")
        async with circle("steam") as here:
            with refused("bad-request", "plan-bid"):
                await here.plan(1, BidPlan(10_000))
            with refused("bad-request", "plan-too-long"):
                await here.plan(1, PassPlan("game"))
            await here.until("Choose")
            with refused("conflict", "plan-no-matter"):
                await here.plan(1, PassPlan())

    run(go())


# -- restarts and several servers -----------------------------------------------------------------------------------


def test_plans_are_carried_out_after_a_restart(place: str | Path) -> None:
    async def go() -> None:
        async with opened(place) as service:
            here = Circle(service, None, *await seated(service, "steam-power", 2))
            one = await here.acting()
            for _ in range(2):
                await here.move("money")
            await here.plan(1 - one, MovesPlan(["money", "money"]))
            before = await here.texts()
        async with opened(place) as service, planning(service) as planner:
            await planner._searching if planner._searching else None
            await idle(planner)
            again = Circle(service, planner, here.table, here.guests)
            assert (await again.texts())[len(before) :] == [(1 - one, "money")] * 2
            assert await again.acting() == one

    run(go())


def test_several_servers_carry_a_plan_out_once(servers: Scene) -> None:
    """All of them try; and whatever was planned on one is known to the others."""

    async def go() -> None:
        async with servers(2) as services:
            one, two = services
            table, guests = await seated(one, "steam-power", 2)
            async with planning(one) as first, planning(two) as second:
                here, there = Circle(one, first, table, guests), Circle(two, second, table, guests)
                for _ in range(4):
                    seat = await here.acting()
                    await there.plan(1 - seat, MovesPlan(["money", "money"]))
                    for _ in range(2):
                        await play_one(one, guests[seat], table, "money")
                        second.wake(table)
                    await asyncio.gather(idle(first), idle(second))
                    assert await here.plans(1 - seat) == []
                played = await here.texts()
                assert [seat for seat, _ in played] == [(at // 2 + played[0][0]) % 2 for at in range(len(played))]
                assert len(played) == 16

    run(go())


def test_a_server_carries_out_what_one_that_died_has_left(servers: Scene) -> None:
    async def go() -> None:
        async with servers(2) as (one, two):
            table, guests = await seated(one, "steam-power", 2)
            here = Circle(one, None, table, guests)
            async with planning(two) as second:
                seat = await here.acting()
                await plans.plan(one, guests[seat], table, seat, MovesPlan(["money", "money"]))
                async with asyncio.timeout(20):
                    while await acting(one, table) == seat:
                        await asyncio.sleep(0.1)
                await idle(second)
                assert await here.texts() == [(seat, "money")] * 2

    run(go())


# -- who is told ----------------------------------------------------------------------------------------------------


async def heard_of_plans(watcher: Listener) -> None:
    """The next thing that is not the table itself, which may be sent once more when servers have compared notes."""
    while (news := await heard(watcher)) != {"type": "plans"}:
        assert news["type"] == "table", news


def all_told(watcher: Listener) -> list[bytes]:
    return [watcher.told.get_nowait() for _ in range(watcher.told.qsize())]


def test_only_its_owner_hears_that_a_plan_was_made_or_taken_back(servers: Scene) -> None:
    async def go() -> None:
        async with servers(2) as (one, two):
            table, guests = await seated(one, "steam-power", 2)
            here = Circle(one, None, table, guests)
            seat = 1 - await here.acting()
            before = (await here.live()).row
            async with (
                watching(one, table, guests[seat]) as mine,
                watching(two, table, guests[seat]) as elsewhere,
                watching(one, table, guests[1 - seat]) as theirs,
                watching(two, table) as stranger,
            ):
                for watcher in (mine, elsewhere, theirs, stranger):
                    watcher.plans = True
                    await quiet(watcher)
                await here.plan(seat, MovesPlan(["money"]))
                await heard_of_plans(mine)
                await heard_of_plans(elsewhere)
                await plans.take_back(one, guests[seat], table, seat, "next")
                await heard_of_plans(mine)
                assert [PLANS in all_told(watcher) for watcher in (theirs, stranger)] == [False, False]
                assert (await here.live()).row == before, "the table is the same, and so is its revision"
            assert PLANS == b'{"type":"plans"}'

    run(go())


async def quiet(watcher: Listener) -> None:
    """Until all who are here have been announced."""
    while True:
        try:
            await asyncio.wait_for(watcher.told.get(), 0.3)
        except TimeoutError:
            return


def test_the_record_and_the_log_do_not_say_what_was_planned() -> None:
    async def go() -> None:
        planned, by_hand = [await _played(with_plans=with_plans) for with_plans in (True, False)]
        assert planned == by_hand

    async def _played(*, with_plans: bool) -> Any:
        async with planned_at() as (service, planner):
            service.clock = lambda: 1.0
            table, guests = await seated(service, "steam-power", 2)
            here = Circle(service, planner, table, guests)
            seat = await here.acting()
            if with_plans:
                await here.plan(1 - seat, MovesPlan(["money", "money"]))
            while len(await here.texts()) < 4:
                await play_one(service, guests[await here.acting()], table, "money")
                await idle(planner)
            record = await replay.record(service, None, table)
            now = await live(service, table)
            return record.moves, now.row.ply, now.row.revision, await service.store.events(table)

    run(go())


def test_nobody_is_told_that_it_is_their_turn_if_their_plan_moves_for_them() -> None:
    """But they are once it is up to them."""

    async def go() -> None:
        async with postal() as here, planning(here.service) as planner:
            await here.furnish()
            await here.way(about=("turn",))
            await here.turn_of(here.ada)
            before = len(await here.service.store.notices_for(here.bob.id))
            table = Circle(here.service, planner, here.table, [here.ada, here.bob])
            await table.plan(1, MovesPlan(["money", "money"]))
            await table.move("money")
            await table.move("money")
            assert await table.texts((await table.live()).ply - 2) == [(1, "money")] * 2
            assert len(await here.service.store.notices_for(here.bob.id)) == before
            await table.plan(1, MovesPlan(["money"]))
            await table.move("money")
            await table.move("money")
            assert await table.acting() == 1, "the second action is left to them"
            assert len(await here.service.store.notices_for(here.bob.id)) == before + 1

    run(go())
