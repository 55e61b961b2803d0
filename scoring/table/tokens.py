"""Whoever comes to a table by its token: which sheet it is, and who may sit there."""

from collections.abc import Iterable
from typing import Any

from clubs.wording import say
from scoring.core.selectors.names import entry_name, entry_parts
from scoring.core.selectors.statements import PHONE
from scoring.models import Entry, Phone, Round, Seat, Sheet


def sheet_by_token(token: str) -> Sheet | None:
    """The sheet of a published round with this token, closed to phones or not."""
    published = Sheet.objects.exclude(round__state=Round.State.DRAFT)
    at_table = published.select_related("round__tournament__club")
    return at_table.filter(token=token).first()


def phone_at(token: str, key: str) -> Phone | None:
    """The phone with this key at the table with this token, its sheet with it."""
    return next(iter(PHONE.rows_for(sheet__token=token, key=key)), None)


def people_for(sheet: Sheet) -> list[dict[str, Any]]:
    """Who may be put on a seat, by name, and where each sits this round."""
    tournament = sheet.round.tournament
    seats = Seat.objects.filter(round=sheet.round, entry__isnull=False)
    sits = {
        entry: say("table {table}, seat {seat}", table=table, seat=position)
        for entry, table, position in seats.values_list(
            "entry", "sheet__table", "position"
        )
    }
    entries = tournament.entries.order_by("number", "house")
    club = tournament.club
    return [
        {
            "entry": entry.pk,
            "name": entry_name(entry, club),
            "label": entry.label,
            "sits": sits.get(entry.pk, ""),
        }
        for entry in sorted(entries, key=lambda each: entry_parts(each, club).key)
    ]


def people_with(sheet: Sheet, ids: Iterable[int]) -> dict[int, Entry]:
    """Those of the tournament's people who have these ids."""
    return sheet.round.tournament.entries.in_bulk(list(ids))
