"""Seats that a person chose: a draft by hand, and two people who swap seats."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from django.db import transaction
from django.db.models import Q

from clubs.i18n import message, plural_message
from scoring.core.writes import (
    ActionRefused,
    Actor,
    find_own_duplicate,
    lock,
    lock_sheets,
    log,
)
from scoring.draw.rounds import (
    MOVED,
    as_it_is,
    next_number,
    refuse_finished,
    refuse_other_drafts,
)
from scoring.draw.seats import follow_seats, make_draft, write_missed_by
from scoring.games.game_adapter import sizes_of
from scoring.games.table_sizes import sizes_in_words
from scoring.models import Change, Entry, Round, Seat, Sheet, Tournament
from scoring.models.log_messages import LogMessage, log_message
from scoring.people.entries import house_players
from scoring.results import stored
from scoring.tournaments.tournaments import delete_draft

SEATED = "seat"  # the log's kind for seats that a person chose


@transaction.atomic
def seat_by_hand(
    *,
    tournament: Tournament,
    actor: Actor,
    tables: Sequence[Sequence[Entry]],
    key: str = "",
    drafted: str = "",
) -> Round:
    """Create a draft with chosen seats, replacing the current drafts.

    House players that aren't saved yet are created. Raises ActionRefused for a table
    size that the game doesn't have, or a person seated twice; DrawnMeanwhile if the
    drafts aren't those of the stamp `drafted`.
    """
    lock(tournament)
    if duplicate := find_own_duplicate(key, tournament, SEATED):
        return _made_before(tournament, duplicate)
    refuse_finished(tournament)
    refuse_other_drafts(tournament, drafted)
    tables = _with_house(tournament, tables)
    _refuse_tables(tournament, tables)
    for draft in tournament.rounds.filter(state=Round.State.DRAFT):
        delete_draft(draft)
    draft = make_draft(tournament, next_number(tournament), tables)
    text = log_message("round.seated_by_hand", number=draft.number)
    log(actor, SEATED, text, tournament=tournament, key=key, new=str(draft.number))
    return draft


def _refuse_tables(tournament: Tournament, tables: Sequence[Sequence[Entry]]) -> None:
    """Raise ActionRefused if these can't be the tables of a round."""
    sizes, needed = sizes_of(tournament), sizes_in_words(tournament)
    known: set[int] = set()
    for n, table in enumerate(tables, start=1):
        if len(table) not in sizes:
            raise ActionRefused(
                plural_message(
                    "Table {table} has {n} player, but it needs {needed}.",
                    "Table {table} has {n} players, but it needs {needed}.",
                    len(table),
                    table=n,
                    needed=needed,
                )
            )
        for entry in table:
            if entry.pk in known:
                raise ActionRefused(
                    message(
                        "{name} ({label}) is seated twice.",
                        name=entry.name,
                        label=entry.label,
                    )
                )
            known.add(entry.pk)
    if not tables:
        raise ActionRefused(
            message("Seat at least one table of {players}.", players=needed)
        )


@transaction.atomic
def swap(
    *,
    rnd: Round,
    actor: Actor,
    one: Entry,
    other: Entry,
    reason: str = "",
    key: str = "",
) -> Round:
    """Swap two people; one of them may have no seat.

    Once one of their sheets is counted, the seats are a fact, so a swap needs a reason
    as a correction. Raises ActionRefused if neither has a seat, the reason is missing,
    or a player in the standings would have two seats of the round.
    """
    lock(rnd.tournament)
    if find_own_duplicate(key, rnd.tournament, MOVED):
        return rnd
    refuse_finished(rnd.tournament)
    rnd.state = as_it_is(rnd).state
    if rnd.state == Round.State.CANCELLED:
        raise ActionRefused(
            message(
                "Round {number} is canceled, so its seats can’t change.",
                number=rnd.number,
            )
        )
    seats = _to_trade(rnd, one, other, reason)
    tables = _who_sat(seats.values())
    _trade(rnd, one, other, seats)
    for sheet, before in tables:
        follow_seats(sheet, before)
    cause = reason.strip()
    if rnd.is_published:
        stored.refresh(rnd.tournament, actor=actor, reason=_two_moved(rnd, cause))
    text = _moved(rnd, one, other, cause)
    log(actor, MOVED, text, tournament=rnd.tournament, key=key, new=str(rnd.number))
    return rnd


def _two_moved(rnd: Round, reason: str) -> str:
    """Return the public reason for new standings, without names."""
    if not reason:
        return log_message("reason.seats_swapped", number=rnd.number)
    return log_message("reason.seats_swapped_because", number=rnd.number, why=reason)


