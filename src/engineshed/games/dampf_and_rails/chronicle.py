"""What is said about a game of Dampf & Rails when it is over."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import AnyGame, Fact
from engineshed.core.review import Chronicle, Highlight, Moment, amount
from engineshed.core.words import Message, Thing
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS
from engineshed.games.dampf_and_rails.rules.state import State


class DampfAndRailsChronicle(Chronicle):
    accounts = ("deliveries", "earned", "tolls-received", "tolls-paid", "building", "trains", "events")

    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(game, seats)
        self._orders: list[list[int]] = [[] for _ in range(seats)]
        """The orders that each seat was dealt and drew; a card that came twice counts twice."""
        self._events = [0] * seats

    def figures(self, s: Any) -> dict[str, Any]:
        return {"cash": s.cash}

    def hear(self, fact: Fact, moment: Moment) -> None:
        match fact.id:
            case "fact.deliver":
                self._deliver(fact, moment)
            case "fact.toll":
                self.count("tolls-paid", self.seat_of(fact), amount(fact, "money"))
                self.count("tolls-received", self.seat_of(fact, "owner"), amount(fact, "money"))
            case "fact.build" | "fact.lay" | "fact.lay-ferry" | "fact.connect":
                self._build(fact, moment)
            case "fact.upgrade" | "fact.refit" | "fact.buy":
                self.count("trains", self.seat_of(fact), amount(fact, "money"))
            case "fact.event":
                self._event(fact, moment)
            case "fact.dealt" | "fact.draw":
                seat = self.seat_of(fact)
                self._orders[seat] += [
                    card for card in moment.after.hands[seat] if card not in moment.before.hands[seat]
                ]

    def _deliver(self, fact: Fact, moment: Moment) -> None:
        seat, money = self.seat_of(fact), amount(fact, "money")
        self.count("deliveries", seat, 1)
        self.count("earned", seat, money)
        company, good, town = fact.params["company"], fact.params["good"], fact.params["town"]
        self.propose("delivery", money, moment, seat, company=company, good=good, town=town, money=money)

    def _build(self, fact: Fact, moment: Moment) -> None:
        seat = self.seat_of(fact)
        self.count("building", seat, amount(fact, "money"))
        if fact.id == "fact.lay":
            company, place, sections = fact.params["company"], fact.params["place"], amount(fact, "sections")
            self.propose("track", sections, moment, seat, company=company, place=place, sections=sections)

    def _event(self, fact: Fact, moment: Moment) -> None:
        """What an event cost everybody: only the profit tax takes money."""
        assert isinstance(fact.params["event"], Thing)
        self._events[self.seat_of(fact)] += 1
        for seat, (before, after) in enumerate(zip(moment.before.cash, moment.after.cash, strict=True)):
            self.count("events", seat, max(0, before - after))

    def luck(self, s: State) -> list[Highlight]:
        """How good everybody's orders were, each judged by its best pay, compared with the average of all orders."""
        best = [max(demand.pay for demand in order) for order in s.box.orders]
        return [
            Highlight(
                Message(
                    "luck.orders",
                    {
                        "company": COMPANY_WORDS[seat],
                        "orders": len(drawn),
                        "money": round(sum(best[card] for card in drawn) / max(1, len(drawn))),
                        "mean": round(sum(best) / len(best)),
                        "events": self._events[seat],
                    },
                ),
                seat,
            )
            for seat, drawn in enumerate(self._orders)
        ]
