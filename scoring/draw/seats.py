"""The seats of a round: create, hand over and display; and people without a seat."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.db.models import Q

from clubs.models import Club
from scoring.core.names import entry_name, entry_parts, name_on
from scoring.draw.draw_input import players_among
from scoring.draw.sit_outs import RoundRole, drawn_part, why_out
from scoring.models import Draw, Entry, Round, Seat, Sheet, SitOut, Tournament
from scoring.models.rounds import new_code
from scoring.people.entries import house_players, missed_why
from scoring.sheets.sheet import SheetState, life_of, sheets_of

FEW = 6  # tables


def make_draft(
    tournament: Tournament,
    number: int,
    tables: Sequence[Sequence[Entry]],
    draw: Draw | None = None,
    numbers: Sequence[int] = (),
) -> Round:
    """Create a draft round, with the people of each table in seat order.

    Tables are numbered from 1 unless `numbers` are given.
    """
    numbers = numbers or range(1, len(tables) + 1)
    draft = Round.objects.create(tournament=tournament, number=number, draw=draw)
    codes = free_codes(len(tables))
    sheets = Sheet.objects.bulk_create(
        Sheet(round=draft, table=table, code=code)
        for table, code in zip(numbers, codes, strict=True)
    )
    seats = map(seats_of_table, sheets, tables)
    Seat.objects.bulk_create(chain.from_iterable(seats))
    return draft


def seats_of_table(sheet: Sheet, table: Sequence[Entry]) -> list[Seat]:
    """Return the unsaved seats of a table, each with the entry it counts for."""
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
    """Return codes that no sheet has: among thousands, random codes can collide."""
    free: set[str] = set()
    while len(free) < number:
        free |= {new_code() for _ in range(number - len(free))}
        used_codes = Sheet.objects.filter(code__in=free).values_list("code", flat=True)
        free -= set(used_codes)
    return list(free)


def spare_house(tournament: Tournament, needed: int) -> list[Entry]:
    """Return this many free house players, creating them if necessary."""
    theirs = tournament.entries.exclude(house=None)
    busy = set(theirs.exclude(substitute_for=None).values_list("house", flat=True))
    numbers = [n for n in range(1, needed + len(busy) + 1) if n not in busy][:needed]
    house = house_players(tournament, max(numbers, default=0))
    return [entry for entry in house if entry.house in numbers]


def follow_seats(sheet: Sheet, before: Mapping[int, int | None]) -> None:
    """Move phones with their people after seats changed; under the sheet's lock.

    `before` tells which entry sat on which seat. If the person of a seat left the
    table, the phone stays with the person who sits there now.
    """
    current = {
        seat.position: seat.entry for seat in sheet.seats.select_related("entry")
    }
    moved = {entry.pk: position for position, entry in current.items() if entry}
    for phone in sheet.phones.all():
        if phone.seat is None:
            continue
        seat = moved.get(before.get(phone.seat) or 0, phone.seat)
        phone.seat = seat if current.get(seat) else None
        if entry := current.get(seat):
            phone.name = entry.name
        phone.save(update_fields=["seat", "name"])


def write_missed(rnd: Round) -> None:
    """Rewrite who has no seat in a published round, and why.

    People who are here sit out, also as substitutes; the others missed the round,
    unless someone plays or sits out for them.
    """
    rows = _rows(rnd)
    rnd.sit_outs.all().delete()
    SitOut.objects.bulk_create(rows)


def write_missed_by(rnd: Round, people: Iterable[Entry]) -> None:
    """Rewrite why these people have no seat, and for whom they play.

    Rows of all others stay.
    """
    people = {entry for entry in people if entry}
    theirs = {entry.pk for entry in people} | {
        entry.substitute_for_id for entry in people
    }
    theirs -= {None}
    rows = [row for row in _rows(rnd) if {row.entry_id, row.credit_id} & theirs]
    rnd.sit_outs.filter(Q(entry__in=theirs) | Q(credit__in=theirs)).delete()
    SitOut.objects.bulk_create(rows)


def without_part(rnd: Round) -> list[Entry]:
    """Return entries with neither a seat in a published round nor a row telling why."""
    entries = rnd.tournament.entries.filter(house=None)
    for rows in (rnd.seats, rnd.sit_outs):
        for column in ("entry", "credit"):
            theirs = rows.exclude(**{column: None}).values(column)
            entries = entries.exclude(pk__in=theirs)
    return list(entries)


def _rows(rnd: Round) -> list[SitOut]:
    """Return a row for each player without a result, and each person sitting out."""
    people = list(rnd.tournament.entries.all())
    seats = rnd.seats.values_list("entry", "credit")
    seated = {entry for entry, _ in seats}
    settled: set[int | None] = {credit for _, credit in seats}
    without_seat = [entry for entry in players_among(people) if entry.pk not in seated]
    rows = [_sat_out(rnd, entry, settled) for entry in without_seat]
    settled |= {row.credit_id for row in rows}
    busy = seated | {entry.pk for entry in without_seat}
    for entry in people:
        if entry.pk not in settled and entry.house is None:
            if entry.pk not in busy:
                rows.append(
                    SitOut(round=rnd, entry=entry, credit=entry, why=_why(entry))
                )
            elif entry.ranked:
                reason = _why_lent(rnd, entry)
                rows.append(SitOut(round=rnd, entry=entry, credit=entry, why=reason))
    return rows


def _why_lent(rnd: Round, entry: Entry) -> str:
    """Return why a substitute has no own result.

    A substitute who would have sat out loses nothing.
    """
    own_sit_outs = rnd.sit_outs.filter(entry=entry, credit=entry, why__in=SitOut.OUT)
    if own_sit_outs.exists() or drawn_part(rnd, entry) == RoundRole.OUT:
        return SitOut.Why.SAT_IN
    return SitOut.Why.STOOD_IN


def _sat_out(rnd: Round, entry: Entry, settled: set[int | None]) -> SitOut:
    credit = entry.credit_in(rnd.number)
    counts = None if credit in settled else credit
    return SitOut(round=rnd, entry=entry, credit_id=counts)


def _why(entry: Entry) -> str:
    """Return why an entry missed the round.

    A person who is back while a substitute plays counts as having left.
    """
    reason = missed_why(entry)
    return SitOut.Why.LEFT if reason == SitOut.Why.SIT_OUT else reason


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """A seat with its public name; `plays_for` is set only for substitutes."""

    position: int
    label: str
    name: str
    is_house: bool
    plays_for: str
    score: int | None
    key: str = ""  # sort key of the name

    @property
    def is_numbered(self) -> bool:
        """Whether a person with a start number sits there: no house player."""
        return bool(self.label) and not self.is_house


@dataclass(frozen=True, slots=True)
class TableSeats:
    """A table in a round and the state of its sheet."""

    table: int
    state: SheetState
    seats: tuple[PublicSeat, ...]

    @property
    def holdings(self) -> list[tuple[int | None, int]]:
        """The score at each seat, and its error, for a drawing."""
        return [(seat.score, 0) for seat in self.seats]

    @property
    def lines_by_name(self) -> list["SeatListLine"]:
        """The lines that the list by name has for this table."""
        return [
            SeatListLine(
                seat.name,
                seat.label,
                self.table,
                seat.position,
                seat.plays_for,
                seat.key,
            )
            for seat in self.seats
            if seat.is_numbered
        ]


@dataclass(frozen=True, slots=True)
class UnseatedPlayer:
    """A person without a seat, and why; `sits_for` is set only for substitutes."""

    label: str
    name: str
    why: str
    sits_out: bool
    reason: str = ""
    sits_for: str = ""
    is_house: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class SeatListLine:
    """A line of the list by name, without a table for people who sit out.

    `stands_for` is the person they substitute for.
    """

    name: str
    label: str
    table: int | None
    position: int | None
    stands_for: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """The data of a round's page."""

    tables: tuple[TableSeats, ...]
    missed: tuple[UnseatedPlayer, ...]

    @property
    def sit_outs(self) -> list[UnseatedPlayer]:
        return [missed for missed in self.missed if missed.sits_out]

    @property
    def absent(self) -> list[UnseatedPlayer]:
        return [missed for missed in self.missed if not missed.sits_out]

    @property
    def is_few(self) -> bool:
        """Whether each table has space for its names and scores at the seats."""
        return len(self.tables) <= FEW

    @property
    def in_force(self) -> int:
        return sum(table.state.is_in_force for table in self.tables)

    @property
    def by_name(self) -> list[SeatListLine]:
        """The list of people by family name, like on the wall, with their tables.

        House players aren't listed.
        """
        places = [*chain.from_iterable(table.lines_by_name for table in self.tables)]
        places += [
            SeatListLine(
                missed.name, missed.label, None, None, missed.sits_for, missed.key
            )
            for missed in self.sit_outs
            if not missed.is_house
        ]
        return sorted(places, key=lambda line: (line.key, line.label))


