"""Editions of final seasons: kept when one is declared final, and when it changes."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.models import Season
from clubs.wording import in_english
from scoring.core.services.changes import Actor
from scoring.models import Edition, SeasonEdition, SeasonEvening, Tournament
from scoring.results.selectors.seasons import season_rows

MOST_REASON = 300


def lock_season(season: int) -> Season:
    """Take the row that whoever changes a season's places needs; after tournaments."""
    rows = Season.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("club").get(pk=season)


def keep_season_if_new(season: Season, by: Actor, reason: str) -> SeasonEdition | None:
    """The next edition of a final season, if the newest says something else.

    Belongs in the write's transaction, under the season's lock; `reason` names nobody.
    """
    if season.finished_at is None:
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


def next_edition(
    newest: Edition | SeasonEdition | None, by: Actor, reason: str
) -> dict[str, Any]:
    """Number, reason and signature of the edition after the newest; the first has no reason."""
    return {
        "number": newest.number + 1 if newest else 1,
        "reason": in_english(reason)[:MOST_REASON] if newest else "",
        "by": by.user,
        "by_name": by.name,
    }


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


def follow_seasons(seasons: Iterable[int], by: Actor, reason: str) -> None:
    """Tallies of these seasons changed: where one is final, its places may have."""
    for pk in sorted(set(seasons)):
        keep_season_if_new(lock_season(pk), by, reason)
