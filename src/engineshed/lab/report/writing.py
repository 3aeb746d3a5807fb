"""A report in words, tables and drawings, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engineshed import __version__
from engineshed.core.contract import AnyGame
from engineshed.core.stages import Draws, StagedRules
from engineshed.core.words import Message, Param, figure
from engineshed.lab.report import findings
from engineshed.lab.report.balance import Settled
from engineshed.lab.report.charts import Bar, interval_chart
from engineshed.lab.report.findings import Course, Row, Setting
from engineshed.lab.report.gathering import GameNotes
from engineshed.lab.report.numbers import Estimate
from engineshed.lab.report.page import Block, Chart, Points, Report, Section, Table
from engineshed.lab.report.texts import report_words
from engineshed.lab.report.things import MAPS, Group, basis_of, groups_of

MENTIONED = 4
"""Of each group, so many are named among the findings: the farthest from what would be even."""
SAME = 1e-9
DRAWN = 24
"""Of a long table, so many rows are drawn: the first and the last half."""


def written_report(game: AnyGame, settled: Sequence[Settled], opening: int, language: str, command: str) -> Report:
    settings = [Setting(layout.map, layout.seats, layout.told, games) for layout, games in settled]
    return _Writer(game, settings, opening, language, command).report()


class _Writer:
    """Writes the report of one game from the games of all settings."""

    def __init__(self, game: AnyGame, settings: Sequence[Setting], opening: int, language: str, command: str) -> None:
        self.game, self.settings, self.opening, self.language, self.command = game, settings, opening, language, command
        self.words = report_words(language)
        self.game_words = game.speech.words_in(language if language in game.languages else "en")
        self.things = {
            source.named["en"]: source.named.get(language, source.named["en"])
            for group in groups_of(game)
            for source in group.sources
            if source.named
        }
        self.found: list[str] = []
        """Sentences about what stands out, gathered while the sections are written."""

    def report(self) -> Report:
        sections = [*self._seats(), *self._bots(), *self._courses(), *self._groups()]
        if not self.found:
            self.found.append(self._text("find.nothing"))
        self.found += self._remarks()
        games = sum(len(setting.games) for setting in self.settings)
        unfinished = games - sum(len(findings.finished(setting.games)) for setting in self.settings)
        bots = sorted({bot for setting in self.settings for game in setting.games for bot in game.line.bots})
        return Report(
            language=self.language,
            title=self._text("report.title", game=self.game.title, games=self._figure(games)),
            lead=[
                self._text(
                    "report.lead-bots",
                    bots=", ".join(bots),
                    games=self._figure(games),
                    settings=len(self.settings),
                    unfinished=self._figure(unfinished),
                ),
                *([self._text("report.lead-opening", opening=self.opening)] if self.opening else []),
                self._text("report.lead-caution"),
                self._text("report.lead-method"),
            ],
            sections=[Section(self._text("section.findings"), [Points(self.found)]), *sections],
            footer=self._text("report.footer", version=__version__, game=self.game.title, rules=self.game.version),
            command=self.command,
            show_numbers=self._text("report.show"),
        )

    # -- the sections -----------------------------------------------------------------------------------------------

    def _seats(self) -> Iterator[Section]:
        settings = self._shared
        if settings:
            yield self._section_of_seats("seats", settings, findings.seat_rows(settings))
        for group in groups_of(self.game):
            if group.begins and settings:
                yield self._section_of_seats("turns", settings, findings.turn_rows(settings, group.id))

    @property
    def _shared(self) -> list[Setting]:
        """The settings with more than one player."""
        return [setting for setting in self.settings if setting.seats > 1]

    def _section_of_seats(self, of: str, settings: Sequence[Setting], tables: Sequence[Sequence[Row]]) -> Section:
        """Wins by seat, or by place after the first player."""
        title = self._text(f"section.{of}")
        rows = []
        for setting, table in zip(settings, tables, strict=True):
            for row in table:
                name = self._seat(int(row.name)) if of == "seats" else self._text("text.turn", place=row.name)
                told = self._setting(setting)
                rows.append(row._replace(name=f"{told}: {name}"))
                if row.stands_out:
                    self.found.append(self._text("find.seat", setting=told, seat=name, **self._share(row)))
        if not any(row.stands_out for row in rows):
            self.found.append(self._text(f"find.{of}-even"))
        blocks: list[Block] = []
        for seats in sorted({setting.seats for setting in settings}):
            same = [row for row in rows if abs(row.expected - 1 / seats) < SAME]
            blocks.append(self._chart(f"{of}-{seats}", title, same, 1 / seats, self._percent))
        return Section(title, [*blocks, self._share_table(title, "seat", "games", rows)])

    def _bots(self) -> Iterator[Section]:
        rows = findings.bot_rows(self.settings)
        if rows:
            title = self._text("section.bots")
            yield Section(title, [self._share_table(title, "bot", "players", rows)])

    def _courses(self) -> Iterator[Section]:
        courses = [(setting, course) for setting in self.settings if (course := findings.course(setting))]
        if not courses:
            return
        title = self._text("section.course")
        bars = [Bar(self._setting(setting), *course.score[:3]) for setting, course in courses]
        head = [self._text(f"head.{name}") for name in ("setting", "games", "mean", "sure", "winner", "margin")]
        scores = [
            [
                self._setting(setting),
                self._figure(course.games),
                self._figure(course.score.value, 1),
                self._range(course.score.low, course.score.high, 1),
                self._figure(course.winner.value, 1),
                self._figure(course.margin.value, 1),
            ]
            for setting, course in courses
        ]
        svg = interval_chart(self._text("head.mean"), bars, None, self._figure)
        yield Section(
            title,
            [
                Chart("scores", self._text("head.mean"), svg),
                _plain_table(self._text("head.mean"), head, scores),
                self._lengths(courses),
                self._endings(courses),
            ],
        )

    def _lengths(self, courses: Sequence[tuple[Setting, Course]]) -> Table:
        names = ("setting", "moves", "range", "rounds", "range")
        rows = []
        for setting, course in courses:
            row = [self._setting(setting)]
            for sample in (course.moves, course.rounds):
                row += [self._figure(sample.mean, 1), self._range(sample.low, sample.high, 0)]
            rows.append(row)
        return _plain_table(self._text("head.moves"), [self._text(f"head.{name}") for name in names], rows)

    def _endings(self, courses: Sequence[tuple[Setting, Course]]) -> Table:
        rows = []
        for setting, course in courses:
            endings = (
                self._text("text.ending", reason=reason.removeprefix("end."), games=self._figure(count))
                for reason, count in course.endings.items()
            )
            parts = (f"{self._word(f'part.{name}')} {self._figure(mean, 1)}" for name, mean in course.parts.items())
            rows.append([self._setting(setting), ", ".join(endings), ", ".join(parts)])
        names = ("setting", "ending", "parts")
        return _plain_table(self._text("head.ending"), [self._text(f"head.{name}") for name in names], rows)

    def _groups(self) -> Iterator[Section]:
        for group in groups_of(self.game):
            for board, games in self._games_of(group):
                title = group.title.get(self.language, group.title["en"])
                titled = f"{title} ({board})" if group.file == MAPS and board and len(self._maps) > 1 else title
                name = f"{group.id}-{board}" if group.file == MAPS and board else group.id
                basis = basis_of(self.game, group, board)
                if group.first:
                    yield from self._first(group, games, titled, name, basis)
                if group.values:
                    yield from self._values(group, games, titled, name, basis)

    def _games_of(self, group: Group) -> Iterator[tuple[str, list[GameNotes]]]:
        """The games in which the things of a group can be compared: those of each map, or all."""
        boards = self._maps if group.file == MAPS else [""]
        for board in boards:
            yield board, [game for s in self.settings if board in ("", s.map) for game in s.games if s.seats > 1]

    @property
    def _maps(self) -> list[str]:
        return list(dict.fromkeys(setting.map for setting in self.settings))

    def _first(self, group: Group, games: Sequence[GameNotes], titled: str, name: str, basis: str) -> Iterator[Section]:
        rows = [row._replace(name=self._thing(row.name)) for row in findings.first_rows(games, group.id)]
        if not rows:
            return
        out = sorted((row for row in rows if row.stands_out), key=lambda row: -abs(row.estimate.value - row.expected))
        for row in out[:MENTIONED]:
            share = self._share(row)
            del share["chance"]
            self.found.append(self._text("find.first", group=titled, thing=row.name, basis=self._basis(basis), **share))
        self._and_more(titled, out)
        title = self._text("section.first", group=titled)
        bars = [row._replace(estimate=_against_even(row)) for row in _ends(rows)]
        yield Section(
            title,
            [
                self._text("text.first"),
                self._chart(f"first-{name}", title, bars, 0.0, self._percent),
                self._share_table(title, "thing", "players", rows),
            ],
        )

    def _values(
        self, group: Group, games: Sequence[GameNotes], titled: str, name: str, basis: str
    ) -> Iterator[Section]:
        rows = [row._replace(name=self._thing(row.name)) for row in findings.value_rows(games, group.id)]
        if not rows:
            return
        out = sorted((row for row in rows if row.stands_out), key=lambda row: -abs(row.estimate.value))
        for row in out[:MENTIONED]:
            points = self._figure(abs(row.estimate.value), 1)
            sentence = "find.better" if row.estimate.value > 0 else "find.worse"
            self.found.append(
                self._text(sentence, group=titled, thing=row.name, points=points, basis=self._basis(basis))
            )
        self._and_more(titled, out)
        title = self._text("section.values", group=titled)
        yield Section(
            title,
            [
                self._text("text.values"),
                self._chart(f"values-{name}", title, _ends(rows), 0.0, lambda value: self._figure(value, 1)),
                self._value_table(title, rows),
            ],
        )

    def _and_more(self, titled: str, out: Sequence[Row]) -> None:
        if len(out) > MENTIONED:
            self.found.append(self._text("find.more", group=titled, count=len(out) - MENTIONED))

    def _remarks(self) -> Iterator[str]:
        for setting in self.settings:
            given_up = len(setting.games) - len(findings.finished(setting.games))
            if given_up:
                yield self._text("find.unfinished", setting=self._setting(setting), games=given_up)
        played = [game for setting in self.settings for game in setting.games]
        never = findings.never_played(_kinds_of_players(self.game), played)
        if never:
            yield self._text("find.never", kinds=", ".join(kind.lower() for kind in never))

    # -- parts of sections ------------------------------------------------------------------------------------------

    def _chart(
        self, name: str, title: str, rows: Sequence[Row], expected: float, told: Callable[[float], str]
    ) -> Chart:
        bars = [Bar(row.name, *row.estimate[:3], row.stands_out) for row in rows]
        return Chart(name, title, interval_chart(title, bars, expected, told))

    def _share_table(self, caption: str, of: str, count: str, rows: Sequence[Row]) -> Table:
        head = [self._text(f"head.{name}") for name in (of, count, "wins", "sure", "even", "chance")]
        cells = []
        for row in rows:
            low, high = (self._percent(end) for end in row.estimate[1:3])
            share = self._share(row)
            cells.append(
                [
                    row.name,
                    self._figure(row.seen),
                    share["share"],
                    self._text("text.range", low=low, high=high),
                    share["even"],
                    share["chance"],
                ]
            )
        return Table(caption, head, cells, [row.stands_out for row in rows])

    def _value_table(self, caption: str, rows: Sequence[Row]) -> Table:
        head = [self._text(f"head.{name}") for name in ("thing", "players", "value", "sure", "chance")]
        cells = [
            [
                row.name,
                self._figure(row.seen),
                self._signed(row.estimate.value),
                self._text("text.range", low=self._signed(row.estimate.low), high=self._signed(row.estimate.high)),
                self._chance(row.adjusted),
            ]
            for row in rows
        ]
        return Table(caption, head, cells, [row.stands_out for row in rows])

    # -- words and numbers ------------------------------------------------------------------------------------------

    def _text(self, message: str, /, **params: Param) -> str:
        return self.words.text(Message(message, params))

    def _share(self, row: Row) -> dict[str, str]:
        return {
            "share": self._percent(row.estimate.value),
            "even": self._percent(row.expected),
            "chance": self._chance(row.adjusted),
        }

    def _setting(self, setting: Setting) -> str:
        options = f", {setting.options}" if setting.options else ""
        if not setting.map:
            return self._text("text.alone", seats=setting.seats, options=options)
        title = self.game.boards.map_title(setting.map, self.language)
        return self._text("text.setting", map=title, seats=setting.seats, options=options)

    def _seat(self, seat: int) -> str:
        return self._word(f"company.{self.game.seat_names[seat]}")

    def _thing(self, name: str) -> str:
        if name.startswith("@"):
            return self._word(name[1:])
        return self.things.get(name, name)

    def _word(self, key: str) -> str:
        return self.game_words.templates.get(key, key.rpartition(".")[2])

    def _basis(self, basis: str) -> str:
        return self._text("find.basis", basis=self._text(f"basis.{basis}")) if basis else ""

    def _figure(self, value: float, places: int = 0) -> str:
        return figure(value, places, self.language)

    def _signed(self, value: float) -> str:
        return ("+" if value >= 0 else "−") + self._figure(abs(value), 1)

    def _percent(self, share: float) -> str:
        return self._text("report.percent", number=self._figure(100 * share, 1))

    def _chance(self, p: float) -> str:
        return f"< {self._figure(0.001, 3)}" if p < 0.001 else self._figure(p, 3)

    def _range(self, low: float, high: float, places: int) -> str:
        return self._text("text.range", low=self._figure(low, places), high=self._figure(high, places))


def _kinds_of_players(game: AnyGame) -> list[str]:
    """The kinds of moves without those that nature makes."""
    rules = game.rules
    stages = rules.stages.values() if isinstance(rules, StagedRules) else ()
    drawn = {kind for asks in stages if isinstance(asks, Draws) for kind in asks.moves}
    return [kind.__name__ for kind in rules.moves if kind not in drawn]


def _plain_table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    return Table(caption, head, rows, [False] * len(rows))


def _ends(rows: Sequence[Row]) -> Sequence[Row]:
    return rows if len(rows) <= DRAWN else [*rows[: DRAWN // 2], *rows[-DRAWN // 2 :]]


def _against_even(row: Row) -> Estimate:
    """Less what would be even, because that depends on how many play."""
    value, low, high, p = row.estimate
    return Estimate(value - row.expected, low - row.expected, high - row.expected, p)
