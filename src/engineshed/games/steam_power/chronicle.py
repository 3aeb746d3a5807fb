"""What is said about a game of Steam Power when it is over."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import AnyGame, Fact
from engineshed.core.review import Chronicle, Highlight, Moment, amount
from engineshed.core.words import Message, Param
from engineshed.games.steam_power.rules.names import COMPANY_WORDS
from engineshed.games.steam_power.rules.state import State


class SteamPowerChronicle(Chronicle):
    accounts = ("contracts", "fees-received", "fees-paid", "track", "money")

    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(game, seats)
        self._drawn: list[list[int]] = [[] for _ in range(seats)]
        """The contracts that each seat drew, and was dealt."""

    def figures(self, s: Any) -> dict[str, Any]:
        return {"cash": s.money}

    def hear(self, fact: Fact, moment: Moment) -> None:
        match fact.id:
            case "fact.track" | "fact.cross":
                self.count("track", self.seat_of(fact), amount(fact, "price"))
            case "fact.money":
                self.count("money", self.seat_of(fact), amount(fact, "money"))
            case "fact.shipped":
                self._fee(fact, moment, "owner")
            case "fact.carried":
                self._fee(fact, moment, "company")
            case "fact.link":
                self._link(fact, moment)
            case "fact.completed":
                self._completed(fact, moment)
            case "fact.dealt" | "fact.drawn" | "fact.taken-which":
                self._draw(moment)

    def _fee(self, fact: Fact, moment: Moment, owner: str) -> None:
        """A player who plays alone pays nobody else."""
        if self.seats > 1:
            self.count("fees-received", self.seat_of(fact, owner), amount(fact, "fee"))
            self.count("fees-paid", moment.before.active, amount(fact, "fee"))

    def _link(self, fact: Fact, moment: Moment) -> None:
        company = COMPANY_WORDS.index(str(fact.params["company"]))
        tiles = len(moment.after.links[company][-1].edges) - 1
        start, goal = fact.params["start"], fact.params["goal"]
        company_word = COMPANY_WORDS[company]
        self.propose(
            "link", tiles, moment, self.seat_of(fact), company=company_word, start=start, goal=goal, tiles=tiles
        )

    def _completed(self, fact: Fact, moment: Moment) -> None:
        seat, vp = self.seat_of(fact), amount(fact, "vp")
        self.count("contracts", seat, 1)
        self.propose(
            "contract", vp, moment, seat, company=fact.params["company"], contract=fact.params["contract"], vp=vp
        )

    def _draw(self, moment: Moment) -> None:
        """Note the drawn contracts; several facts of one move may report the same, so known ones do not count again."""
        for drawn, before, after in zip(self._drawn, moment.before.hands, moment.after.hands, strict=True):
            drawn += [contract for contract in after if contract not in before and contract not in drawn]

    def luck(self, s: State) -> list[Highlight]:
        """How good everybody's contracts were, compared with the average of all contracts."""
        contracts = s.ground.contracts
        mean = sum(contract.vp for contract in contracts) / len(contracts)
        return [
            self._luck(seat, sum(contracts[number].vp for number in drawn), mean)
            for seat, drawn in enumerate(self._drawn)
        ]

    def _luck(self, seat: int, vp: int, mean: float) -> Highlight:
        drawn = len(self._drawn[seat])
        numbers: dict[str, Param] = {"contracts": drawn, "vp": vp, "mean": round(mean * drawn)}
        if self.seats == 1:
            return Highlight(Message("luck.contracts-solo", numbers), seat)
        return Highlight(Message("luck.contracts", {"company": COMPANY_WORDS[seat], **numbers}), seat)
