"""What Planet Steam says to people, and how it reads what they type."""

from engineshed.core.languages import Texts
from engineshed.games.planet_steam.rules.components import GAME_ID
from engineshed.games.planet_steam.speech import arrange, describe, notation, questions


class Speech(Texts):
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    task = staticmethod(questions.task)
    price = staticmethod(questions.price)
    why_not = staticmethod(questions.why_not)
    describe = staticmethod(describe.describe)
    arrange = staticmethod(arrange.arrange)


SPEECH = Speech("engineshed.games.planet_steam", GAME_ID)
