"""Reading a record as a hand and writing it, with all problems of any JSON at once."""

from dataclasses import replace
from typing import Any, cast

from rules.deal_rotation import State
from rules.messages import chained, listed, seat_word
from rules.problems import FIRST_CHECKS, Problem
from rules.spjst.faults import check_faults, entries_of, illegal_claims
from rules.spjst.hand import (
    BIDS,
    CHALLENGE_NAMES,
    CHALLENGES,
    FIRST_SEAT,
    FIRST_SET,
    SEATS,
    SIDES,
    Challenge,
    Claim,
    Fault,
    Hand,
    IllegalHand,
    Pagat,
    Transfer,
    Valat,
)
from rules.spjst.house import HouseRules, prices
from rules.spjst.problems import (
    QUESTIONS,
    UNKNOWN_BID,
    WHAT,
    Bonus,
    Claims,
    Fields,
    Findings,
    Setting,
    is_code,
    shown,
)
from rules.spjst.settle import MOST_POINTS, SETS
from rules.spjst.together import check_discards, check_together
from rules.spjst.values import VALUES, ValueClass, bearable

Record = dict[str, Any]
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
_PAGAT_FIELDS = frozenset(
    ("side", "announced", "made", "challenge", "taken_by_partner")
)
_VALAT_FIELDS = frozenset(("side", "announced", "made", "voided"))
_VOIDED = ("undeclared_value", "illegal_declaration")
_SEAT_KEYS = {str(seat): seat for seat in SEATS}
CLASSES: tuple[ValueClass, ...] = ("trumps", "five_counters")


# The house that plays everything: no house accepts what it rejects.
_WIDEST = HouseRules()


class HandRecords:
    """A reader of SPJST records, with its own messages for all problems at once."""

    active = len(SEATS)
    tables = (len(SEATS),)

    def problems(
        self, record: object, rules: HouseRules, state: State | None, seats: int | None
    ) -> tuple[Problem, ...]:
        """Return the problems that `check` finds.

        No hand depends on another, and four sit at every table, so `state` and `seats`
        aren't used.
        """
        return check(record, rules)

    def parse(self, record: object, *, checked: bool = False) -> Hand:
        """Return the hand of a record that has passed `check`."""
        return parse(record, checked=checked)

    def write(self, hand: Hand) -> Record:
        """Return the hand’s record in its canonical form."""
        return write(hand)

    def kind_of(self, hand: Hand) -> str:
        """Return the bid of a hand; empty if it has only a misdeal or a ruling."""
        return hand.bid or ""

    def players_of(self, hand: Hand) -> tuple[int, ...]:
        """Return all four seats, or none if no hand was played."""
        return () if hand.bid is None else SEATS


def check(
    record: object,
    rules: HouseRules,
) -> tuple[Problem, ...]:
    """Return what is wrong with this record in this house; empty if nothing is."""
    findings = Findings()
    if not isinstance(record, dict):
        findings.add("not_an_object.record", "", value=shown(record))
        return tuple(findings.problems)
    _check_record(cast(Fields, record), rules, findings)
    return tuple(findings.problems)


def _check_record(record: Fields, rules: HouseRules, findings: Findings) -> None:
    findings.names(record, _FIELDS, "", WHAT["record"])
    if not isinstance(record.get("id"), str | None):
        findings.add("not_text.id", "id", value=shown(record["id"]))
    povinost: int | None = FIRST_SEAT
    if record.get("povinost") is not None:
        povinost = findings.seat(record, "povinost", "povinost", WHAT["povinost"])
    bid = _bid(record, findings)
    if bid is None:
        _check_without_hand(record, findings)
        setting = Setting(bid, povinost)
    else:
        setting = _check_hand(record, bid, povinost, rules, findings)
    check_faults(record, setting, rules, findings)


# --- Bid, players and result


def _bid(record: Fields, findings: Findings) -> str | None:
    """Return the bid, None where no hand was played, UNKNOWN_BID where it is wrong."""
    bid = record.get("bid")
    if isinstance(bid, str) and bid in BIDS:
        return bid
    if "bid" not in record:
        findings.add("missing_field.bid", "bid")
    elif bid is None:
        return None
    else:
        findings.add("unknown_bid", "bid", value=shown(bid))
    return UNKNOWN_BID


def _check_without_hand(record: Fields, findings: Findings) -> None:
    for name in _FIELDS_IN_ORDER:
        if name not in _WITHOUT_HAND and record.get(name) is not None:
            findings.add("no_hand_played", name, name=name)


