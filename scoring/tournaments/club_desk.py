"""A club's tournaments as listed at the desk, and its sheets by code and table."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count as Number
from django.db.models import Max, Q, QuerySet

from clubs.models import Club
from scoring.models import Round, Sheet, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class HowFar(TypedDict):
    """The progress of a tournament: latest round (None before the first), people."""

    latest_round: int | None
    people: int


@dataclass(frozen=True, slots=True)
class ClubDesk:
    """The tournaments of a club: running, upcoming, and finished ones of `year`.

    `years` are all years with finished ones. Newest first. `latest` was created last:
    “same as last time” uses it.
    """

    latest: Tournament | None
    year: int | None
    years: tuple[int, ...]
    running: list[Tournament] = field(default_factory=list)
    coming: list[Tournament] = field(default_factory=list)
    finished: list[Tournament] = field(default_factory=list)


def desk_of_club(club: Club, year: int | None = None) -> ClubDesk:
    """Return the club's desk, by default for the latest year with finished events.

    Leaves out events of past results, which have nothing to do at the desk. Three
    queries.
    """
    own_tournaments = club.tournaments.filter(old_list=None)
    finished = own_tournaments.exclude(finished_at=None)
    years = tuple(day.year for day in finished.dates("date", "year", order="DESC"))
    year = year if year in years else next(iter(years), None)
    desk = ClubDesk(latest_of(club), year, years)
    condition = Q(finished_at=None) | Q(date__year=year) if year else Q()
    for tournament in tournaments_with_progress(club).filter(condition, old_list=None):
        if tournament.finished_at:
            desk.finished.append(tournament)
        elif tournament.latest_round:
            desk.running.append(tournament)
        else:
            desk.coming.append(tournament)
    return desk


def latest_of(club: Club) -> Tournament | None:
    """Return the tournament created last, for “same as last time”; no past results."""
    return club.tournaments.filter(old_list=None).order_by("pk").last()


def tournaments_with_progress(
    club: Club,
) -> "QuerySet[WithAnnotations[Tournament, HowFar]]":
    """Return tournaments annotated with `HowFar`; one query."""
    return Tournament.objects.filter(club=club).annotate(
        latest_round=Max("rounds__number", filter=Q(rounds__state__in=Round.COUNTING)),
        people=Number("entries", filter=Q(entries__house=None), distinct=True),
    )


# Characters that people read as code letters though no code has them; see CODE_LETTERS.
LOOK_ALIKES = str.maketrans("O0QI1G6Z2B89", "DDDLLCC77R34")


def code_as_kept(typed: str) -> str:
    """Return a sheet's short code without the spaces and hyphens that people type.

    Case is ignored, and look-alikes are replaced by letters that codes have.
    """
    plain = "".join(typed.split()).replace("-", "")
    return plain.upper().translate(LOOK_ALIKES)


def sheet_with_code(typed: str) -> Sheet | None:
    """Return the published sheet with this short code, ignoring case and spaces."""
    return (
        Sheet.objects.filter(code=code_as_kept(typed))
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round__tournament__club")
        .first()
    )


def sheet_at_table(club: Club, table: int) -> Sheet | None:
    """Return a table in the round being played, in the latest such tournament."""
    return (
        Sheet.objects.filter(
            round__tournament__club=club,
            round__tournament__finished_at=None,
            round__state=Round.State.OPEN,
            table=table,
        )
        .select_related("round__tournament__club")
        .order_by("-round__tournament__date", "-round__published_at", "-pk")
        .first()
    )
