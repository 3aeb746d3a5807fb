"""How people are spoken to about Steam Power, and how they speak."""

from engineshed.core.languages import Texts
from engineshed.games.steam_power.rules.board import GAME_ID
from engineshed.games.steam_power.speech import arrange, asking, notation


class Speech(Texts):
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    task = staticmethod(asking.task)
    price = staticmethod(asking.price)
    why_not = staticmethod(asking.why_not)
    describe = staticmethod(arrange.describe)
    plain = staticmethod(arrange.plain)
    arrange = staticmethod(arrange.arrange)


SPEECH = Speech("engineshed.games.steam_power", GAME_ID)