def _check_hand(
    record: Fields,
    bid: str,
    povinost: int | None,
    rules: HouseRules,
    findings: Findings,
) -> Setting:
    declarer = findings.seat(record, "declarer", "declarer", WHAT["declarer"], True)
    if bid == "povinost" and declarer is not None and povinost is not None:
        _check_declarer(record, declarer, povinost, findings)
    side = _declarers_side(record, bid, declarer, findings)
    _check_set(record, bid, findings)
    wrong_trump = bool(entries_of(record, "wrong_trump"))
    claims, true = check_values(record, rules, findings)
    setting = Setting(bid, povinost, declarer, side, claims=claims, true_claims=true)
    if wrong_trump and bid != "prever":
        _check_void(record, findings)
        return setting
    points = _points(record, findings)
    check_challenge(record, "challenge", rules, findings)
    pagat = _check_pagat(record, side, rules, findings)
    valat = _check_valat(record, findings)
    if not wrong_trump:
        _check_points_given(record, rules, findings)
    setting = replace(setting, points=points, pagat=pagat, valat=valat)
    check_together(record, setting, findings)
    return setting


def _check_declarer(
    record: Fields, declarer: int, povinost: int, findings: Findings
) -> None:
    """Check that a Povinost's declarer is the Povinost seat, or led off wrongly."""
    wrong = [entry.get("seat") for entry in entries_of(record, "wrong_povinost")]
    leaders = tuple(seat for seat in SEATS if seat in (wrong or [povinost]))
    if declarer not in leaders and leaders:
        names = listed(map(seat_word, leaders), "or")
        name = seat_word(declarer)
        findings.add("declarer_not_povinost", "declarer", leaders=names, who=name)


def _declarers_side(
    record: Fields, bid: str, declarer: int | None, findings: Findings
) -> frozenset[int] | None:
    """Return the declarer and their partner; None where they aren't clear."""
    alone = None if declarer is None else frozenset((declarer,))
    if record.get("partner") is None:
        return alone
    if bid == "prever":
        findings.add("prever_with_partner", "partner")
        return alone
    partner = findings.seat(record, "partner", "partner", WHAT["partner"])
    if partner is None or alone is None:
        return None
    if partner == declarer:
        findings.add("partner_is_declarer", "partner", who=seat_word(partner))
    return alone | {partner}


def _check_set(record: Fields, bid: str, findings: Findings) -> None:
    number = findings.whole(record, "prever_set", "prever_set", WHAT["prever_set"])
    if record.get("prever_set") is not None and bid == "povinost":
        findings.add("set_without_prever", "prever_set")
    elif number is not None and number not in SETS:
        findings.add("set_out_of_range", "prever_set", value=shown(number))


def _points(record: Fields, findings: Findings) -> int | None:
    points = findings.whole(record, "points", "points", WHAT["points"])
    if points is None or 0 <= points <= MOST_POINTS:
        return points
    value_text = shown(points)
    findings.add("points_out_of_range", "points", most=MOST_POINTS, value=value_text)
    return None


def _check_points_given(record: Fields, rules: HouseRules, findings: Findings) -> None:
    """Check for points, which are needed unless a Valat replaces the game.

    Problems of the Valat itself come first.
    """
    valat = record.get("valat")
    stands = isinstance(valat, dict) and valat.get("voided") is None
    instead = rules.valat_replaces_game and stands
    unclear = valat is not None and not isinstance(valat, dict)
    if record.get("points") is None and not instead and not unclear:
        findings.add("missing_field.points", "points")


def _check_void(record: Fields, findings: Findings) -> None:
    for name in _NOT_IF_VOID:
        if record.get(name) is not None:
            findings.add("void_hand_has_result", name, name=name)


# --- Declared values (§12, §17, §18, §21)


def check_values(
    record: Fields, rules: HouseRules, findings: Findings
) -> tuple[Claims, Claims]:
    """Return each seat's known declared values, and these without the illegal values.

    Illegal values are faults of their own, and left out of the checks against the class
    and against the deal.
    """
    discards = check_discards(record, findings)
    values = record.get("values")
    if values is None:
        return {}, {}
    if not isinstance(values, dict):
        words = {"example": '{"2": ["uni"]}', "value": shown(values)}
        findings.add("not_an_object.values", "values", **words)
        return {}, {}
    claims: dict[int, frozenset[str]] = {}
    for key, declared in cast(Fields, values).items():
        seat = _SEAT_KEYS.get(key)
        if seat is None:
            findings.add("not_a_seat.values", f"values.{key}", value=shown(key))
        else:
            claims[seat] = _declared(seat, declared, rules, findings)
    illegal = illegal_claims(record)
    true = {
        seat: declared - illegal.get(seat, frozenset())
        for seat, declared in sorted(claims.items())
    }
    _check_truth(true, discards, findings)
    return claims, true


