"""Who sits out, and why: the ledger of a season, and the reason of each sit-out."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from rules.seating import Reason, RoundSeats, reasons
from scoring.models import Entry, Round, SitOut, Tournament

SMALLEST = "smallest"  # the kind of a draw that moved the fewest
BY_HAND = "changed places by hand"
AFTER = "came after the draw"


def sat_this_season(tournament: Tournament) -> list[int]:
    """Entries here, each as often as its player sat out elsewhere this season.

    Empty where the tournament does not count them. Two queries.
    """
    if not tournament.season_sit_outs:
        return []
    others = _of_season(tournament).exclude(round__tournament=tournament)
    times = Counter(others.values_list("entry__player", flat=True))
    known = tournament.entries.exclude(player=None).order_by("pk")
    return [
        pk
        for pk, player in known.values_list("pk", "player")
        for _ in range(times[player])
    ]


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
    by_player: dict[int, list[SitOut]] = defaultdict(list)
    for row in rows.order_by("round__tournament__date", "round__number", "pk"):
        by_player[row.entry.player_id].append(row)
    lines = [
        LedgerLine(found[0].entry.player.name, tuple(each.round for each in found))
        for found in by_player.values()
    ]
    return sorted(lines, key=lambda line: (-len(line.rounds), line.name.casefold()))


def kept_reasons(
    sat_out: Iterable[int],
    played: Sequence[RoundSeats[int]],
    rounds: Sequence[RoundSeats[int]],
    numbers: Iterable[int],
) -> dict[str, dict[str, list[int]]]:
    """Why each sits out in these rounds, as a draw's report keeps it."""
    found = reasons(sat_out, [*played, *rounds])[len(played) :]
    return {
        str(number): {str(each.who): _as_kept(each) for each in of_round}
        for number, of_round in zip(numbers, found, strict=True)
    }


def _as_kept(reason: Reason[int]) -> list[int]:
    return [reason.times, reason.least, reason.among]


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
    return reason_words(draw.input, Reason(entry.pk, *kept))


def reason_words(asked: Mapping[str, Any], reason: Reason[Any]) -> str:
    """The reason as it is read out; `asked` is the input of the draw."""
    when = "this season" if asked.get("season") else "tonight"
    if reason.by_lot:
        who = f"the {reason.among} who have {_has(reason.times)} {when}"
        return _choice(asked, who)
    others = f"everybody who plays has, {times_words(reason.least)} or more"
    return f"has {_has(reason.times)} {when}; {others}"


def _choice(asked: Mapping[str, Any], who: str) -> str:
    if asked.get("kind") == SMALLEST:
        return f"from among {who}; so the fewest people move"
    if asked.get("standing"):
        return f"placed last of {who}"
    return f"drawn by lot among {who}"


def _has(times: int) -> str:
    return f"sat out {times_words(times)}" if times else "not sat out"


def times_words(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


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
