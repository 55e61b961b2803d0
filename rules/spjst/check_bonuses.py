"""Problems of challenges, Pagat and Valat (§13, §15, §16)."""

from dataclasses import dataclass
from typing import cast

from rules.spjst.findings import Fields, Findings, is_code, shown
from rules.spjst.game import CHALLENGE_NAMES, CHALLENGES, is_won
from rules.spjst.hand import SIDES, Challenge
from rules.spjst.house import HouseRules

_PAGAT_FIELDS = frozenset(("side", "announced", "made", "challenge"))
_VALAT_FIELDS = frozenset(("side", "announced", "made", "voided"))
_VOIDED = ("undeclared_value", "illegal_declaration")


@dataclass(frozen=True, slots=True)
class Bonus:
    """What could be understood of a Pagat or Valat; None for what could not."""

    side: str | None
    announced: bool | None
    made: bool | None


def check_challenge(
    fields: Fields, name: str, path: str, rules: HouseRules, found: Findings
) -> None:
    """A challenge the house plays, or none."""
    challenge = fields.get(name)
    if challenge is None:
        return
    if not is_code(challenge, CHALLENGES):
        known = ", ".join(CHALLENGES)
        message = f"The challenge must be one of {known}, not {shown(challenge)}."
        found.add("unknown_challenge", path, message)
        return
    code = cast(Challenge, challenge)
    if CHALLENGES[code] > CHALLENGES[rules.max_challenge]:
        message = (
            f"{CHALLENGE_NAMES[code]} is not played in this house; the highest "
            f"challenge is {CHALLENGE_NAMES[rules.max_challenge]}."
        )
        found.add("challenge_not_played", path, message)


def check_bonuses(
    record: Fields, points: int | None, rules: HouseRules, found: Findings
) -> Bonus | None:
    """Pagat and Valat, and what they say of each other; answers the Pagat."""
    pagat = _check_pagat(record, rules, found)
    valat = _check_valat(record, found)
    if valat is None or not valat.made or valat.side is None:
        return pagat
    if points is not None and is_won(points) != (valat.side == "declarer"):
        message = (
            f"The {_whose(valat.side)} side made a Valat, yet the declarer's side has "
            f"{points} card points. Correct one of the two."
        )
        found.add("valat_contradicts_points", "points", message)
    if pagat is not None and pagat.made and pagat.side not in (None, valat.side):
        message = (
            "One side made a Valat, so the other cannot have made the Pagat in the "
            "last trick. Correct one of the two."
        )
        found.add("valat_contradicts_pagat", "pagat", message)
    return pagat


def _check_pagat(record: Fields, rules: HouseRules, found: Findings) -> Bonus | None:
    pagat = record.get("pagat")
    if not _is_object(pagat, "pagat", "The Pagat", found):
        return None
    fields = cast(Fields, pagat)
    bonus = _bonus(fields, "pagat", "Pagat", _PAGAT_FIELDS, found)
    check_challenge(fields, "challenge", "pagat.challenge", rules, found)
    if fields.get("challenge") is not None and bonus.announced is False:
        message = "Only an announced Pagat can be challenged: take the challenge out."
        found.add("silent_pagat_challenged", "pagat.challenge", message)
    return bonus


def _check_valat(record: Fields, found: Findings) -> Bonus | None:
    valat = record.get("valat")
    if not _is_object(valat, "valat", "The Valat", found):
        return None
    fields = cast(Fields, valat)
    bonus = _bonus(fields, "valat", "Valat", _VALAT_FIELDS, found)
    if bonus.announced is False and bonus.made is False:
        message = "A Valat is made or announced, or both; otherwise leave it out."
        found.add("empty_valat", "valat", message)
    voided = fields.get("voided")
    if voided is None:
        return bonus
    if not is_code(voided, _VOIDED):
        message = (
            f'voided must be "{_VOIDED[0]}" or "{_VOIDED[1]}", not {shown(voided)}.'
        )
        found.add("unknown_voided", "valat.voided", message)
    if bonus.made or bonus.announced is False:
        message = "Only a Valat that was called and lost can be void: take voided out."
        found.add("valat_not_voidable", "valat.voided", message)
    return bonus


def _is_object(value: object, path: str, what: str, found: Findings) -> bool:
    if isinstance(value, dict):
        return True
    if value is not None:
        message = (
            f"{what} is an object with side, announced and made, not {shown(value)}."
        )
        found.add("not_an_object", path, message)
    return False


def _bonus(
    fields: Fields, path: str, name: str, known: frozenset[str], found: Findings
) -> Bonus:
    found.names(fields, known, f"{path}.", f"The {name}")
    side = fields.get("side")
    if side is None:
        message = f'Whose {name}? Give the side, "declarer" or "opponents".'
        found.add("missing_field", f"{path}.side", message)
    elif not is_code(side, SIDES):
        message = f'The side must be "declarer" or "opponents", not {shown(side)}.'
        found.add("unknown_side", f"{path}.side", message)
    return Bonus(
        cast(str, side) if is_code(side, SIDES) else None,
        found.flag(
            fields, "announced", f"{path}.announced", f"Was the {name} announced"
        ),
        found.flag(fields, "made", f"{path}.made", f"Was the {name} made"),
    )


def _whose(side: str) -> str:
    return "declarer's" if side == "declarer" else "opponents'"
