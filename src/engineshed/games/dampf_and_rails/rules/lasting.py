"""How long it is certain that something shuts nobody out (R28), after that was found out once.

It was judged by the regions beside what would be built, and by what lies between them. As long as nothing else comes to
lie between them, the same places are connected, and the ways that were found are free, it need not be judged again.
"""

from __future__ import annotations

from engineshed.games.dampf_and_rails.rules.doubts import Crossing
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.works import Lasting


def lasting(s: State, found: Crossing, needs: int, *, is_calm: bool) -> Lasting | None:
    """What was found out; None if it depends on more than that."""
    regions, after, opening = s.regions, found.after, found.opening
    if opening.free or s.passages.is_odd:
        return None
    if regions.fulls and (not found.is_roomy or opening.touches(regions.fulls)):
        return None
    around = [regions.of[face] for spot in after.entered for ring in s.faces.rings[spot] for face, _ in ring]
    beside, rims = dict.fromkeys([*opening.rims, *around]), 0
    for region in beside:
        rims |= regions.rims[region]
    return Lasting(is_calm, frozenset(beside), rims, needs, len(regions.merges), s.joined, s.ferries, regions.pieces)


def still_lasts(s: State, known: Lasting) -> bool:
    regions, sections = s.regions, s.passages.sections
    if known.needs & s.taken or known.joined != s.joined or known.ferries != s.ferries:
        return False
    if known.pieces != regions.pieces:
        return False
    beside, rims, crossings = known.beside, known.rims, sections | regions.halves
    for large, small, large_rim, small_rim in regions.merges[known.seen :]:
        if large in beside and small in beside:
            return False
        if large in beside:
            rim, more = large_rim, small_rim
        elif small in beside:
            rim, more = small_rim, large_rim
            beside = beside - {small} | {large}
        else:
            continue
        if more & rims & crossings & ~(rim & sections) or more & ~rim & regions.fulls:
            return False
        rims |= more
    return True
