"""Keep the standings for reading, whenever a fact they rest on has changed."""

from scoring.models import Standings, Tournament
from scoring.selectors.standings import reckon


def refresh(tournament: Tournament) -> Standings:
    """Reckon the standings anew and keep them; belongs in the write's transaction."""
    kept, made = Standings.objects.get_or_create(tournament=tournament)
    rows = reckon(tournament)
    if made or kept.rows != rows:
        kept.rows = rows
        kept.version += 1
    kept.save()
    return kept
