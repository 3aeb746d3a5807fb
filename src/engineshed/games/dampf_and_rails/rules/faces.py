"""The triangles between the sections, through which walls run (R28).

A wall is a closed line round a place. It runs from triangle to triangle, across every section that leads out, or
through a narrow spot without room. Where it crosses a section that is still free, it has a gap.

A section is *exposed* if such a line can run from one side of it round to the other with fewer gaps than a player has
opponents. Building the section then closes the wall, and some of the opponents may be shut out. Nobody depends on a
section that is not exposed.

The whole sea counts as one triangle. Ferries are ignored here, so a wall that is found may still be open by sea.
"""

from __future__ import annotations

from engineshed.games.dampf_and_rails.rules.board import Board

SEA = 0


class Faces:
    """The triangles of a board."""

    def __init__(self, board: Board, spots: tuple[int, ...]) -> None:
        self._found: dict[tuple[int, ...], int] = {}
        self.sides: list[list[int]] = [[]]
        """For each triangle, its sections. For the sea they are not listed."""
        self.corners: list[set[int]] = [set()]
        """For each triangle, the spots at its corners."""
        self.of = tuple(self._beside(board, spots, section) for section in range(len(board.ends)))
        """For each section, the triangles on both sides."""
        for section, both in enumerate(self.of):
            for face in [face for face in dict.fromkeys(both) if face != SEA]:
                self.sides[face].append(section)
        self.round: dict[int, list[int]] = {}
        """For each spot, the triangles round it."""
        for face, spots_ in enumerate(self.corners):
            for spot in spots_:
                self.round.setdefault(spot, []).append(face)
        for (a, b), both in zip(board.ends, self.of, strict=True):
            if SEA in both:
                for spot in (spots[a], spots[b]):
                    if SEA not in self.round.setdefault(spot, []):
                        self.round[spot].append(SEA)

    def _beside(self, board: Board, spots: tuple[int, ...], section: int) -> tuple[int, int]:
        a, b = board.ends[section]
        if board.streets[section]:
            return SEA, SEA
        near = dict(board.around[b])
        thirds = [post for post, _ in board.around[a] if post in near]
        faces = [self._face(spots, (a, b, third)) for third in thirds]
        return tuple((*faces, SEA, SEA)[:2])  # type: ignore[return-value]

    def _face(self, spots: tuple[int, ...], posts: tuple[int, ...]) -> int:
        key = tuple(sorted(posts))
        if key not in self._found:
            self._found[key] = len(self.sides)
            self.sides.append([])
            self.corners.append({spots[post] for post in posts})
        return self._found[key]
