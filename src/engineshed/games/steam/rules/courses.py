"""Where links run: their courses, described from either end, the tiles on them, the places that they join."""

from __future__ import annotations

from engineshed.games.steam.rules.ground import Ground
from engineshed.games.steam.rules.links import OPPOSITE, Link
from engineshed.rail.faces import WAY_OF


def make_link(
    ground: Ground, start: int, edges: tuple[int, ...], head: bool, tail: bool, owner: int, since: int
) -> Link:
    """The link described from its head, or if there is a choice, from the end that comes first."""
    if head and tail:
        since = 0
    if head == tail:
        start, edges = min((start, edges), reverse(ground, start, edges))
    elif tail:
        start, edges = reverse(ground, start, edges)
        head, tail = True, False
    return Link(start, edges, head, tail, owner, since)


def reverse(ground: Ground, start: int, edges: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The same course described from its other end."""
    return goal_of(ground, start, edges), tuple([OPPOSITE[edge] for edge in reversed(edges)])


def goal_of(ground: Ground, start: int, edges: tuple[int, ...]) -> int:
    neighbours = ground.neighbours
    for edge in edges:
        start = neighbours[start][edge]
    return start


def link_id(ground: Ground, link: Link) -> str:
    """The id of a link on the page. No other link begins with the same edge, and a complete one keeps its course."""
    return ground.link_ids[6 * link.start + link.edges[0]]


def open_keys(ground: Ground, link: Link) -> list[int]:
    """The edges that its open ends point at, as 6 * hex + edge of the hex ahead."""
    keys = [] if link.head else [6 * link.start + link.edges[0]]
    if not link.tail:
        keys.append(6 * goal_of(ground, link.start, link.edges) + OPPOSITE[link.edges[-1]])
    return keys


def tiles_of(ground: Ground, link: Link) -> list[tuple[int, int]]:
    """The tiles of a link in order, as hexes and ways."""
    laid = []
    here = link.start
    for coming, going in zip(link.edges, link.edges[1:], strict=False):
        here = ground.neighbours[here][coming]
        laid.append((here, WAY_OF[OPPOSITE[coming], going]))
    return laid


def stubs_of(ground: Ground, link: Link) -> list[tuple[int, int]]:
    """Where it is joined to places, as their hexes and edges."""
    stubs = [(link.start, link.edges[0])] if link.head else []
    if link.tail:
        stubs.append((goal_of(ground, link.start, link.edges), OPPOSITE[link.edges[-1]]))
    return stubs