def _declared(
    seat: int, declared: object, rules: HouseRules, findings: Findings
) -> frozenset[str]:
    path, name = f"values.{seat}", seat_word(seat)
    if declared is None:
        return frozenset()
    if not isinstance(declared, list):
        findings.add("not_a_list.values", path, who=name, value=shown(declared))
        return frozenset()
    known: set[str] = set()
    for value in declared:
        if not isinstance(value, str):
            findings.add("not_text.declared", path, who=name, value=shown(value))
        elif value not in VALUES:
            codes = ", ".join(VALUES)
            findings.add("unknown_value", path, value=shown(value), known=codes)
        elif value in known:
            findings.add("value_twice", path, who=name, value=VALUES[value].name)
        else:
            known.add(value)
    for value in sorted(known.difference(prices(rules.values))):
        findings.add("value_not_played", path, value=VALUES[value].name)
    return frozenset(known)


def _check_truth(true: Claims, discards: tuple[int, int], findings: Findings) -> None:
    """Check for at most one value of each class, and for a deal that allows all."""
    for seat, declared in true.items():
        if len(declared) > 1:
            _check_classes(seat, declared, findings)
    if not bearable(true.values()):
        _tell_impossible(true, findings)
    elif any(discards) and not bearable(true.values(), *discards):
        findings.add_all("impossible_values.discards", ("values", "faults"))


def _check_classes(seat: int, declared: frozenset[str], findings: Findings) -> None:
    for klass in CLASSES:
        same_class = [
            value.name
            for code, value in VALUES.items()
            if code in declared and value.klass == klass
        ]
        if same_class[1:]:
            words = {"who": seat_word(seat), "values": chained(same_class, "or")}
            findings.add(f"two_of_a_class.{klass}", f"values.{seat}", **words)


def _tell_impossible(claims: Claims, findings: Findings) -> None:
    """Report the seat whose values exclude each other, or all values together."""
    for seat, declared in claims.items():
        if not bearable([declared]):
            names = [VALUES[code].name for code in VALUES if code in declared]
            words = {"who": seat_word(seat), "values": chained(names)}
            findings.add("impossible_values.hand", "values", **words)
            return
    findings.add("impossible_values", "values")


# --- Challenges, Pagat and Valat (§13, §15, §16)


def check_challenge(
    fields: Fields, path: str, rules: HouseRules, findings: Findings
) -> None:
    """Check that a challenge, if there is one, is played by the house."""
    challenge = fields.get("challenge")
    if challenge is None:
        return
    if not is_code(challenge, CHALLENGES):
        known = ", ".join(CHALLENGES)
        findings.add("unknown_challenge", path, known=known, value=shown(challenge))
        return
    code = cast(Challenge, challenge)
    if CHALLENGES[code] > CHALLENGES[rules.max_challenge]:
        highest = CHALLENGE_NAMES[rules.max_challenge]
        name = CHALLENGE_NAMES[code]
        findings.add("challenge_not_played", path, challenge=name, highest=highest)


def _check_pagat(
    record: Fields,
    ours: frozenset[int] | None,
    rules: HouseRules,
    findings: Findings,
) -> Bonus | None:
    """Check the Pagat; `ours` are the seats of the declarer's side."""
    pagat = record.get("pagat")
    if not _is_object(pagat, "pagat", findings):
        return None
    fields = cast(Fields, pagat)
    bonus = _bonus(fields, "pagat", _PAGAT_FIELDS, findings)
    check_challenge(fields, "pagat.challenge", rules, findings)
    if fields.get("challenge") is not None and bonus.announced is False:
        findings.add("silent_pagat_challenged", "pagat.challenge")
    path = "pagat.taken_by_partner"
    if fields.get("taken_by_partner") is None:
        return bonus
    is_taken = findings.flag(fields, "taken_by_partner", path, QUESTIONS[path])
    if is_taken and bonus.made:
        findings.add("partner_cannot_take_pagat.made", path)
    if is_taken and bonus.side == "declarer" and ours is not None and len(ours) == 1:
        findings.add_all("partner_cannot_take_pagat.alone", (path, "partner"))
    return replace(bonus, taken_by_partner=bool(is_taken))


def _check_valat(record: Fields, findings: Findings) -> Bonus | None:
    valat = record.get("valat")
    if not _is_object(valat, "valat", findings):
        return None
    fields = cast(Fields, valat)
    bonus = _bonus(fields, "valat", _VALAT_FIELDS, findings)
    if bonus.announced is False and bonus.made is False:
        findings.add("empty_valat", "valat")
    voided = fields.get("voided")
    if voided is None:
        return bonus
    if not is_code(voided, _VOIDED):
        findings.add("unknown_voided", "valat.voided", value=shown(voided))
    if bonus.made or bonus.announced is False:
        findings.add("valat_not_voidable", "valat.voided")
    return bonus


def _is_object(value: object, path: str, findings: Findings) -> bool:
    if isinstance(value, dict):
        return True
    if value is not None:
        findings.add(f"not_an_object.{path}", path, value=shown(value))
    return False


