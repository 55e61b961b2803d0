"""What hangs on the wall: who sits where, by name and by table.

Whoever passes may read it, so it bears names as the club shows them to everybody.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import F

from clubs.i18n import message, plural_message, together
from clubs.models import Club
from rules.messages import Sentence
from rules.seating import season_on
from scoring.core.names import entry_name, entry_parts
from scoring.core.roster import spelled
from scoring.draw.documents.seats import (
    Placed,
    RoundPlace,
    TableSheet,
    counting_rounds,
    placed,
    sit_outs_of,
    table_sheets,
)
from scoring.draw.draw_input import met_this_season, season_in_words, seats_of
from scoring.draw.sit_outs import bench_of, why_out
from scoring.games.payoff_card import Heading
from scoring.models import Entry, Round, Seat, SitOut, Tournament
from scoring.printing.document import Document, NothingToPrint, Part, part_of

STYLE = "print_lists.css"

# As many rounds as stand beside a name in 24 pt, upright and lying.
ROUNDS_UPRIGHT = 2
ROUNDS_ACROSS = 5


@dataclass(frozen=True, slots=True)
class NameRow:
    """A line of the list by name: the family name first, as one looks for it."""

    family: str
    given: str
    number: str
    places: tuple[RoundPlace | None, ...]


def names_document(
    tournament: Tournament, rounds: Iterable[Round] | None = None, *, paper: str
) -> Document:
    """Everybody who sits or sits out in these rounds, or in all published ones."""
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
    """The seat list by name; many rounds are split over several lists."""
    if not people or not numbers:
        raise NothingToPrint(message("No one has a seat yet. Publish a round first."))
    ordered = sorted(people, key=partial(_alphabet, club=club))
    return tuple(
        part_of(
            "seats_by_name.html",
            {
                "heading": heading,
                "rounds": rounds,
                "is_wide": len(rounds) > ROUNDS_UPRIGHT,
                "rows": [_row(person, rounds, club) for person in ordered],
                "remarks": remarks,
            },
            style=STYLE,
            paper=paper,
        )
        for rounds in _batches(numbers)
    )


def _batches(rounds: Sequence[int]) -> Iterator[Sequence[int]]:
    """The rounds in blocks of nearly one size, none wider than the paper."""
    blocks = -(-len(rounds) // ROUNDS_ACROSS)
    size = -(-len(rounds) // blocks)
    for at in range(0, len(rounds), size):
        yield rounds[at : at + size]


def _alphabet(who: Placed, club: Club | None) -> tuple[str, ...]:
    entry = who[0]
    return entry_parts(entry, club).key, entry.label.zfill(5)


def _row(who: Placed, rounds: Sequence[int], club: Club | None) -> NameRow:
    entry, places = who
    name = entry_name(entry, club)
    # What the site says instead of a name has no family name in it.
    parts = entry_parts(entry, club)
    is_nobody = isinstance(name, Sentence)
    family, given = (str(name), "") if is_nobody else parts.family_first
    return NameRow(
        family, given, entry.label, tuple(places.get(number) for number in rounds)
    )


def tables_document(rnd: Round, *, paper: str) -> Document:
    """The seat list of a round by table, and who sits out."""
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
    """The list; with whoever sits out, for whom he does, or why."""
    if not tables:
        raise NothingToPrint(message("Round {n} has no tables yet.", n=number))
    context = {
        "heading": heading,
        "round_number": number,
        "tables": tables,
        "sit_outs": sit_outs,
        "club": club,
    }
    return part_of("seats_by_table.html", context, style=STYLE, paper=paper)


def remarks_of(rounds: Iterable[Round], club: Club) -> tuple[str, ...]:
    """Who plays for whom, then why somebody sits out, by round; two queries."""
    outs = SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT)
    rows = outs.select_related("entry", "credit", "round__draw")
    together: dict[int, list[SitOut]] = {}
    for row in rows.order_by("entry__number"):
        together.setdefault(row.round.number, []).append(row)
    remarks = list(_stand_ins(rounds, club))
    for number, benched in sorted(together.items()):
        names = {row.entry_id: _sitter(row, club) for row in benched}
        for bench in bench_of(benched[0].round, [row.entry for row in benched]):
            who = [names[entry.pk] for entry in bench.entries]
            sits_for = any(x.sits_for for x in benched if x.entry in bench.entries)
            if bench.why or sits_for:
                remarks.append(_sit_out(number, who, bench.why))
    return tuple(remarks)


def _season_remark(tournament: Tournament, rounds: Sequence[Round]) -> Iterator[str]:
    """37 of 40 players meet somebody new this season; four queries."""
    players = [entry for entry in tournament.entries.all() if entry.player_id]
    met = met_this_season(tournament, players)
    seats = seats_of(rounds) if met else ()
    if season := season_on([entry.pk for entry in players], met, seats):
        yield season_in_words(season)


def _sit_out(number: int, who: Sequence[str], why: str) -> str:
    """Round 2: 3 Marie Kubala sits out, drawn by lot among 5."""
    facts = {"number": number, "names": together(who), "why": why}
    if not why:
        return plural_message(
            "Round {number}: {names} sits out.",
            "Round {number}: {names} sit out.",
            len(who),
            **facts,
        )
    return plural_message(
        "Round {number}: {names} sits out. Reason: {why}",
        "Round {number}: {names} sit out. Reason: {why}",
        len(who),
        **facts,
    )


def _sitter(row: SitOut, club: Club) -> str:
    who = spelled([row.entry], club)
    if not (row.credit and row.sits_for):
        return who
    return message("{name} (for: {whom})", name=who, whom=spelled([row.credit], club))


def _stand_ins(rounds: Iterable[Round], club: Club) -> Iterable[str]:
    """9 Emil Hruska has a substitute in rounds 2, 3: 3 Marie Kubala; one query."""
    seats = Seat.objects.filter(round__in=rounds, credit__isnull=False)
    others = seats.exclude(credit=F("entry")).select_related("entry", "credit", "round")
    pairs: dict[tuple[str, str], list[int]] = {}
    for seat in others.order_by("entry__number", "round__number"):
        if seat.entry and seat.credit:
            pair = spelled([seat.entry], club), spelled([seat.credit], club)
            pairs.setdefault(pair, []).append(seat.round.number)
    for (who, whom), numbers in pairs.items():
        yield plural_message(
            "{whom} has a substitute in round {numbers}: {who}.",
            "{whom} has a substitute in rounds {numbers}: {who}.",
            len(numbers),
            who=who,
            whom=whom,
            numbers=together(numbers),
        )


def sitter_remark(row: SitOut, club: Club) -> str:
    """For whom somebody sits out, and why, beside his name."""
    whose = ""
    if row.credit and row.sits_for:
        whose = message("for: {name}", name=entry_name(row.credit, club))
    return ", ".join(filter(None, (whose, why_out(row.round, row.entry))))
