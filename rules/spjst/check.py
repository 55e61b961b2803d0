"""Every problem of a hand record, all at once, for whatever JSON value comes in."""

from typing import cast

from rules.problems import Problem
from rules.sentences import listed, seat_word
from rules.spjst.check_bonuses import Bonus, check_bonuses, check_challenge
from rules.spjst.check_faults import (
    UNKNOWN_BID,
    Setting,
    check_faults,
    entries_of,
    illegal_claims,
)
from rules.spjst.check_values import check_values
from rules.spjst.findings import Fields, Findings
from rules.spjst.game import MOST_POINTS, SETS
from rules.spjst.hand import BIDS, FIRST_SEAT, SEATS
from rules.spjst.house import HouseRules
from rules.spjst.problem_words import WHAT, shown

_FIELDS_IN_ORDER = (
    "id",
    "povinost",
    "bid",
    "declarer",
    "partner",
    "points",
    "prever_set",
    "challenge",
    "values",
    "pagat",
    "valat",
    "faults",
)
_FIELDS = frozenset(_FIELDS_IN_ORDER)
_WITHOUT_HAND = ("id", "povinost", "bid", "faults")
_NOT_IF_VOID = ("points", "challenge", "pagat", "valat")


def check(
    record: object,
    rules: HouseRules,
) -> tuple[Problem, ...]:
    """What is wrong with this record in this house; nothing if it can be scored."""
    found = Findings()
    if not isinstance(record, dict):
        found.add("not_an_object.record", "", value=shown(record))
        return tuple(found.problems)
    _check_record(cast(Fields, record), rules, found)
    return tuple(found.problems)


def _check_record(record: Fields, rules: HouseRules, found: Findings) -> None:
    found.names(record, _FIELDS, "", WHAT["record"])
    if not isinstance(record.get("id"), str | None):
        found.add("not_text.id", "id", value=shown(record["id"]))
    povinost: int | None = FIRST_SEAT
    if record.get("povinost") is not None:
        povinost = found.seat(record, "povinost", "povinost", WHAT["povinost"])
    bid = _bid(record, found)
    if bid is None:
        _check_without_hand(record, found)
        setting = Setting(bid, povinost)
    else:
        setting = _check_hand(record, bid, povinost, rules, found)
    check_faults(record, setting, found)


def _bid(record: Fields, found: Findings) -> str | None:
    """The bid, None where no hand was played, UNKNOWN_BID where it is wrong."""
    bid = record.get("bid")
    if isinstance(bid, str) and bid in BIDS:
        return bid
    if "bid" not in record:
        found.add("missing_field.bid", "bid")
    elif bid is None:
        return None
    else:
        found.add("unknown_bid", "bid", value=shown(bid))
    return UNKNOWN_BID


def _check_without_hand(record: Fields, found: Findings) -> None:
    for name in _FIELDS_IN_ORDER:
        if name not in _WITHOUT_HAND and record.get(name) is not None:
            found.add("no_hand_played", name, name=name)


def _check_hand(
    record: Fields, bid: str, povinost: int | None, rules: HouseRules, found: Findings
) -> Setting:
    declarer = found.seat(record, "declarer", "declarer", WHAT["declarer"], True)
    if bid == "povinost" and declarer is not None and povinost is not None:
        _check_declarer(record, declarer, povinost, found)
    side = _declarers_side(record, bid, declarer, found)
    _check_set(record, bid, found)
    wrong_trump = bool(entries_of(record, "wrong_trump"))
    claims = check_values(record, rules, illegal_claims(record), found)
    pagat: Bonus | None = None
    if wrong_trump and bid != "prever":
        _check_void(record, found)
    else:
        points = _points(record, found)
        check_challenge(record, "challenge", rules, found)
        pagat = check_bonuses(record, points, rules, found)
        if not wrong_trump:
            _check_points_given(record, rules, found)
    return Setting(bid, povinost, declarer, side, pagat, claims)


def _check_declarer(
    record: Fields, declarer: int, povinost: int, found: Findings
) -> None:
    """With the bid Povinost it is the Povinost seat, or whoever led off wrongly."""
    wrong = [entry.get("seat") for entry in entries_of(record, "wrong_povinost")]
    leaders = tuple(seat for seat in SEATS if seat in (wrong or [povinost]))
    if declarer not in leaders and leaders:
        said = listed(map(seat_word, leaders), "or")
        who = seat_word(declarer)
        found.add("declarer_not_povinost", "declarer", leaders=said, who=who)


def _declarers_side(
    record: Fields, bid: str, declarer: int | None, found: Findings
) -> frozenset[int] | None:
    """The declarer and his partner; None where it is not clear who they are."""
    alone = None if declarer is None else frozenset((declarer,))
    if record.get("partner") is None:
        return alone
    if bid == "prever":
        found.add("prever_with_partner", "partner")
        return alone
    partner = found.seat(record, "partner", "partner", WHAT["partner"])
    if partner is None or alone is None:
        return None
    if partner == declarer:
        found.add("partner_is_declarer", "partner", who=seat_word(partner))
    return alone | {partner}


def _check_set(record: Fields, bid: str, found: Findings) -> None:
    number = found.whole(record, "prever_set", "prever_set", WHAT["prever_set"])
    if record.get("prever_set") is not None and bid == "povinost":
        found.add("set_without_prever", "prever_set")
    elif number is not None and number not in SETS:
        found.add("set_out_of_range", "prever_set", value=shown(number))


def _points(record: Fields, found: Findings) -> int | None:
    points = found.whole(record, "points", "points", WHAT["points"])
    if points is None or 0 <= points <= MOST_POINTS:
        return points
    said = shown(points)
    found.add("points_out_of_range", "points", most=MOST_POINTS, value=said)
    return None


def _check_points_given(record: Fields, rules: HouseRules, found: Findings) -> None:
    """Needed unless a Valat stands in place of the game; its own problems come first."""
    valat = record.get("valat")
    stands = isinstance(valat, dict) and valat.get("voided") is None
    instead = rules.valat_replaces_game and stands
    unclear = valat is not None and not isinstance(valat, dict)
    if record.get("points") is None and not instead and not unclear:
        found.add("missing_field.points", "points")


def _check_void(record: Fields, found: Findings) -> None:
    for name in _NOT_IF_VOID:
        if record.get(name) is not None:
            found.add("void_hand_has_result", name, name=name)
