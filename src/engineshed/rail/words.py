"""What facts and refusals call edges and ways: words that every game with track has in its catalogues.

The notation's compass letters are for typing; sentences say where track runs in plain words.
"""

from __future__ import annotations

from typing import Final

from engineshed.rail.faces import WAY_NAMES
from engineshed.rail.hexgrid import EDGES

EDGE_WORDS: Final = tuple(f"@edge.{edge}" for edge in EDGES)
WAY_WORDS: Final = tuple(f"@way.{way}" for way in WAY_NAMES)
