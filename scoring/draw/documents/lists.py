"""Seat lists for the wall, by name and by table.

Anyone who passes can read them, so they show public names.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F

from clubs.i18n import joined, message, plural_message
from clubs.models import Club
from rules.messages import Sentence
from rules.seating import season_on
from scoring.core.names import entry_name, entry_parts, name_on
from scoring.core.roster import spelled
from scoring.draw.documents.seat_marks import seat_marks
from scoring.draw.documents.seats import (
    Placed,
    RoundPlace,
    TableSheet,
    counting_rounds,
    placed,
    sit_outs_of,
    table_sheets,
)
from scoring.draw.documents.wall_pages import (
    TableBlock,
    WallLine,
    block_pages,
    measures_for,
    name_size,
    name_width,
    pages_of,
)
from scoring.draw.draw_input import met_this_season, season_in_words, seats_of
from scoring.draw.sit_outs import bench_of, why_out
from scoring.games.payoff_card import Heading
from scoring.models import Entry, Round, Seat, SitOut, Tournament
from scoring.printing.document import Document, NothingToPrint, Part, part_of
from scoring.printing.page_sizes import PageSize, page_size

STYLE = "print_lists.css"

ROUNDS_ACROSS = 5  # rounds next to a name on a portrait page


@dataclass(frozen=True, slots=True)
class NameRow:
    """A line of the list by name, with the family name first, for searching.

    `number` is set if someone else has the same name; `size` is a CSS class.
    """

    letter: str
    family: str
    given: str
    number: str
    size: str
    places: tuple[RoundPlace | None, ...]


@dataclass(frozen=True, slots=True)
class ListedName:
    """A person on the list by name: parts of the name, sort key, and seats."""

    key: str
    family: str
    given: str
    label: str
    places: Mapping[int, RoundPlace]

    @property
    def letter(self) -> str:
        return self.key[:1].upper()


def names_document(
    tournament: Tournament, rounds: Iterable[Round] | None = None, *, paper: str
) -> Document:
    """Return the seat list by name for these rounds, or for all published ones.

    People who sit or sit out are listed.
    """
    chosen = list(counting_rounds(tournament) if rounds is None else rounds)
    people = [
        person for person in placed(tournament.entries.all(), chosen) if person[1]
    ]
    numbers = [rnd.number for rnd in chosen]
    remarks = (
        *remarks_of(chosen, tournament.club),
        *_season_remark(tournament, chosen),
    )
    heading, club = Heading.of(tournament), tournament.club
    parts = name_parts(heading, numbers, people, remarks, club=club, paper=paper)
    return Document(parts)


def name_parts(
    heading: Heading,
    numbers: Sequence[int],
    people: Sequence[Placed],
    remarks: Sequence[str] = (),
    *,
    club: Club | None = None,
    paper: str,
) -> tuple[Part, ...]:
    """Return the seat list by name; many rounds are split over several lists."""
    if not people or not numbers:
        raise NothingToPrint(message("No one has a seat yet. Publish a round first."))
    listed = sorted(
        (_listed(person, club) for person in people),
        key=lambda entry: (entry.key, entry.label.zfill(5)),
    )
    size = page_size(paper)
    return tuple(
        _name_part(heading, rounds, listed, remarks, size, paper)
        for rounds in _batches(numbers)
    )


def _name_part(
    heading: Heading,
    rounds: Sequence[int],
    listed: Sequence[ListedName],
    remarks: Sequence[str],
    page: PageSize,
    paper: str,
) -> Part:
    """Return the pages of some rounds, in columns if it's a single round."""
    is_one = len(rounds) == 1
    measures = measures_for(page, len(listed), remarks, is_split=is_one)
    width = name_width(measures, page, len(rounds))
    names = Counter((entry.family, entry.given) for entry in listed)
    pages = []
    for columns in pages_of(listed, measures):
        rows = [[*_rows(column, rounds, names, width)] for column in columns]
        pages.append(rows)
    context = {
        "heading": heading,
        "rounds": rounds,
        "first": rounds[0],
        "last": rounds[-1],
        "measures": measures,
        "pages": pages,
        "marks": seat_marks(),
        "remarks": remarks,
    }
    return part_of("seats_by_name.html", context, style=STYLE, paper=paper)


def _rows(
    column: Sequence[ListedName],
    rounds: Sequence[int],
    names: Mapping[tuple[str, str], int],
    width: float,
) -> Iterator[NameRow]:
    last = ""
    for entry in column:
        number = entry.label if names[entry.family, entry.given] > 1 else ""
        value = f"{entry.given} {number}".strip()
        yield NameRow(
            "" if entry.letter == last else entry.letter,
            entry.family,
            entry.given,
            number,
            name_size(entry.family, value, width),
            tuple(entry.places.get(rnd) for rnd in rounds),
        )
        last = entry.letter


