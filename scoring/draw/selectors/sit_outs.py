"""Who sits out, and why: the ledger of a season, and the reason of each sit-out."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import QuerySet, Value

from clubs.models import Player
from rules.seating import Reason, Request, RoundSeats, Sat, reasons
from scoring.models import Entry, Round, Seat, SitOut, Tournament

RESEAT = "smallest"  # the kind of a draw that moved the fewest
BY_HAND = "changed places by hand"
AFTER = "came after the draw"


class Earlier(NamedTuple):
    """Who counts as having sat out before tonight: entries, each as often as he does.

    `new` are those among them who were at no other evening of the season.
    """

    sat_out: tuple[int, ...] = ()
    new: tuple[int, ...] = ()


def sat_this_season(tournament: Tournament) -> Earlier:
    """How often everybody sat out elsewhere this season, a newcomer as the others.

    Nothing where the tournament does not count them. Two queries.
    """
    if not tournament.season_sit_outs:
        return Earlier()
    counts = _counts(tournament)
    entries = list(
        tournament.entries.order_by("pk").values_list("pk", "player", "state")
    )
    here = [player for _, player, state in entries if state == Entry.State.HERE]
    start = min((counts[player] for player in here if player in counts), default=0)
    times = {pk: counts.get(player, start) for pk, player, _ in entries}
    new = [pk for pk, player, _ in entries if player not in counts and start]
    return Earlier(tuple(Counter(times).elements()), tuple(new))


def _counts(tournament: Tournament) -> dict[int, int]:
    """Each player's sit-outs elsewhere this season, with those he started with.

    Whoever comes for the first time starts with as many as the least of the others who
    are there: nobody has to make up for evenings at which he was not.
    """
    out = _of_season(tournament).exclude(round__tournament=tournament)
    seats = Seat.objects.filter(
        round__state__in=Round.COUNTING,
        round__tournament__season=tournament.season_id,
        entry__player__isnull=False,
    ).exclude(round__tournament=tournament)
    at = ("round__tournament__date", "round__tournament", "entry__player")
    both = (
        out.order_by()
        .values_list(*at, Value(True))
        .union(seats.order_by().values_list(*at, Value(False)).distinct(), all=True)
    )
    rows = list(both)
    came = {(date, there, player) for date, there, player, _ in rows}
    sat_out = Counter(row[:3] for row in rows if row[3])
    counts: dict[int, int] = {}
    for _, there in groupby(sorted(came), key=itemgetter(0, 1)):
        evening = list(there)
        known = [counts[player] for *_, player in evening if player in counts]
        for each in evening:
            counts.setdefault(each[-1], min(known, default=0))
            counts[each[-1]] += sat_out[each]
    return counts


def _of_season(tournament: Tournament) -> QuerySet[SitOut]:
    return SitOut.objects.filter(
        why=SitOut.Why.SIT_OUT,
        round__state__in=Round.COUNTING,
        round__tournament__season=tournament.season_id,
    ).exclude(entry__player=None)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A player and the rounds he sat out this season."""

    name: str
    rounds: tuple[Round, ...]

    @property
    def times(self) -> str:
        return times_words(len(self.rounds))


def ledger_of(tournament: Tournament) -> list[LedgerLine]:
    """The sit-outs of its season: who has most, first. One query."""
    rows = _of_season(tournament).select_related("entry__player", "round__tournament")
    by_player: dict[Player, list[Round]] = defaultdict(list)
    for row in rows.order_by("round__tournament__date", "round__number", "pk"):
        if player := row.entry.player:
            by_player[player].append(row.round)
    lines = [LedgerLine(who.name, tuple(found)) for who, found in by_player.items()]
    return sorted(lines, key=lambda line: (-len(line.rounds), line.name.casefold()))


def kept_reasons(
    request: Request[Any],
    rounds: Sequence[RoundSeats[Any]],
    numbers: Iterable[int],
    by_place: Container[int] = (),
) -> dict[str, dict[str, list[int]]]:
    """Why each sits out in these rounds, as a draw's report keeps it.

    Of the rounds `by_place` there is nothing to keep: the last ones sit out.
    """
    found = reasons(request.sat_out, request.played, rounds)
    return {
        str(number): {
            str(each.who): [] if number in by_place else _as_kept(each)
            for each in of_round
        }
        for number, of_round in zip(numbers, found, strict=True)
    }


def _as_kept(reason: Reason[Any]) -> list[int]:
    return [reason.times, *reason.sat, *reason.least, reason.among]


