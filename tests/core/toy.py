"""Handcar Race: a toy game that keeps the whole contract, so that the core can be tested without a real game.

One class plays all three parts, so that a test can break any of them by overriding a method.

Two to four handcars race to the end of a line. A driver either rolls the die or picks a card from their hidden
hand, face down. They then play the picked card to advance, or drop it, and draw another. Some spaces are slopes:
a car that stops there rolls back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, prod
from typing import Annotated, Any, Literal, NoReturn

import msgspec

from engineshed.bots.playouts import PlayoutBot
from engineshed.core import registry
from engineshed.core.bot import Ask, Value
from engineshed.core.contract import CHANCE, AnyGame, Fact, Game, Illegal, Move, Outcome, Result, Score, Seat, Step
from engineshed.core.datafile import read_toml
from engineshed.core.errors import BadFileError, UnknownNameError, UnreadableMoveError, advice
from engineshed.core.levels import Levels
from engineshed.core.misfits import misfit
from engineshed.core.rng import Rng
from engineshed.core.rulebook import Rulebook, read_rulebook
from engineshed.core.words import ENGLISH, Message, Param, Words, known_language

GAME_ID = "handcar-race"
PACK = (1, 2, 3) * 6
HAND = 2
SLIDE = 2
LAST_ROUND = 30
COLOURS = ("red", "blue", "green", "yellow")

MAPS = {
    "branch": 'id = "branch"\ngoal = 10\nslopes = [4]\n',
    "main": 'id = "main"\ngoal = 16\nslopes = [5, 11]\n',
}


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    goal: Annotated[int, msgspec.Meta(ge=4, le=99)]
    slopes: tuple[int, ...] = ()


class Options(msgspec.Struct, frozen=True):
    map: str = "branch"
    bumping: bool = False
    die: Literal[4, 6] = 6


class Deal(Move, frozen=True):
    hands: tuple[tuple[int, ...], ...]


class Die(Move, frozen=True):
    pips: int


class Draw(Move, frozen=True):
    card: int


class Roll(Move, frozen=True):
    """Ask nature for the die."""


class Pick(Move, frozen=True):
    """Take a card from the hand, still face down."""

    card: int


class Advance(Move, frozen=True):
    """Show the picked card and ride as far as it says."""


class Drop(Move, frozen=True):
    """Show the picked card and stay."""


AnyMove = Deal | Die | Draw | Roll | Pick | Advance | Drop
KINDS = (Deal, Die, Draw, Roll, Pick, Advance, Drop)
WORDS_OF_MOVES = [kind.__name__.lower() for kind in KINDS]

Stage = Literal["deal", "act", "picked", "die", "draw", "over"]
FITTING: dict[Stage, tuple[type[AnyMove], ...]] = {
    "deal": (Deal,),
    "act": (Roll, Pick),
    "picked": (Advance, Drop),
    "die": (Die,),
    "draw": (Draw,),
    "over": (),
}


class State(msgspec.Struct, frozen=True):
    options: Options
    places: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...] = tuple(sorted(PACK))
    pile: tuple[int, ...] = ()
    stage: Stage = "deal"
    turn: int = 0
    round: int = 1
    picked: int | None = None


class View(msgspec.Struct, frozen=True):
    options: Options
    seat: int | None
    places: tuple[int, ...]
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    pile: tuple[int, ...]
    stage: Stage
    turn: int
    round: int
    picked: int | None


RULEBOOK = read_rulebook(
    """
game = "handcar-race"
title = "Handcar Race"
designer = "nobody"
publisher = "nobody"
sections = [{ id = "turns", title = "Turns" }, { id = "nature", title = "Nature" }]
rules = [
  { id = "H1", section = "turns", title = "Turns", where = "here", basis = "printed", text = "One after another." },
  { id = "H2", section = "turns", title = "End", where = "here", basis = "printed", text = "The first home wins." },
  { id = "H3", section = "turns", title = "Choice", where = "here", basis = "printed", text = "Roll, or pick a card." },
  { id = "H4", section = "turns", title = "Hand", where = "here", basis = "printed", text = "Pick what you hold." },
  { id = "H5", section = "nature", title = "Luck", where = "here", basis = "derived", text = "Nature plays fair." },
]
""",
    "handcar race",
)

WORDS = Words.parse(
    "en",
    """
