"""A person at the terminal: what is typed, and what is done about it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engineshed.bots.player import Player
from engineshed.cli.files import write_text
from engineshed.cli.screen import WIDTH, Screen
from engineshed.core.contract import Illegal, Seat
from engineshed.core.errors import CannotUndoError, Trouble, UnknownNameError
from engineshed.core.record import record_of, write_record
from engineshed.core.table import Table
from engineshed.terminal.tables import counted

HUMAN = "human"
"""What a record calls a player who is no bot."""

HELP = """\
Type a move as the list shows it, for example: {example}
  moves [WORDS]  all legal moves, or those that begin so, for example: moves {begin}
  why MOVE       whether a move is allowed and what it costs, or by which rule it is not
  rule ID        a rule in full, for example: rule {rule}
  board          the whole position, also what has not changed
  log            all that has happened
  undo           take back the last move
  restart        take back all moves of this turn
  save FILE      write the game to a file; engineshed play --resume FILE goes on with it
  quit           leave the table"""


class Session:
    """One sitting at a table, from the first look to good-bye."""

    def __init__(self, table: Table[Any, Any, Any], screen: Screen, bots: Sequence[Player | None]) -> None:
        """``bots`` has the bot on each seat, or None where a person sits."""
        self.table, self.screen, self.bots = table, screen, bots
        self.seen = [0] * table.seats
        """How many plies each seat has been told."""
        self.shown: tuple[int, Seat | None] | None = None
        """The position that stands on the screen, and for whom."""
        self.file: Path | None = None
        """Where this game is saved already, so that it may be written again."""
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.help,
            "help": self.help,
            "moves": self.moves,
            "why": self.why,
            "rule": self.rule,
            "board": self.board,
            "log": self.log,
            "undo": self.undo,
            "restart": self.restart,
            "save": self.save,
        }

    def run(self) -> None:
        """Play until the game and the person's patience are over, or the input is."""
        self.start()
        while True:
            self.let_bots_move()
            self.show_news()
            typed = self.ask(f"{self.prompt()}> ")
            if typed is None or typed in {"quit", "exit"}:
                break
            self.obey(typed)
        if typed is not None and sys.stdin.isatty():
            self.offer_to_save()
        self.screen.say("Good-bye.")

    def start(self) -> None:
        table, say = self.table, self.screen.say
        say(f"{table.game.title}, {table.seats} seats: {', '.join(self.seating())}", "bold")
        say(f"Hash of the seed: {table.commitment}", "dim")
        say("The seed itself is shown at the end, so that you can check every draw.", "dim")
        if self.screen.console.width < WIDTH:
            say(f"Boards are drawn for {WIDTH} columns; in a wider window nothing would be cut off.", "yellow")
        say("Type ? for help. What has not changed is not shown again; board shows it all.")

    def seating(self) -> list[str]:
        return [f"{self.name(Seat(seat))} {player}" for seat, player in enumerate(self.players())]

    def players(self) -> tuple[str, ...]:
        return tuple(HUMAN if bot is None else bot.name for bot in self.bots)

    def name(self, seat: Seat) -> str:
        return self.table.game.seat_names[seat]

    # Whose turn it is

    def acting(self) -> Seat | None:
        """The seat that is to act; None when the game is over."""
        acting = self.table.to_act()
        return acting[0] if acting else None

    def let_bots_move(self) -> None:
        table = self.table
        while (seat := self.acting()) is not None and (bot := self.bots[seat]) is not None:
            table.play(seat, bot.choose(table.state, seat, seed=str(table.seed), ply=table.ply))

    def prompt(self) -> str:
        seat = self.acting()
        return "over" if seat is None else self.name(seat)

    # What is shown

    def show_news(self) -> None:
        """The log since this seat last looked, then the position, once."""
        seat = self.acting()
        if self.shown == (self.table.ply, seat):
            return
        self.hand_over(seat)
        self.shown = (self.table.ply, seat)
        since = min(self.seen[person] for person in self.people()) if seat is None else self.seen[seat]
        self.screen.say("")
        self.screen.log(self.table.plies[since:], since + 1, seat, everything=seat is None)
        if seat is None:
            self.show_end()
            return
        self.seen[seat] = self.table.ply
        self.screen.changes(self.table.state, seat)
        self.show_moves(seat)

    def hand_over(self, seat: Seat | None) -> None:
        """Around one screen, nobody sees the next player's hand before that player sits down."""
        if self.bots.count(None) < 2 or seat is None or self.shown is None or self.shown[1] in {seat, None}:
            return
        if self.screen.console.is_terminal and sys.stdin.isatty():
            self.screen.console.clear()
            self.ask(f"{self.name(seat)} is next: sit down and press Enter. ")

    def show_moves(self, seat: Seat) -> None:
        moves, view = self.table.legal(seat), self.table.view(seat)
        task = self.screen.look.task(view)
        count = counted(len(moves), "legal move")
        self.screen.say(f"{self.name(seat).capitalize()} to act, {count}. {task}".rstrip(), "bold")
        self.screen.hints(self.table.state, view, moves)

    def show_end(self) -> None:
        table = self.table
        self.screen.position(table.state, None)
        self.screen.hands(table.state, table.seats)
        result = table.game.rules.result(table.state)
        if result is not None:
            self.screen.result(result)
        self.screen.say(f"The seed was {table.seed!r}; the hash shown at the start is {table.commitment}.")
        self.screen.say("save FILE keeps the game; engineshed verify FILE then proves every draw from the seed.")

    # What is typed

    def ask(self, prompt: str) -> str | None:
        """A line, or None at the end of the input. A line from a pipe is printed, so that a transcript reads well."""
        try:
            typed = input(prompt).strip()
        except EOFError:
            self.screen.say("")
            return None
        if not sys.stdin.isatty():
            self.screen.say(typed)
        return typed

    def obey(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        command = self.commands.get(word.lower())
        try:
            if command is not None:
                command(rest.strip())
            elif typed:
                self.move(typed)
        except Illegal as refusal:
            self.screen.refusal(refusal)
        except Trouble as trouble:
            self.screen.say(f"{trouble}", "red")

    def here(self) -> Seat:
        """The seat that is to act, for commands that need one."""
        seat = self.acting()
        if seat is None:
            raise Trouble("the game is over")
        return seat

    def move(self, typed: str) -> None:
        seat = self.here()
        self.table.play(seat, self.table.read(typed))

    def help(self, _: str) -> None:
        seat, game = self.acting(), self.table.game
        example = (
            ""
            if seat is None
            else game.speech.write(self.table.state, next(iter(game.rules.legal(self.table.state, seat))))
        )
        begin = example.rpartition(" ")[0] or example
        self.screen.say(HELP.format(example=example, begin=begin, rule=game.speech.rulebook.rules[0].id))

    def moves(self, beginning: str) -> None:
        """Legal moves in text; those that differ only in their last word share a line."""
        texts = [self.table.game.speech.write(self.table.state, move) for move in self.table.legal(self.here())]
        wanted = [text for text in texts if f"{text} ".lower().startswith(f"{beginning} ".lower().lstrip())]
        if not wanted:
            raise UnknownNameError("legal move that begins with", beginning, self._kinds())
        lines: dict[str, list[str]] = {}
        for text in wanted:
            head, _, last = text.rpartition(" ")
            lines.setdefault(head, []).append(last)
        for head, ends in lines.items():
            self.screen.say(f"{head} {', '.join(ends)}".lstrip())

    def _kinds(self) -> list[str]:
        return list(self.screen.by_kind(self.table.state, self.table.legal(self.here())))

    def why(self, typed: str) -> None:
        game, state, move = self.table.game, self.table.state, self.table.read(typed)
        game.rules.check(state, self.here(), move)
        price = game.speech.price(state, move)
        self.screen.say(f"That is allowed. It costs {price}." if price > 0 else "That is allowed.")

    def rule(self, rule_id: str) -> None:
        self.screen.rule(rule_id)

    def board(self, _: str) -> None:
        self.screen.position(self.table.state, self.acting())

    def log(self, _: str) -> None:
        seat = self.acting()
        self.screen.log(self.table.plies, 1, seat, everything=seat is None)

    def undo(self, _: str) -> None:
        undone = self.table.undo(self.who_takes_back())
        self._forget_what_was_undone()
        self.screen.say(f"Taken back: {undone.text}")

    def restart(self, _: str) -> None:
        count = self.table.restart_turn(self.who_takes_back())
        self._forget_what_was_undone()
        self.screen.say(f"Taken back: {counted(count, 'move')}")

    def who_takes_back(self) -> Seat:
        """The person who moved last, who need not be the one to act next."""
        if self.table.over:
            raise CannotUndoError("the game is over and all is revealed, so nothing can be taken back")
        last = self.table.plies[-1].seat if self.table.plies else Seat(0)
        return last if last in self.people() else self.people()[0]

    def people(self) -> list[Seat]:
        return [Seat(seat) for seat, bot in enumerate(self.bots) if bot is None]

    def _forget_what_was_undone(self) -> None:
        self.seen = [min(seen, self.table.ply) for seen in self.seen]
        self.shown = None

    def save(self, name: str) -> None:
        if not name:
            raise Trouble("save needs the name of a file, for example: save game.json")
        path = Path(name)
        if path.exists() and path != self.file:
            raise Trouble(f"{path} is there already; choose another name")
        write_text(path, write_record(record_of(self.table, self.players())))
        self.file = path
        self.screen.say(f"Saved in {path}. It holds the seed, so a look into it is a look into the future.")

    def offer_to_save(self) -> None:
        name = self.ask("Save in which file? (Enter: do not save) ")
        if name:
            self.obey(f"save {name}")
