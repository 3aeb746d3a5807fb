"""A person at the terminal: the commands they type, and what each does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from engineshed.bots.player import Player
from engineshed.bots.retelling import Seen, changes
from engineshed.cli.files import write_text
from engineshed.cli.phrases import Mistake
from engineshed.cli.screen import HUMAN, WIDTH, Screen
from engineshed.core.contract import CHANCE, Illegal, Seat
from engineshed.core.errors import Trouble, advice
from engineshed.core.explaining import find_thing
from engineshed.core.record import record_of, write_record
from engineshed.core.table import Table
from engineshed.core.turns import is_worth_asking, passes_on
from engineshed.core.words import ENGLISH


class Session:
    """One person or several at a table, until they leave it."""

    def __init__(
        self, table: Table[Any, Any, Any], screen: Screen, bots: Sequence[Player | None], *, end_turn: bool = False
    ) -> None:
        """``bots``: the bot on each seat, or None for a person. ``end_turn``: whether people end their turns."""
        self.table, self.screen, self.bots, self.end_turn = table, screen, bots, end_turn
        self.held: Seat | None = None
        """The seat that has not ended its turn yet: until then its last moves can be taken back."""
        self.seen = [0] * table.seats
        """How many plies each seat has been shown."""
        self.shown: tuple[int, Seat | None] | None = None
        """The ply of the position on the screen, and the seat it was shown to."""
        self.file: Path | None = None
        """The file this game was saved in, which may be overwritten."""
        self.left = False
        """Whether somebody has typed ``quit``."""
        english: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "moves": self.moves,
            "why": self.why,
            "hint": self.hint,
            "happened": self.happened,
            "explain": self.explain,
            "rule": self.rule,
            "board": self.board,
            "log": self.log,
            "score": self.score,
            "undo": self.undo,
            "restart": self.restart,
            "next": self.next,
            "save": self.save,
            "quit": self.quit,
        }
        own = {screen.phrases.text(f"command.{name}"): command for name, command in english.items()}
        self.commands = {"?": self.help, "exit": self.quit, **own, **english}
        """The English words work in every language, in addition to the reader's own."""
        self.own_words = tuple(own)

    def run(self) -> None:
        """Play until somebody quits or the input ends."""
        self.start()
        while True:
            self.let_bots_move()
            self.show_news()
            typed = self.ask(f"{self.prompt()}> ")
            if typed is None:
                break
            self.obey(typed)
            if self.left:
                self.offer_to_save()
                break
        self.screen.say("play.good-bye")

    def start(self) -> None:
        table, say = self.table, self.screen.say
        players = self.screen.seating(self.players())
        say("play.seating", "bold", game=table.game.title, seats=table.seats, players=players)
        say("play.hash", "dim", hash=table.commitment)
        say("play.seed-later", "dim")
        if self.screen.console.width < WIDTH:
            say("play.narrow", "yellow", columns=WIDTH)
        say("play.begin")

    def players(self) -> tuple[str, ...]:
        return tuple(HUMAN if bot is None else bot.name for bot in self.bots)

    # Whose turn it is

    def acting(self) -> Seat | None:
        """The seat that is to act or to end its turn; None if the game is over."""
        if self.held is not None:
            return self.held
        acting = self.table.to_act()
        return acting[0] if acting else None

    def let_bots_move(self) -> None:
        table = self.table
        while (seat := self.acting()) is not None and (bot := self.bots[seat]) is not None:
            table.play(seat, bot.choose(table.state, seat, seed=str(table.seed), ply=table.ply))

    def prompt(self) -> str:
        seat = self.acting()
        return self.screen.phrases.text("play.over") if seat is None else self.screen.look.name(seat)

    # What is shown

    def show_news(self) -> None:
        """The log since this seat last looked, then the position, unless it is on the screen already."""
        seat = self.acting()
        if self.shown == (self.table.ply, seat):
            return
        self.hand_over(seat)
        self.shown = (self.table.ply, seat)
        since = min(self.seen[person] for person in self.people()) if seat is None else self.seen[seat]
        self.screen.print("")
        self.screen.log(self.table.plies[since:], since + 1, seat, everything=seat is None)
        if seat is None:
            self.show_end()
            return
        self.seen[seat] = self.table.ply
        self.screen.changes(self.table.state, seat)
        self.show_moves(seat)

    def hand_over(self, seat: Seat | None) -> None:
        """Hand over a shared screen: the next player's hand is shown only after that player has sat down."""
        if self.bots.count(None) < 2 or seat is None or self.shown is None or self.shown[1] in {seat, None}:
            return
        if self.screen.console.is_terminal and sys.stdin.isatty():
            self.screen.console.clear()
            self.ask(self.screen.phrases.say("play.next", seat=self.screen.look.name(seat)) + " ")

    def show_moves(self, seat: Seat) -> None:
        if self.held is not None:
            self.screen.say("play.end-turn", "bold", seat=self.screen.look.name(seat))
            return
        moves, view = self.table.legal(seat), self.table.view(seat)
        look = self.screen.look
        self.screen.say("play.to-act", "bold", seat=look.name(seat), moves=len(moves), task=look.task(view))
        self.screen.hints(self.table.state, view, moves)

    def show_end(self) -> None:
        table = self.table
        self.screen.position(table.state, None)
        self.screen.hands(table.state, table.seats)
        result = table.game.rules.result(table.state)
        if result is not None:
            self.screen.result(result)
        self.screen.say("result.seed", seed=str(table.seed), hash=table.commitment)
        self.screen.say("play.keep")

    # What is typed

    def ask(self, prompt: str) -> str | None:
        """A line, or None at the end of the input. A line from a pipe is echoed, so that a transcript shows it."""
        try:
            typed = input(prompt).strip()
        except EOFError:
            self.screen.print("")
            return None
        if not sys.stdin.isatty():
            self.screen.print(typed)
        return typed

    def obey(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        command = self.commands.get(word.lower())
        try:
            if command is not None:
                command(rest.strip())
            elif typed:
                self.move(typed)
            elif self.held is not None:
                self.next("")
        except Illegal as refusal:
            self.screen.refusal(refusal)
        except Trouble as trouble:
            self.screen.print(trouble.told(self.screen.phrases.language), "red")

    def here(self) -> Seat:
        """The seat that is to act, for commands that need one."""
        seat = self.acting()
        if seat is None:
            raise Mistake("over")
        if self.held is not None:
            raise Mistake("turn-held")
        return seat

    def move(self, typed: str) -> None:
        table, seat = self.table, self.here()
        before, move = table.state, table.read(typed)
        undoable = sum(1 for _ in takewhile(lambda ply: ply.seat == seat and not ply.reveals, reversed(table.plies)))
        if not self.end_turn or not is_worth_asking(table.game, before, seat, undoable):
            table.play(seat, move)
            return
        table.replay(seat, move)
        revealed = table.plies[-1].reveals or table.over
        if not revealed and passes_on(table.game.rules, before, table.state, seat, table.ply):
            self.held = seat
        else:
            table.let_nature_move()

    def next(self, _: str) -> None:
        """End the turn that is held."""
        if self.held is None:
            raise Mistake("no-turn-held")
        self.held = None
        self.table.let_nature_move()

    def help(self, _: str) -> None:
        seat, game = self.acting(), self.table.game
        example = (
            ""
            if seat is None or self.held is not None
            else game.speech.write(self.table.state, next(iter(game.rules.legal(self.table.state, seat))))
        )
        begin, rule = example.rpartition(" ")[0] or example, game.speech.rulebook.rules[0].id
        thing = game.seat_names[0] if seat is None else self.screen.look.name(seat)
        self.screen.say("play.help", example=example, begin=begin, rule=rule, thing=thing)
        if self.screen.phrases.language != ENGLISH:
            self.screen.say("play.also", names=", ".join(self.own_words))

    def moves(self, beginning: str) -> None:
        """Legal moves as text; those that differ only in their last word share a line."""
        texts = [self.table.game.speech.write(self.table.state, move) for move in self.table.legal(self.here())]
        wanted = [text for text in texts if f"{text} ".lower().startswith(f"{beginning} ".lower().lstrip())]
        if not wanted:
            raise Mistake("no-legal-move", name=beginning).advised(advice(beginning, self._kinds()))
        lines: dict[str, list[str]] = {}
        for text in wanted:
            head, _, last = text.rpartition(" ")
            lines.setdefault(head, []).append(last)
        for head, ends in lines.items():
            self.screen.print(f"{head} {', '.join(ends)}".lstrip())

    def _kinds(self) -> list[str]:
        return list(self.screen.by_kind(self.table.state, self.table.legal(self.here())))

    def why(self, typed: str) -> None:
        game, state, move = self.table.game, self.table.state, self.table.read(typed)
        game.rules.check(state, self.here(), move)
        price = game.speech.price(state, move)
        if price > 0:
            self.screen.say("play.allowed-price", price=price)
        else:
            self.screen.say("play.allowed")

    def hint(self, bot: str) -> None:
        """What a bot would do here, and why: the game's usual one, or the one that is named."""
        table, seat = self.table, self.here()
        adviser = Player(table.game, bot or table.game.bots.usual)
        self.screen.say("hint.by", "bold", bot=adviser.name)
        self.screen.advice(table.state, adviser.hints(table.state, seat, seed=str(table.seed), ply=table.ply))

    def happened(self, typed: str) -> None:
        """What somebody's move has changed, for them and for the player who asks."""
        table, seat = self.table, self.acting() or self.people()[0]
        number = self._asked_entry(typed, seat)
        ply, (before, after) = table.plies[number - 1], table.states[number - 1 : number + 1]
        views = [table.game.rules.view(state, seat) for state in (before, after)]
        seen = Seen(seat, views[0], views[1], ply.seat, (ply.text,), f"{table.commitment} {number}")
        self.screen.say("happened.move", "bold", number=number, move=ply.text)
        self.screen.changes_of(ply.seat, changes(table.game, seen))

    def _asked_entry(self, typed: str, seat: Seat) -> int:
        """The number of an entry that is a player's move; the last of somebody else if none is typed."""
        plies = self.table.plies
        if not typed:
            others = [number for number, ply in enumerate(plies, 1) if ply.seat not in (seat, CHANCE)]
            if not others:
                raise Mistake("nobody-moved")
            return others[-1]
        number = int(typed) if typed.isdecimal() else 0
        if not 1 <= number <= len(plies) or plies[number - 1].seat == CHANCE:
            raise Mistake("no-entry", most=len(plies))
        return number

    def explain(self, name: str) -> None:
        game, view = self.table.game, self.table.view(self.acting())
        if name:
            self.screen.explanation(view, find_thing(game.explains, view, self.screen.words, name), full=True)
            return
        for thing in game.explains.legend(view):
            self.screen.explanation(view, thing, full=False)

    def rule(self, rule_id: str) -> None:
        self.screen.rule(rule_id)

    def board(self, _: str) -> None:
        self.screen.position(self.table.state, self.acting())

    def log(self, _: str) -> None:
        seat = self.acting()
        self.screen.log(self.table.plies, 1, seat, everything=seat is None)

    def score(self, _: str) -> None:
        self.screen.standing(self.table.standing(self.acting()))

    def undo(self, _: str) -> None:
        undone = self.table.undo(self.who_takes_back())
        self._forget_what_was_undone()
        self.screen.say("play.taken-back", move=undone.text)

    def restart(self, _: str) -> None:
        count = self.table.restart_turn(self.who_takes_back())
        self._forget_what_was_undone()
        self.screen.say("play.taken-back-moves", moves=count)

    def who_takes_back(self) -> Seat:
        """The person who moved last, who may not be the next to act."""
        if self.table.over:
            raise Mistake("over-undo")
        last = self.table.plies[-1].seat if self.table.plies else Seat(0)
        return last if last in self.people() else self.people()[0]

    def people(self) -> list[Seat]:
        return [Seat(seat) for seat, bot in enumerate(self.bots) if bot is None]

    def _forget_what_was_undone(self) -> None:
        self.held = None
        self.seen = [min(seen, self.table.ply) for seen in self.seen]
        self.shown = None

    def save(self, name: str) -> None:
        if not name:
            raise Mistake("save")
        path = Path(name)
        if path.exists() and path != self.file:
            raise Mistake("there-already", file=str(path))
        write_text(path, write_record(record_of(self.table, self.players())))
        self.file = path
        self.screen.say("play.saved", file=str(path))

    def quit(self, _: str) -> None:
        self.left = True

    def offer_to_save(self) -> None:
        """Offer to save the game, but only at a terminal: a script types ``save`` if it wants to."""
        if sys.stdin.isatty() and (name := self.ask(self.screen.phrases.say("play.save-where") + " ")):
            self.obey(f"save {name}")
