"""Seats as printed on paper, in a fixed number of queries.

Paper that lies on a table has full names.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from scoring.models import Entry, Round, Seat, Sheet, SitOut, Tournament

_WITH_PEOPLE = Prefetch("seats", Seat.objects.select_related("entry", "credit"))


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table of a round: its seats in order of play, its code, and its phone page.

    A table that isn't drawn has no code and no page; the table of a blank sheet is
    number 0.
    """

    table: int
    seats: tuple[Seat, ...]
    code: str = ""
    url: str = ""

    @property
    def size(self) -> int:
        """The number of seats at the table."""
        return len(self.seats)


@dataclass(frozen=True, slots=True)
class RoundPlace:
    """A person's seat in a round; no table means that they sit out."""

    round_number: int
    table: int | None = None
    position: int | None = None
    seats: int = 0  # at the table


# An entry, and its seat in each round, by the round's number.
Placed = tuple[Entry, Mapping[int, RoundPlace]]


def table_sheets(
    rnd: Round, *, address: str = "", table: int | None = None
) -> tuple[TableSheet, ...]:
    """Return a round's tables with their people, or only one table; two queries.

    `address` is the site's address, if the club has set none.
    """
    base = phones_address(rnd, address)
    sheets = sheets_of(rnd, table).prefetch_related(_WITH_PEOPLE)
    return tuple(
        TableSheet(
            sheet.table, tuple(sheet.seats.all()), sheet.code, page_of(sheet, base)
        )
        for sheet in sheets
    )


def free_seats(size: int) -> tuple[Seat, ...]:
    """Return the seats of a table that isn't drawn."""
    return tuple(Seat(position=position) for position in range(1, size + 1))


def sheets_of(rnd: Round, table: int | None = None) -> QuerySet[Sheet]:
    """Return the sheets of a round by table, or the one of one table."""
    sheets = rnd.sheets.order_by("table")
    return sheets if table is None else sheets.filter(table=table)


def phones_address(rnd: Round, address: str) -> str:
    """Return the club's address of this site for phones in the hall.

    `address` is used if the club has set none: "http://192.168.1.20:8000".
    """
    return (rnd.tournament.club.phone_address or address).rstrip("/")


def page_of(sheet: Sheet, base: str) -> str:
    """Return the address of a table's page on a phone."""
    return f"{base}/t/{sheet.token}/"


def counting_rounds(tournament: Tournament) -> list[Round]:
    """Return the published rounds that aren't canceled, which are the ones to print."""
    return list(tournament.rounds.filter(state__in=Round.COUNTING).order_by("number"))


def carded_in(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries that get a card: with a start number, and not absent."""
    people = tournament.entries.filter(house=None)
    return people.exclude(state=Entry.State.ABSENT)


def placed(entries: Iterable[Entry], rounds: Iterable[Round]) -> Iterator[Placed]:
    """Yield each entry with its seats in these rounds; three queries."""
    places = places_in(rounds)
    for entry in entries:
        yield entry, places.get(entry.pk, {})


def places_in(rounds: Iterable[Round]) -> dict[int, dict[int, RoundPlace]]:
    """Return the seat or sit-out of each entry in each of these rounds; two queries."""
    seats = Seat.objects.filter(round__in=rounds)
    outs = SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT)
    places: dict[int, dict[int, RoundPlace]] = {}
    seated = list(seats.select_related("sheet", "round"))
    sizes = Counter(seat.sheet_id for seat in seated)
    for seat in seated:
        table, size = seat.sheet.table, sizes[seat.sheet_id]
        place = RoundPlace(seat.round.number, table, seat.position, size)
        if seat.entry_id is not None:  # a free seat has no entry
            places.setdefault(seat.entry_id, {})[seat.round.number] = place
    for sit_out in outs.select_related("round"):
        place = RoundPlace(sit_out.round.number)
        places.setdefault(sit_out.entry_id, {})[sit_out.round.number] = place
    return places


def sit_outs_of(rnd: Round) -> QuerySet[SitOut]:
    """Return the sit-outs of a published round, by start number."""
    outs = rnd.sit_outs.filter(why=SitOut.Why.SIT_OUT)
    return outs.select_related("entry", "credit", "round__draw").order_by(
        "entry__number"
    )
