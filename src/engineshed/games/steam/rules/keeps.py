"""Where to find the rules that no stage asks for and no refusal names: what is paid, owned, shown and counted."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Keeps
from engineshed.games.steam.rules import board, components, deliveries, laying, money, ownership, scoring, viewing
from engineshed.games.steam.rules.ground import Ground
from engineshed.games.steam.rules.links import Link
from engineshed.games.steam.rules.phases import (
    build_track,
    build_turn,
    choose_action,
    goods_growth,
    income_and_expenses,
    move_goods,
    rounds,
    setup,
    track_offers,
    turn_order,
    urbanisation,
)
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Player, Truth

KEEPS: Final[Keeps] = {
    # Setup
    setup.new_state: ("ST-SETUP-7",),
    setup.cube_counts: ("ST-SETUP-2", "ST-SETUP-3"),
    board.Board.cubes: ("ST-SETUP-2",),
    board.load_board: ("ST-SETUP-9",),
    Player: ("ST-SETUP-5", "ST-LOCO-1"),
    Truth: ("ST-SETUP-6",),
    State.rounds: ("ST-SETUP-8", "ST-XPHASE-2"),
    setup.play_deal: ("ST-ORD-2", "ST-ORD-3", "ST-ORD-8", "ST-XORD-1"),
    # Money
    money.raise_units: ("ST-FIN-1", "ST-FIN-2"),
    money.raisable: ("ST-FIN-2", "ST-FIN-3"),
    money.pay: ("ST-FIN-4", "ST-FIN-5", "ST-FIN-6", "ST-PAY-3"),
    money.building_money: ("ST-XCAP-5",),
    viewing.view: ("ST-GEN-7", "ST-FIN-8"),
    # Turn order and rounds
    turn_order.play_pass: (*("ST-ORD-5", "ST-ORD-6", "ST-ORD-7", "ST-ORD-8", "ST-XAUC-3", "ST-XAUC-5", "ST-XAUC-6"),),
    rounds.begin_round: ("ST-PHASE-1", "ST-XPHASE-1"),
    rounds.next_capital: ("ST-XPHASE-1",),
    rounds.next_chooser: ("ST-PHASE-1", "ST-TRACK-1"),
    rounds.next_builder: ("ST-PHASE-1",),
    rounds.next_mover: (
        *("ST-PHASE-1", "ST-PHASE-3", "ST-TURN-1", "ST-TURN-2", "ST-ORD-9", "ST-END-1"),
        *("ST-XORD-2", "ST-XPHASE-2", "ST-XACT-4"),
    ),
    # Action tiles
    choose_action.offer_tiles: ("ST-ACT-2", "ST-ACT-6"),
    choose_action.tile_price: ("ST-ACT-2", "ST-COST-9", "ST-LOCO-3", "ST-XORD-2", "ST-XACT-1"),
    choose_action.play_choose: ("ST-ACT-3", "ST-LOCO-3", "ST-XACT-3"),
    # Building
    build_turn.offer_build_turn: ("ST-TRACK-3", "ST-TRACK-20"),
    build_turn.play_done: ("ST-INC-2", "ST-INC-3", "ST-INC-5", "ST-TRACK-18", "ST-OWNL-4"),
    track_offers.offer_track: ("ST-TRACK-17", "ST-TRACK-19"),
    ownership.marks_of: ("ST-TRACK-5", "ST-TRACK-7", "ST-TOWN-6", "ST-INC-1", "ST-OWNL-1"),
    laying.lay_way: (
        *("ST-TRACK-8", "ST-TRACK-15", "ST-TRACK-16", "ST-TRACK-17", "ST-INC-4", "ST-OWNL-2", "ST-OWNL-4"),
        "ST-UPG-3",
    ),
    laying.lay_stub: ("ST-TRACK-15", "ST-TRACK-16", "ST-TOWN-2", "ST-TOWN-3", "ST-TOWN-4", "ST-OWNL-2"),
    laying.redirect: ("ST-REDIR-5", "ST-INC-4"),
    laying.put_tile: ("ST-TILE-4", "ST-URB-2"),
    laying.found_city: ("ST-URB-2", "ST-URB-5", "ST-URB-6", "ST-URB-7", "ST-OWNL-3"),
    Link.complete: ("ST-GEN-3", "ST-TRACK-16", "ST-INC-1"),
    Ground.ways_from: ("ST-TERR-2",),
    Ground.crosses_from: ("ST-TRACK-11",),
    Ground.towns_from: ("ST-TOWN-1",),
    components.read_tiles: ("ST-TILE-1", "ST-TILE-2"),
    components.stock_limits: ("ST-TILE-3",),
    board.Terrain: ("ST-TERR-1",),
    board.Board.surcharge: ("ST-COST-1", "ST-COST-2", "ST-COST-3"),
    build_track.price: ("ST-COST-1", "ST-COST-4", "ST-COST-5", "ST-COST-8", "ST-UPG-4"),
    build_track.town_price: ("ST-COST-1", "ST-COST-4", "ST-COST-6", "ST-COST-8"),
    build_track.play_track: ("ST-COST-7",),
    build_track.play_cross: ("ST-COST-7", "ST-UPG-4"),
    build_track.play_redirect: ("ST-COST-7", "ST-REDIR-2", "ST-REDIR-4"),
    build_track.play_town: ("ST-COST-7", "ST-UPG-4"),
    # New Cities and new goods
    urbanisation.play_urbanise: ("ST-URB-8", "ST-COST-10"),
    goods_growth.offer_growth: ("ST-GEN-6", "ST-URB-4"),
    goods_growth.play_grow: ("ST-GEN-6",),
    # Goods
    deliveries.net_of: ("ST-INC-6", "ST-TOWN-4", "ST-DEL-10", "ST-BANK-5"),
    deliveries.Search.results: ("ST-LOCO-1", "ST-DEL-7", "ST-DEL-9"),
    move_goods.may_upgrade: ("ST-LOCO-1",),
    move_goods.play_upgrade: ("ST-LOCO-2",),
    move_goods.play_deliver: ("ST-DEL-8", "ST-PTS-3"),
    move_goods.play_points: ("ST-PTS-4",),
    move_goods.play_income: ("ST-PTS-5",),
    # Income and the end
    income_and_expenses.settle_accounts: (
        *("ST-PAY-1", "ST-PAY-2", "ST-PAY-3", "ST-PAY-4", "ST-BANK-1", "ST-BANK-2", "ST-BANK-3", "ST-BANK-4"),
        *("ST-OWNL-5", "ST-TRACK-18", "ST-XCAP-5", "ST-XPAY-2", "ST-XPAY-3"),
    ),
    income_and_expenses.net_income: ("ST-PAY-2", "ST-XPAY-1"),
    scoring.scores: ("ST-FIN-9", "ST-BANK-2", "ST-END-5"),
    scoring.income_vp: ("ST-END-2",),
    scoring.complete_links: ("ST-END-3", "ST-INC-6"),
    scoring.result: ("ST-END-4",),
}