def _bonus(
    fields: Fields, path: str, known: frozenset[str], findings: Findings
) -> Bonus:
    findings.names(fields, known, f"{path}.", WHAT[path])
    side = fields.get("side")
    if side is None:
        findings.add(f"missing_field.{path}", f"{path}.side")
    elif not is_code(side, SIDES):
        findings.add("unknown_side", f"{path}.side", value=shown(side))
    announced, is_made = (
        findings.flag(fields, name, f"{path}.{name}", QUESTIONS[f"{path}.{name}"])
        for name in ("announced", "made")
    )
    return Bonus(cast(str, side) if is_code(side, SIDES) else None, announced, is_made)


# --- A hand from a record without problems


def parse(record: object, *, checked: bool = False) -> Hand:
    """Return the hand of a record that has passed `check`.

    Raises `IllegalHand` with the problems if no house could ever accept the record;
    only the first version's checks apply, so that older records can be read. Pass
    `checked=True` if `check` has just passed, to avoid checking again.
    """
    if not checked:
        found = check(record, _WIDEST)
        problems = tuple(problem for problem in found if problem.since == FIRST_CHECKS)
        if problems:
            raise IllegalHand(problems)
    known = cast(Record, record)
    get = known.get
    return Hand(
        get("bid"),
        get("povinost") or FIRST_SEAT,
        get("declarer"),
        get("partner"),
        get("points"),
        get("prever_set") or FIRST_SET,
        get("challenge"),
        _claims(get("values")),
        _pagat(get("pagat")),
        _valat(get("valat")),
        tuple([_fault(fault) for fault in get("faults") or ()]),
        get("id"),
    )


def _claims(values: Record | None) -> tuple[Claim, ...]:
    """Return claims by seat, and in the order of the table of values."""
    if not values:
        return ()
    claims: list[Claim] = []
    for seat in SEATS:
        declared = values.get(str(seat))
        if declared:
            claims += [Claim(seat, code) for code in VALUES if code in declared]
    return tuple(claims)


def _pagat(pagat: Record | None) -> Pagat | None:
    if pagat is None:
        return None
    return Pagat(
        pagat["side"],
        pagat["announced"],
        pagat["made"],
        pagat.get("challenge"),
        pagat.get("taken_by_partner") or False,
    )


def _valat(valat: Record | None) -> Valat | None:
    if valat is None:
        return None
    return Valat(valat["side"], valat["announced"], valat["made"], valat.get("voided"))


def _fault(fault: Record) -> Fault:
    get = fault.get
    return Fault(
        fault["fault"],
        get("seat"),
        get("value"),
        get("before_first_card") or False,
        get("holder"),
        get("rightful"),
        tuple([Transfer(*transfer) for transfer in get("transfers") or ()]),
        get("reason"),
    )


# --- A hand as its record


def write(hand: Hand) -> Record:
    """Return the hand's record in canonical form: only known facts, claims by seat."""
    record: Record = {} if hand.id is None else {"id": hand.id}
    record["povinost"] = hand.povinost
    record["bid"] = hand.bid
    return record | _present(
        declarer=hand.declarer,
        partner=hand.partner,
        points=hand.points,
        prever_set=hand.prever_set if hand.bid == "prever" else None,
        challenge=hand.challenge,
        values=_written_values(hand.values),
        pagat=hand.pagat and _written_pagat(hand.pagat),
        valat=hand.valat and _written_valat(hand.valat),
        faults=[_written_fault(fault) for fault in hand.faults] or None,
    )


def _present(**fields: object) -> Record:
    return {name: value for name, value in fields.items() if value is not None}


def _written_values(claims: tuple[Claim, ...]) -> dict[str, list[str]] | None:
    values: dict[str, list[str]] = {}
    for claim in claims:
        values.setdefault(str(claim.seat), []).append(claim.value)
    return values or None


def _written_pagat(pagat: Pagat) -> Record:
    return _present(
        side=pagat.side,
        announced=pagat.announced,
        made=pagat.made,
        challenge=pagat.challenge,
        taken_by_partner=pagat.taken_by_partner or None,
    )


def _written_valat(valat: Valat) -> Record:
    return _present(
        side=valat.side,
        announced=valat.announced,
        made=valat.made,
        voided=valat.voided,
    )


def _written_fault(fault: Fault) -> Record:
    transfers = [
        [transfer.payer, transfer.payee, transfer.chips] for transfer in fault.transfers
    ]
    return _present(
        fault=fault.fault,
        seat=fault.seat,
        value=fault.value,
        before_first_card=fault.before_first_card or None,
        holder=fault.holder,
        rightful=fault.rightful,
        transfers=transfers or None,
        reason=fault.reason,
    )
