"""What Steam Power says to people, and how it reads what they type."""

from engineshed.core.languages import Texts
from engineshed.games.steam_power.rules.troubles import GAME_ID
from engineshed.games.steam_power.speech import arrange, describe, notation, questions


class Speech(Texts):
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    task = staticmethod(questions.task)
    price = staticmethod(questions.price)
    why_not = staticmethod(questions.why_not)
    arrange = staticmethod(arrange.arrange)
    plain = staticmethod(describe.plain)
    describe = staticmethod(describe.describe)


SPEECH = Speech("engineshed.games.steam_power", GAME_ID)