def _batches(rounds: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the rounds in blocks of nearly equal size that fit the paper's width."""
    blocks = -(-len(rounds) // ROUNDS_ACROSS)
    size = -(-len(rounds) // blocks)
    for index in range(0, len(rounds), size):
        yield rounds[index : index + size]


def _listed(player: Placed, club: Club | None) -> ListedName:
    entry, places = player
    name, parts = entry_name(entry, club), entry_parts(entry, club)
    # The text that replaces a hidden name has no family name in it.
    is_nobody = isinstance(name, Sentence)
    family, value = (str(name), "") if is_nobody else parts.family_first
    return ListedName(parts.key, family, value, entry.label, places)


def tables_document(rnd: Round, *, paper: str) -> Document:
    """Return the seat list of a round by table, with the people who sit out."""
    tables = table_sheets(rnd)
    heading, club = Heading.of(rnd.tournament), rnd.tournament.club
    outs = [(row.entry, sitter_remark(row, club)) for row in sit_outs_of(rnd)]
    part = table_part(heading, rnd.number, tables, outs, club=club, paper=paper)
    return Document((part,))


def table_part(
    heading: Heading,
    number: int,
    tables: Sequence[TableSheet],
    sit_outs: Sequence[tuple[Entry, str]] = (),
    *,
    club: Club | None = None,
    paper: str,
) -> Part:
    """Return the list by table, with sit-outs and their remarks."""
    if not tables:
        raise NothingToPrint(message("Round {n} has no tables yet.", n=number))
    blocks = [_block(table, club) for table in tables]
    if sit_outs:
        sitting_out = (
            WallLine(str(entry_name(entry, club)), entry.label, remark)
            for entry, remark in sit_outs
        )
        blocks.append(TableBlock(0, tuple(sitting_out)))
    measures, pages = block_pages(blocks, page_size(paper))
    context = {
        "heading": heading,
        "round_number": number,
        "measures": measures,
        "pages": pages,
        "marks": seat_marks(),
    }
    return part_of("seats_by_table.html", context, style=STYLE, paper=paper)


def _block(table: TableSheet, club: Club | None) -> TableBlock:
    lines = (
        WallLine(
            str(name_on(seat, club)),
            seat.label,
            _whose(seat, club),
            seat.position,
            table.size,
        )
        for seat in table.seats
    )
    return TableBlock(table.table, tuple(lines))


def _whose(seat: Seat, club: Club | None) -> str:
    """Return the public name of the person a substitute plays for; "" for others."""
    if not (seat.plays_for and seat.credit):
        return ""
    return message("for: {name}", name=entry_name(seat.credit, club))


def remarks_of(rounds: Iterable[Round], club: Club) -> tuple[str, ...]:
    """Return remarks on substitutes, then on sit-outs, by round; two queries."""
    outs = SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT)
    rows = outs.select_related("entry", "credit", "round__draw")
    by_round: dict[int, list[SitOut]] = {}
    for row in rows.order_by("entry__number"):
        by_round.setdefault(row.round.number, []).append(row)
    remarks = list(_stand_ins(rounds, club))
    for number, benched in sorted(by_round.items()):
        names = {row.entry_id: _sitter(row, club) for row in benched}
        for bench in bench_of(benched[0].round, [row.entry for row in benched]):
            people = [names[entry.pk] for entry in bench.entries]
            sits_for = any(x.sits_for for x in benched if x.entry in bench.entries)
            if bench.why or sits_for:
                remarks.append(_sit_out(number, people, bench.why))
    return tuple(remarks)


def _season_remark(tournament: Tournament, rounds: Sequence[Round]) -> Iterator[str]:
    """Yield “37 of 40 players meet someone new this season.”; four queries.

    Yields nothing if no one has met before this season.
    """
    players = [entry for entry in tournament.entries.all() if entry.player_id]
    met = met_this_season(tournament, players)
    seats = seats_of(rounds) if met else ()
    if season := season_on([entry.pk for entry in players], met, seats):
        yield season_in_words(season)


def _sit_out(number: int, names: Sequence[str], reason: str) -> str:
    """Return a remark such as “Round 2: 3 Marie Kubala sits out.”, with the reason."""
    facts = {"number": number, "names": joined(names), "why": reason}
    if not reason:
        return plural_message(
            "Round {number}: {names} sits out.",
            "Round {number}: {names} sit out.",
            len(names),
            **facts,
        )
    return plural_message(
        "Round {number}: {names} sits out. Reason: {why}",
        "Round {number}: {names} sit out. Reason: {why}",
        len(names),
        **facts,
    )


def _sitter(row: SitOut, club: Club) -> str:
    name = spelled([row.entry], club)
    if not (row.credit and row.sits_for):
        return name
    return message("{name} (for: {whom})", name=name, whom=spelled([row.credit], club))


def _stand_ins(rounds: Iterable[Round], club: Club) -> Iterable[str]:
    """Yield remarks like “9 Emil Hruska has a substitute in round 2: 3 Marie Kubala.”.

    One query.
    """
    seats = Seat.objects.filter(round__in=rounds, credit__isnull=False)
    others = seats.exclude(credit=F("entry")).select_related("entry", "credit", "round")
    pairs: dict[tuple[str, str], list[int]] = {}
    for seat in others.order_by("entry__number", "round__number"):
        if seat.entry and seat.credit:
            pair = spelled([seat.entry], club), spelled([seat.credit], club)
            pairs.setdefault(pair, []).append(seat.round.number)
    for (name, absent_name), numbers in pairs.items():
        yield plural_message(
            "{whom} has a substitute in round {numbers}: {who}.",
            "{whom} has a substitute in rounds {numbers}: {who}.",
            len(numbers),
            who=name,
            whom=absent_name,
            numbers=joined(numbers),
        )


def sitter_remark(row: SitOut, club: Club) -> str:
    """Return the remark next to a person who sits out: for whom, and why."""
    credit_text = ""
    if row.credit and row.sits_for:
        credit_text = message("for: {name}", name=entry_name(row.credit, club))
    return ", ".join(filter(None, (credit_text, why_out(row.round, row.entry))))
