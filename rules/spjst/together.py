"""Contradictions within one deal (§15, §16, §17, §30, §31).

One deal has one Pagat, one Skys, four Kings and 106 card points, so a record that
contradicts itself is rejected, with a problem at each of the two fields. Values that
are recorded as an illegal value are left out of every check.
"""

from collections.abc import Iterable, Sequence
from typing import cast

from rules.messages import Sentence, seat_word
from rules.spjst.faults import entries_of
from rules.spjst.hand import SEATS, Side, other
from rules.spjst.problems import Bonus, Fields, Findings, Setting
from rules.spjst.settle import MOST_POINTS, is_won
from rules.spjst.values import KINGS, VALUES, declared_trull

LAST_TRICK = 8  # its card points at least: the Pagat’s 5 and three more cards
OUTSIDE = 6  # cards outside the tricks, with at most 5 card points each
ALL_TRICKS = MOST_POINTS - 5 * OUTSIDE  # card points of all tricks, at least


def check_discards(record: Fields, findings: Findings) -> tuple[int, int]:
    """Return the numbers of Kings and trumps recorded as discarded; 0 if too many.

    There are four Kings, and six cards are discarded in all.
    """
    kings = len(entries_of(record, "discarded_king"))
    trumps = len(entries_of(record, "discarded_trump"))
    if kings <= KINGS and kings + trumps <= OUTSIDE:
        return kings, trumps
    if kings > KINGS:
        findings.add("too_many_discards.kings", "faults", count=kings, most=KINGS)
    else:
        count = kings + trumps
        findings.add("too_many_discards.cards", "faults", count=count, most=OUTSIDE)
    return 0, 0


def check_together(record: Fields, setting: Setting, findings: Findings) -> None:
    """Check for all contradictions between values, card points, Pagat and Valat."""
    valat, pagat = setting.valat, setting.pagat
    if valat is not None and valat.made and valat.side is not None:
        _check_valat(valat, setting, findings)
    if setting.true_claims:
        _check_all_points(setting, findings)
    if pagat is None:
        return
    if pagat.side is not None and not entries_of(record, "false_pagat"):
        _check_pagat(pagat, setting, findings)
        _check_last_trick(pagat, setting, findings)


def _check_valat(valat: Bonus, setting: Setting, findings: Findings) -> None:
    side, points, pagat = cast(Side, valat.side), setting.points, setting.pagat
    if points is not None and _points_of(side, points) < ALL_TRICKS:
        suffix = ".few" if is_won(points) == (side == "declarer") else ""
        bounds = {"least": ALL_TRICKS, "most": MOST_POINTS - ALL_TRICKS}
        code = f"valat_contradicts_points.{side}{suffix}"
        findings.add_all(code, ("points", "valat"), points=points, **bounds)
    if pagat is not None and pagat.made and pagat.side not in (None, side):
        findings.add_all("valat_contradicts_pagat", ("pagat", "valat"))
    places = ("values", "valat")
    if words := _trull_of(_seats_of(other(side), setting), setting):
        findings.add_all("valat_contradicts_values.skys", places, **words)
    if _is_uni(_seats_of(side, setting), setting):
        name = VALUES["uni"].name
        findings.add_all("valat_contradicts_values.uni", places, value=name)


def _check_pagat(pagat: Bonus, setting: Setting, findings: Findings) -> None:
    """Check the Pagat against declared values.

    It belongs to the side of a declared Trull, and a side without a trump can't have
    it.
    """
    side, places = cast(Side, pagat.side), ("values", "pagat")
    if words := _trull_of(_seats_of(other(side), setting), setting):
        findings.add_all("pagat_contradicts_values.trull", places, **words)
    if _is_uni(_seats_of(side, setting), setting):
        name = VALUES["uni"].name
        findings.add_all("pagat_contradicts_values.uni", places, value=name)


def _check_last_trick(pagat: Bonus, setting: Setting, findings: Findings) -> None:
    """Check that the side that took the Pagat's last trick has its card points."""
    side = cast(Side, pagat.side)
    if not (pagat.made or pagat.taken_by_partner):
        if pagat.made is None or pagat.announced is not False:
            return  # an announced one may have been lost earlier
        side = other(side)
    if setting.points is not None:
        points = _points_of(side, setting.points)
        if points < LAST_TRICK:
            words = {"least": LAST_TRICK, "points": points}
            code = "pagat_contradicts_points"
            findings.add_all(code, ("pagat", "points"), **words)


def _check_all_points(setting: Setting, findings: Findings) -> None:
    """Check that a side without a trump doesn't have all card points.

    The other side's trumps take at least one trick.
    """
    for side, all_of_them in (("declarer", MOST_POINTS), ("opponents", 0)):
        seats = _seats_of(cast(Side, side), setting)
        if setting.points == all_of_them and _is_uni(seats, setting):
            words = {"most": MOST_POINTS, "value": VALUES["uni"].name}
            findings.add_all("values_contradict_points", ("values", "points"), **words)


def _points_of(side: Side, points: int) -> int:
    return points if side == "declarer" else MOST_POINTS - points


def _seats_of(side: Side, setting: Setting) -> tuple[int, ...]:
    """Return the seats of a side; none where the sides aren't clear."""
    ours = setting.side
    if ours is None:
        return ()
    return tuple(seat for seat in SEATS if (seat in ours) == (side == "declarer"))


def _trull_of(seats: Sequence[int], setting: Setting) -> dict[str, Sentence]:
    """Return which of these seats declared Skys, Mond and Pagat, and as which value.

    The result is empty if none did.
    """
    for seat in seats:
        if value := declared_trull(setting.true_claims.get(seat, frozenset())):
            return {"who": seat_word(seat), "value": VALUES[value].name}
    return {}


def _is_uni(seats: Sequence[int], setting: Setting) -> bool:
    """Return whether every one of these seats declared to have no trump."""
    claims = setting.true_claims
    return bool(seats) and all(_has_uni(claims.get(seat, ())) for seat in seats)


def _has_uni(codes: Iterable[str]) -> bool:
    return any(VALUES[code].most_trumps == 0 for code in codes)
