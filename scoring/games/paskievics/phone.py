"""What the phone asks of a deal of Paskievics."""

from typing import Any

from rules.paskievics.deal import POINTS
from rules.sentences import template as _
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
            _("Declarer"),
            keys=(
                Key("passed", _("All passed"), {"kind": "passed_out"}),
                Key("annulled", _("Thrown in"), {"kind": "annulled"}),
                Key(
                    "trial",
                    _("Three without honour"),
                    {"kind": "trial_failed"},
                    small=_("by the fourth hand"),
                ),
            ),
        ),
        Seats(
            "partner", _("Partner"), but=("declarer",), keys=(Key("alone", _("Alone")),)
        ),
        Codes("bid", _("Bid"), BIDS, played="game_chips"),
        Number(
            "points",
            _("Points of the declarer’s side"),
            of=POINTS,
            sides=(_("declarer"), _("opponents")),
            hint=_("48 are enough."),
            keys=(
                Key("all", _("All tricks"), {"all_tricks": "declarer"}),
                Key("none", _("No trick"), {"all_tricks": "opponents"}),
            ),
        ),
    ),
    more=(
        Doublings(
            "doubled",
            _("Kontra"),
            DOUBLINGS,
            most="max_doubles",
            house=lambda rules: rules.max_doubles > 0,
        ),
        Chips(
            "announced",
            _("Announced"),
            ITEMS,
            rows=SIDES,
            played=announced,
            most="max_doubles",
            help=_("A tap announces it, each tap more doubles it once."),
        ),
        Codes(
            "trull",
            _("Trull"),
            SIDES,
            help=_("Who has all three honours at the end?"),
            house=lambda rules: any(rules.trull_chips),
        ),
        Codes(
            "kings",
            _("Four Kings"),
            SIDES,
            help=_("Who has all four at the end?"),
            house=lambda rules: any(rules.kings_chips),
        ),
        Part(
            "xxi",
            _("XXI"),
            (
                Seats("lost_by", _("Whose XXI?")),
                Seats("caught_by", _("Whose Skíz took it?"), but=("xxi.lost_by",)),
            ),
        ),
        Part(
            "pagat",
            _("Pagát"),
            (
                Codes("side", _("Played to the last trick by"), SIDES),
                Codes(
                    "made",
                    _("Did it take the trick?"),
                    {True: _("Yes"), False: _("No")},
                ),
            ),
            house=lambda rules: any(rules.pagat_chips),
        ),
        Chips(
            "tarokks",
            _("Tarokks"),
            {8: "8", 9: "9"},
            house=lambda rules: any(rules.tarokks_chips),
        ),
    ),
    summary=(
        Say(_("All passed"), if_is("kind", "passed_out")),
        Say(_("Thrown in"), if_is("kind", "annulled")),
        Say(_("Three without honour"), if_is("kind", "trial_failed")),
        Say(_("{declarer} and {partner}: {bid}"), if_is("partner")),
        Say(_("{declarer} alone: {bid}"), if_is("declarer"), unless("partner")),
        Say(_("{points} points"), if_is("points")),
        Say(_("all tricks"), if_is("all_tricks", "declarer")),
        Say(_("no trick"), if_is("all_tricks", "opponents")),
        Say("{doubled}", if_is("doubled", 1, 2, 3, 4, 5)),
        Say(_("announced by: {announced}"), if_is("announced")),
        Say(_("Trull: {trull}"), if_is("trull")),
        Say(_("Four Kings: {kings}"), if_is("kings")),
        Say(_("{xxi.lost_by} lost the XXI, {xxi.caught_by} caught it"), if_is("xxi")),
        Say(_("Pagát made"), if_is("pagat.made")),
        Say(_("Pagát lost"), if_is("pagat"), unless("pagat.made")),
        Say(_("tarokks {tarokks}"), if_is("tarokks")),
    ),
    again=(Again(("passed_out", "trial_failed", "annulled")),),
    reasons=(_("Wrong points"), _("Wrong partner"), _("Something was forgotten")),
)
