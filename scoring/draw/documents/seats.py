"""Who sits where, as it goes on paper: in a fixed number of queries.

Paper that lies on a table bears full names.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from scoring.models import Entry, Round, Seat, Sheet, SitOut, Tournament

_WITH_PEOPLE = Prefetch("seats", Seat.objects.select_related("entry", "credit"))


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table of a round: its seats in order of play, its code, its page on a phone.

    A table that is not drawn has neither code nor page; a blank sheet's is number 0.
    """

    table: int
    seats: tuple[Seat, ...]
    code: str = ""
    url: str = ""

    @property
    def size(self) -> int:
        """How many seats the table has."""
        return len(self.seats)


@dataclass(frozen=True, slots=True)
class RoundPlace:
    """Where somebody sits in a round; no table means that he sits out."""

    round_number: int
    table: int | None = None
    position: int | None = None
    seats: int = 0  # of the table


# Somebody and his place in each round, by its number.
Placed = tuple[Entry, Mapping[int, RoundPlace]]


def table_sheets(
    rnd: Round, *, address: str = "", table: int | None = None
) -> tuple[TableSheet, ...]:
    """A round's tables with who sits there, or one of them; two queries.

    `address` as for `phones_address`.
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
    """Return the seats of a table that is not drawn."""
    return tuple(Seat(position=position) for position in range(1, size + 1))


def sheets_of(rnd: Round, table: int | None = None) -> QuerySet[Sheet]:
    """The sheets of a round by table, or that of one table."""
    sheets = rnd.sheets.order_by("table")
    return sheets if table is None else sheets.filter(table=table)


def phones_address(rnd: Round, address: str) -> str:
    """What the club calls this machine on the telephones' network.

    `address` is used where the club has set none: "http://192.168.1.20:8000".
    """
    return (rnd.tournament.club.phone_address or address).rstrip("/")


def page_of(sheet: Sheet, base: str) -> str:
    """The address of a table's page on a phone."""
    return f"{base}/t/{sheet.token}/"


def counting_rounds(tournament: Tournament) -> list[Round]:
    """The published rounds that are not cancelled: only those go on paper."""
    return list(tournament.rounds.filter(state__in=Round.COUNTING).order_by("number"))


def carded_in(tournament: Tournament) -> QuerySet[Entry]:
    """Who gets a card: everybody with a start number who has not stayed away."""
    people = tournament.entries.filter(house=None)
    return people.exclude(state=Entry.State.ABSENT)


def placed(entries: Iterable[Entry], rounds: Iterable[Round]) -> Iterator[Placed]:
    """Each of the entries with his places in these rounds; three queries."""
    places = places_in(rounds)
    for entry in entries:
        yield entry, places.get(entry.pk, {})


def places_in(rounds: Iterable[Round]) -> dict[int, dict[int, RoundPlace]]:
    """Where each entry sits, or sits out, in each of these rounds; two queries."""
    seats = Seat.objects.filter(round__in=rounds)
    outs = SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT)
    places: dict[int, dict[int, RoundPlace]] = {}
    seated = list(seats.select_related("sheet", "round"))
    sizes = Counter(seat.sheet_id for seat in seated)
    for seat in seated:
        table, size = seat.sheet.table, sizes[seat.sheet_id]
        place = RoundPlace(seat.round.number, table, seat.position, size)
        if seat.entry_id is not None:  # else nobody knows yet who sits there
            places.setdefault(seat.entry_id, {})[seat.round.number] = place
    for sit_out in outs.select_related("round"):
        place = RoundPlace(sit_out.round.number)
        places.setdefault(sit_out.entry_id, {})[sit_out.round.number] = place
    return places


def sit_outs_of(rnd: Round) -> QuerySet[SitOut]:
    """Who sits a published round out, by start number."""
    outs = rnd.sit_outs.filter(why=SitOut.Why.SIT_OUT)
    return outs.select_related("entry", "credit", "round__draw").order_by(
        "entry__number"
    )
