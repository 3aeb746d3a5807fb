"""What is said about a game of Steam when it is over."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import AnyGame, Fact
from engineshed.core.review import Chronicle, Highlight, Moment, amount
from engineshed.core.words import Message
from engineshed.games.steam.rules.names import the_link
from engineshed.games.steam.rules.state import State


class SteamChronicle(Chronicle):
    accounts = ("deliveries", "own-points", "others-points", "capital", "track")

    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(game, seats)
        self._mover = 0
        """Who delivered last: the points that follow are for that delivery."""

    def figures(self, s: Any) -> dict[str, Any]:
        return {"cash": [player.cash for player in s.players], "income": [player.income for player in s.players]}

    def hear(self, fact: Fact, moment: Moment) -> None:
        match fact.id:
            case "fact.capital" | "fact.raised":
                self.count("capital", self.seat_of(fact), amount(fact, "money"))
            case "fact.track" | "fact.second" | "fact.cross" | "fact.redirect" | "fact.town":
                self.count("track", self.seat_of(fact), amount(fact, "price"))
            case "fact.link":
                self._link(fact, moment)
            case "fact.delivered":
                self._delivered(fact, moment)
            case "fact.vp" | "fact.more-income":
                self._score(self.seat_of(fact), amount(fact, "points"))
            case "fact.points-lost":
                self._score(self.seat_of(fact), -amount(fact, "points"))

    def _link(self, fact: Fact, moment: Moment) -> None:
        s = moment.after
        edges = max(len(link.edges) for link in s.links if link.complete and the_link(s, link) == fact.params["link"])
        start, goal, tiles = fact.params["start"], fact.params["goal"], edges - 1
        company = fact.params["company"]
        if company != "@company.nobody":
            self.propose(
                "link", tiles, moment, self.seat_of(fact), company=company, start=start, goal=goal, tiles=tiles
            )

    def _delivered(self, fact: Fact, moment: Moment) -> None:
        self._mover = self.seat_of(fact)
        self.count("deliveries", self._mover, 1)
        points = dict(moment.after.gains).get(self._mover, 0)
        company, good, route = fact.params["company"], fact.params["good"], fact.params["route"]
        self.propose("delivery", points, moment, self._mover, company=company, good=good, route=route, points=points)

    def _score(self, seat: int, points: int) -> None:
        self.count("own-points" if seat == self._mover else "others-points", seat, points)

    def luck(self, _s: State) -> list[Highlight]:
        """Cubes and the first turn order are drawn before anybody acts, and nothing afterwards."""
        return [Highlight(Message("luck.none"))]
