"""The kept standings as pages need them: rows, people by name, what is missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count as Number
from django.db.models import Q, QuerySet
from django.urls import reverse

from scoring.models import Count, Entry, Round, Seat, Sheet, Standings, Tournament
from scoring.selectors.names import public_name
from scoring.selectors.standings.lines import (
    Missing,
    Person,
    Running,
    first_running,
    missing_of,
)


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """What a standings page shows: rows with names, and how final they are."""

    tournament: Tournament
    version: int
    rows: list[dict[str, Any]]
    rounds: list[Round]
    missing: tuple[Missing, ...]
    running: Running | None
    corrections: int

    @property
    def is_final(self) -> bool:
        is_whole = not self.missing and not self.running
        return self.tournament.finished_at is not None and is_whole


def standings_of(tournament: Tournament) -> StandingsPage:
    """The kept standings with today's names, in a fixed number of queries."""
    kept = Standings.objects.filter(tournament=tournament).first()
    rounds, waiting = list(_counting(tournament)), waiting_seats(tournament)
    running = first_running(rounds, waiting)
    people = {
        entry.pk: entry
        for entry in tournament.entries.select_related("player").filter(ranked=True)
    }
    rows = [
        {**row, "person": people[row["entry"]]}
        for row in (kept.rows if kept else [])
        if row["entry"] in people
    ]
    return StandingsPage(
        tournament,
        kept.version if kept else 0,
        rows,
        rounds,
        missing_of(waiting, running),
        running,
        corrections_of(tournament).count(),
    )


def kept_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The rows of the kept standings, first to last."""
    rows = Standings.objects.filter(tournament=tournament).values_list("rows")
    return next((each for (each,) in rows), [])


def over(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rounds that a row of the standings rests on; others stand apart in it."""
    return [each for each in row["rounds"] if not each.get("apart")]


def told(row: Mapping[str, Any] | None) -> Any:
    """What a reader of a line would miss; the order of equals is not."""
    return row and {key: value for key, value in row.items() if key != "decided_by"}


def differ(old: Iterable[dict[str, Any]], new: Iterable[dict[str, Any]]) -> bool:
    """Whether two standings say different things of anybody."""
    was, now = ({row["entry"]: told(row) for row in rows} for rows in (old, new))
    return was != now


def people_of(tournament: Tournament) -> dict[int, Person]:
    """Ranked entries by name as the club shows it: plain values, for they are many.

    An edition of before a merge names those who were merged.
    """
    entries = Entry.everybody.filter(tournament=tournament, ranked=True)
    values = entries.values_list(
        *("pk", "number", "name", "lodge", "player__number", "player__erased_at"),
        *("team", "classes", "lot"),
    )
    club = tournament.club
    stem = _stem("scoring:player", club.slug)
    return {
        pk: Person(
            str(number),
            public_name(name, club),
            lodge,
            f"{stem}{player}/" if player and not gone and tournament.public else "",
            team,
            tuple(classes),
            lot,
        )
        for pk, number, name, lodge, player, gone, team, classes, lot in values
    }


def sheet_stem(tournament: Tournament, number: int) -> str:
    """How the addresses of a round's sheets begin; the table ends them."""
    return _stem("scoring:sheet", tournament.club.slug, tournament.slug, number)


def places_stem(tournament: Tournament) -> str:
    """How the addresses of explained places begin; the start number ends them."""
    return _stem("scoring:place", tournament.club.slug, tournament.slug)


def _stem(name: str, *where: object) -> str:
    """How addresses of a kind begin that end with a number.

    Looking each of them up would take most of a page's time.
    """
    return reverse(name, args=[*where, 0]).removesuffix("0/")


def waiting_seats(tournament: Tournament) -> list[tuple[int, int, int | None]]:
    """Round, table and whose standing, for every seat without a score in force."""
    seats = Seat.objects.filter(
        round__tournament=tournament, round__state__in=Round.COUNTING, score=None
    )
    return list(
        seats.order_by("round__number", "sheet__table").values_list(
            "round__number", "sheet__table", "credit_id"
        )
    )


def has_scores(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a round is over that was played, so that there are places at all."""
    return any(each["table"] for row in rows for each in over(row))


def first_running_of(tournament: Tournament) -> Running | None:
    """The round that is being played; two queries."""
    return first_running(_counting(tournament), waiting_seats(tournament))


def _counting(tournament: Tournament) -> QuerySet[Round]:
    """The rounds that count, each with its `tables` and how many are `in_force`."""
    first = Q(seats__position=1)
    return (
        tournament.rounds.filter(state__in=Round.COUNTING)
        .annotate(
            tables=Number("seats", filter=first),
            in_force=Number("seats", filter=first & Q(seats__score__isnull=False)),
        )
        .order_by("number")
    )


def standing_for(tournament: Tournament) -> dict[int, int]:
    """Who sits now for whose standing: the one who left, and his substitute."""
    if tournament.substitute_counts != Tournament.Substitute.REPLACED:
        return {}
    theirs = tournament.entries.exclude(substitute_for=None)
    return dict(theirs.values_list("substitute_for", "pk"))


def missing_sheets(tournament: Tournament) -> QuerySet[Sheet]:
    """Sheets of rounds that count which have no score in force yet."""
    return Sheet.objects.filter(
        round__tournament=tournament,
        round__state__in=Round.COUNTING,
        seats__position=1,
        seats__score=None,
    )


def corrections_of(tournament: Tournament) -> QuerySet[Count]:
    """Confirmed corrections, for the public receipts, newest first."""
    return (
        Count.objects.filter(
            sheet__round__tournament=tournament,
            corrects__isnull=False,
            confirms__isnull=False,
        )
        .select_related("sheet__round", "corrects", "confirms")
        .order_by("-pk")
    )
