"""The rules as this game's bots use them: a change to one of these may change how they play."""

from engineshed.games.planet_steam.rules.board import NOBODY
from engineshed.games.planet_steam.rules.boardfile import Cost
from engineshed.games.planet_steam.rules.carriers import capacity, may_upgrade, room, spare, upgrade
from engineshed.games.planet_steam.rules.components import (
    AIRSHIP_CAPTAIN,
    BANKER,
    CLASSES,
    CONVERTED,
    DIE,
    ENERGY,
    ENGINEER,
    LADY_STEAM,
    ORE,
    QUARTZ,
    RESOURCES,
    SPECULATOR,
    STRONG,
    WATER,
)
from engineshed.games.planet_steam.rules.moves import (
    PURCHASES,
    REARRANGING,
    Activate,
    Anchor,
    AnyMove,
    Bid,
    Buy,
    BuyLicence,
    BuyQuarters,
    Card,
    Claim,
    Converter,
    Discard,
    Done,
    Engineer,
    Extract,
    Fit,
    Idle,
    Import,
    Keep,
    Licence,
    Manipulate,
    MoveConverter,
    MoveSupercharger,
    MoveTank,
    Name,
    Neutral,
    Order,
    Pass,
    Release,
    ReturnConverter,
    Sabotage,
    Sell,
    SellLicence,
    Shift,
    Supercharger,
    Take,
    Tank,
    Topple,
    Unload,
    Upgrade,
    Work,
)
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, RESOURCE_WORDS, ROWS, zone_at
from engineshed.games.planet_steam.rules.paying import can_pay, pay
from engineshed.games.planet_steam.rules.phases.auction import is_speculator
from engineshed.games.planet_steam.rules.phases.claims import nearest
from engineshed.games.planet_steam.rules.phases.extraction import is_free, working_zones, yields
from engineshed.games.planet_steam.rules.phases.purchases import fits_river, set_product
from engineshed.games.planet_steam.rules.phases.specialists import cards_left
from engineshed.games.planet_steam.rules.phases.tank_phase import offer_tank_turn
from engineshed.games.planet_steam.rules.phases.zone_auction import named_zones
from engineshed.games.planet_steam.rules.phases.zones import neutral_zones
from engineshed.games.planet_steam.rules.scoring import property_value
from engineshed.games.planet_steam.rules.stages import RULES
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import AUCTIONS, NOWHERE, Stage, Tanks
from engineshed.games.planet_steam.rules.view import View
from engineshed.games.planet_steam.rules.viewing import guess

__all__: list[str] = []

# the game, its views, and a world that fits one
__all__ += ["AUCTIONS", "RULES", "Stage", "State", "View", "guess"]

# the parts of the game
__all__ += ["AIRSHIP_CAPTAIN", "BANKER", "CLASSES", "CONVERTED", "DIE", "ENGINEER", "LADY_STEAM", "SPECULATOR"]
__all__ += ["ENERGY", "ORE", "QUARTZ", "RESOURCES", "STRONG", "WATER"]

# moves of the Expansion phase
__all__ += ["Anchor", "Bid", "Card", "Claim", "Engineer", "Keep", "Licence", "Manipulate", "Name", "Neutral", "Order"]
__all__ += ["Release", "Sabotage", "Shift", "Take", "Topple"]

# moves of the other phases, and those of several
__all__ += ["Activate", "AnyMove", "Buy", "BuyLicence", "BuyQuarters", "Converter", "Done", "Extract", "Fit", "Idle"]
__all__ += ["PURCHASES", "REARRANGING", "Discard", "Import", "MoveConverter", "MoveSupercharger", "MoveTank", "Pass"]
__all__ += ["ReturnConverter", "Sell", "SellLicence", "Supercharger"]
__all__ += ["Tank", "Unload", "Upgrade", "Work"]

# auctions, cards and zones
__all__ += ["NOBODY", "NOWHERE", "cards_left", "is_speculator", "named_zones", "nearest", "neutral_zones"]

# tanks, and what they extract
__all__ += ["Tanks", "fits_river", "is_free", "offer_tank_turn", "set_product", "working_zones", "yields"]

# carriers, costs and wealth
__all__ += ["Cost", "can_pay", "capacity", "may_upgrade", "pay", "property_value", "room", "spare", "upgrade"]

# what messages call things
__all__ += ["COMPANY_WORDS", "RESOURCE_WORDS", "ROWS", "zone_at"]
