"""How people are spoken to about Steam Power, and how they speak."""

from engineshed.core.languages import Texts
from engineshed.games.steam_power.rules.troubles import GAME_ID
from engineshed.games.steam_power.speech import arrange, notation, questions


class Speech(Texts):
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    task = staticmethod(questions.task)
    price = staticmethod(questions.price)
    why_not = staticmethod(questions.why_not)
    describe = staticmethod(arrange.describe)
    plain = staticmethod(arrange.plain)
    arrange = staticmethod(arrange.arrange)


SPEECH = Speech("engineshed.games.steam_power", GAME_ID)
