"""What Steam says to people, and how it reads what they type."""

from engineshed.core.languages import Texts
from engineshed.games.steam.rules.board import GAME_ID
from engineshed.games.steam.speech import notation, questions
from engineshed.games.steam.speech.arrange import arrange
from engineshed.games.steam.speech.describe import describe


class Speech(Texts):
    write = staticmethod(notation.write)
    read = staticmethod(notation.read)
    task = staticmethod(questions.task)
    price = staticmethod(questions.price)
    why_not = staticmethod(questions.why_not)
    arrange = staticmethod(arrange)
    describe = staticmethod(describe)


SPEECH = Speech("engineshed.games.steam", GAME_ID)
