"""The public receipts: every sheet that was corrected after it was verified."""

from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.models import Count, Sheet, Tournament
from scoring.sheets.selectors.sheets import Life, Receipt, life_of, names_on, sheets_of


@dataclass(frozen=True, slots=True)
class Corrected:
    """A sheet with the corrections that came into force, newest first."""

    sheet: Sheet
    names: tuple[str, ...]
    life: Life

    @property
    def receipts(self) -> list[Receipt]:
        return self.life.receipts


def corrected_sheets(tournament: Tournament) -> list[Corrected]:
    """Corrected sheets of published rounds, in a fixed number of queries."""
    rounds = tournament.rounds.exclude(state="draft")
    sheets = sheets_of(rounds).filter(
        counts__corrects__isnull=False, counts__confirms__isnull=False
    )
    full = tournament.club.full_names
    found = [
        Corrected(sheet, names_on(sheet, full=full), life_of(sheet))
        for sheet in sheets.distinct()
    ]
    return [each for each in found if each.receipts]


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
