"""Problems of challenges, Pagat and Valat (§13, §15, §16)."""

from dataclasses import dataclass
from typing import cast

from rules.spjst.findings import Fields, Findings, is_code
from rules.spjst.game import CHALLENGE_NAMES, CHALLENGES, is_won
from rules.spjst.hand import SIDES, Challenge
from rules.spjst.house import HouseRules
from rules.spjst.problem_words import QUESTIONS, WHAT, shown

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
    fields: Fields, path: str, rules: HouseRules, found: Findings
) -> None:
    """A challenge the house plays, or none."""
    challenge = fields.get("challenge")
    if challenge is None:
        return
    if not is_code(challenge, CHALLENGES):
        known = ", ".join(CHALLENGES)
        found.add("unknown_challenge", path, known=known, value=shown(challenge))
        return
    code = cast(Challenge, challenge)
    if CHALLENGES[code] > CHALLENGES[rules.max_challenge]:
        highest = CHALLENGE_NAMES[rules.max_challenge]
        name = CHALLENGE_NAMES[code]
        found.add("challenge_not_played", path, challenge=name, highest=highest)


def check_bonuses(
    record: Fields, points: int | None, rules: HouseRules, found: Findings
) -> Bonus | None:
    """Pagat and Valat, and what they say of each other; answers the Pagat."""
    pagat = _check_pagat(record, rules, found)
    valat = _check_valat(record, found)
    if valat is None or not valat.made or valat.side is None:
        return pagat
    if points is not None and is_won(points) != (valat.side == "declarer"):
        code = f"valat_contradicts_points.{valat.side}"
        found.add(code, "points", points=points)
    if pagat is not None and pagat.made and pagat.side not in (None, valat.side):
        found.add("valat_contradicts_pagat", "pagat")
    return pagat


def _check_pagat(record: Fields, rules: HouseRules, found: Findings) -> Bonus | None:
    pagat = record.get("pagat")
    if not _is_object(pagat, "pagat", found):
        return None
    fields = cast(Fields, pagat)
    bonus = _bonus(fields, "pagat", _PAGAT_FIELDS, found)
    check_challenge(fields, "pagat.challenge", rules, found)
    if fields.get("challenge") is not None and bonus.announced is False:
        found.add("silent_pagat_challenged", "pagat.challenge")
    return bonus


def _check_valat(record: Fields, found: Findings) -> Bonus | None:
    valat = record.get("valat")
    if not _is_object(valat, "valat", found):
        return None
    fields = cast(Fields, valat)
    bonus = _bonus(fields, "valat", _VALAT_FIELDS, found)
    if bonus.announced is False and bonus.made is False:
        found.add("empty_valat", "valat")
    voided = fields.get("voided")
    if voided is None:
        return bonus
    if not is_code(voided, _VOIDED):
        found.add("unknown_voided", "valat.voided", value=shown(voided))
    if bonus.made or bonus.announced is False:
        found.add("valat_not_voidable", "valat.voided")
    return bonus


def _is_object(value: object, path: str, found: Findings) -> bool:
    if isinstance(value, dict):
        return True
    if value is not None:
        found.add(f"not_an_object.{path}", path, value=shown(value))
    return False


def _bonus(fields: Fields, path: str, known: frozenset[str], found: Findings) -> Bonus:
    found.names(fields, known, f"{path}.", WHAT[path])
    side = fields.get("side")
    if side is None:
        found.add(f"missing_field.{path}", f"{path}.side")
    elif not is_code(side, SIDES):
        found.add("unknown_side", f"{path}.side", value=shown(side))
    return Bonus(
        cast(str, side) if is_code(side, SIDES) else None,
        *(
            found.flag(fields, name, f"{path}.{name}", QUESTIONS[f"{path}.{name}"])
            for name in ("announced", "made")
        ),
    )
