"""What the phone asks of a deal of Paskievics."""

from typing import Any

from rules.paskievics.deal import POINTS
from scoring.games.paskievics.words import BIDS, DOUBLINGS, ITEMS, SIDES
from scoring.games.phone_form import (
    Again,
    Chips,
    Codes,
    Doublings,
    Form,
    Key,
    Number,
    Part,
    Say,
    Seats,
    if_is,
    unless,
)

PRICES = {
    "double": "double_times",
    "volat": "volat_times",
    **{item: f"{item}_chips" for item in ("trull", "kings", "pagat", "xxi")},
}


def announced(rules: Any) -> set[str]:
    """What this house pays for where it is announced."""
    return {item for item, price in PRICES.items() if getattr(rules, price)[1]}


FORM = Form(
    main=(
        Seats(
            "declarer",
            "Declarer",
            keys=(
                Key("passed", "All passed", {"kind": "passed_out"}),
                Key("annulled", "Thrown in", {"kind": "annulled"}),
                Key(
                    "trial",
                    "Three without honour",
                    {"kind": "trial_failed"},
                    small="by the fourth hand",
                ),
            ),
        ),
        Seats("partner", "Partner", but=("declarer",), keys=(Key("alone", "Alone"),)),
        Codes("bid", "Bid", BIDS, played="game_chips"),
        Number(
            "points",
            "Points of the declarer’s side",
            of=POINTS,
            sides=("declarer", "opponents"),
            hint="48 are enough.",
            keys=(
                Key("all", "All tricks", {"all_tricks": "declarer"}),
                Key("none", "No trick", {"all_tricks": "opponents"}),
            ),
        ),
    ),
    more=(
        Doublings(
            "doubled",
            "Kontra",
            DOUBLINGS,
            most="max_doubles",
            house=lambda rules: rules.max_doubles > 0,
        ),
        Chips(
            "announced",
            "Announced",
            ITEMS,
            rows=SIDES,
            played=announced,
            most="max_doubles",
            help="A tap announces it, each tap more doubles it once.",
        ),
        Codes(
            "trull",
            "Trull",
            SIDES,
            help="Who has all three honours at the end?",
            house=lambda rules: any(rules.trull_chips),
        ),
        Codes(
            "kings",
            "Four Kings",
            SIDES,
            help="Who has all four at the end?",
            house=lambda rules: any(rules.kings_chips),
        ),
        Part(
            "xxi",
            "XXI",
            (
                Seats("lost_by", "Whose XXI?"),
                Seats("caught_by", "Whose Skíz took it?", but=("xxi.lost_by",)),
            ),
        ),
        Part(
            "pagat",
            "Pagát",
            (
                Codes("side", "Played to the last trick by", SIDES),
                Codes("made", "Did it take the trick?", {True: "Yes", False: "No"}),
            ),
            house=lambda rules: any(rules.pagat_chips),
        ),
        Chips(
            "tarokks",
            "Tarokks",
            {8: "8", 9: "9"},
            house=lambda rules: any(rules.tarokks_chips),
        ),
    ),
    summary=(
        Say("All passed", if_is("kind", "passed_out")),
        Say("Thrown in", if_is("kind", "annulled")),
        Say("Three without honour", if_is("kind", "trial_failed")),
        Say("{declarer} and {partner}: {bid}", if_is("partner")),
        Say("{declarer} alone: {bid}", if_is("declarer"), unless("partner")),
        Say("{points} points", if_is("points")),
        Say("all tricks", if_is("all_tricks", "declarer")),
        Say("no trick", if_is("all_tricks", "opponents")),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4, 5)),
        Say("announced by {announced}", if_is("announced")),
        Say("trull {trull}", if_is("trull")),
        Say("Kings {kings}", if_is("kings")),
        Say("XXI lost by {xxi.lost_by} to {xxi.caught_by}", if_is("xxi")),
        Say("Pagát made", if_is("pagat.made")),
        Say("Pagát lost", if_is("pagat"), unless("pagat.made")),
        Say("tarokks {tarokks}", if_is("tarokks")),
    ),
    again=(Again(("passed_out", "trial_failed", "annulled")),),
    reasons=("Wrong points", "Wrong partner", "Something was forgotten"),
)
