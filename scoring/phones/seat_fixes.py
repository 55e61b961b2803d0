"""Corrections of the seats at a table during play.

Hands and counts stay with the sheet and its seats. A person who is put on a seat here
leaves their seat elsewhere in the round. That seat is then free, until its table or the
desk says who sits there.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q

from clubs.i18n import in_words, message
from scoring.core.names import entry_name, entry_parts, name_on
from scoring.core.writes import (
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    Conflict,
    find_duplicate,
    lock,
    lock_sheet,
    lock_sheets,
    log,
)
from scoring.draw.seats import follow_seats, without_part, write_missed_by
from scoring.games.game_adapter import sizes_of
from scoring.models import Entry, Round, Seat, Sheet, Tournament
from scoring.models.log_messages import log_message
from scoring.models.rounds import FREE_SEAT
from scoring.results import stored
from scoring.sheets.sheet import life_of

RIGHTED, FREED = "seats", "free"  # the log's kinds


def people_for(sheet: Sheet) -> list[dict[str, Any]]:
    """Return the people who can be put on a seat, by name, each with their seat now."""
    tournament = sheet.round.tournament
    seats = Seat.objects.filter(round=sheet.round, entry__isnull=False)
    sits = {
        entry: message("table {table}, seat {seat}", table=table, seat=position)
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
        for entry in sorted(entries, key=lambda person: entry_parts(person, club).key)
    ]


def people_with(sheet: Sheet, ids: Iterable[int]) -> dict[int, Entry]:
    """Return the tournament's people with these keys."""
    return sheet.round.tournament.entries.in_bulk(list(ids))


@transaction.atomic
def put_right(
    *, sheet: Sheet, actor: Actor, key: str, entries: Sequence[Entry | None]
) -> Sheet:
    """Set the people of a table in seat order; None is a free seat. A key counts once.

    A person who loses their seat here, and gets no other, plays elsewhere while a seat
    is free; otherwise they sit out. Raises ActionRefused if the round isn't open, an
    affected sheet is in force, or these people can't sit like that.
    """
    tournament = lock(sheet.round.tournament)
    if _is_done(sheet, key):
        return lock_sheet(sheet)
    people = _people(tournament, sheet, entries)
    touched = _touched(sheet, people)
    lock_sheets(Sheet.objects.filter(pk__in={sheet.pk, *(s.sheet_id for s in touched)}))
    locked_sheet = lock_sheet(sheet)
    own_seats = [seat for seat in touched if seat.sheet_id == sheet.pk]
    elsewhere = touched[len(own_seats) :]
    if [seat.entry for seat in own_seats] == people:
        return locked_sheet
    _refuse_closed(locked_sheet, elsewhere)
    new_seats = _seated(locked_sheet, people, touched)
    _refuse_substituted(locked_sheet.round, new_seats, touched)
    _replace(touched, [*new_seats, *map(_freed, elsewhere)])
    write_missed_by(locked_sheet.round, [person for person in people if person])
    if not locked_sheet.round.seats.filter(entry=None).exists():
        write_missed_by(locked_sheet.round, without_part(locked_sheet.round))
    follow_seats(locked_sheet, {seat.position: seat.entry_id for seat in own_seats})
    reason = log_message("reason.seats_corrected", **locked_sheet.where)
    stored.refresh(tournament, actor=actor, reason=reason)
    _log(actor, key, locked_sheet, own_seats, new_seats)
    for seat in elsewhere:
        follow_seats(seat.sheet, {seat.position: seat.entry_id})
        _log_freed(actor, seat, locked_sheet)
    return locked_sheet


@transaction.atomic
def sit_down(
    *, sheet: Sheet, by: Actor, key: str, position: int, entry: Entry
) -> Sheet:
    """Put a person on a free seat; their seat at another table becomes free.

    Raises Conflict if the seat isn't free any more, and ActionRefused if the round
    isn't open, an affected sheet is in force, or the person can't sit there.
    """
    lock(sheet.round.tournament)
    seats = _seats(sheet)
    if not _is_done(sheet, key):
        free = [seat.position for seat in seats if seat.entry is None]
        if position not in free:
            raise Conflict(
                message(
                    "Seat {n} is no longer free. Check the seats again.", n=position
                )
            )
    entries = [None if seat.entry == entry else seat.entry for seat in seats]
    entries[position - 1] = entry
    return put_right(sheet=sheet, actor=by, key=key, entries=entries)


def _is_done(sheet: Sheet, key: str) -> bool:
    duplicate = find_duplicate(key)
    if duplicate and (duplicate.sheet_id, duplicate.what) != (sheet.pk, RIGHTED):
        raise ActionRefused(USED_ELSEWHERE)
    return duplicate is not None


def _people(
    tournament: Tournament, sheet: Sheet, entries: Sequence[Entry | None]
) -> list[Entry | None]:
    """Return the table's people as current entries. Raises ActionRefused for others."""
    if len(entries) != (size := sheet.seats.count()):
        if len(sizes_of(tournament)) == 1:
            raise ActionRefused(
                message("A table has {n} seats.", n=in_words(size)), "seats"
            )
        raise ActionRefused(
            message(
                "Table {table} has {n} seats.", table=sheet.table, n=in_words(size)
            ),
            "seats",
        )
    known = tournament.entries.in_bulk([entry.pk for entry in entries if entry])
    people = [entry and known.get(entry.pk) for entry in entries]
    known_people: set[Entry] = set()
    for entry, person in zip(entries, people, strict=True):
        if entry and person is None:
            raise ActionRefused(
                message("Someone on this list isn’t playing here tonight."), "seats"
            )
        if person in known_people:
            raise ActionRefused(
                message(
                    "{name} can’t sit in two seats.",
                    name=entry_name(person, tournament.club),
                ),
                "seats",
            )
        if person:
            known_people.add(person)
    return people


