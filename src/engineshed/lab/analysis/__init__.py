"""What decided a finished game: everybody's chances after every turn, the turns that mattered, better moves, luck.

Chances are found by playing on: from a position, as a spectator sees it, worlds are guessed, bots play each to its end,
and the share of victories is the chance. A turn that cost its player much is looked at again, move by move, from what
that player saw then: the played move and what a bot would rather have played are tried in the same worlds.
"""

from __future__ import annotations

from engineshed.lab.analysis.analysing import Analysis, Effort, Progress, analyse
from engineshed.lab.analysis.choosing import strongest

__all__ = ["Analysis", "Effort", "Progress", "analyse", "strongest"]
