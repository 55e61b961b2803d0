"""Who sits out, and why: the ledger of a season, and the reason of each sit-out."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import QuerySet, Value

from clubs.models import Player
from clubs.wording import say
from rules.seating import Reason, Request, RoundSeats, reasons
from scoring.draw.sit_out_words import RESEAT, reason_words, times_words
from scoring.models import Entry, Round, Seat, SitOut, Tournament


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
    order = sorted(
        by_player, key=lambda who: (-len(by_player[who]), who.person_name.key)
    )
    return [LedgerLine(who.name, tuple(by_player[who])) for who in order]


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
        return say("came after the draw")
    if kept is None:
        return say("changed places by hand") if entry.state == Entry.State.HERE else ""
    return reason_words(draw.input, entry.pk, kept)


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