def _touched(sheet: Sheet, people: Iterable[Entry | None]) -> list[Seat]:
    """Return the seats of the table in order, then its people's seats elsewhere."""
    theirs = Q(round=sheet.round_id, entry__in=[person for person in people if person])
    elsewhere = Seat.objects.filter(theirs).exclude(sheet=sheet)
    found = elsewhere.select_related("entry", "credit", "sheet__round")
    return [*_seats(sheet), *found.order_by("sheet__table", "position")]


def _seats(sheet: Sheet) -> list[Seat]:
    seats = Seat.objects.filter(sheet=sheet).select_related("entry", "credit")
    return list(seats.order_by("position"))


def _refuse_closed(sheet: Sheet, elsewhere: Iterable[Seat]) -> None:
    rnd = sheet.round
    if rnd.state != Round.State.OPEN:
        raise ActionRefused(
            message(
                "Round {number} isn’t being played, so its seats stay as they are.",
                number=rnd.number,
            )
        )
    if life_of(sheet).in_force:
        raise ActionRefused(
            message(
                "This sheet is verified, so its seats can’t change. Call the director."
            )
        )
    for seat in elsewhere:
        if life_of(seat.sheet).in_force:
            raise ActionRefused(
                message(
                    "{name} is at table {table}, which is already verified. Call the "
                    "director.",
                    table=seat.sheet.table,
                    name=name_on(seat, rnd.tournament.club),
                ),
                "seats",
            )


def _seated(
    sheet: Sheet, people: Iterable[Entry | None], touched: Iterable[Seat]
) -> list[Seat]:
    """Return new seats of the table; each person keeps whom they play for."""
    before: dict[Entry | None, Entry | None]
    before = {seat.entry: seat.credit for seat in touched if seat.entry}
    for person in filter(None, people):
        before.setdefault(person, _credit(person, sheet.round.number))
    return [
        Seat(
            sheet=sheet,
            round=sheet.round,
            position=position,
            entry=person,
            credit=before.get(person),
        )
        for position, person in enumerate(people, start=1)
    ]


def _credit(person: Entry, number: int) -> Entry | None:
    """Return whom a person without a seat in this round would play for."""
    credit = person.credit_in(number)
    if credit == person.pk:
        return person
    return person.substitute_for if credit else None


def _refuse_substituted(
    rnd: Round, new_seats: Iterable[Seat], touched: Iterable[Seat]
) -> None:
    """Refuse seats that would give one player two scores of a round."""
    others = Seat.objects.filter(round=rnd).exclude(
        pk__in=[seat.pk for seat in touched]
    )
    credited = others.filter(
        credit__in=[seat.credit for seat in new_seats if seat.credit]
    )
    seat_by_credit: dict[Entry, Seat] = {
        seat.credit: seat
        for seat in credited.select_related("entry", "credit", "sheet")
        if seat.credit
    }
    for seat in new_seats:
        if seat.credit is None:
            continue
        other = seat_by_credit.setdefault(seat.credit, seat)
        if other is not seat:
            substitute = other if other.entry != other.credit else seat
            raise ActionRefused(
                message(
                    "{name} is substituting at table {table}, for: {other}. Call the "
                    "director.",
                    table=substitute.sheet.table,
                    name=name_on(substitute, rnd.tournament.club),
                    other=entry_name(seat.credit, rnd.tournament.club),
                ),
                "seats",
            )


def _freed(seat: Seat) -> Seat:
    return Seat(sheet=seat.sheet, round_id=seat.round_id, position=seat.position)


def _replace(old: Iterable[Seat], new: Iterable[Seat]) -> None:
    """Replace seats, deleting the old ones first: no one may have two at a time."""
    Seat.objects.filter(pk__in=[seat.pk for seat in old]).delete()
    Seat.objects.bulk_create(new)


def _log(
    actor: Actor, key: str, sheet: Sheet, old: Iterable[Seat], new: Iterable[Seat]
) -> None:
    log(
        actor,
        RIGHTED,
        log_message(
            "sheet.seats_corrected",
            round=sheet.round.number,
            table=sheet.table,
        ),
        sheet=sheet,
        key=key,
        old=", ".join(map(_in_words, old)),
        new=", ".join(map(_in_words, new)),
    )


def _log_freed(actor: Actor, seat: Seat, sheet: Sheet) -> None:
    """Log the freed seat at the other table, so that its phones are updated."""
    text = log_message(
        "sheet.seat_freed",
        n=seat.position,
        name=seat.name,
        table=sheet.table,
    )
    log(actor, FREED, text, sheet=seat.sheet, old=_in_words(seat), new=FREE_SEAT)


def _in_words(seat: Seat) -> str:
    """Return the person of a seat as text: 17 Marie Kubala, or free seat."""
    return f"{seat.label} {seat.name}".strip()
