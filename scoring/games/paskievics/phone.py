"""What the phone asks of a deal of Paskievics."""

from typing import Any

from rules.messages import say_later
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
            say_later("Declarer"),
            keys=(
                Key("passed", say_later("All passed"), {"kind": "passed_out"}),
                Key("annulled", say_later("Thrown in"), {"kind": "annulled"}),
                Key(
                    "trial",
                    say_later("Three without an honor"),
                    {"kind": "trial_failed"},
                    small=say_later("by the fourth hand"),
                ),
            ),
        ),
        Seats(
            "partner",
            say_later("Partner"),
            but=("declarer",),
            keys=(Key("alone", say_later("Alone")),),
        ),
        Codes("bid", say_later("Bid"), BIDS, played="game_chips"),
        Number(
            "points",
            say_later("Points of the declarer’s side"),
            of=POINTS,
            sides=(say_later("declarer"), say_later("opponents")),
            hint=say_later("48 are enough."),
            keys=(
                Key("all", say_later("All tricks"), {"all_tricks": "declarer"}),
                Key("none", say_later("No trick"), {"all_tricks": "opponents"}),
            ),
        ),
    ),
    more=(
        Doublings(
            "doubled",
            say_later("Kontra"),
            DOUBLINGS,
            most="max_doubles",
            house=lambda rules: rules.max_doubles > 0,
        ),
        Chips(
            "announced",
            say_later("Announced"),
            ITEMS,
            rows=SIDES,
            played=announced,
            most="max_doubles",
            help=say_later("A tap announces it, each tap more doubles it once."),
        ),
        Codes(
            "trull",
            say_later("Trull"),
            SIDES,
            help=say_later("Who has all three honors at the end?"),
            house=lambda rules: any(rules.trull_chips),
        ),
        Codes(
            "kings",
            say_later("Four Kings"),
            SIDES,
            help=say_later("Who has all four at the end?"),
            house=lambda rules: any(rules.kings_chips),
        ),
        Part(
            "xxi",
            say_later("XXI"),
            (
                Seats("lost_by", say_later("Whose XXI?")),
                Seats(
                    "caught_by", say_later("Whose Skíz took it?"), but=("xxi.lost_by",)
                ),
            ),
        ),
        Part(
            "pagat",
            say_later("Pagát"),
            (
                Codes("side", say_later("Played to the last trick by"), SIDES),
                Codes(
                    "made",
                    say_later("Did it take the trick?"),
                    {True: say_later("Yes"), False: say_later("No")},
                ),
            ),
            house=lambda rules: any(rules.pagat_chips),
        ),
        Chips(
            "tarokks",
            say_later("Tarokks"),
            {8: "8", 9: "9"},
            house=lambda rules: any(rules.tarokks_chips),
        ),
    ),
    summary=(
        Say(say_later("All passed"), if_is("kind", "passed_out")),
        Say(say_later("Thrown in"), if_is("kind", "annulled")),
        Say(say_later("Three without an honor"), if_is("kind", "trial_failed")),
        Say(say_later("{declarer} and {partner}: {bid}"), if_is("partner")),
        Say(say_later("{declarer} alone: {bid}"), if_is("declarer"), unless("partner")),
        Say(say_later("{points} points"), if_is("points")),
        Say(say_later("all tricks"), if_is("all_tricks", "declarer")),
        Say(say_later("no trick"), if_is("all_tricks", "opponents")),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4, 5)),
        Say(say_later("announced by: {announced}"), if_is("announced")),
        Say(say_later("Trull: {trull}"), if_is("trull")),
        Say(say_later("Four Kings: {kings}"), if_is("kings")),
        Say(
            say_later("{xxi.lost_by} lost the XXI, {xxi.caught_by} caught it"),
            if_is("xxi"),
        ),
        Say(say_later("Pagát made"), if_is("pagat.made")),
        Say(say_later("Pagát lost"), if_is("pagat"), unless("pagat.made")),
        Say(say_later("tarokks {tarokks}"), if_is("tarokks")),
    ),
    again=(Again(("passed_out", "trial_failed", "annulled")),),
    reasons=(
        say_later("Wrong points"),
        say_later("Wrong partner"),
        say_later("Something was forgotten"),
    ),
)
