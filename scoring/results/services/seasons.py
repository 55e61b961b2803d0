"""Editions of final seasons: kept when one is declared final, and when it changes."""

from collections.abc import Iterable

from clubs.models import Season
from scoring.core.services.changes import Actor
from scoring.models import SeasonEdition
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
    if newest and newest.rows == rows:
        return None
    return SeasonEdition.objects.create(
        season=season,
        number=newest.number + 1 if newest else 1,
        formula=season.formula,
        rows=rows,
        reason=reason[:MOST_REASON] if newest else "",
        by=by.user,
        by_name=by.name,
    )


def follow_seasons(seasons: Iterable[int], by: Actor, reason: str) -> None:
    """Tallies of these seasons changed: where one is final, its places may have."""
    for pk in sorted(set(seasons)):
        keep_season_if_new(lock_season(pk), by, reason)
