"""Somebody leaves in the middle of an evening, and another takes his seats."""

from collections.abc import Iterable

from django.db import transaction

from scoring.models import Count, Entry, Round, Seat, Sheet, Tournament
from scoring.selectors.seating.draws import credit_of
from scoring.services import standings
from scoring.services.changes import Actor, Refused, done_here, lock, lock_sheets, log
from scoring.services.rounds import refuse_finished
from scoring.services.seating.missed import write_missed_by
from scoring.services.table.phones import follow_seats

TAKES, ENDS = "substitute", "substitute-end"  # what the log calls them
PLAYS = "A substitute plays from here on, or does no more."
PLAYED = (Round.State.OPEN, Round.State.DRAFT)


@transaction.atomic
def substitute(
    *, leaver: Entry, by: Actor, stand_in: Entry, start: int, key: str = ""
) -> Entry:
    """`stand_in` takes the seats of `leaver` from round `start` on, and his draws.

    A house player who is not saved yet is made. For whose standing he plays is the
    tournament's rule. Raises Refused for somebody who plays himself, a chain, a second
    one for the same person, and a round in which the sheet is counted.
    """
    tournament = lock(leaver.tournament)
    if done := done_here(key, tournament, TAKES):
        return Entry.objects.get(pk=int(done.new))
    refuse_finished(tournament)
    leaver, stand_in = _fresh(tournament, leaver), _known(tournament, stand_in)
    _refuse_unfit(leaver, stand_in)
    rounds = _from(tournament, start)
    _refuse_counted(rounds, leaver)
    _refuse_seated(rounds, stand_in)
    stand_in.substitute_for, stand_in.substitute_from = leaver, start
    stand_in.save()
    leaver.state = Entry.State.LEFT
    leaver.save(update_fields=["state"])
    for rnd in rounds:
        _hand_over(rnd, leaver, stand_in, by)
    standings.refresh(tournament, by=by, reason=PLAYS)
    counts = Tournament.Substitute(tournament.substitute_counts).label
    text = (
        f"{_said(stand_in)} plays for {_said(leaver)} from round {start} on; the chips "
        f"count for {counts}"
    )
    log(by, TAKES, text, tournament=tournament, key=key, new=str(stand_in.pk))
    return stand_in


@transaction.atomic
def come_back(*, stand_in: Entry, by: Actor, start: int, key: str = "") -> Entry:
    """He for whom `stand_in` played is here again and plays from round `start` on.

    Raises Refused as `substitute` does.
    """
    tournament = lock(stand_in.tournament)
    fresh = _fresh(tournament, stand_in)
    if done_here(key, tournament, ENDS):
        return fresh
    refuse_finished(tournament)
    leaver = fresh.substitute_for
    if leaver is None:
        raise Refused(f"{fresh.name} plays for nobody. Load the page anew.")
    if start < fresh.substitute_from:
        raise Refused(f"Round {fresh.substitute_from} or later.", "start")
    rounds = _from(tournament, start)
    _refuse_counted(rounds, fresh)
    fresh.substitute_for = fresh.substitute_from = None
    fresh.save()
    leaver.state = Entry.State.HERE
    leaver.save(update_fields=["state"])
    for rnd in rounds:
        _hand_over(rnd, fresh, leaver, by)
    standings.refresh(tournament, by=by, reason=PLAYS)
    text = f"{_said(leaver)} is here again and plays from round {start} on"
    log(by, ENDS, text, tournament=tournament, key=key, new=str(leaver.pk))
    return leaver


def _fresh(tournament: Tournament, entry: Entry) -> Entry:
    found = tournament.entries.select_related("substitute_for").filter(pk=entry.pk)
    if not found:
        raise Refused("Somebody removed this entry meanwhile. Look at the list.")
    return found[0]


def _known(tournament: Tournament, entry: Entry) -> Entry:
    if entry.pk:
        return _fresh(tournament, entry)
    entry.tournament, entry.state = tournament, Entry.State.HERE
    return entry


