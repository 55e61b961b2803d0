"""Editions of final seasons: kept when one is declared final, and when it changes."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.models import Season
from scoring.core.services.changes import Actor
from scoring.models import SeasonEdition, SeasonEvening, Standings, Tournament
from scoring.results.standings import next_edition
from scoring.years.seasons import season_rows, tournaments_of


def lock_season(season: int) -> Season:
    """Take the row that whoever changes a season's places needs; after tournaments."""
    rows = Season.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("club").get(pk=season)


def keep_season_if_new(season: Season, by: Actor, reason: str) -> SeasonEdition | None:
    """The next edition of a final season, if the newest says something else.

    Belongs in the write's transaction, under the season's lock; `reason` names nobody.
    Nothing while one of its evenings is behind: whoever follows that one keeps it.
    """
    if season.finished_at is None or is_behind(season):
        return None
    rows = season_rows(season)
    newest = season.editions.order_by("-number").first()
    if newest and (newest.rows, newest.formula) == (rows, season.formula):
        return None
    return SeasonEdition.objects.create(
        season=season,
        formula=season.formula,
        rows=rows,
        **next_edition(newest, by, reason),
    )


def seasons_with(club: int, tournaments: QuerySet[Tournament]) -> set[int]:
    """The seasons in which any of these tournaments of the club counts, by their keys."""
    said = SeasonEvening.objects.filter(
        season=OuterRef("pk"), tournament__in=tournaments
    )
    of_days = tournaments.filter(
        date__gte=OuterRef("starts"), date__lte=OuterRef("ends")
    )
    own = tournaments.order_by().values("season")
    rows = Season.objects.filter(club=club).filter(
        Q(pk__in=own) | Q(Exists(said)) | Q(Exists(of_days), beside=True)
    )
    return {*rows.order_by().values_list("pk", flat=True)}


def is_behind(season: Season) -> bool:
    """Whether an evening that the season shows has standings that its tallies follow yet."""
    shown = tournaments_of(season).order_by().values("pk")
    return Standings.objects.behind().filter(tournament__in=shown).exists()


def follow_seasons(seasons: Iterable[int], by: Actor, reason: str) -> None:
    """Tallies of these seasons changed: where one is final, its places may have."""
    for pk in sorted(set(seasons)):
        keep_season_if_new(lock_season(pk), by, reason)
