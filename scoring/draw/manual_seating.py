"""Seats chosen by somebody: a draft by hand, and two who change places."""

from collections.abc import Iterable, Mapping, Sequence

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

SEATED = "seat"  # what the log calls seats somebody chose


@transaction.atomic
def seat_by_hand(
    *,
    tournament: Tournament,
    by: Actor,
    tables: Sequence[Sequence[Entry]],
    key: str = "",
    drafted: str = "",
) -> Round:
    """A draft whose seats somebody chose; the drafts there were go.

    A house player who is not saved yet is made. Raises Refused for a table of a
    size that the game does not have, or somebody seated twice; DrawnMeanwhile where the
    drafts are not those of the stamp `drafted`.
    """
    lock(tournament)
    if done := find_own_duplicate(key, tournament, SEATED):
        return _made_before(tournament, done)
    refuse_finished(tournament)
    refuse_other_drafts(tournament, drafted)
    tables = _with_house(tournament, tables)
    _refuse_tables(tournament, tables)
    for draft in tournament.rounds.filter(state=Round.State.DRAFT):
        delete_draft(draft)
    draft = make_draft(tournament, next_number(tournament), tables)
    text = log_message("round.seated_by_hand", number=draft.number)
    log(by, SEATED, text, tournament=tournament, key=key, new=str(draft.number))
    return draft


def _refuse_tables(tournament: Tournament, tables: Sequence[Sequence[Entry]]) -> None:
    """Raises Refused where these cannot be the tables of a round."""
    sizes, needed = sizes_of(tournament), sizes_in_words(tournament)
    seen: set[int] = set()
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
            if entry.pk in seen:
                raise ActionRefused(
                    message(
                        "{name} ({label}) is seated twice.",
                        name=entry.name,
                        label=entry.label,
                    )
                )
            seen.add(entry.pk)
    if not tables:
        raise ActionRefused(
            message("Seat at least one table of {players}.", players=needed)
        )


@transaction.atomic
def swap(
    *,
    rnd: Round,
    by: Actor,
    one: Entry,
    other: Entry,
    reason: str = "",
    key: str = "",
) -> Round:
    """Two people change places; one of them may be without a seat.

    Once one of their sheets is counted the seats are a fact, and only a reason puts
    them right. Raises Refused when neither has a seat, the reason is missing, or a
    standing would have two seats of the round.
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
    why = reason.strip()
    if rnd.is_published:
        stored.refresh(rnd.tournament, by=by, reason=_two_moved(rnd, why))
    text = _moved(rnd, one, other, why)
    log(by, MOVED, text, tournament=rnd.tournament, key=key, new=str(rnd.number))
    return rnd


def _two_moved(rnd: Round, why: str) -> str:
    """What everybody reads of it: nobody's name."""
    if not why:
        return log_message("reason.seats_swapped", number=rnd.number)
    return log_message("reason.seats_swapped_because", number=rnd.number, why=why)


def _moved(rnd: Round, one: Entry, other: Entry, why: str) -> LogMessage:
    facts = {
        "one": f"{one.label} {one.name}",
        "other": f"{other.label} {other.name}",
        "number": rnd.number,
    }
    if not why:
        return log_message("seats.swapped", **facts)
    return log_message(
        "seats.swapped_with_reason",
        reason=why,
        **facts,
    )


def _to_trade(
    rnd: Round, one: Entry, other: Entry, reason: str
) -> dict[int | None, Seat]:
    """The seats of the two, by entry, if they may change places. Raises Refused."""
    theirs = rnd.seats.filter(entry__in=(one, other)).select_related("sheet")
    seats = {seat.entry_id: seat for seat in theirs}
    if one == other:
        raise ActionRefused(
            message(
                "You chose {name} twice. Choose two different people.", name=one.name
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
    sits = [new for new, old in ((one, other), (other, one)) if old.pk in seats]
    _refuse_substituted(rnd, sits, seats.values())
    return seats


def _refuse_substituted(
    rnd: Round, sits: Iterable[Entry], left: Iterable[Seat]
) -> None:
    """Raises Refused where who sits down would have a score for a standing that has one.

    The seats that are `left` have none any more.
    """
    others = rnd.seats.exclude(pk__in=[seat.pk for seat in left])
    known = others.exclude(credit=None).select_related("entry", "credit")
    by_credit = {seat.credit_id: seat.entry for seat in known}
    for entry in sits:
        whose = entry.credit_in(rnd.number)
        if whose is None:
            continue
        has = by_credit.setdefault(whose, entry)
        if has and has != entry:
            plays, whom = (has, entry) if has.pk != whose else (entry, has)
            raise ActionRefused(
                message(
                    "{name} is already a substitute, playing for: {whom}. End that "
                    "first.",
                    name=plays.name,
                    whom=whom.name,
                ),
                "other",
            )


def _is_written_on(seats: Iterable[Seat]) -> bool:
    """Whether a count or a hand stands on one of these seats' sheets."""
    sheets = Sheet.objects.filter(pk__in=[seat.sheet_id for seat in seats])
    return sheets.filter(Q(counts__isnull=False) | Q(hands__isnull=False)).exists()


def _who_sat(seats: Iterable[Seat]) -> list[tuple[Sheet, dict[int, int | None]]]:
    """The tables of these seats, now locked, each with its entries by seat."""
    sheets = Sheet.objects.filter(pk__in=[seat.sheet_id for seat in seats])
    lock_sheets(sheets)
    return [
        (sheet, dict(sheet.seats.values_list("position", "entry")))
        for sheet in sheets.select_related("round__tournament__club")
    ]


def _with_house(
    tournament: Tournament, tables: Sequence[Sequence[Entry]]
) -> list[list[Entry]]:
    """The tables with house players as they are kept; H2 is the second."""
    highest = max((entry.house or 0 for table in tables for entry in table), default=0)
    house = {entry.house: entry for entry in house_players(tournament, highest)}
    return [
        [house[entry.house] if entry.house else entry for entry in table]
        for table in tables
    ]


def _trade(
    rnd: Round, one: Entry, other: Entry, seats: Mapping[int | None, Seat]
) -> None:
    """Nobody may hold two seats of a round even for a moment: free them first."""
    for old in seats.values():
        old.delete()
    for here, there in ((one, other), (other, one)):
        if seat := seats.get(here.pk):
            Seat.objects.create(
                sheet=seat.sheet,
                round=rnd,
                position=seat.position,
                entry=there,
                credit_id=there.credit_in(rnd.number),
                score=seat.score,
            )
    if rnd.is_published:
        # Whoever gets a seat no longer sits out; the other then does.
        write_missed_by(rnd, (one, other))


def _made_before(tournament: Tournament, done: Change) -> Round:
    """What a form sent before has made; the draft may have been replaced since."""
    made = tournament.rounds.filter(number=int(done.new)).first()
    if made is None:
        raise ActionRefused(message("This draft was discarded. Refresh the page."))
    return made