def _refuse_unfit(leaver: Entry, stand_in: Entry) -> None:
    if leaver == stand_in:
        raise Refused("Nobody plays for himself.", "stand_in")
    if leaver.house is not None and leaver.substitute_for is None:
        raise Refused("A house player needs no substitute.", "leaver")
    if leaver.substitute_for is not None:
        whom = leaver.substitute_for.name
        raise Refused(f"{leaver.name} plays for {whom}. End that first.", "leaver")
    if already := leaver.substitutes.first():
        raise Refused(f"{already.name} plays for {leaver.name} already.", "leaver")
    if stand_in.substitute_for is not None:
        whom = stand_in.substitute_for.name
        raise Refused(f"{stand_in.name} plays for {whom} already.", "stand_in")
    if stand_in.state != Entry.State.HERE:
        state = stand_in.get_state_display()
        raise Refused(f"{stand_in.name} is {state}. Mark who has come.", "stand_in")
    if stand_in.pk and stand_in.substitutes.exists():
        raise Refused(f"Somebody plays for {stand_in.name}.", "stand_in")


def _from(tournament: Tournament, start: int) -> list[Round]:
    """Rounds whose seats may pass on, their sheets locked. Raises Refused."""
    rounds = list(tournament.rounds.filter(number__gte=start, state__in=PLAYED))
    if start > tournament.rounds_planned and not rounds:
        raise Refused(f"There is no round {start}.", "start")
    lock_sheets(Sheet.objects.filter(round__in=rounds))
    return rounds


def _refuse_counted(rounds: Iterable[Round], leaver: Entry) -> None:
    seats = Seat.objects.filter(round__in=rounds, entry=leaver)
    counted = Count.objects.filter(sheet__in=seats.values("sheet"))
    if found := counted.select_related("sheet__round").first():
        number = found.sheet.round.number
        raise Refused(
            f"Table {found.sheet.table} of round {number} is counted with "
            f"{leaver.name} on it. Begin with round {number + 1}.",
            "start",
        )


def _refuse_seated(rounds: Iterable[Round], stand_in: Entry) -> None:
    """In a draft he may: whoever plays for another gives up his own seat there."""
    theirs = stand_in.pk and Seat.objects.filter(
        round__in=[r for r in rounds if r.is_published], entry=stand_in
    )
    if theirs and (seat := theirs.select_related("round", "sheet").first()):
        raise Refused(
            f"{stand_in.name} plays himself in round {seat.round.number}, at table "
            f"{seat.sheet.table}.",
            "stand_in",
        )


def _hand_over(rnd: Round, old: Entry, new: Entry, by: Actor) -> None:
    """The seat of one becomes the other's, with its phones."""
    own = rnd.seats.filter(entry=new).first()
    seat = rnd.seats.filter(entry=old).select_related("sheet").first()
    if own is not None:
        _keep_own(rnd, seat, own, new)
        return
    credit = credit_of(new, rnd.number)
    if seat is not None:
        sheet = seat.sheet
        sheet.round = rnd
        before = dict(sheet.seats.values_list("position", "entry"))
        rnd.seats.filter(credit=credit).exclude(pk=seat.pk).update(credit=None)
        Seat.objects.filter(pk=seat.pk).update(entry=new, credit=credit)
        follow_seats(sheet, before)
    if rnd.is_published:
        write_missed_by(rnd, (old, new))
        if seat is not None:
            text = f"{_said(new)} takes seat {seat.position} of {_said(old)}"
            log(by, TAKES, text, sheet=sheet, old=_said(old), new=_said(new))


def _keep_own(rnd: Round, seat: Seat | None, own: Seat, new: Entry) -> None:
    """In a draft he has a seat of his own: the other one waits to be drawn again."""
    if seat is not None:
        Seat.objects.filter(pk=seat.pk).update(credit=None)
    Seat.objects.filter(pk=own.pk).update(credit=credit_of(new, rnd.number))


def _said(entry: Entry) -> str:
    return f"{entry.label} {entry.name}"
