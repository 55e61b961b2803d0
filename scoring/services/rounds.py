"""A round from draft to published, cancelled or back; who sits where in it."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.models import Change, Draw, Entry, Round, Seat, Sheet, SitOut, Tournament
from scoring.models.rounds import new_code
from scoring.selectors.draws import MOVED
from scoring.services import standings
from scoring.services.changes import Actor, Refused, done_here, lock, log
from scoring.services.entries import house_players, missed_why
from scoring.services.tournaments import delete_draft

SEATS_A_TABLE = 4
SEATED = "seat"  # what the log calls seats somebody chose


def make_draft(
    tournament: Tournament,
    number: int,
    tables: Sequence[Sequence[Entry]],
    draw: Draw | None = None,
    numbers: Sequence[int] = (),
) -> Round:
    """Rows for a round nobody has seen yet; seats 1 to 4 of each table in order.

    Tables are numbered from 1 unless `numbers` are given.
    """
    numbers = numbers or range(1, len(tables) + 1)
    draft = Round.objects.create(tournament=tournament, number=number, draw=draw)
    codes = _free_codes(len(tables))
    sheets = Sheet.objects.bulk_create(
        Sheet(round=draft, table=table, code=code)
        for table, code in zip(numbers, codes, strict=True)
    )
    Seat.objects.bulk_create(
        seat
        for sheet, table in zip(sheets, tables, strict=True)
        for seat in _seats(sheet, table)
    )
    return draft


@transaction.atomic
def seat_by_hand(
    *,
    tournament: Tournament,
    by: Actor,
    tables: Sequence[Sequence[Entry]],
    key: str = "",
) -> Round:
    """A draft whose seats somebody chose; the drafts there were go.

    A house player who is not saved yet is made. Raises Refused for a table that is not
    four, or somebody seated twice.
    """
    lock(tournament)
    if done := done_here(key, tournament, SEATED):
        return _made_before(tournament, done)
    _refuse_finished(tournament)
    tables = _with_house(tournament, tables)
    seen: set[int] = set()
    for n, table in enumerate(tables, start=1):
        if len(table) != SEATS_A_TABLE:
            raise Refused(f"Table {n} has {len(table)} players; it needs four.")
        for entry in table:
            if entry.pk in seen:
                raise Refused(f"{entry.name} ({entry.label}) is seated twice.")
            seen.add(entry.pk)
    if not tables:
        raise Refused("Seat at least one table of four.")
    for draft in tournament.rounds.filter(state=Round.State.DRAFT):
        delete_draft(draft)
    draft = make_draft(tournament, next_number(tournament), tables)
    text = f"seated {draft} by hand"
    log(by, SEATED, text, tournament=tournament, key=key, new=str(draft.number))
    return draft


@transaction.atomic
def publish(*, rnd: Round, by: Actor) -> Round:
    """Open a draft for play: seats are public, sheets take counts.

    Whoever is here without a seat sits out; the others missed the round. Raises
    Refused when an earlier round is still a draft.
    """
    tournament = rnd.tournament
    lock(tournament)
    fresh = _fresh(rnd)
    if fresh.state != Round.State.DRAFT:
        return fresh
    _refuse_finished(tournament)
    if tournament.rounds.filter(state="draft", number__lt=fresh.number).exists():
        raise Refused("Publish the earlier rounds first.")
    fresh.state = Round.State.OPEN
    fresh.published_at = timezone.now()
    fresh.save()
    seated = set(fresh.seats.values_list("entry_id", flat=True))
    SitOut.objects.bulk_create(
        SitOut(round=fresh, entry=entry, why=missed_why(entry))
        for entry in tournament.entries.filter(house=None)
        if entry.pk not in seated
    )
    standings.refresh(tournament)
    log(by, "publish", f"published {fresh}", tournament=tournament)
    return fresh


@transaction.atomic
def publish_all(*, tournament: Tournament, by: Actor) -> list[Round]:
    """Open every draft, first to last."""
    drafts = tournament.rounds.filter(state=Round.State.DRAFT).order_by("number")
    for draft in drafts:
        draft.tournament = tournament
    return [publish(rnd=draft, by=by) for draft in drafts]


@transaction.atomic
def unpublish(*, rnd: Round, by: Actor) -> Round:
    """Take seats back to draft, to draw again; only while nothing is recorded."""
    tournament = rnd.tournament
    lock(tournament)
    fresh = _fresh(rnd)
    if fresh.state == Round.State.DRAFT:
        return fresh
    if fresh.state != Round.State.OPEN or is_recorded(fresh):
        raise Refused("Something is recorded in this round. It can only be cancelled.")
    later = tournament.rounds.filter(number__gt=fresh.number)
    if later.exclude(state=Round.State.DRAFT).exists():
        raise Refused("A later round is published. Take that one back first.")
    fresh.sit_outs.all().delete()
    fresh.state, fresh.published_at = Round.State.DRAFT, None
    fresh.save()
    standings.refresh(tournament)
    log(by, "publish", f"took {fresh} back to draft", tournament=tournament)
    return fresh


@transaction.atomic
def cancel(*, rnd: Round, by: Actor, reason: str) -> Round:
    """The round counts for nothing; all that was written in it stays readable."""
    tournament = rnd.tournament
    lock(tournament)
    fresh = _fresh(rnd)
    if fresh.state == Round.State.CANCELLED:
        return fresh
    if not reason.strip():
        raise Refused("Say why the round is cancelled.", "reason")
    _refuse_finished(tournament)
    if fresh.state == Round.State.DRAFT:
        raise Refused("A draft is discarded, not cancelled.")
    fresh.state, fresh.reason = Round.State.CANCELLED, reason.strip()
    fresh.closed_at = timezone.now()
    fresh.save()
    standings.refresh(tournament)
    log(by, "cancel", f"cancelled {fresh}: {reason.strip()}", tournament=tournament)
    return fresh


@transaction.atomic
def discard(*, tournament: Tournament, by: Actor, number: int) -> int:
    """Throw a draft away, with the drafts after it; says how many that were."""
    lock(tournament)
    drafts = list(tournament.rounds.filter(state=Round.State.DRAFT, number__gte=number))
    for draft in drafts:
        delete_draft(draft)
    if drafts:
        which = ", ".join(str(draft.number) for draft in drafts)
        log(by, "seat", f"discarded the draft of round {which}", tournament=tournament)
    return len(drafts)


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
    them right. Raises Refused when neither has a seat or the reason is missing.
    """
    lock(rnd.tournament)
    if done_here(key, rnd.tournament, MOVED):
        return rnd
    _refuse_finished(rnd.tournament)
    rnd.state = _fresh(rnd).state
    if rnd.state == Round.State.CANCELLED:
        raise Refused(f"{rnd} is cancelled; its seats stay as they were.")
    seats = {
        seat.entry_id: seat
        for seat in rnd.seats.filter(entry__in=(one, other)).select_related("sheet")
    }
    if one == other:
        raise Refused(f"{one.name} cannot change places with himself.", "other")
    if not seats:
        raise Refused(f"Neither has a seat in round {rnd.number}.", "other")
    if _is_written_on(seats.values()) and not reason.strip():
        raise Refused("A sheet is counted already: say why the seats change.", "reason")
    _trade(rnd, one, other, seats)
    if rnd.is_published:
        standings.refresh(rnd.tournament)
    text = f"{one.label} {one.name} and {other.label} {other.name} changed places"
    why = f": {reason.strip()}" if reason.strip() else ""
    log(
        by,
        MOVED,
        f"{text} in {rnd}{why}",
        tournament=rnd.tournament,
        key=key,
        new=str(rnd.number),
    )
    return rnd


