"""A sheet for whoever asks for it by round and table."""

from django.http import Http404

from scoring.core.access import published_round
from scoring.models import Sheet, Tournament
from scoring.sheets.selectors.sheets import sheet_at


def sheet_of(tournament: Tournament, number: int, table: int) -> Sheet:
    """A sheet with everything on it, of a published round. Raises Http404."""
    published_round(tournament, number)
    try:
        return sheet_at(tournament, number, table)
    except Sheet.DoesNotExist:
        raise Http404(f"Round {number} has no table {table}.") from None