def _from_kept(asked: Mapping[str, Any], who: Any, kept: Sequence[int]) -> Reason[Any]:
    """A kept reason; older ones knew one number, of the season or of the evening."""
    if len(kept) > 3:
        times, tonight, before, least, least_before, among = kept
        sat, least_sat = Sat(tonight, before), Sat(least, least_before)
        return Reason(who, times, sat, least_sat, among)
    times, least, among = kept
    if asked.get("season"):
        return Reason(who, 0, Sat(0, times), Sat(0, least), among)
    return Reason(who, times, Sat(times), Sat(least), among)


def standing_of(rnd: Round) -> list[int]:
    """The order by which a round was seated, from first to last; else empty."""
    asked = rnd.draw.input if rnd.draw else {}
    if asked.get("kind") != RESEAT:
        return list(asked.get("standing", ()))
    now = dict(zip(asked["numbers"], asked.get("now", ()), strict=False))
    return list(now.get(rnd.number, {}).get("standing", ()))


def why_out(rnd: Round, entry: Entry) -> str:
    """Why somebody sits out, in words; empty where nobody drew it."""
    draw = rnd.draw
    if draw is None or "sit_outs" not in draw.report:
        return ""
    kept = draw.report["sit_outs"].get(str(rnd.number), {}).get(str(entry.pk))
    if kept is None and entry.pk not in draw.input["players"]:
        return AFTER
    if kept is None:
        return BY_HAND if entry.state == Entry.State.HERE else ""
    return reason_words(draw.input, entry.pk, kept)


def reason_words(asked: Mapping[str, Any], who: Any, kept: Sequence[int]) -> str:
    """The kept reason as it is read out; `asked` is the input of the draw."""
    if not kept:
        return "placed last: the last places sit out a round by standing"
    reason = _from_kept(asked, who, kept)
    if reason.by_lot and reason.times < reason.sat.tonight:
        return _choice(asked, f"the {reason.among} who came late")
    if reason.by_lot:
        others = ", or are new" if asked.get("new") else ""
        return _choice(
            asked, f"the {reason.among} who have {_level(asked, reason.sat)}{others}"
        )
    if reason.by_evening:
        least = times_words(reason.least.tonight)
        return f"has {_has(reason.times)} tonight; everybody who plays has, {least} or more"
    return _by_season(asked, reason)


def _by_season(asked: Mapping[str, Any], reason: Reason[Any]) -> str:
    before = f"{_has(reason.sat.before)} this season"
    if reason.who in asked.get("new", ()):
        before = f"counts, being new, as {before}"
    elif reason.sat == Sat():
        least = times_words(reason.least.before)
        return f"has {before}; everybody who plays has, {least} or more"
    else:
        before = f"has {before}"
    return f"{before}, least of those who have {_has(reason.sat.tonight)} tonight"


def _choice(asked: Mapping[str, Any], who: str) -> str:
    if asked.get("kind") == RESEAT:
        return f"from among {who}; so the fewest people move"
    if asked.get("standing"):  # older draws; now there the last places sit out
        return f"placed last of {who}"
    return f"drawn by lot among {who}"


def _level(asked: Mapping[str, Any], sat: Sat) -> str:
    """How often somebody counts as having sat out, tonight and before."""
    if not asked.get("season"):
        return f"{_has(sat.tonight)} tonight"
    if not sat.tonight:
        return f"{_has(sat.before)} this season" + (
            " and not tonight" if sat.before else ""
        )
    return (
        f"{_has(sat.tonight)} tonight and {times_words(sat.before)} before this season"
    )


def _has(times: int) -> str:
    return f"sat out {times_words(times)}" if times else "not sat out"


def times_words(times: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(times, f"{times} times")


@dataclass(frozen=True, slots=True)
class Bench:
    """Some who sit out a round for one reason."""

    entries: tuple[Entry, ...]
    why: str
    sits_for: Mapping[int, str]

    @property
    def people(self) -> list[tuple[Entry, str]]:
        """Each with the name of whom it counts for, empty where that is he himself."""
        return [(each, self.sits_for.get(each.pk, "")) for each in self.entries]


def bench_of(
    rnd: Round, entries: Iterable[Entry], sits_for: Mapping[int, str] | None = None
) -> list[Bench]:
    """Who sits out, together with whoever does for the same reason; no query.

    `sits_for` names by entry whom somebody sits out for, where that is another.
    """
    together: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        together[why_out(rnd, entry)].append(entry)
    whose = sits_for or {}
    return [Bench(tuple(found), why, whose) for why, found in together.items()]
