"""Sit-outs: the ledger of a season, and the reason of each sit-out in words.

The report of a draw stores numbers, so that the reason can be worded in any language.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_noop

from clubs.i18n import joined, message, plural_message
from clubs.models import Player
from rules.seating import Reason, Request, RoundSeats, Sat, reasons
from scoring.draw.draw_input import sit_outs_of_season, stood_by
from scoring.models import Entry, Round, Tournament

RESEAT = "smallest"  # the kind of a draw with the fewest moves
PLAN = "plan"  # the kind of a draw from the season’s plan with the fewest moves
TIMES = (gettext_noop("never"), gettext_noop("once"), gettext_noop("twice"))


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A player, their sit-outs this season, and events where they were on standby."""

    name: str
    rounds: tuple[Round, ...]
    stood_by: tuple[Tournament, ...] = ()

    @property
    def number(self) -> int:
        return len(self.rounds) + len(self.stood_by)

    @property
    def times(self) -> str:
        return times_words(self.number)


def ledger_of(tournament: Tournament) -> list[LedgerLine]:
    """Return the season's sit-outs, most first. Three queries."""
    rows = sit_outs_of_season(tournament).select_related(
        "entry__player", "round__tournament"
    )
    by_player: dict[Player, list[Round]] = defaultdict(list)
    for row in rows.order_by("round__tournament__date", "round__number", "pk"):
        if player := row.entry.player:
            by_player[player].append(row.round)
    evenings: dict[Player, list[Tournament]] = defaultdict(list)
    for player, evening in stood_by(tournament):
        evenings[player].append(evening)
    lines = [
        (
            member.person_name.key,
            LedgerLine(member.name, tuple(by_player[member]), tuple(evenings[member])),
        )
        for member in {**by_player, **evenings}
    ]
    lines.sort(key=lambda keyed: (-keyed[1].number, keyed[0]))
    return [line for _, line in lines]


def kept_reasons(
    request: Request[Any],
    rounds: Sequence[RoundSeats[Any]],
    numbers: Iterable[int],
    by_place: Container[int] = (),
) -> dict[str, dict[str, list[int]]]:
    """Return why each person sits out in these rounds, for the draw's report.

    For the rounds in `by_place` the reasons are empty: the last places sit out.
    """
    by_round = reasons(request.sat_out, request.played, rounds, request.if_needed)
    by_number: dict[str, dict[str, list[int]]] = {}
    for number, of_round in zip(numbers, by_round, strict=True):
        by_number[str(number)] = {
            str(reason.who): [] if number in by_place else _as_kept(reason)
            for reason in of_round
        }
    return by_number


def _as_kept(reason: Reason[Any]) -> list[int]:
    return [reason.times, *reason.sat, *reason.least, reason.among]


def standing_of(rnd: Round) -> list[int]:
    """Return the standings a round was seated by, best first; [] for other rounds."""
    asked = rnd.draw.input if rnd.draw else {}
    if asked.get("kind") != RESEAT:
        return list(asked.get("standing", ()))
    rounds_json = dict(zip(asked["numbers"], asked.get("now", ()), strict=False))
    return list(rounds_json.get(rnd.number, {}).get("standing", ()))


def why_out(rnd: Round, entry: Entry) -> str:
    """Return why a person sits out, in words; "" if no draw decided it."""
    draw = rnd.draw
    if draw is None or "sit_outs" not in draw.report:
        return ""
    numbers = draw.report["sit_outs"].get(str(rnd.number), {}).get(str(entry.pk))
    if numbers is None and entry.pk not in draw.input["players"]:
        return message("arrived after the draw")
    if numbers is None:
        return (
            message("seat swapped by hand") if entry.state == Entry.State.HERE else ""
        )
    return reason_words(draw.input, entry.pk, numbers)


@dataclass(frozen=True, slots=True)
class Bench:
    """Several people who sit out a round for the same reason."""

    entries: tuple[Entry, ...]
    why: str
    sits_for: Mapping[int, str]

    @property
    def people(self) -> list[tuple[Entry, str]]:
        """Each entry, with the name of the person it counts for, or ""."""
        return [(entry, self.sits_for.get(entry.pk, "")) for entry in self.entries]


def bench_of(
    rnd: Round, entries: Iterable[Entry], sits_for: Mapping[int, str] | None = None
) -> list[Bench]:
    """Return people who sit out, grouped by reason; no query.

    `sits_for` has the name of the person that an entry sits out for, if it's a
    substitute.
    """
    by_reason: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_reason[why_out(rnd, entry)].append(entry)
    credits = sits_for or {}
    return [
        Bench(tuple(people), reason, credits) for reason, people in by_reason.items()
    ]


class RoundRole(StrEnum):
    """The role that a draw gave a person in a round."""

    SEAT = "seat"
    OUT = "out"


def drawn_part(rnd: Round, entry: Entry) -> RoundRole | None:
    """Return the role that a draw gave a person in a round in their own right.

    None if they were drawn as a substitute, or not at all: then their seat or sit-out
    is that of the person they play for. The newest draw that had them as themselves
    decides; later smallest changes are based on that draw.
    """
    number, key = str(rnd.number), str(entry.pk)
    drawn = rnd.tournament.draws.filter(pk__lte=rnd.draw_id or 0)
    for draw in drawn.order_by("-pk"):
        if number not in draw.report.get("sit_outs", {}):
            continue
        is_substitute = key in draw.input.get("plays_for", {})
        if not is_substitute and entry.pk in draw.input["players"]:
            return (
                RoundRole.OUT
                if key in draw.report["sit_outs"][number]
                else RoundRole.SEAT
            )
        if draw.input.get("kind") != RESEAT:
            return None
    return None


