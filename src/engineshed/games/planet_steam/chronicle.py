"""What is said about a game of Planet Steam when it is over."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import AnyGame, Fact
from engineshed.core.review import Chronicle, Highlight, Moment, amount
from engineshed.core.words import Message
from engineshed.games.planet_steam.rules.components import DIE, RESOURCES
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS
from engineshed.games.planet_steam.rules.state import State


class PlanetSteamChronicle(Chronicle):
    accounts = ("sales", "purchases", "extracted", "auctions")

    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(game, seats)
        self._rolls, self._hits = [0] * seats, [0] * seats

    def figures(self, s: Any) -> dict[str, Any]:
        return {"cash": s.credits}

    def hear(self, fact: Fact, moment: Moment) -> None:
        match fact.id:
            case "fact.sell":
                self._sell(fact, moment)
            case "fact.buy":
                self.count("purchases", self.seat_of(fact), amount(fact, "count") * amount(fact, "price"))
            case "fact.extract":
                self._extract(fact, moment)
            case "fact.card-won" | "fact.carrier-won":
                self.count("auctions", self.seat_of(fact), amount(fact, "credits"))
            case "fact.zone-won" | "fact.zone-won-for-half":
                self._zone(fact, moment)
            case "fact.roll":
                seat = self.seat_of(fact)
                self._rolls[seat] += 1
                self._hits[seat] += amount(fact, "pips") >= moment.before.board.claimed_by

    def _sell(self, fact: Fact, moment: Moment) -> None:
        seat, sold = self.seat_of(fact), amount(fact, "count") * amount(fact, "price")
        self.count("sales", seat, sold)
        company, resource, count = fact.params["company"], fact.params["resource"], fact.params["count"]
        self.propose("sale", sold, moment, seat, company=company, count=count, resource=resource, credits=sold)

    def _extract(self, fact: Fact, moment: Moment) -> None:
        seat, total = self.seat_of(fact), sum(amount(fact, resource) for resource in RESOURCES)
        self.count("extracted", seat, total)
        self.propose("extraction", total, moment, seat, company=fact.params["company"], resources=total)

    def _zone(self, fact: Fact, moment: Moment) -> None:
        seat, paid = self.seat_of(fact), amount(fact, "credits")
        self.count("auctions", seat, paid)
        company, zone = fact.params["company"], fact.params["zone"]
        self.propose("zone", paid, moment, seat, company=company, zone=zone, credits=paid)

    def luck(self, s: State) -> list[Highlight]:
        """How often everybody got the zone that they rolled for, compared with the chance of it."""
        chance = 100 * (DIE + 1 - s.board.claimed_by) // DIE
        return [
            Highlight(
                Message(
                    "luck.claims",
                    {"company": COMPANY_WORDS[seat], "rolls": rolls, "hits": self._hits[seat], "chance": chance},
                ),
                seat,
            )
            for seat, rolls in enumerate(self._rolls)
        ]
