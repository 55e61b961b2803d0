"""Questions that the phone asks about a deal of Paskievics."""

from typing import Any

from rules.messages import message_template
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
    """Return the items for which this house pays when they are announced."""
    return {item for item, price in PRICES.items() if getattr(rules, price)[1]}


FORM = Form(
    main=(
        Seats(
            "declarer",
            message_template("Declarer"),
            keys=(
                Key("passed", message_template("All passed"), {"kind": "passed_out"}),
                Key("annulled", message_template("Thrown in"), {"kind": "annulled"}),
                Key(
                    "trial",
                    message_template("Three without an honor"),
                    {"kind": "trial_failed"},
                    small=message_template("by the fourth hand"),
                ),
            ),
        ),
        Seats(
            "partner",
            message_template("Partner"),
            but=("declarer",),
            keys=(Key("alone", message_template("Alone")),),
        ),
        Codes("bid", message_template("Bid"), BIDS, played="game_chips"),
        Number(
            "points",
            message_template("Points of the declarer’s side"),
            of=POINTS,
            sides=(message_template("declarer"), message_template("opponents")),
            hint=message_template("48 are enough."),
            keys=(
                Key("all", message_template("All tricks"), {"all_tricks": "declarer"}),
                Key("none", message_template("No trick"), {"all_tricks": "opponents"}),
            ),
        ),
    ),
    more=(
        Doublings(
            "doubled",
            message_template("Kontra"),
            DOUBLINGS,
            most="max_doubles",
            house=lambda rules: rules.max_doubles > 0,
        ),
        Chips(
            "announced",
            message_template("Announced"),
            ITEMS,
            rows=SIDES,
            played=announced,
            most="max_doubles",
            help=message_template(
                "Tap once to announce it, and once more for each doubling."
            ),
        ),
        Codes(
            "trull",
            message_template("Trull"),
            SIDES,
            help=message_template("Who has all three honors at the end?"),
            house=lambda rules: any(rules.trull_chips),
        ),
        Codes(
            "kings",
            message_template("Four Kings"),
            SIDES,
            help=message_template("Who has all four at the end?"),
            house=lambda rules: any(rules.kings_chips),
        ),
        Part(
            "xxi",
            message_template("XXI"),
            (
                Seats("lost_by", message_template("Whose XXI?")),
                Seats(
                    "caught_by",
                    message_template("Whose Skíz took it?"),
                    but=("xxi.lost_by",),
                ),
            ),
        ),
        Part(
            "pagat",
            message_template("Pagát"),
            (
                Codes("side", message_template("Played to the last trick by"), SIDES),
                Codes(
                    "made",
                    message_template("Did it take the trick?"),
                    {True: message_template("Yes"), False: message_template("No")},
                ),
            ),
            house=lambda rules: any(rules.pagat_chips),
        ),
        Chips(
            "tarokks",
            message_template("Tarokks"),
            {8: "8", 9: "9"},
            house=lambda rules: any(rules.tarokks_chips),
        ),
    ),
    summary=(
        Say(message_template("All passed"), if_is("kind", "passed_out")),
        Say(message_template("Thrown in"), if_is("kind", "annulled")),
        Say(message_template("Three without an honor"), if_is("kind", "trial_failed")),
        Say(message_template("{declarer} and {partner}: {bid}"), if_is("partner")),
        Say(
            message_template("{declarer} alone: {bid}"),
            if_is("declarer"),
            unless("partner"),
        ),
        Say(message_template("{points} points"), if_is("points")),
        Say(message_template("all tricks"), if_is("all_tricks", "declarer")),
        Say(message_template("no trick"), if_is("all_tricks", "opponents")),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4, 5)),
        Say(message_template("announced by: {announced}"), if_is("announced")),
        Say(message_template("Trull: {trull}"), if_is("trull")),
        Say(message_template("Four Kings: {kings}"), if_is("kings")),
        Say(
            message_template("{xxi.lost_by} lost the XXI, {xxi.caught_by} caught it"),
            if_is("xxi"),
        ),
        Say(message_template("Pagát made"), if_is("pagat.made")),
        Say(message_template("Pagát lost"), if_is("pagat"), unless("pagat.made")),
        Say(message_template("tarokks {tarokks}"), if_is("tarokks")),
    ),
    again=(Again(("passed_out", "trial_failed", "annulled")),),
    reasons=(
        message_template("Wrong points"),
        message_template("Wrong partner"),
        message_template("Something was forgotten"),
    ),
)