def _moved(rnd: Round, first: Entry, second: Entry, reason: str) -> LogMessage:
    facts = {
        "one": f"{first.label} {first.name}",
        "other": f"{second.label} {second.name}",
        "number": rnd.number,
    }
    if not reason:
        return log_message("seats.swapped", **facts)
    return log_message(
        "seats.swapped_with_reason",
        reason=reason,
        **facts,
    )


def _to_trade(
    rnd: Round, first: Entry, second: Entry, reason: str
) -> dict[int | None, Seat]:
    """Return the seats of both by entry, if they can swap. Raises ActionRefused."""
    theirs = rnd.seats.filter(entry__in=(first, second)).select_related("sheet")
    seats = {seat.entry_id: seat for seat in theirs}
    if first == second:
        raise ActionRefused(
            message(
                "You chose {name} twice. Choose two different people.", name=first.name
            ),
            "other",
        )
    if not seats:
        raise ActionRefused(
            message("Neither person has a seat in round {number}.", number=rnd.number),
            "other",
        )
    if _is_written_on(seats.values()) and not reason.strip():
        raise ActionRefused(
            message(
                "A score sheet has already been counted. Enter a reason for changing "
                "the seats."
            ),
            "reason",
        )
    sits = [new for new, old in ((first, second), (second, first)) if old.pk in seats]
    _refuse_substituted(rnd, sits, seats.values())
    return seats


def _refuse_substituted(
    rnd: Round, sits: Iterable[Entry], left: Iterable[Seat]
) -> None:
    """Raise ActionRefused if a person's score would count for a player who has one.

    The seats in `left` no longer have a score.
    """
    others = rnd.seats.exclude(pk__in=[seat.pk for seat in left])
    known = others.exclude(credit=None).select_related("entry", "credit")
    by_credit = {seat.credit_id: seat.entry for seat in known}
    for entry in sits:
        credit = entry.credit_in(rnd.number)
        if credit is None:
            continue
        has = by_credit.setdefault(credit, entry)
        if has and has != entry:
            plays, absent = (has, entry) if has.pk != credit else (entry, has)
            raise ActionRefused(
                message(
                    "{name} is already a substitute, playing for: {whom}. End that "
                    "first.",
                    name=plays.name,
                    whom=absent.name,
                ),
                "other",
            )


def _is_written_on(seats: Iterable[Seat]) -> bool:
    """Return whether a count or hand is recorded on a sheet of these seats."""
    sheets = Sheet.objects.filter(pk__in=[seat.sheet_id for seat in seats])
    return sheets.filter(Q(counts__isnull=False) | Q(hands__isnull=False)).exists()


def _who_sat(seats: Iterable[Seat]) -> list[tuple[Sheet, dict[int, int | None]]]:
    """Return the tables of these seats, locked, each with its entries by seat."""
    sheets = Sheet.objects.filter(pk__in=[seat.sheet_id for seat in seats])
    lock_sheets(sheets)
    return [
        (sheet, dict(sheet.seats.values_list("position", "entry")))
        for sheet in sheets.select_related("round__tournament__club")
    ]


def _with_house(
    tournament: Tournament, tables: Sequence[Sequence[Entry]]
) -> list[list[Entry]]:
    """Return the tables with saved house players; H2 is the second one."""
    numbers = (entry.house or 0 for entry in chain.from_iterable(tables))
    players = house_players(tournament, max(numbers, default=0))
    house = {entry.house: entry for entry in players}
    replaced: list[list[Entry]] = []
    for table in tables:
        people = [house[entry.house] if entry.house else entry for entry in table]
        replaced.append(people)
    return replaced


def _trade(
    rnd: Round, first: Entry, second: Entry, seats: Mapping[int | None, Seat]
) -> None:
    """Swap the seats, deleting both first: a person's seat is unique in a round."""
    for old in seats.values():
        old.delete()
    for mover, partner in ((first, second), (second, first)):
        if seat := seats.get(mover.pk):
            Seat.objects.create(
                sheet=seat.sheet,
                round=rnd,
                position=seat.position,
                entry=partner,
                credit_id=partner.credit_in(rnd.number),
                score=seat.score,
            )
    if rnd.is_published:
        # A person who gets a seat no longer sits out, and the other one does.
        write_missed_by(rnd, (first, second))


def _made_before(tournament: Tournament, duplicate: Change) -> Round:
    """Return the round that an earlier copy of the form created.

    Raises ActionRefused if the draft was discarded since.
    """
    draft = tournament.rounds.filter(number=int(duplicate.new)).first()
    if draft is None:
        raise ActionRefused(message("This draft was discarded. Refresh the page."))
    return draft