[refused]
turn = "it is not {who}'s turn"
over = "the race is over"
stage = "that cannot be done now"
hand = "there is no {card} in the hand"
unfair = "nature cannot do that"
[task]
play = "roll, or pick a card"
over = "the race is over"

[fact]
deal = "the cards are dealt"
hand = "your hand is {cards}"
roll = "{who} rolls"
pick = "{who} picks a card"
picked = "the picked card is a {card}"
die = "the die shows {pips}"
ride = "{who} rides to {place}"
drop = "{who} drops a {card}"
draw = "{who} draws a card"
drawn = "the card is a {card}"
[end]
goal = "{who} is home"
dusk = "night falls"
[about]
wins = "The first car home wins."
[option-title]
map = "Line"
bumping = "Bumping"
die = "Die"
[option]
map = "the line that is raced on"
bumping = "a car that is caught up with goes back to the start"
die = "how many sides it has"
[seat]
red = "Red"
blue = "Blue"
green = "Green"
yellow = "Yellow"
nature = "nature"
""",
)


@cache
def line_of(map_option: str) -> Line:
    """The line that an option names: one of ours, one from another package, or the text of a map file."""
    if map_option in MAPS:
        return PARTS.read_map(MAPS[map_option], map_option)
    if map_option in registry.extra_maps(GAME_ID):
        return PARTS.read_map(registry.extra_map_text(GAME_ID, map_option), map_option)
    if "=" in map_option:
        return PARTS.read_map(map_option, "map")
    raise UnknownNameError("map", map_option, PARTS.maps())


def hands_from(deck: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """Every possible hand, each once and with its cards sorted."""
    if size == 0:
        return [()]
    return [
        (card, *rest)
        for card in sorted(Counter(deck))
        for rest in hands_from(without(deck, card), size - 1)
        if not rest or card <= rest[0]
    ]


def without(cards: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def holds(cards: Sequence[int], wanted: Sequence[int]) -> bool:
    return Counter(wanted) <= Counter(cards)


class HandcarRace:
    moves: tuple[type[Any], ...] = KINDS
    options: type[msgspec.Struct] = Options
    languages: Sequence[str] = (ENGLISH,)
    rulebook = RULEBOOK
    words = WORDS

    def words_in(self, language: str) -> Words:
        known_language(language, self.languages)
        return WORDS

    def rulebook_in(self, language: str) -> Rulebook:
        known_language(language, self.languages)
        return RULEBOOK

    def maps(self) -> Sequence[str]:
        return [*MAPS, *registry.extra_maps(GAME_ID)]

    def map_option(self, name: str) -> Mapping[str, Any]:
        line_of(name)
        return {"map": name}

    def start(self, seats: int, options: Options) -> State:
        line_of(options.map)
        return State(options, places=(0,) * seats, hands=((),) * seats)

    # Whose turn, and what may be done

    def to_act(self, s: State) -> tuple[Seat, ...]:
        if s.stage == "over":
            return ()
        return (CHANCE,) if s.stage in {"deal", "die", "draw"} else (Seat(s.turn),)

    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        if seat not in self.to_act(s):
            return
        match s.stage:
            case "deal":
                yield from (Deal(hands) for hands in self._deals(s.deck, len(s.places)))
            case "die":
                yield from (Die(pips) for pips in range(1, s.options.die + 1))
            case "draw":
                yield from (Draw(card) for card in sorted(Counter(s.deck)))
            case "act":
                yield Roll()
                yield from (Pick(card) for card in sorted(Counter(s.hands[seat])))
            case "picked":
                yield Advance()
                yield Drop()

    def _deals(self, deck: tuple[int, ...], seats: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if seats == 0:
            yield ()
            return
        for hand in hands_from(deck, HAND):
            for rest in self._deals(without(deck, *hand), seats - 1):
                yield (hand, *rest)

    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        if s.stage == "over":
            self._refuse("H2", "over")
        if seat not in self.to_act(s):
            self._refuse("H1", "turn", who=self._name(seat))
        if not isinstance(m, FITTING[s.stage]):
            self._refuse("H3", "stage")
        if isinstance(m, Pick) and m.card not in s.hands[seat]:
            self._refuse("H4", "hand", card=m.card)
        if not self._fair(s, m):
            self._refuse("H5", "unfair")

    def _fair(self, s: State, m: AnyMove) -> bool:
        match m:
            case Die(pips):
                return 1 <= pips <= s.options.die
            case Draw(card):
                return card in s.deck
            case Deal(hands):
                dealt = [card for hand in hands for card in hand]
                shaped = all(len(hand) == HAND and hand == tuple(sorted(hand)) for hand in hands)
                return len(hands) == len(s.places) and shaped and holds(s.deck, dealt)
        return True

    def _refuse(self, rule: str, why: str, **params: Param) -> NoReturn:
        raise Illegal(rule, Message(f"refused.{why}", params))

    def _name(self, seat: Seat) -> str:
        return f"@seat.{COLOURS[seat]}" if 0 <= seat < len(COLOURS) else "@seat.nature"

    # Playing

    def apply(self, s: State, seat: Seat, m: AnyMove, *, tell: bool = True) -> Step[State]:
        step = self.played(s, seat, m)
        return step if tell else Step(step.state, (), step.reveals)

    def played(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:
        new = msgspec.structs.replace
        match m:
            case Deal(hands):
                deck = without(s.deck, *(card for hand in hands for card in hand))
                own = (Fact("fact.hand", {"cards": str(hand)}, to=(who,)) for who, hand in enumerate(hands))
                return Step(new(s, hands=hands, deck=deck, stage="act"), (Fact("fact.deal"), *own), reveals=True)
            case Roll():
                return Step(new(s, stage="die"), (Fact("fact.roll", {"who": self._name(seat)}),))
            case Pick(card):
                facts = (Fact("fact.pick", {"who": self._name(seat)}), Fact("fact.picked", {"card": card}, to=(seat,)))
                return Step(new(s, stage="picked", picked=card), facts)
            case Die(pips):
                return self._ride(s, pips, Fact("fact.die", {"pips": pips}))
            case Advance():
                card, shown = self._shown(s)
                return self._ride(shown, card)
            case Drop():
                card, shown = self._shown(s)
                fact = Fact("fact.drop", {"who": self._name(seat), "card": card})
                return Step(self._redraw(shown), (fact,), reveals=True)
            case Draw(card):
                return self._draw(s, card)

    def _shown(self, s: State) -> tuple[int, State]:
        """The picked card, and the state after it has gone to the open pile."""
        card = s.picked
        if card is None:
            raise ValueError("no card was picked")
        hands = (*s.hands[: s.turn], without(s.hands[s.turn], card), *s.hands[s.turn + 1 :])
        return card, msgspec.structs.replace(s, hands=hands, pile=(*s.pile, card), picked=None)

    def _ride(self, s: State, steps: int, *facts: Fact) -> Step[State]:
        line = line_of(s.options.map)
        place = min(s.places[s.turn] + steps, line.goal)
        if place in line.slopes:
            place -= SLIDE
        places = [0 if s.options.bumping and other == place else other for other in s.places]
        places[s.turn] = place
        ridden = Fact("fact.ride", {"who": self._name(Seat(s.turn)), "place": place})
        return Step(self._redraw(msgspec.structs.replace(s, places=tuple(places))), (*facts, ridden), reveals=True)

    def _redraw(self, s: State) -> State:
        """Replace a card that was shown, as long as there are cards to draw."""
        if len(s.hands[s.turn]) < HAND and s.deck and line_of(s.options.map).goal not in s.places:
            return msgspec.structs.replace(s, stage="draw")
        return self._next_turn(s)

    def _draw(self, s: State, card: int) -> Step[State]:
        hand = tuple(sorted((*s.hands[s.turn], card)))
        hands = (*s.hands[: s.turn], hand, *s.hands[s.turn + 1 :])
        who = self._name(Seat(s.turn))
        facts = (Fact("fact.draw", {"who": who}), Fact("fact.drawn", {"card": card}, to=(s.turn,)))
        drawn = msgspec.structs.replace(s, hands=hands, deck=without(s.deck, card))
        return Step(self._next_turn(drawn), facts, reveals=True)

    def _next_turn(self, s: State) -> State:
        turn = (s.turn + 1) % len(s.places)
        dusk = turn == 0 and s.round == LAST_ROUND
        if dusk or line_of(s.options.map).goal in s.places:
            return msgspec.structs.replace(s, stage="over")
        return msgspec.structs.replace(s, stage="act", turn=turn, round=s.round + (turn == 0))

    def draw(self, s: State, rng: Rng) -> AnyMove:
        if s.stage == "deal":
            cards = rng.shuffled(s.deck)
            return Deal(tuple(tuple(sorted(cards[i * HAND : (i + 1) * HAND])) for i in range(len(s.places))))
        if s.stage == "die":
            return Die(1 + rng.below(s.options.die))
        return Draw(rng.choice(s.deck))

    def outcomes(self, s: State) -> Sequence[Outcome[AnyMove]]:
        weights = [self._ways(s, move) for move in self.legal(s, CHANCE)]
        pairs = zip(self.legal(s, CHANCE), weights, strict=True)
        return [Outcome(move, Fraction(weight, sum(weights))) for move, weight in pairs]

    def _ways(self, s: State, m: AnyMove) -> int:
        """The number of ways in which the cards can be drawn like this."""
        match m:
            case Draw(card):
                return s.deck.count(card)
            case Deal(hands):
                ways, deck = 1, s.deck
                for hand in hands:
                    ways *= prod(comb(deck.count(card), count) for card, count in Counter(hand).items())
                    deck = without(deck, *hand)
                return ways
        return 1

    # What is known

    def view(self, s: State, seat: Seat | None) -> View:
        return View(
            options=s.options,
            seat=seat,
            places=s.places,
            hand=() if seat is None else s.hands[seat],
            hand_sizes=tuple(len(hand) for hand in s.hands),
            pile=s.pile,
            stage=s.stage,
            turn=s.turn,
            round=s.round,
            picked=s.picked if seat == s.turn else None,
        )

    def guess(self, v: View, rng: Rng) -> State:
        unseen = rng.shuffled(without(PACK, *v.pile, *v.hand))
        hands = []
        for seat, size in enumerate(v.hand_sizes):
            hands.append(v.hand if seat == v.seat else tuple(sorted(unseen[:size])))
            if seat != v.seat:
                unseen = unseen[size:]
        picked = v.picked
        if v.stage == "picked" and picked is None:
            picked = rng.choice(hands[v.turn])
        return State(v.options, v.places, tuple(hands), tuple(sorted(unseen)), v.pile, v.stage, v.turn, v.round, picked)

    # Described positions and bytes

    def arrange(self, doc: Mapping[str, Any]) -> State:
        seats = len(doc.get("places", (0, 0)))
        plain = {"options": {}, "places": (0,) * seats, "hands": ((),) * seats}
        for key in doc:
            if key not in State.__struct_fields__:
                unknown = BadFileError("@source.position", key, "value.unknown", key=key)
                raise unknown.advised(advice(key, State.__struct_fields__))
        try:
            return msgspec.convert({**plain, **doc}, State)
        except msgspec.ValidationError as error:
            raise BadFileError("@source.position", "", "file.misfit", problem=misfit(error).problem) from None

    def describe(self, s: State) -> dict[str, Any]:
        doc: dict[str, Any] = msgspec.to_builtins(s)
        return doc

    def key(self, s: State) -> bytes:
        return self.dump(s)

    def dump(self, s: State) -> bytes:
        return msgspec.msgpack.encode(s)

    def load(self, data: bytes) -> State:
        return msgspec.msgpack.decode(data, type=State)

    # Scores

    def scores(self, s: State) -> tuple[Score, ...]:
        return tuple(
            Score(place + len(hand), {"line": place, "cards": len(hand)}, (sum(hand),))
            for place, hand in zip(s.places, s.hands, strict=True)
        )

    def result(self, s: State) -> Result | None:
        if s.stage != "over":
            return None
        scores = self.scores(s)
        order = [(score.total, score.tiebreak) for score in scores]
        ranks = tuple(1 + sum(other > own for other in order) for own in order)
        if line_of(s.options.map).goal in s.places:
            return Result(ranks, scores, Message("end.goal", {"who": self._name(Seat(s.turn))}))
        return Result(ranks, scores, Message("end.dusk"))

    def round(self, s: State) -> int:
        return s.round

    # Text

    def write(self, s: State, m: AnyMove) -> str:  # noqa: ARG002
        match m:
            case Deal(hands):
                return " ".join(["deal", *("".join(str(card) for card in hand) for hand in hands)])
            case Die(pips):
                return f"die {pips}"
            case Draw(card) | Pick(card):
                return f"{type(m).__name__.lower()} {card}"
        return type(m).__name__.lower()

    def read(self, s: State, text: str) -> AnyMove:  # noqa: ARG002
        word, *rest = text.lower().split() or [""]
        plain: dict[str, AnyMove] = {"roll": Roll(), "advance": Advance(), "drop": Drop()}
        if not rest and word in plain:
            return plain[word]
        if word == "deal" and all(part.isdecimal() for part in rest):
            return Deal(tuple(tuple(int(card) for card in part) for part in rest))
        if word in {"pick", "die", "draw"} and len(rest) == 1 and rest[0].isdecimal() and len(rest[0]) < 10:
            number = int(rest[0])
            return Pick(number) if word == "pick" else Die(number) if word == "die" else Draw(number)
        raise UnreadableMoveError("no.move", name=text).advised(advice(word, WORDS_OF_MOVES))

    def faults(self, s: State) -> Iterator[str]:
        cards = [*s.deck, *s.pile, *(card for hand in s.hands for card in hand)]
        if sorted(cards) != sorted(PACK):
            yield f"the cards are {sorted(cards)}"
        if not all(0 <= place <= line_of(s.options.map).goal for place in s.places):
            yield f"a car is off the line: {s.places}"
        if (s.picked is not None) != (s.stage == "picked"):
            yield f"picked is {s.picked} at stage {s.stage}"

    # Asking and looking

    def price(self, s: State, m: AnyMove) -> int:  # noqa: ARG002
        return 0

    def task(self, v: View) -> Message:
        return Message("task.over" if v.stage == "over" else "task.play")

    def why_not(self, s: State, seat: Seat, about: str) -> Illegal | None:
        try:
            self.check(s, seat, self.read(s, about))
        except Illegal as refusal:
            return refusal
        return None

    def layout(self, options: Options) -> Line:
        return line_of(options.map)

    def hints(self, s: State, seat: Seat | None) -> int:
        """How far the seat is from home."""
        return 0 if seat is None else line_of(s.options.map).goal - s.places[seat]

    def hint(self, _s: State, m: AnyMove) -> int | None:
        """Which card a pick takes."""
        return m.card if isinstance(m, Pick) else None

    def draw_ground(self, options: Options, *, dark: bool) -> str:
        drawn = _drawn(line_of(options.map))
        return drawn.replace("<circle", '<circle fill="white"') if dark else drawn

    # Maps

    def map_title(self, name: str, language: str) -> str:  # noqa: ARG002
        return name.title()

    def read_map(self, text: str, source: str) -> Line:
        line = read_toml(text, source, Line)
        for slope in line.slopes:
            if not SLIDE <= slope < line.goal:
                problem = f"{slope} is not between {SLIDE} and the goal"
                raise BadFileError(source, "slopes", "file.misfit", problem=problem)
        return line

    def draw_map(self, board: Line, _words: Words) -> str:
        return _drawn(board)


def _drawn(board: Line) -> str:
    ticks = "".join(f'<circle cx="{place}" cy="0" r="0.2"/>' for place in range(board.goal + 1))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {board.goal + 2} 2">{ticks}</svg>'


class Weights(msgspec.Struct, frozen=True):
    card: float


class HastyBot:
    """Picks its highest card."""

    def choose(self, ask: Ask[AnyMove, View]) -> AnyMove:
        return hasten(ask.moves)


def hasten(moves: Sequence[AnyMove]) -> AnyMove:
    picks = [move for move in moves if isinstance(move, Pick)]
    return max(picks, key=lambda pick: pick.card, default=moves[0])


def evaluate(s: State, weights: Weights) -> list[Value]:
    pairs = zip(s.places, s.hands, strict=True)
    return [Value({"line": float(place), "cards": weights.card * len(hand)}) for place, hand in pairs]


def policy(_s: State, _seat: Seat, moves: Sequence[AnyMove], _rng: Rng) -> AnyMove:
    return hasten(moves)


BOTS = Levels(
    "tests.core",
    players={
        "hasty": lambda _weights: HastyBot(),
        "playouts": lambda weights: PlayoutBot(policy, lambda s: evaluate(s, weights)),
    },
    weights=Weights,
    evaluation=evaluate,
    policy=policy,
)


def game_of(parts: HandcarRace, **changes: Any) -> AnyGame:
    """The game made of these parts."""
    manifest: dict[str, Any] = {
        "id": GAME_ID,
        "title": "Handcar Race",
        "version": 1,
        "seats": (2, 3, 4),
        "seat_names": COLOURS,
        "minutes": (5, 10),
        "weight": 1,
        "bots": BOTS,
    }
    return Game(**{**manifest, **changes}, rules=parts, speech=parts, boards=parts)


PARTS = HandcarRace()
GAME = game_of(PARTS)
