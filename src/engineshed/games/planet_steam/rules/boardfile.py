"""The file of a board, block by block, and the small parts of a board.

``board`` checks the file and makes a board from it.
"""

from __future__ import annotations

from typing import Annotated, Final, Generic, Literal, TypeVar

import msgspec

from engineshed.core.boards import Heading
from engineshed.core.datafile import Basis
from engineshed.games.planet_steam.rules.components import DIE, PLAYER_COUNTS, SEATS, SpecialistName

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1000)]
LARGEST: Final = 60
"""The most that a supply can be, or that a carrier can hold."""
Amount = Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]


# -- what a board is made of ---------------------------------------------------------------------------------------


class Cost(msgspec.Struct, frozen=True):
    credits: int
    goods: tuple[int, ...]
    """How many of each resource."""


class SpecialistCard(msgspec.Struct, frozen=True):
    """A specialist card."""

    number: int
    who: tuple[int, ...]


class Start(msgspec.Struct, frozen=True):
    """What each player begins with."""

    credits: int
    goods: tuple[int, ...]


class Way(msgspec.Struct, frozen=True):
    """A way to manipulate prices."""

    cost: int
    spaces: int


# -- the file, block by block --------------------------------------------------------------------------------------

T = TypeVar("T")


class EachResource(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """Something for each resource."""

    quartz: T
    ore: T
    water: T
    energy: T

    def __getitem__(self, name: str) -> T:
        found: T = getattr(self, name)
        return found


class EachColour(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """Something for each colour of a supply."""

    black: T
    blue: T
    green: T
    yellow: T
    orange: T
    red: T

    def __getitem__(self, name: str) -> T:
        found: T = getattr(self, name)
        return found


class EachCount(
    msgspec.Struct,
    Generic[T],
    frozen=True,
    forbid_unknown_fields=True,
    rename={"two": "2", "three": "3", "four": "4", "five": "5"},
):
    """Something for each number of players."""

    two: T
    three: T
    four: T
    five: T

    def __getitem__(self, players: int) -> T:
        return (self.two, self.three, self.four, self.five)[players - SEATS[0]]

    def items(self) -> list[tuple[int, T]]:
        return [(players, self[players]) for players in PLAYER_COUNTS]


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis


class LengthBlock(Block, frozen=True):
    rounds: EachCount[Positive]


class PriceBlock(Block, frozen=True):
    lowest: Positive
    start: Positive
    highest: Positive


class SupplyBlock(Block, frozen=True):
    colours: EachColour[Count]
    highest: Amount


class ByResourceBlock(Block, frozen=True):
    quartz: EachCount[Count]
    ore: EachCount[Count]
    water: EachCount[Count]
    energy: EachCount[Count]

    def of(self, players: int) -> tuple[int, ...]:
        return self.quartz[players], self.ore[players], self.water[players], self.energy[players]


class GoodsBlock(ByResourceBlock, frozen=True):
    credits: EachCount[Count]


class ShiftBlock(Block, frozen=True):
    shift: Annotated[int, msgspec.Meta(ge=-50, le=50)]


class ShortageBlock(Block, frozen=True):
    rise: Count


class TankPricesBlock(Block, frozen=True):
    prices: tuple[Count, ...]


class TankStartBlock(Block, frozen=True):
    tanks: EachCount[Count]


class CostLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    quartz: Count = 0
    ore: Count = 0
    water: Count = 0
    energy: Count = 0
    credits: Count = 0

    def cost(self) -> Cost:
        return Cost(self.credits, (self.quartz, self.ore, self.water, self.energy))


class TankCostsBlock(Block, frozen=True):
    activation: CostLine
    idle: CostLine
    local_tank: CostLine
    imported_tank: CostLine
    quartz_converter: CostLine
    ore_converter: CostLine
    energy_converter: CostLine
    supercharger: CostLine
    carrier_upgrade: CostLine
    new_tank: CostLine


class CarrierBlock(Block, frozen=True):
    holds: tuple[Amount, ...]


class IndependentBlock(Block, frozen=True):
    holds: Amount


class PiecesBlock(Block, frozen=True):
    tanks: Positive
    quartz_converters: Count
    ore_converters: Count
    energy_converters: Count
    superchargers: Count
    claim_markers: Positive
    neutral_markers: Count


class CertificatesBlock(Block, frozen=True):
    licences: EachCount[Count]
    quarters: EachCount[Count]
    licence_cost: CostLine
    quarters_cost: CostLine
    licence_sale: Count


class SumsBlock(Block, frozen=True):
    grant: Positive
    engineer: Count
    no_zone: Count
    claimed_by: Annotated[int, msgspec.Meta(ge=1, le=DIE)]


class ValuesBlock(Block, frozen=True):
    zone: Count
    tank: Count
    supercharger: Count
    quarters: Count


class CardLine(Block, frozen=True):
    number: Positive
    who: tuple[SpecialistName, ...]
    sets: tuple[Literal[2, 3, 4, 5], ...]


class WayLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cost: Count
    spaces: Positive


class ManipulationBlock(Block, frozen=True):
    weak: WayLine
    moderate: WayLine
    strong: WayLine


class SabotageBlock(Block, frozen=True):
    from_round: Positive
    per_pip: Count


class LandBlock(Block, frozen=True):
    zones: str


class SetupBlock(Block, frozen=True):
    claims: str


class VariableClaimsBlock(Block, frozen=True):
    highest_roll: EachCount[Count]


class BoardFile(Heading, frozen=True, kw_only=True):
    length: LengthBlock
    prices: EachResource[PriceBlock]
    supplies: EachResource[SupplyBlock]
    start_supplies: ByResourceBlock
    adjustment: EachColour[ShiftBlock]
    shortage: ShortageBlock
    tank_prices: TankPricesBlock
    tank_start: TankStartBlock
    tank_costs: TankCostsBlock
    carriers: EachResource[CarrierBlock]
    independent_carrier: IndependentBlock
    start_goods: GoodsBlock
    reduced_goods: GoodsBlock
    pieces: PiecesBlock
    certificates: CertificatesBlock
    sums: SumsBlock
    values: ValuesBlock
    specialists: tuple[CardLine, ...]
    manipulation: ManipulationBlock
    sabotage: SabotageBlock
    land: LandBlock
    setups: EachCount[SetupBlock]
    variable_claims: VariableClaimsBlock
