"""A club's tournaments as the desk lists them, and their sheets by code and table."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count as Number
from django.db.models import Max, Q, QuerySet

from clubs.models import Club
from scoring.models import Round, Sheet, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class HowFar(TypedDict):
    """How far a tournament is: its latest round (None before the first), its people."""

    latest_round: int | None
    people: int


@dataclass(frozen=True, slots=True)
class ClubDesk:
    """The tournaments of a club: being played, still to be played, and those finished
    that are of `year`, one of all `years`; newest first.

    `latest` is the one made last: “same as last time” means it.
    """

    latest: Tournament | None
    year: int | None
    years: tuple[int, ...]
    running: list[Tournament] = field(default_factory=list)
    coming: list[Tournament] = field(default_factory=list)
    finished: list[Tournament] = field(default_factory=list)


def desk_of_club(club: Club, year: int | None = None) -> ClubDesk:
    """The latest year with a finished tournament, where the one asked for has none.

    Without evenings of old lists: nothing is left to do there. Three queries.
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
    """The one made last: “same as last time” means it. No evening of an old list."""
    return club.tournaments.filter(old_list=None).order_by("pk").last()


def tournaments_with_progress(
    club: Club,
) -> "QuerySet[WithAnnotations[Tournament, HowFar]]":
    """Each with its `HowFar`; one query."""
    return Tournament.objects.filter(club=club).annotate(
        latest_round=Max("rounds__number", filter=Q(rounds__state__in=Round.COUNTING)),
        people=Number("entries", filter=Q(entries__house=None), distinct=True),
    )


# What is taken for a letter of a code though no code has it; see CODE_LETTERS.
LOOK_ALIKES = str.maketrans("O0QI1G6Z2B89", "DDDLLCC77R34")


def code_as_kept(typed: str) -> str:
    """A sheet's short code without the spaces and hyphens people put in.

    Capitals do not matter, and what looks like a letter of codes is taken for it.
    """
    plain = "".join(typed.split()).replace("-", "")
    return plain.upper().translate(LOOK_ALIKES)


def sheet_with_code(typed: str) -> Sheet | None:
    """The published sheet with this short code; capitals and spaces do not matter."""
    return (
        Sheet.objects.filter(code=code_as_kept(typed))
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round__tournament__club")
        .first()
    )


def sheet_at_table(club: Club, table: int) -> Sheet | None:
    """A table in the round that is being played, of the latest such tournament."""
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
