"""Substitutes: a person leaves during an event, and another one takes their seats."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop

from clubs.i18n import message
from scoring.core.writes import (
    ActionRefused,
    Actor,
    find_own_duplicate,
    lock,
    lock_sheets,
    log,
)
from scoring.draw.rounds import SUBSTITUTE, next_number, refuse_finished
from scoring.draw.seats import follow_seats, write_missed_by
from scoring.draw.sit_outs import RoundRole, drawn_part
from scoring.models import Count, Entry, Round, Seat, Sheet, Tournament
from scoring.models.log_messages import log_message
from scoring.results import stored

# The score of rounds that a substitute didn't play for themselves: rounds they would
# have played, and rounds they would have sat out.
OWN_ROUNDS = {
    Tournament.MissedScore.START: gettext_noop(
        "When a ranked player substitutes for someone, the substitute’s own rounds "
        "score the start chips."
    ),
    Tournament.MissedScore.AVERAGE: gettext_noop(
        "When a ranked player substitutes for someone, the substitute’s own rounds "
        "score their own average."
    ),
    Tournament.MissedScore.ZERO: gettext_noop(
        "When a ranked player substitutes for someone, the substitute’s own rounds "
        "score 0."
    ),
}
OWN_SIT_OUTS = {
    Tournament.MissedScore.START: gettext_noop(
        "Rounds they would have sat out score the start chips."
    ),
    Tournament.MissedScore.AVERAGE: gettext_noop(
        "Rounds they would have sat out score their own average."
    ),
    Tournament.MissedScore.ZERO: gettext_noop(
        "Rounds they would have sat out score 0."
    ),
}
ENDS = "substitute-end"  # the log's kind for the end of a substitution
PLAYED = (Round.State.OPEN, Round.State.DRAFT)


@dataclass(frozen=True, slots=True)
class StandIn:
    """A substitute and the rounds they have played for someone."""

    entry: Entry
    rounds: tuple[int, ...]


def stand_ins(tournament: Tournament) -> list[StandIn]:
    """Return the current substitutes, by start number; two queries."""
    theirs = tournament.entries.exclude(substitute_for=None)
    seats = tournament.rounds.filter(
        state__in=Round.COUNTING,
        seats__entry__in=theirs,
        number__gte=F("seats__entry__substitute_from"),
    )
    played: dict[int, list[int]] = {}
    rounds_played = seats.order_by("number").values_list("seats__entry", "number")
    for entry, number in rounds_played:
        played.setdefault(entry, []).append(number)
    return [
        StandIn(entry, tuple(played.get(entry.pk, ())))
        for entry in theirs.select_related("substitute_for")
    ]


def own_rounds(tournament: Tournament) -> str:
    """Return what ranked players give up as substitutes, in words; "" if nothing."""
    if tournament.substitute_counts == Tournament.Substitute.OWN:
        return ""
    missed = OWN_ROUNDS[Tournament.MissedScore(tournament.absent_score)]
    sit_out_text = OWN_SIT_OUTS[Tournament.MissedScore(tournament.sit_out_score)]
    return f"{message(missed)} {message(sit_out_text)}"


def next_start(tournament: Tournament) -> int:
    """Return the round from which a person is most likely to be replaced.

    That is the first published one without a count, or else the next one.
    """
    counted = tournament.rounds.filter(state__in=Round.COUNTING)
    waiting = counted.filter(sheets__counts=None).order_by("number").first()
    last = tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number").last()
    return waiting.number if waiting else (last.number if last else 0) + 1


@transaction.atomic
def substitute(
    *, leaver: Entry, actor: Actor, stand_in: Entry, start: int, key: str = ""
) -> Entry:
    """Give the seats and draws of `leaver` to `stand_in` from round `start` on.

    A house player who isn't saved yet is created. The tournament's rule decides whose
    standing the scores count for. Raises ActionRefused for a substitute who has a seat,
    a chain of substitutes, a second substitute of one person, and a round whose sheet
    is counted.
    """
    tournament = lock(leaver.tournament)
    if duplicate := find_own_duplicate(key, tournament, SUBSTITUTE):
        return Entry.objects.get(pk=int(duplicate.new))
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
        _hand_over(rnd, leaver, stand_in, actor)
    reason = log_message("reason.substitutes_changed")
    stored.refresh(tournament, actor=actor, reason=reason)
    text = log_message(
        "substitute.started",
        stand_in=_labelled(stand_in),
        leaver=_labelled(leaver),
        number=start,
        whom=Tournament.Substitute(tournament.substitute_counts).label,
    )
    new = str(stand_in.pk)
    log(actor, SUBSTITUTE, text, tournament=tournament, key=key, new=new)
    return stand_in


@transaction.atomic
def come_back(*, stand_in: Entry, actor: Actor, start: int, key: str = "") -> Entry:
    """End a substitution: the player is here again and plays from round `start` on.

    Raises ActionRefused if it has ended already, for a round whose sheet is counted,
    and for a round before the substitution or after the next one.
    """
    tournament = lock(stand_in.tournament)
    fresh = _fresh(tournament, stand_in)
    if find_own_duplicate(key, tournament, ENDS):
        return fresh
    refuse_finished(tournament)
    leaver = fresh.substitute_for
    if leaver is None or fresh.substitute_from is None:
        raise ActionRefused(
            message(
                "{name} is no longer a substitute. Refresh the page.", name=fresh.name
            )
        )
    if start < fresh.substitute_from:
        raise ActionRefused(
            message("Enter round {number} or later.", number=fresh.substitute_from),
            "start",
        )
    if start > (first := next_number(tournament)):
        raise ActionRefused(
            message(
                "Round {number} isn’t published yet. Start with round {number}, or "
                "give the seats back after it’s published.",
                number=first,
            ),
            "start",
        )
    rounds = _from(tournament, start)
    _refuse_counted(rounds, fresh)
    fresh.substitute_for = fresh.substitute_from = None
    fresh.save()
    leaver.state = Entry.State.HERE
    leaver.save(update_fields=["state"])
    for rnd in rounds:
        _hand_over(rnd, fresh, leaver, actor)
    reason = log_message("reason.substitutes_changed")
    stored.refresh(tournament, actor=actor, reason=reason)
    text = log_message(
        "substitute.ended",
        who=_labelled(leaver),
        number=start,
    )
    log(actor, ENDS, text, tournament=tournament, key=key, new=str(leaver.pk))
    return leaver


def _fresh(tournament: Tournament, entry: Entry) -> Entry:
    rows = tournament.entries.select_related("substitute_for").filter(pk=entry.pk)
    if not rows:
        raise ActionRefused(
            message(
                "Someone removed this entry while you were editing. Check the list."
            )
        )
    return rows[0]


def _known(tournament: Tournament, entry: Entry) -> Entry:
    if entry.pk:
        return _fresh(tournament, entry)
    entry.tournament, entry.state = tournament, Entry.State.HERE
    return entry


def _refuse_unfit(leaver: Entry, stand_in: Entry) -> None:
    if leaver == stand_in:
        raise ActionRefused(
            message("The substitute has to be someone else."), "stand_in"
        )
    if leaver.house is not None and leaver.substitute_for is None:
        raise ActionRefused(
            message("A house player doesn’t need a substitute."), "leaver"
        )
    if leaver.substitute_for is not None:
        absent_name = leaver.substitute_for.name
        raise ActionRefused(
            message(
                "{name} is already a substitute, playing for: {whom}. End that first.",
                name=leaver.name,
                whom=absent_name,
            ),
            "leaver",
        )
    if already := leaver.substitutes.first():
        raise ActionRefused(
            message(
                "{whom} already has a substitute: {name}.",
                name=already.name,
                whom=leaver.name,
            ),
            "leaver",
        )
    if stand_in.substitute_for is not None:
        absent_name = stand_in.substitute_for.name
        raise ActionRefused(
            message(
                "{name} is already a substitute, playing for: {whom}.",
                name=stand_in.name,
                whom=absent_name,
            ),
            "stand_in",
        )
    if stand_in.state != Entry.State.HERE:
        raise ActionRefused(_not_here(stand_in), "stand_in")
    if stand_in.pk and stand_in.substitutes.exists():
        raise ActionRefused(
            message(
                "{name} has a substitute, so they can’t play for someone else.",
                name=stand_in.name,
            ),
            "stand_in",
        )


def _not_here(entry: Entry) -> str:
    if entry.state == Entry.State.EXPECTED:
        return message("{name} isn’t here yet. Check them in first.", name=entry.name)
    if entry.state == Entry.State.ABSENT:
        return message("{name} is absent. Check them in first.", name=entry.name)
    return message("{name} went home. Check them in first.", name=entry.name)


def _from(tournament: Tournament, start: int) -> list[Round]:
    """Return the rounds whose seats can be handed over, with locked sheets.

    Raises ActionRefused if there is no such round.
    """
    rounds = list(tournament.rounds.filter(number__gte=start, state__in=PLAYED))
    if start > tournament.rounds_planned and not rounds:
        raise ActionRefused(
            message("Round {number} doesn’t exist.", number=start), "start"
        )
    lock_sheets(Sheet.objects.filter(round__in=rounds))
    return rounds


def _refuse_counted(rounds: Iterable[Round], leaver: Entry) -> None:
    seats = Seat.objects.filter(round__in=rounds, entry=leaver)
    counted = Count.objects.filter(sheet__in=seats.values("sheet"))
    if count := counted.select_related("sheet__round").first():
        number = count.sheet.round.number
        raise ActionRefused(
            message(
                "{name} sat at table {table} in round {number}, which has been "
                "counted. Start with round {next}.",
                table=count.sheet.table,
                number=number,
                name=leaver.name,
                next=number + 1,
            ),
            "start",
        )


def _refuse_seated(rounds: Iterable[Round], stand_in: Entry) -> None:
    """Refuse a substitute who has a seat in a published round.

    In a draft, a substitute with a seat plays there for the person who left.
    """
    theirs = stand_in.pk and Seat.objects.filter(
        round__in=[r for r in rounds if r.is_published], entry=stand_in
    )
    if theirs and (seat := theirs.select_related("round", "sheet").first()):
        raise ActionRefused(
            message(
                "{name} already has a seat in round {number}, at table {table}.",
                name=stand_in.name,
                number=seat.round.number,
                table=seat.sheet.table,
            ),
            "stand_in",
        )


def _hand_over(rnd: Round, old: Entry, new: Entry, actor: Actor) -> None:
    """Hand the seat of one person over to the other, with its phones.

    If either has a seat of their own in the round, they keep that one.
    """
    theirs = rnd.seats.filter(entry__in=(old, new)).select_related("sheet")
    seats = {seat.entry_id: seat for seat in theirs}
    seat, new_seat = seats.get(old.pk), seats.get(new.pk)
    if new_seat is not None:
        _part(rnd, seat, new_seat, old, new)
    elif seat is not None and _is_own_seat(rnd, seat, old):
        _part(rnd, seat, _free_seat(rnd), old, new)
    elif seat is not None:
        _pass_on(rnd, seat, old, new, actor)
    if rnd.is_published:
        write_missed_by(rnd, (old, new))


def _is_own_seat(rnd: Round, seat: Seat, old: Entry) -> bool:
    """Return whether the person giving seats back was drawn onto this one."""
    if old.state != Entry.State.HERE or drawn_part(rnd, old) != RoundRole.SEAT:
        return False
    return not rnd.seats.filter(credit=old).exclude(pk=seat.pk).exists()


def _part(
    rnd: Round, seat: Seat | None, own_seat: Seat | None, old: Entry, new: Entry
) -> None:
    """Put each person on their own seat; the seat of a person who left becomes free.

    A free seat counts for no one.
    """
    theirs = [place for place in (seat, own_seat) if place]
    Seat.objects.filter(pk__in=[seat.pk for seat in theirs]).update(credit=None)
    if seat is not None:
        stays = old.state == Entry.State.HERE
        credit = old.credit_in(rnd.number) if stays else None
        _put(seat, old if stays else None, credit)
    if own_seat is not None:
        _put(own_seat, new, new.credit_in(rnd.number))


def _put(seat: Seat, entry: Entry | None, credit: int | None) -> None:
    Seat.objects.filter(pk=seat.pk).update(entry=entry, credit=credit)


def _free_seat(rnd: Round) -> Seat | None:
    """Return the free seat of the person who left in a draft, or None."""
    if rnd.is_published:
        return None
    return rnd.seats.filter(entry=None).order_by("sheet__table", "position").first()


def _pass_on(rnd: Round, seat: Seat, old: Entry, new: Entry, actor: Actor) -> None:
    credit = new.credit_in(rnd.number)
    sheet = seat.sheet
    sheet.round = rnd
    before = dict(sheet.seats.values_list("position", "entry"))
    rnd.seats.filter(credit=credit).exclude(pk=seat.pk).update(credit=None)
    _put(seat, new, credit)
    follow_seats(sheet, before)
    if rnd.is_published:
        text = log_message(
            "substitute.seated",
            new=_labelled(new),
            seat=seat.position,
            old=_labelled(old),
        )
        log(
            actor,
            SUBSTITUTE,
            text,
            sheet=sheet,
            old=_labelled(old),
            new=_labelled(new),
        )


def _labelled(entry: Entry) -> str:
    return f"{entry.label} {entry.name}"