def reason_words(asked: Mapping[str, Any], player: Any, numbers: Sequence[int]) -> str:
    """Return a stored reason in words; `asked` is the input of the draw."""
    if player in asked.get("if_needed", ()):
        return message("on standby, so sits out first")
    if not numbers:
        return message(
            "last place: in a round seated by standings, the lowest-ranked players sit out"
        )
    reason = _from_kept(asked, player, numbers)
    if reason.by_lot:
        among = _of_whom(asked, reason)
        return joined([_choice(asked, reason.among), among], "; ")
    if reason.by_evening:
        return _by_evening(reason)
    return _by_season(asked, reason)


def _by_evening(reason: Reason[Any]) -> str:
    if not reason.times:
        return plural_message(
            "hasn’t sat out tonight, and everyone playing has sat out at least once",
            "hasn’t sat out tonight, and everyone playing has sat out at least {n} times",
            reason.least.tonight,
        )
    has = plural_message(
        "has sat out once tonight", "has sat out {n} times tonight", reason.times
    )
    everyone = plural_message(
        "everyone playing has sat out at least once",
        "everyone playing has sat out at least {n} times",
        reason.least.tonight,
    )
    return joined([has, everyone], "; ")


def _by_season(asked: Mapping[str, Any], reason: Reason[Any]) -> str:
    is_new = reason.who in asked.get("new", ())
    if reason.sat == Sat() and not is_new:
        return plural_message(
            "hasn’t sat out this season, and everyone playing has sat out at least once",
            "hasn’t sat out this season, and everyone playing has sat out at least {n} "
            "times",
            reason.least.before,
        )
    if not reason.sat.before:
        before = message("hasn’t sat out this season")
    elif is_new:
        before = plural_message(
            "new, so counts as having sat out once this season",
            "new, so counts as having sat out {n} times this season",
            reason.sat.before,
        )
    else:
        before = plural_message(
            "has sat out once this season",
            "has sat out {n} times this season",
            reason.sat.before,
        )
    tonight = message("the fewest of anyone who hasn’t sat out tonight")
    if reason.sat.tonight:
        tonight = plural_message(
            "the fewest of anyone who has sat out once tonight",
            "the fewest of anyone who has sat out {n} times tonight",
            reason.sat.tonight,
        )
    return joined([before, tonight])


def _choice(asked: Mapping[str, Any], among: int) -> str:
    if asked.get("kind") in (RESEAT, PLAN):
        return plural_message(
            "chosen from {n} player so that the fewest people move",
            "chosen from {n} players so that the fewest people move",
            among,
        )
    if asked.get("standing"):  # older draws; in current ones the last places sit out
        return plural_message("last of {n} player", "last of {n} players", among)
    return plural_message(
        "drawn at random from {n} player", "drawn at random from {n} players", among
    )


def _of_whom(asked: Mapping[str, Any], reason: Reason[Any]) -> str:
    """Return what the people have in common among whom someone was chosen."""
    sat = reason.sat
    if reason.times < sat.tonight:
        return message("all of them arrived late")
    if not asked.get("season"):
        if not sat.tonight:
            return message("none of them has sat out tonight")
        return plural_message(
            "all of them have sat out once tonight",
            "all of them have sat out {n} times tonight",
            sat.tonight,
        )
    if asked.get("new"):
        return _or_are_new(sat)
    if sat.tonight:
        return message(
            "sit-outs of each of them: {tonight} tonight, {before} earlier this season",
            tonight=sat.tonight,
            before=sat.before,
        )
    if sat.before:
        return plural_message(
            "all of them have sat out once this season, but not tonight",
            "all of them have sat out {n} times this season, but not tonight",
            sat.before,
        )
    return message("none of them has sat out this season")


def _or_are_new(sat: Sat) -> str:
    """Return what people have in common if some are new and count like the others."""
    if sat.tonight:
        return message(
            "sit-outs of each who isn’t new: {tonight} tonight, {before} earlier this "
            "season",
            tonight=sat.tonight,
            before=sat.before,
        )
    if sat.before:
        return plural_message(
            "all of them are new or have sat out once this season, but not tonight",
            "all of them are new or have sat out {n} times this season, but not tonight",
            sat.before,
        )
    return message("all of them are new or haven’t sat out this season")


def times_words(times: int) -> str:
    """Return how often: never, once, twice, 3 times."""
    if times < len(TIMES):
        return message(TIMES[times])
    return plural_message("{n} time", "{n} times", times)


def _from_kept(
    asked: Mapping[str, Any], player: Any, numbers: Sequence[int]
) -> Reason[Any]:
    """Return a stored reason; old ones have one number, of the season or event."""
    if len(numbers) > 3:
        times, tonight, before, least, least_before, among = numbers
        sat, least_sat = Sat(tonight, before), Sat(least, least_before)
        return Reason(player, times, sat, least_sat, among)
    times, least, among = numbers
    if asked.get("season"):
        return Reason(player, 0, Sat(0, times), Sat(0, least), among)
    return Reason(player, times, Sat(times), Sat(least), among)