def _is_written_on(seats: Iterable[Seat]) -> bool:
    """Whether a count or a hand stands on one of these seats' sheets."""
    sheets = Sheet.objects.filter(pk__in=[seat.sheet_id for seat in seats])
    return sheets.filter(Q(counts__isnull=False) | Q(hands__isnull=False)).exists()


def is_recorded(rnd: Round) -> bool:
    """Whether a count or a hand stands on any of its sheets."""
    return (
        rnd.sheets.filter(counts__isnull=False).exists()
        or rnd.sheets.filter(hands__isnull=False).exists()
    )


def next_number(tournament: Tournament) -> int:
    """The number of the round that is drawn next; drafts do not count."""
    published = tournament.rounds.exclude(state=Round.State.DRAFT)
    return max(published.values_list("number", flat=True), default=0) + 1


def _with_house(
    tournament: Tournament, tables: Sequence[Sequence[Entry]]
) -> list[list[Entry]]:
    """The tables with house players as they are kept; H2 is the second."""
    highest = max((entry.house or 0 for table in tables for entry in table), default=0)
    house = {each.house: each for each in house_players(tournament, highest)}
    return [
        [house[entry.house] if entry.house else entry for entry in table]
        for table in tables
    ]


def _trade(rnd: Round, one: Entry, other: Entry, seats: dict[int, Seat]) -> None:
    """Nobody may hold two seats of a round even for a moment: free them first."""
    for seat in seats.values():
        seat.delete()
    for here, there in ((one, other), (other, one)):
        if seat := seats.get(here.pk):
            Seat.objects.create(
                sheet=seat.sheet,
                round=rnd,
                position=seat.position,
                entry=there,
                credit=there if there.ranked else None,
                score=seat.score,
            )
        elif rnd.is_published:
            _sit_out_instead(rnd, seated=here, unseated=there)


def _sit_out_instead(rnd: Round, seated: Entry, unseated: Entry) -> None:
    """Whoever gets a seat no longer sits out; the other then does."""
    SitOut.objects.filter(round=rnd, entry=seated).delete()
    if unseated.house is None:
        SitOut.objects.create(round=rnd, entry=unseated, why=missed_why(unseated))


def _seats(sheet: Sheet, table: Sequence[Entry]) -> list[Seat]:
    return [
        Seat(
            sheet=sheet,
            round_id=sheet.round_id,
            position=position,
            entry=entry,
            credit=entry if entry.ranked else None,
        )
        for position, entry in enumerate(table, start=1)
    ]


def _fresh(rnd: Round) -> Round:
    """The round as it is now. Raises Refused for a draft that somebody replaced."""
    found = Round.objects.filter(pk=rnd.pk).first()
    if found is None:
        raise Refused(f"{rnd} was drawn anew, or discarded, meanwhile. Look again.")
    return found


def _made_before(tournament: Tournament, done: Change) -> Round:
    """What a form sent before has made; the draft may have been replaced since."""
    made = tournament.rounds.filter(number=int(done.new)).first()
    if made is None:
        raise Refused("This was sent before, and discarded since. Load the page anew.")
    return made


def _free_codes(number: int) -> list[str]:
    """Codes that no sheet has: by chance alone two meet once thousands are kept."""
    free: set[str] = set()
    while len(free) < number:
        free |= {new_code() for _ in range(number - len(free))}
        taken = Sheet.objects.filter(code__in=free).values_list("code", flat=True)
        free -= set(taken)
    return list(free)


def _refuse_finished(tournament: Tournament) -> None:
    if Tournament.objects.get(pk=tournament.pk).finished_at:
        raise Refused(f"{tournament.name} is finished. Reopen it to play on.")
