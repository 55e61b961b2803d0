"""Editions of what is final, held against what it would be declared as now."""

from collections.abc import Iterable, Iterator

from clubs.models import Season
from scoring.models import Edition, SeasonEdition, Standings, Tournament
from scoring.results.selectors.seasons import season_rows
from scoring.results.selectors.stored import differ


def wrong_edition(tournament: Tournament) -> Iterator[str]:
    """The newest edition of final standings is what the standings say; all are whole."""
    yield from _broken(tournament.editions.order_by("number"))
    if not tournament.finished_at:
        return
    kept = Standings.objects.filter(tournament=tournament).values_list("rows")
    rows = [row for (each,) in kept for row in each]
    newest = tournament.editions.order_by("-number").first()
    if newest is None:
        yield "editions: it is finished, and no edition was kept"
    elif differ(newest.rows, rows):
        yield f"editions: edition {newest.number} is not what the standings say"


def _broken(editions: Iterable[Edition | SeasonEdition]) -> Iterator[str]:
    """Editions that are not as they were made, and numbers that none has."""
    for number, each in enumerate(editions, start=1):
        if each.number != number:
            yield f"editions: number {number} is missing"
            return
        if not each.is_whole:
            yield f"editions: edition {number} is not as it was declared"


def broken_season_editions(season: Season) -> Iterator[str]:
    """The same of a season, final or played on."""
    for difference in _broken(season.editions.order_by("number")):
        yield f"{season.club.slug}/seasons/{season.slug}: {difference}"


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
