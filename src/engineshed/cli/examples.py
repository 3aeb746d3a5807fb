"""An example from a rulebook on the screen: its position, its moves, and their results."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from engineshed.cli.phrases import Phrases
from engineshed.cli.screen import Screen
from engineshed.core.contract import CHANCE, AnyGame, Seat
from engineshed.lab.scenario import Scenario, Scene, scenario_scenes
from engineshed.lab.scenario.reading import in_language


def print_example(game: AnyGame, scenario: Scenario, language: str, console: Console) -> None:
    """Draw the position, and after each move only what it changed."""
    screen = Screen(game, console, language)
    start, (steps, *branches) = scenario_scenes(scenario, f"{scenario.id}.toml")
    console.print()
    console.print(Text(f"{scenario.id}  {scenario.title_in(language)}", style="bold"))
    console.print(Padding(Text(in_language(scenario.text, language)), (0, 0, 1, 2)))
    screen.position(start, _first(steps))
    _print_scenes(screen, steps)
    for continuation, scenes in zip(scenario.continuations, branches, strict=True):
        console.print()
        console.print(Text(in_language(continuation.title, language), style="bold"))
        _print_scenes(screen, scenes)


def print_titles(scenarios: Sequence[Scenario], language: str, console: Console) -> None:
    """The examples that are not drawn; their ids are what ``engineshed rules`` takes to draw them."""
    if scenarios:
        console.print()
        console.print(Text(Phrases(language).say("rules.more"), style="bold"))
    for scenario in scenarios:
        console.print(Text(f"  {scenario.id}  {scenario.title_in(language)}"))


def _first(scenes: Sequence[Scene]) -> Seat | None:
    """The position is seen by the player who moves first."""
    return next((scene.seat for scene in scenes if scene.seat != CHANCE), None)


def _print_scenes(screen: Screen, scenes: Sequence[Scene]) -> None:
    for scene in scenes:
        mover = screen.phrases.text("log.chance") if scene.seat == CHANCE else screen.look.name(scene.seat)
        move = scene.text or screen.phrases.text("rules.taken-back")
        screen.console.print(Text.assemble(("\n> ", "bold cyan"), f"{mover}: ", (move, "bold")))
        if scene.refusal is not None:
            screen.console.print(Text(f"  {scene.refusal.rule}: {screen.words.say(scene.refusal.message)}"))
            continue
        for fact in scene.facts:
            screen.console.print(Text(f"  {screen.words.say(fact)}"))
        if scene.seat != CHANCE:
            screen.changes(scene.state, scene.seat)
