"""Editions of what is final, held against what it would be declared as now."""

from collections.abc import Iterator

from clubs.models import Season
from scoring.models import Standings, Tournament
from scoring.results.selectors.seasons import season_rows
from scoring.results.selectors.stored import differ


def wrong_edition(tournament: Tournament) -> Iterator[str]:
    """The newest edition of final standings is what the standings say."""
    if not tournament.finished_at:
        return
    kept = Standings.objects.filter(tournament=tournament).values_list("rows")
    rows = [row for (each,) in kept for row in each]
    newest = tournament.editions.order_by("-number").first()
    if newest is None:
        yield "editions: it is finished, and no edition was kept"
    elif differ(newest.rows, rows):
        yield f"editions: edition {newest.number} is not what the standings say"


def wrong_season_edition(season: Season) -> Iterator[str]:
    """The newest edition of a final season is what its formula makes of the tallies.

    Those are proven tournament by tournament.
    """
    newest = season.editions.order_by("-number").first()
    where = f"{season.club.slug}/seasons/{season.slug}: editions"
    if newest is None:
        yield f"{where}: it is final, and no edition was kept"
    elif newest.formula != season.formula:
        yield f"{where}: edition {newest.number} has another formula than the season"
    elif newest.rows != season_rows(season):
        yield f"{where}: edition {newest.number} is not what its tournaments make"
