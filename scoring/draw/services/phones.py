"""Phones go with their people when seats change."""

from collections.abc import Mapping

from scoring.models import Sheet


def follow_seats(sheet: Sheet, before: Mapping[int, int | None]) -> None:
    """Phones go with their people after seats changed; under the sheet's lock.

    `before` says which entry sat on which seat. Where the people of a seat left the
    table, the phone stays with whoever sits there now.
    """
    now = {seat.position: seat.entry for seat in sheet.seats.select_related("entry")}
    moved = {entry.pk: position for position, entry in now.items() if entry}
    for phone in sheet.phones.all():
        if phone.seat is None:
            continue
        seat = moved.get(before.get(phone.seat) or 0, phone.seat)
        phone.seat = seat if now.get(seat) else None
        if entry := now.get(seat):
            phone.name = entry.name
        phone.save(update_fields=["seat", "name"])
