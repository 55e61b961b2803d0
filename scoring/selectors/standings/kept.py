"""The kept standings as pages need them: rows, people by name, what is missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from scoring.models import Count, Entry, Round, Seat, Sheet, Standings, Tournament
from scoring.selectors.people.players import public_name
from scoring.selectors.standings.lines import Person


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """What a standings page shows: rows with names, and how final they are."""

    tournament: Tournament
    version: int
    rows: list[dict[str, Any]]
    rounds: list[Round]
    missing: int
    corrections: int

    @property
    def is_final(self) -> bool:
        return self.tournament.finished_at is not None and not self.missing


def standings_of(tournament: Tournament) -> StandingsPage:
    """The kept standings with today's names, in a fixed number of queries."""
    kept = Standings.objects.filter(tournament=tournament).first()
    rounds = [
        each
        for each in tournament.rounds.order_by("number")
        if each.state in Round.COUNTING
    ]
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
        missing_sheets(tournament).count(),
        corrections_of(tournament).count(),
    )


def kept_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The rows of the kept standings, first to last."""
    rows = Standings.objects.filter(tournament=tournament).values_list("rows")
    return next((each for (each,) in rows), [])


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
    """Whether a sheet is behind these kept rows, not sit-outs alone."""
    return any(each["table"] for row in rows for each in row["rounds"])


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