def seats_in(rnd: Round) -> RoundSeats:
    """Return a round's seats, sheets and sit-outs, in a fixed number of queries."""
    club = rnd.tournament.club
    rows = SitOut.objects.filter(round=rnd).exclude(why__in=SitOut.PLAYED_FOR)
    sit_outs = rows.select_related("entry", "credit")
    return RoundSeats(
        tuple(_table(sheet, club) for sheet in sheets_of(rnd)),
        tuple(_missed(rnd, sit_outs.order_by("entry__number"), club)),
    )


def _table(sheet: Sheet, club: Club) -> TableSeats:
    seats = tuple(_seat(seat, club) for seat in sheet.seats.all())
    return TableSeats(sheet.table, life_of(sheet).state, seats)


def _seat(seat: Seat, club: Club) -> PublicSeat:
    played_for = seat.credit if seat.credit_id != seat.entry_id else None
    return PublicSeat(
        seat.position,
        seat.label,
        name_on(seat, club),
        seat.entry is not None and seat.entry.house is not None,
        entry_name(played_for, club) if played_for else "",
        seat.score,
        entry_parts(seat.entry, club).key if seat.entry else "",
    )


def _missed(
    rnd: Round, sit_outs: Iterable[SitOut], club: Club
) -> Iterable[UnseatedPlayer]:
    for row in sit_outs:
        sits_out = row.why == SitOut.Why.SIT_OUT
        yield UnseatedPlayer(
            row.entry.label,
            entry_name(row.entry, club),
            row.get_why_display(),
            sits_out,
            why_out(rnd, row.entry) if sits_out else "",
            entry_name(row.credit, club) if row.sits_for and row.credit else "",
            row.entry.house is not None,
            entry_parts(row.entry, club).key,
        )
