"""Games for OpenSpiel. Importing this module registers them::

    import engineshed.adapters.openspiel
    game = pyspiel.load_game("engineshed(game=steam_power,players=3)")

Nature's draws are chance nodes with their true probabilities, where the rules can list them. Where there are too many,
as when a whole supply is shuffled, chance picks one of ``SHUFFLES`` draws, which stand for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
import pyspiel

from engineshed.adapters.choosing import Choice
from engineshed.adapters.course import CHOSEN, MOST_CHOSEN, REWARDS, Kind
from engineshed.adapters.moves import Path
from engineshed.core.contract import CHANCE, Seat
from engineshed.core.errors import UnknownNameError
from engineshed.core.options import parse_setting
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.stages import MOST_OUTCOMES

NAME = "engineshed"
SHUFFLES = 1000
LIMIT = 20_000
"""How many moves players may make before a game is given up; then nobody gets anything."""
MOST_POINTS = 32_767.0

DEFAULTS: dict[str, Any] = {
    "game": "steam_power",
    "players": 0,
    "map": "",
    "options": "",
    "reward": "rank",
    "limit": LIMIT,
}
"""``players``: 0 for as few as the game allows, but at least two.
``options``: as in ``take_money:5;limited_goods:yes``."""

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Engine Shed",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class Position:
    """A moment of a game. It never changes, so that copies of a state can share it."""

    __slots__ = ("_choice", "_outcomes", "before", "kind", "known", "moves", "ply", "seat", "state")

    def __init__(self, kind: Kind, state: Any, before: Position | None = None, choice: Choice | None = None) -> None:
        """``before``: the position before the last move; None at the beginning."""
        self.kind, self.state, self.before = kind, state, before
        self.ply: int = 0 if before is None else before.ply + 1
        acting = kind.game.rules.to_act(state)
        self.seat: Seat | None = acting[0] if acting else None
        self.moves: int = 0 if before is None else before.moves + (before.seat != CHANCE)
        self._choice = choice
        self._outcomes: tuple[Any] | None = None
        self.known: dict[int, bytes] = {}
        """What ``seen`` has answered."""

    def __deepcopy__(self, _memo: Any) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """In a short form: instead of all that came before, what every seat has seen of it."""
        kind = self.kind
        seen = {seat: self.seen(seat) for seat in range(kind.seats)}
        state = kind.game.rules.dump(self.state)
        return restored, (kind.game.id, kind.seats, kind.options, state, self.ply, self.moves, self.chosen, seen)

    @property
    def choice(self) -> Choice:
        assert self.seat is not None
        if self._choice is None:
            self._choice = Choice.among(list(self.kind.game.rules.legal(self.state, self.seat)), self.kind.numbering)
        return self._choice

    @property
    def chosen(self) -> tuple[int, ...]:
        return () if self._choice is None else self._choice.chosen

    @property
    def outcomes(self) -> Sequence[tuple[int, float]]:
        listed = self._listed()
        return EVEN if listed is None else [(number, float(out.chance)) for number, out in enumerate(listed)]

    def _listed(self) -> Any:
        if self._outcomes is None:
            self._outcomes = (self.kind.game.rules.outcomes(self.state),)
        return self._outcomes[0]

    def drawn(self, number: int) -> Position:
        listed, rules = self._listed(), self.kind.game.rules
        move = rules.draw(self.state, Rng("shuffle", self.ply, number)) if listed is None else listed[number].move
        return self._after(CHANCE, move)

    def chose(self, number: int) -> Position:
        assert self.seat is not None
        found = self.choice.choose(number)
        if isinstance(found, Choice):
            new = Position(self.kind, self.state, self.before, found)
            new.ply, new.moves = self.ply, self.moves
            return new
        return self._after(self.seat, found)

    def _after(self, seat: Seat, move: Any) -> Position:
        return Position(self.kind, self.kind.game.rules.apply(self.state, seat, move, tell=False).state, self)

    def guessed(self, seat: Seat, rng: Rng) -> Position:
        """The same as far as this seat knows; what is hidden from it may differ."""
        rules = self.kind.game.rules
        new = Position(self.kind, rules.guess(rules.view(self.state, seat), rng), self.before)
        new.ply, new.moves = self.ply, self.moves
        for number in self.chosen:
            new = new.chose(number)
        return new

    def view(self, seat: int) -> Any:
        return self.kind.game.rules.view(self.state, Seat(seat))

    def know(self, seen: Mapping[int, bytes]) -> None:
        """What every seat has seen so far, if this cannot be found out from what was before."""
        self.known = dict(seen)

    def seen(self, seat: int) -> bytes:
        """A key of all that this seat has seen so far, from the beginning."""
        missing = []
        at: Position | None = self
        while at is not None and seat not in at.known:
            missing.append(at)
            at = at.before
        past = at.known[seat] if at is not None else b""
        for at in reversed(missing):
            digest = blake2b(past, digest_size=16)
            digest.update(msgspec.msgpack.encode((at.view(seat), at.chosen if seat == at.seat else ())))
            at.known[seat] = past = digest.digest()
        return past


def restored(
    game: str, seats: int, options: Any, state: bytes, ply: int, moves: int, chosen: Path, seen: dict[int, bytes]
) -> Position:
    kind = kind_of(game, seats, options)
    position = Position(kind, kind.game.rules.load(state))
    position.ply, position.moves = ply, moves
    for number in chosen:
        position = position.chose(number)
    position.know(seen)
    return position


@lru_cache(maxsize=32)
def kind_of(game: str, seats: int | None, options: Any) -> Kind:
    """One for all states that are restored."""
    return Kind(game, seats=seats, options=msgspec.structs.asdict(options))


EVEN = tuple((number, 1 / SHUFFLES) for number in range(SHUFFLES))


class EngineShedGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        name = str(given["game"]).replace("_", "-")
        kind = find_game(name).rules.options
        settings = [text.replace(":", "=", 1) for text in str(given["options"]).split(";") if text]
        options = dict(parse_setting(kind, setting) for setting in settings)
        self.kind = Kind(name, seats=given["players"] or None, map=given["map"] or None, options=options)
        self.pay, self.limit = str(given["reward"]), int(given["limit"])
        if self.pay not in REWARDS:
            raise UnknownNameError("reward", self.pay, list(REWARDS))
        most = 1.0 if self.pay == "rank" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kind.numbering.size,
            max_chance_outcomes=max(MOST_OUTCOMES, SHUFFLES),
            num_players=self.kind.seats,
            min_utility=-most,
            max_utility=most,
            max_game_length=self.limit * (MOST_CHOSEN + 1),
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> EngineShedState:
        return EngineShedState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> EngineShedObserver:
        return EngineShedObserver(self.kind, iig_obs_type, params)


class EngineShedState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: EngineShedGame) -> None:
        super().__init__(game)
        self.position = Position(game.kind, game.kind.game.rules.start(game.kind.seats, game.kind.options))
        self._pay, self._limit = game.pay, game.limit

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.position.seat
        assert seat is not None
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else int(seat)

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted({*self.position.choice.numbers})

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.position.outcomes)

    def _apply_action(self, action: int) -> None:
        at = self.position
        self.position = at.drawn(action) if at.seat == CHANCE else at.chose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player < 0 else self.position.kind.numbering.describe(action)

    def is_terminal(self) -> bool:
        at = self.position
        return at.seat is None or at.moves >= self._limit

    def returns(self) -> list[float]:
        result = self.position.kind.game.rules.result(self.position.state)
        return [0.0] * self.position.kind.seats if result is None else REWARDS[self._pay](result)

    def __str__(self) -> str:
        at = self.position
        key = blake2b(at.kind.game.rules.key(at.state), digest_size=8).hexdigest()
        return f"{at.kind.game.id} {at.ply} {key} {list(at.chosen)}"


class EngineShedObserver:
    """Tensors and observation strings say what a player sees now. An information state string is a key of all that they
    have seen since the beginning."""

    def __init__(self, kind: Kind, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self._kind, self._recalls = kind, bool(iig_obs_type is not None and iig_obs_type.perfect_recall)
        self.tensor = np.zeros(kind.encoder.size + MOST_CHOSEN, np.float32)
        shapes = {table.name: (table.rows, len(table.columns)) for table in kind.encoder.tables}
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in {**shapes, CHOSEN: (MOST_CHOSEN,)}.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: EngineShedState, player: int) -> None:
        at = state.position
        for name, array in self._kind.encoder.encode(at.view(player)).items():
            self.dict[name][:] = array
        self.dict[CHOSEN][:] = self._kind.chosen(at.chosen if player == at.seat else ())

    def string_from(self, state: EngineShedState, player: int) -> str:
        at = state.position
        if self._recalls:
            return f"{player} {at.seen(player).hex()}"
        chosen = at.chosen if player == at.seat else ()
        return msgspec.json.encode({"chosen": chosen, "view": at.view(player)}).decode()


def resampler(seed: int = 0) -> Any:
    """For ``ISMCTSBot.set_resampler``: another state that the player cannot tell from this one."""
    numbers = iter(range(1 << 62))

    def resampled(state: EngineShedState, player: int) -> EngineShedState:
        new: EngineShedState = state.clone()
        new.position = state.position.guessed(Seat(player), Rng("resample", seed, next(numbers)))
        return new

    return resampled


pyspiel.register_game(TYPE, EngineShedGame)
