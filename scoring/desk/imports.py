"""Bringing in the results of an evening that was scored elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone

from clubs.models import Club, Player
from clubs.services.players import add_player
from clubs.wording import say_many
from rules.sheet import SeatCount, as_written
from scoring.core.services.changes import Actor, log
from scoring.desk.results_file import TableResult
from scoring.draw.seats import make_draft
from scoring.models import Count, Entry, Round, Sheet, SitOut, Tournament
from scoring.people.services.entries import new_entry
from scoring.results import standings
from scoring.sheets import counts
from scoring.sheets.hands import aside_by_hands
from scoring.sheets.sheet import has_chips
from scoring.tournaments.services import tournaments


@dataclass(frozen=True, slots=True)
class Imported:
    """A sheet as it came in; `count` is in force only where it balances.

    It `waits` where nothing says what the scores total (see `aside_by_hands`).
    """

    sheet: Sheet
    count: Count
    waits: bool


@transaction.atomic
def new_tournament(
    *,
    club: Club,
    by: Actor,
    name: str,
    day: date,
    game: str,
    start_chips: int,
    rounds: int,
) -> Tournament:
    """The tournament that takes the results. Raises ValidationError for its name."""
    tournaments.refuse_same_name(club, name)
    return tournaments.create(
        club=club,
        by=by,
        name=name,
        date=day,
        game=game,
        start_chips=start_chips,
        rounds_planned=rounds,
    )


def import_results(
    *, tournament: Tournament, by: Actor, tables: Sequence[TableResult]
) -> Iterator[Imported]:
    """Enter the tables of a file, sheet by sheet; belongs in one transaction.

    A balanced sheet is verified by the import; an unbalanced one stays as it stands,
    out of the standings, and so does one whose game may put chips aside. Whoever has no
    seat in a round sat it out.
    """
    entries = _entries(tournament, tables)
    with standings.reckoned_once(tournament, by):
        for number in sorted({table.round for table in tables}):
            of_round = sorted(
                (table for table in tables if table.round == number),
                key=lambda table: table.table,
            )
            rnd = _round(tournament, number, of_round, entries)
            sheets = {sheet.table: sheet for sheet in rnd.sheets.all()}
            for table in of_round:
                sheets[table.table].round = rnd
                yield _sheet(sheets[table.table], by, table)
    text = say_many("imported {n} sheet", "imported {n} sheets", len(tables))
    log(by, "import", text, tournament=tournament)


def _entries(
    tournament: Tournament, tables: Sequence[TableResult]
) -> dict[int | str, Entry]:
    """Everybody in the file, by what the file calls him."""
    people: dict[int | str, str] = {}
    numbers: dict[int | str, int] = {}
    for seat in (seat for table in tables for seat in table.seats):
        people[seat.who] = people.get(seat.who) or seat.name
        if seat.number is not None:
            numbers[seat.who] = seat.number
    free = iter(set(range(1, 20_000)) - set(numbers.values()))
    known = _known_players(tournament.club, people.values())
    entries = {}
    for who in sorted(people, key=lambda each: (numbers.get(each, 0), str(each))):
        number = numbers.get(who) or next(free)
        player = _player(tournament.club, people[who] or f"Player {number}", known)
        entries[who] = new_entry(tournament, player, number)
        entries[who].save()
    return entries


def _known_players(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """Players by the names in the file: spelled so first, then but for capitals."""
    spelled = {player.name: player for player in club.players.order_by("-number")}
    known = {name: spelled.pop(name) for name in names if name in spelled}
    capitals = {name.casefold(): player for name, player in spelled.items()}
    for name in names:
        if name not in known and name.casefold() in capitals:
            known[name] = capitals.pop(name.casefold())
    return known


def _player(club: Club, name: str, known: dict[str, Player]) -> Player:
    """Somebody of the club by the same name, else somebody new; never one twice."""
    return known.pop(name, None) or add_player(club=club, name=name)


def _round(
    tournament: Tournament,
    number: int,
    tables: Sequence[TableResult],
    entries: dict[int | str, Entry],
) -> Round:
    seated = [[entries[seat.who] for seat in table.seats] for table in tables]
    rnd = make_draft(tournament, number, seated, numbers=[t.table for t in tables])
    rnd.state, rnd.published_at = Round.State.OPEN, timezone.now()
    rnd.closed_at = rnd.published_at  # it was played, even if a sheet does not add up
    rnd.save()
    here = {entry.pk for table in seated for entry in table}
    SitOut.objects.bulk_create(
        SitOut(round=rnd, entry=entry, credit=entry)
        for entry in entries.values()
        if entry.pk not in here
    )
    return rnd


def _seat(score: int, with_chips: bool) -> SeatCount:
    """Of a file the score alone is known; where chips lie nobody holds less than 0."""
    return as_written(score) if with_chips else SeatCount(score)


def _sheet(sheet: Sheet, by: Actor, table: TableResult) -> Imported:
    key = f"import-{sheet.pk}"
    with_chips = has_chips(sheet.round.tournament, None)
    made = counts.count(
        sheet=sheet,
        by=by,
        seats=[_seat(seat.score, with_chips) for seat in table.seats],
        seen=0,
        key=key,
    ).count
    waits = aside_by_hands(sheet) is None
    if made.balances and not waits:
        counts.confirm(
            sheet=sheet,
            by=by,
            seen=1,
            key=f"{key}-verified",
            witness=Count.Witness.IMPORT,
        )
    return Imported(sheet, made, waits)
