"""An analysis in words, tables and a drawing, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engineshed import __version__
from engineshed.core.contract import AnyGame
from engineshed.core.words import Message, Param, figure
from engineshed.lab.analysis.analysing import Analysis, Better
from engineshed.lab.analysis.playing_on import QUICK
from engineshed.lab.report.curves import Curve, Mark, curve_chart
from engineshed.lab.report.page import Chart, Points, Report, Section, Table, html, markdown
from engineshed.lab.report.texts import report_words

CURVES = "chances"


def write_analysis(
    game: AnyGame, found: Analysis, players: Sequence[str], language: str, command: str
) -> Iterator[tuple[str, str]]:
    """The ending of each file, and its text: a page, and Markdown for terminals and tests."""
    report = _Writer(game, found, players, language, command).report()
    yield "html", html(report)
    yield "md", markdown(report, CURVES)


class _Writer:
    def __init__(self, game: AnyGame, found: Analysis, players: Sequence[str], language: str, command: str) -> None:
        self.game, self.found, self.players = game, found, players
        self.language, self.command = language, command
        self.words = report_words(language)
        self.game_words = game.speech.words_in(language if language in game.languages else "en")

    def report(self) -> Report:
        found, effort = self.found, self.found.effort
        bot = self._text("analysis.quick") if effort.bot == QUICK else effort.bot
        how = "analysis.rough" if found.worlds == 0 else "analysis.lead"
        return Report(
            language=self.language,
            title=self._text("analysis.title", game=self.game.title),
            lead=[
                self._text(how, worlds=found.worlds, bot=bot),
                self._text("analysis.method", adviser=effort.adviser, looked=found.looked_at),
            ],
            sections=[self._curves(), self._turns(), self._shifts(), self._mistakes()],
            footer=self._text("analysis.footer", version=__version__),
            command=self.command,
            show_numbers=self._text("report.show"),
        )

    def _curves(self) -> Section:
        title, points = self._text("analysis.chances"), self.found.points
        curves = [
            Curve(
                self._seat(seat),
                [point.chances[seat].value for point in points],
                [point.chances[seat].low for point in points],
                [point.chances[seat].high for point in points],
            )
            for seat in range(self.found.seats)
        ]
        rounds = [point.round for point in points]
        firsts = [place for place, number in enumerate(rounds) if place == 0 or number != rounds[place - 1]]
        every = 1 + len(firsts) // 12
        ticks = [(place, str(rounds[place])) for place in firsts[::every]]
        place_of = {point.ply: place for place, point in enumerate(points)}
        marks = [
            Mark(one.turn.seat, place_of[one.turn.end], str(number)) for number, one in enumerate(self.found.better, 1)
        ]
        chart = Chart(CURVES, title, curve_chart(title, curves, ticks, marks, lambda share: self._percent(share, 0)))
        rows = [
            [str(rounds[place]), *(self._percent(chance.value) for chance in points[place].chances)] for place in firsts
        ]
        head = [self._text("analysis.round"), *(curve.name for curve in curves)]
        return Section(title, [self._text("analysis.under"), chart, Table(title, head, rows, [False] * len(rows))])

    def _turns(self) -> Section:
        told = [self._told(number, one) for number, one in enumerate(self.found.better, 1)]
        if not told:
            told = [self._text("analysis.nothing", looked=self.found.looked_at)]
        return Section(self._text("analysis.turns"), [Points(told)])

    def _told(self, number: int, one: Better) -> str:
        sentence = self._text(
            "analysis.better",
            number=number,
            seat=self._seat(one.turn.seat),
            step=one.ply,
            played=one.played,
            better=one.better,
            gain=self._points(one.gain.value),
            low=self._points(one.gain.low),
            high=self._points(one.gain.high),
        )
        return " ".join([sentence, *(self.game_words.say(reason) + "." for reason in one.reasons)])

    def _shifts(self) -> Section:
        title = self._text("analysis.shifts")
        rows = [
            [self._seat(seat), *(self._points(part) for part in (shift.own, shift.others, shift.luck))]
            for seat, shift in enumerate(self.found.shifts)
        ]
        head = [self._text(f"analysis.{name}") for name in ("player", "own", "others", "luck")]
        return Section(title, [self._text("analysis.shifts-how"), Table(title, head, rows, [False] * len(rows))])

    def _mistakes(self) -> Section:
        title = self._text("analysis.kinds")
        rows = [
            [self._seat(one.seat), self._kind(one.kind), str(one.decisions), str(one.otherwise)]
            for one in self.found.mistakes
            if one.otherwise
        ]
        head = [self._text(f"analysis.{name}") for name in ("player", "kind", "decisions", "otherwise")]
        how = self._text("analysis.kinds-how", adviser=self.found.effort.adviser)
        return Section(title, [how, Table(title, head, rows, [False] * len(rows))])

    def _kind(self, kind: str) -> str:
        """What the game calls moves of this kind; their word in the notation if it does not say."""
        return self.game_words.templates.get(f"kind.{kind}", kind)

    def _seat(self, seat: int) -> str:
        colour = self.game_words.word(f"company.{self.game.seat_names[seat]}")
        name = self.players[seat] if seat < len(self.players) else ""
        return self._text("analysis.seat", colour=colour, name=name) if name else colour

    def _percent(self, share: float, places: int = 0) -> str:
        return self._text("report.percent", number=figure(100 * share, places, self.language))

    def _points(self, share: float) -> str:
        sign = "+" if share > 0 else "−" if share < 0 else ""
        return sign + figure(abs(100 * share), 0, self.language)

    def _text(self, message: str, /, **params: Param) -> str:
        return self.words.text(Message(message, params))
