"""Who sits where on paper: score sheets, cards, lists; and the scorekeeper's page.

Paper lies on a table or hangs in the hall, so it bears full names. Each is filled in a
fixed number of queries.
"""

from collections.abc import Iterable

from django.db.models import Prefetch, QuerySet

from scoring.models import Entry, Round, Seat, Sheet, SitOut, Tournament
from scoring.selectors.papers.payoffs import Heading
from scoring.selectors.papers.remarks import remarks_of, sitter_remark
from scoring.selectors.papers.shapes import (
    CardsPaper,
    PersonPaper,
    PlacePaper,
    SeatListPaper,
    SeatPaper,
    SheetPaper,
    TableCardPaper,
    TableListPaper,
    TablePaper,
    WifiPaper,
)

_WITH_PEOPLE = Prefetch("seats", Seat.objects.select_related("entry", "credit"))
HANDS = 20  # the lines of a sheet where a tournament plays by the clock


def sheet_papers(
    rnd: Round, *, address: str, table: int | None = None
) -> tuple[SheetPaper, ...]:
    """A round's score sheets, or one table's again; two queries.

    `address` is what this machine is called on the telephones' network, used where
    the club has set none: "http://192.168.1.20:8000".
    """
    sheets = _sheets(rnd, table).prefetch_related(_WITH_PEOPLE)
    base, heading = _base(rnd, address), Heading.of(rnd.tournament)
    return tuple(_sheet_paper(sheet, rnd, heading, base) for sheet in sheets)


def table_card_papers(
    rnd: Round, *, address: str, table: int | None = None
) -> tuple[TableCardPaper, ...]:
    """A card for every table of a round, or for one; `address` as for the sheets."""
    tournament, base = rnd.tournament, _base(rnd, address)
    name = tournament.wifi_name
    wifi = WifiPaper(name, tournament.wifi_password) if name else None
    heading = Heading.of(tournament)
    return tuple(
        TableCardPaper(
            heading,
            rnd.number,
            sheet.table,
            sheet.code,
            _table_page(base, sheet),
            base.partition("://")[2],
            wifi,
        )
        for sheet in _sheets(rnd, table)
    )


def _sheets(rnd: Round, table: int | None) -> QuerySet[Sheet]:
    sheets = rnd.sheets.order_by("table")
    return sheets if table is None else sheets.filter(table=table)


def _base(rnd: Round, address: str) -> str:
    return (rnd.tournament.club.phone_address or address).rstrip("/")


def _table_page(base: str, sheet: Sheet) -> str:
    return f"{base}/t/{sheet.token}/"


def _sheet_paper(sheet: Sheet, rnd: Round, heading: Heading, base: str) -> SheetPaper:
    tournament = rnd.tournament
    return SheetPaper(
        heading=heading,
        round_number=rnd.number,
        table=sheet.table,
        seats=_seat_papers(sheet),
        code=sheet.code,
        url=_table_page(base, sheet),
        must_total=tournament.must_total,
        start_chips=tournament.start_chips,
        hands=tournament.hands_per_round or HANDS,
    )


def _seat_papers(sheet: Sheet) -> tuple[SeatPaper, ...]:
    seats = sorted(sheet.seats.all(), key=lambda seat: seat.position)
    return tuple(
        _seat_paper(seat.entry, seat.position, _for(seat))
        if seat.entry
        else _free(seat)
        for seat in seats
    )


def _free(seat: Seat) -> SeatPaper:
    """A seat that waits for somebody, to be written in with a pencil."""
    return SeatPaper(seat.position, "", "")


def _for(seat: Seat) -> str:
    return f"for {seat.plays_for}" if seat.plays_for else ""


def _seat_paper(entry: Entry, position: int = 0, remark: str = "") -> SeatPaper:
    return SeatPaper(position, entry.label, entry.name, entry.lodge, remark)


def seat_list_of(
    tournament: Tournament, rounds: Iterable[Round] | None = None
) -> SeatListPaper:
    """Everybody who sits or sits out in these rounds, or in all published ones."""
    chosen = list(counting_rounds(tournament) if rounds is None else rounds)
    people = _people(tournament, chosen)
    return SeatListPaper(
        Heading.of(tournament),
        tuple(rnd.number for rnd in chosen),
        tuple(person for person in people if person.places),
        remarks_of(chosen),
    )


def counting_rounds(tournament: Tournament) -> list[Round]:
    """The published rounds that are not cancelled: only those go on paper."""
    return list(tournament.rounds.filter(state__in=Round.COUNTING).order_by("number"))


def table_list_of(rnd: Round) -> TableListPaper:
    """A round by table; three queries."""
    sheets = rnd.sheets.order_by("table").prefetch_related(_WITH_PEOPLE)
    sat_out = rnd.sit_outs.filter(why=SitOut.Why.SIT_OUT)
    out = sat_out.select_related("entry", "credit", "round__draw")
    return TableListPaper(
        Heading.of(rnd.tournament),
        rnd.number,
        tuple(TablePaper(sheet.table, _seat_papers(sheet)) for sheet in sheets),
        tuple(
            _seat_paper(each.entry, 0, sitter_remark(each))
            for each in out.order_by("entry__number")
        ),
    )


def cards_of(tournament: Tournament) -> CardsPaper:
    """A card for everybody with a start number who has not stayed away."""
    published = counting_rounds(tournament)
    last = max([tournament.rounds_planned, *(rnd.number for rnd in published)])
    return CardsPaper(
        Heading.of(tournament),
        tuple(range(1, last + 1)),
        tuple(_people(tournament, published, carded_in(tournament))),
    )


def carded_in(tournament: Tournament) -> QuerySet[Entry]:
    """Who gets a card."""
    people = tournament.entries.filter(house=None)
    return people.exclude(state=Entry.State.ABSENT)


def places_in(rounds: Iterable[Round]) -> dict[int, dict[int, PlacePaper]]:
    """Where each entry sits, or sits out, in each of these rounds; two queries."""
    seats = Seat.objects.filter(round__in=rounds, entry__isnull=False)
    outs = SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT)
    places: dict[int, dict[int, PlacePaper]] = {}
    for seat in seats.select_related("sheet", "round"):
        place = PlacePaper(seat.round.number, seat.sheet.table, seat.position)
        places.setdefault(seat.entry_id, {})[seat.round.number] = place
    for out in outs.select_related("round"):
        place = PlacePaper(out.round.number)
        places.setdefault(out.entry_id, {})[out.round.number] = place
    return places


def _people(
    tournament: Tournament,
    rounds: Iterable[Round],
    entries: Iterable[Entry] | None = None,
) -> list[PersonPaper]:
    """Entries by start number with their places; three queries."""
    places = places_in(rounds)
    return [
        PersonPaper(
            *(entry.label, entry.name, entry.lodge),
            tuple(places.get(entry.pk, {}).values()),
        )
        for entry in (tournament.entries.all() if entries is None else entries)
    ]
