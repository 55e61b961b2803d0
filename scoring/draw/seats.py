"""Seats as rows: the draft of a round, its codes, free house players, phones of seats."""

from collections.abc import Mapping, Sequence

from scoring.models import Draw, Entry, Round, Seat, Sheet, Tournament
from scoring.models.rounds import new_code
from scoring.people.services.entries import house_players


def make_draft(
    tournament: Tournament,
    number: int,
    tables: Sequence[Sequence[Entry]],
    draw: Draw | None = None,
    numbers: Sequence[int] = (),
) -> Round:
    """Rows for a round nobody has seen yet; the seats of each table in order.

    Tables are numbered from 1 unless `numbers` are given.
    """
    numbers = numbers or range(1, len(tables) + 1)
    draft = Round.objects.create(tournament=tournament, number=number, draw=draw)
    codes = free_codes(len(tables))
    sheets = Sheet.objects.bulk_create(
        Sheet(round=draft, table=table, code=code)
        for table, code in zip(numbers, codes, strict=True)
    )
    Seat.objects.bulk_create(
        seat
        for sheet, table in zip(sheets, tables, strict=True)
        for seat in seats_of_table(sheet, table)
    )
    return draft


def seats_of_table(sheet: Sheet, table: Sequence[Entry]) -> list[Seat]:
    """The seats of a table, still to be saved, each for whom it counts."""
    return [
        Seat(
            sheet=sheet,
            round_id=sheet.round_id,
            position=position,
            entry=entry,
            credit_id=entry.credit_in(sheet.round.number),
        )
        for position, entry in enumerate(table, start=1)
    ]


def free_codes(number: int) -> list[str]:
    """Codes that no sheet has: by chance alone two meet once thousands are kept."""
    free: set[str] = set()
    while len(free) < number:
        free |= {new_code() for _ in range(number - len(free))}
        taken = Sheet.objects.filter(code__in=free).values_list("code", flat=True)
        free -= set(taken)
    return list(free)


def spare_house(tournament: Tournament, needed: int) -> list[Entry]:
    """So many house players who sit for nobody, made where there are too few."""
    theirs = tournament.entries.exclude(house=None)
    busy = set(theirs.exclude(substitute_for=None).values_list("house", flat=True))
    numbers = [n for n in range(1, needed + len(busy) + 1) if n not in busy][:needed]
    made = house_players(tournament, max(numbers, default=0))
    return [each for each in made if each.house in numbers]


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
