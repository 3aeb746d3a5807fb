"""Whether a section is exposed: building it would close a wall with too few gaps (R28; see ``faces``)."""

from __future__ import annotations

from engineshed.games.dampf_and_rails.rules.faces import SEA
from engineshed.games.dampf_and_rails.rules.passages import Passages, bring_forward, remember


class Area:
    """The triangles that a wall can reach from one of them without a gap, by crossing only what is taken."""

    __slots__ = ("at_sea", "faces", "free", "needs", "passages", "tight")

    def __init__(self, passages: Passages, taken: int, start: int) -> None:
        self.passages, self.faces, self.at_sea = passages, [start], start == SEA
        self.free: list[tuple[int, int]] = []
        """The free sections on its edge, each with the triangle beyond; ``needs``: what must stay free, as bits."""
        self.needs = 0
        self.tight: list[int] = []
        """Narrow spots with room for one more player: a wall through such a spot has one gap there."""
        for face in self.faces:
            if face == SEA:
                self.at_sea = True
                continue
            for section in passages.faces.sides[face]:
                a, b = passages.faces.of[section]
                beyond = b if a == face else a
                if taken >> section & 1:
                    if beyond not in self.faces:
                        self.faces.append(beyond)
                else:
                    self.needs |= 1 << section
                    self.free.append((section, beyond))
            for spot in passages.narrow_at[face]:
                self._pass(taken, spot)

    def _pass(self, taken: int, spot: int) -> None:
        passages = self.passages
        if taken & passages.one_left[spot]:
            self.faces += [face for face in passages.faces.round[spot] if face not in self.faces]
        else:
            self.needs |= (passages.one_left[spot] | passages.two_left[spot]) & ~taken
            if taken & passages.two_left[spot]:
                self.tight.append(spot)


def corners_of(passages: Passages, taken: int, section: int) -> int | None:
    """Enough free short ways round a section to show that it is not exposed, as bits; None if there are too few."""
    bits, wanted = 0, passages.seats - 1
    for corner in passages.corners[section]:
        if not corner & taken:
            bits |= corner
            wanted -= 1
            if not wanted:
                return bits
    return None


def guard_of(passages: Passages, taken: int, section: int) -> int | None:
    """What must stay free so that a section is not exposed, as bits; None if it is exposed."""
    known = passages.guards[section]
    for number, guard in enumerate(known):
        if not guard & taken:
            bring_forward(known, number)
            return guard
    found = _find_guard(passages, taken, section, 1 << section)
    if found is not None:
        remember(known, found)
    return found


def is_in_line(passages: Passages, taken: int, section: int, posts: int) -> bool:
    """Whether a section turns out not to be exposed if the sections that continue it without a fork count with it.

    A way that uses one section of such a line uses all of them, so they can be judged as one. And nobody needs a line
    that ends at a dot from which nothing leads on. But a way may begin at a dot that belongs to a network (``posts``),
    so the line ends there.
    """
    line = 1 << section
    for post in passages.board.ends[section]:
        spot, last = passages.spots[post], section
        while passages.is_dot(spot) and not posts >> spot & 1:
            onward = [(there, way) for there, way in passages.around[spot] if way != last and not taken >> way & 1]
            if not onward:
                return True
            if len(onward) > 1 or line >> onward[0][1] & 1:
                break
            spot, last = onward[0]
            line |= 1 << last
    return line != 1 << section and _find_guard(passages, taken, section, line) is not None


def _find_guard(passages: Passages, taken: int, section: int, line: int) -> int | None:
    """``line``: the section and those that are useless without it, as bits."""
    one, other = (Area(passages, taken, face) for face in passages.faces.of[section])
    if other.faces[0] in one.faces or (one.at_sea and other.at_sea):
        return None
    if passages.seats == 2:
        return (one.needs | other.needs) & ~line
    return _guard_with_gap(passages, taken, line, one, other)


def _guard_with_gap(passages: Passages, taken: int, line: int, one: Area, other: Area) -> int | None:
    """The same for three players, where a wall with one gap can shut somebody out."""
    needs = one.needs | other.needs
    if not set(one.tight).isdisjoint(other.tight):
        return None
    for here, there in ((one, other), (other, one)):
        beyond = [face for section, face in here.free if not line >> section & 1]
        if not there.at_sea:
            if not set(beyond).isdisjoint(there.faces):
                return None
            continue
        for spot in here.tight:
            beyond += passages.faces.round[spot]
        for face in beyond:
            if face in here.faces:
                continue
            area = Area(passages, taken, face)
            if area.at_sea or face in there.faces:
                return None
            needs |= area.needs
    return needs & ~line
