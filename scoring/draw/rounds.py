"""A round from draft to published, canceled or back; and gaps in its seats."""

from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from clubs.i18n import and_list, in_words, joined, message, plural_message
from scoring.core.undo import ActKind, recorded
from scoring.core.writes import ActionRefused, Actor, Conflict, lock, lock_sheets, log
from scoring.draw.seats import write_missed
from scoring.models import Change, Clock, Entry, Round, Seat, Sheet, Tournament
from scoring.models.log_messages import log_message
from scoring.results import stored
from scoring.tournaments.club_lifecycle import refuse_waiting
from scoring.tournaments.tournaments import delete_draft

MOVED = "swap"  # the log's kind for a swap by hand; `new` is the round
SUBSTITUTE = "substitute"  # the log's kind for a new substitute

# The log's kinds of changes that replace or remove drafts.
SEATING = ("draw", "seat", "smallest", "swap", "publish", "cancel")
AWAY = {
    Entry.State.EXPECTED: gettext_noop(
        "{who} isn’t here yet but has a seat at table {table}"
    ),
    Entry.State.ABSENT: gettext_noop("{who} is absent but has a seat at table {table}"),
    Entry.State.LEFT: gettext_noop("{who} went home but has a seat at table {table}"),
}
MOST_NAMED = 6
# A seat whose player isn't here.
ABSENT = Q(entry__isnull=False, entry__house=None) & ~Q(entry__state=Entry.State.HERE)


class DrawnMeanwhile(Conflict):
    """A conflict: someone else drew, seated or published; the message names them."""

    def __init__(self, last: Change | None) -> None:
        change = message("Someone changed the seats")
        if last:
            change = joined([last.by_name, last.in_language().text], " ")
        super().__init__(
            message(
                "The seats changed while you were editing, so yours weren’t saved. "
                "Review the new seats, or send yours again to replace them. Latest "
                "change: {what}.",
                what=change,
            )
        )


@transaction.atomic
def publish(*, rnd: Round, actor: Actor, stamp: str = "") -> Round:
    """Publish a draft: its seats are public, and its sheets take hands and counts.

    People who are here without a seat sit out; the others missed the round. Raises
    ActionRefused if an earlier round is still a draft, a seat is free, or its player
    isn't here; and Conflict if the drafted seats aren't those of the stamp `stamp`.
    """
    tournament = lock(rnd.tournament)
    fresh = as_it_is(rnd)
    if fresh.state == Round.State.DRAFT:
        if tournament.rounds.filter(state="draft", number__lt=fresh.number).exists():
            raise ActionRefused(message("Publish the earlier rounds first."))
        _publish(tournament, [fresh], actor, stamp)
    return fresh


@transaction.atomic
def publish_all(
    *, tournament: Tournament, actor: Actor, stamp: str = ""
) -> list[Round]:
    """Publish all drafts, in order.

    Raises ActionRefused if a seat is free or its player isn't here; and Conflict if the
    drafted seats aren't those of the stamp `stamp`.
    """
    tournament = lock(tournament)
    drafts = tournament.rounds.filter(state=Round.State.DRAFT).order_by("number")
    return _publish(tournament, list(drafts), actor, stamp)


def _publish(
    tournament: Tournament, drafts: list[Round], actor: Actor, stamp: str
) -> list[Round]:
    """Publish these rounds, computing the standings once."""
    if not drafts:
        return drafts
    refuse_finished(tournament)
    refuse_waiting(tournament.club_id)
    _refuse_other_seats(tournament, stamp)
    for draft in drafts:
        draft.tournament = tournament
        _refuse_unfilled(draft)
        draft.state = Round.State.OPEN
        draft.published_at = timezone.now()
        draft.save()
        write_missed(draft)
        text = log_message("round.published", number=draft.number)
        log(actor, "publish", text, tournament=tournament)
    reason = log_message("reason.round_published", number=drafts[-1].number)
    stored.refresh(tournament, actor=actor, reason=reason)
    return drafts


@transaction.atomic
def unpublish(*, rnd: Round, actor: Actor) -> Round:
    """Return a round to draft, to draw it again; only while nothing is recorded."""
    tournament = rnd.tournament
    lock(tournament)
    fresh = as_it_is(rnd)
    if fresh.state == Round.State.DRAFT:
        return fresh
    lock_sheets(Sheet.objects.filter(round=fresh))  # no hand is recorded in between
    if fresh.state != Round.State.OPEN or is_recorded(fresh):
        raise ActionRefused(
            message(
                "Something has already been recorded in this round, so you can only "
                "cancel it."
            )
        )
    later = tournament.rounds.filter(number__gt=fresh.number)
    if later.exclude(state=Round.State.DRAFT).exists():
        raise ActionRefused(
            message("A later round is published. Return that round to draft first.")
        )
    fresh.sit_outs.all().delete()
    Clock.objects.filter(round=fresh).delete()
    fresh.state, fresh.published_at = Round.State.DRAFT, None
    fresh.save()
    reason = log_message("reason.round_unpublished", number=fresh.number)
    stored.refresh(tournament, actor=actor, reason=reason)
    text = log_message("round.unpublished", number=fresh.number)
    log(actor, "publish", text, tournament=tournament)
    return fresh


@transaction.atomic
def cancel(*, rnd: Round, actor: Actor, reason: str) -> Round:
    """Cancel a round, so that it doesn't count; its records stay readable."""
    tournament = rnd.tournament
    lock(tournament)
    fresh = as_it_is(rnd)
    if fresh.state == Round.State.CANCELLED:
        return fresh
    if not reason.strip():
        raise ActionRefused(
            message("Enter a reason for canceling the round."), "reason"
        )
    refuse_finished(tournament)
    if fresh.state == Round.State.DRAFT:
        raise ActionRefused(
            message("This round is a draft. Discard it instead of canceling it.")
        )
    fresh.state, fresh.reason = Round.State.CANCELLED, reason.strip()
    fresh.closed_at = timezone.now()
    fresh.save()
    text = log_message(
        "round.canceled",
        number=fresh.number,
        reason=reason.strip(),
    )
    cause = log_message("reason.round_canceled", number=fresh.number, why=fresh.reason)
    stored.refresh(tournament, actor=actor, reason=cause)
    log(actor, "cancel", text, tournament=tournament)
    return fresh


@transaction.atomic
def discard(
    *, tournament: Tournament, actor: Actor, number: int, stamp: str = ""
) -> int:
    """Discard a draft and the drafts after it. Return how many that were.

    Raises DrawnMeanwhile if the drafted seats aren't those of the stamp `stamp`.
    """
    lock(tournament)
    refuse_other_drafts(tournament, stamp)
    drafts = list(tournament.rounds.filter(state=Round.State.DRAFT, number__gte=number))
    if not drafts:
        return 0
    numbers = ", ".join(str(draft.number) for draft in drafts)
    with recorded(tournament, actor, ActKind.DISCARD) as recording:
        recording.number = len(drafts)
        for draft in drafts:
            delete_draft(draft)
        text = log_message("round.discarded", numbers=numbers)
        log(actor, "seat", text, tournament=tournament)
    return len(drafts)


def is_recorded(rnd: Round) -> bool:
    """Return whether a sheet of the round has any record: a count, hand or photo."""
    return any(
        rnd.sheets.filter(**{f"{facts}__isnull": False}).exists()
        for facts in Sheet.RECORDED
    )


def next_number(tournament: Tournament) -> int:
    """Return the number of the round that is drawn next; drafts don't count."""
    published = tournament.rounds.exclude(state=Round.State.DRAFT)
    return max(published.values_list("number", flat=True), default=0) + 1


def refuse_other_drafts(tournament: Tournament, stamp: str) -> None:
    """Refuse to replace drafts that differ from those the person saw.

    Raises DrawnMeanwhile, which names the person who was first.
    """
    if stamp and stamp != draft_stamp(tournament):
        drawn = Change.objects.filter(tournament=tournament, what__in=SEATING)
        raise DrawnMeanwhile(drawn.order_by("pk").last())


def _refuse_other_seats(tournament: Tournament, stamp: str) -> None:
    """Raise Conflict if the seats to publish differ from those the person saw."""
    if stamp and stamp != draft_stamp(tournament):
        raise Conflict(
            message(
                "The seating changed while you were looking. Nothing was published. "
                "Review the new seats, then publish."
            )
        )


def _refuse_unfilled(draft: Round) -> None:
    """Raise ActionRefused if a seat is free or its player isn't here."""
    if nobody := unfilled(draft):
        raise ActionRefused(
            message(
                "Round {number} wasn’t published. Mark who’s here, see the seat "
                "changes, or seat the round again. Problem: {seats}.",
                number=draft.number,
                seats=nobody,
            )
        )


def as_it_is(rnd: Round) -> Round:
    """Return the current round. Raises ActionRefused for a draft that was replaced."""
    fresh = Round.objects.filter(pk=rnd.pk).first()
    if fresh is None:
        raise ActionRefused(
            message(
                "Round {number} was drawn again or discarded while you were looking. "
                "Check its seats again.",
                number=rnd.number,
            )
        )
    return fresh


def refuse_finished(tournament: Tournament) -> None:
    if Tournament.objects.get(pk=tournament.pk).finished_at:
        raise ActionRefused(
            message(
                "{name} is finished. Reopen it to keep playing.", name=tournament.name
            )
        )


def draft_stamp(tournament: Tournament) -> str:
    """Return a stamp of the drafted seats that changes once any round is published.

    The stamp also changes once someone sits elsewhere.
    """
    drafted = Seat.objects.filter(
        round__tournament=tournament, round__state=Round.State.DRAFT
    )
    fields = ("round", "sheet__table", "position")
    seats = list(drafted.order_by(*fields).values_list(*fields, "entry"))
    published = tournament.rounds.exclude(state=Round.State.DRAFT)
    last = published.aggregate(last=Max("number"))["last"]
    return sha256(repr((last, seats)).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class SeatingGap:
    """The numbers of people without a seat, and of seats without a person, in a round.

    In a draft a free seat needs a person too; once the round is published, its table
    decides who sits there.
    """

    round: int
    come: int
    gone: int
    free: int = 0
    newcomers: tuple[Entry, ...] = ()  # some of the people without a seat, to be named

    def __str__(self) -> str:
        """Return a sentence for each kind of gap, and one that says what to do."""
        sentences = []
        if self.come:
            sentences.append(_come(self.come, self.round))
        if self.gone:
            sentences.append(_gone(self.gone, self.round))
        if self.free:
            sentences.append(_free(self.free, self.round))
        return joined([*sentences, message("See the seat changes.")], " ")


def _come(count: int, number: int) -> str:
    return plural_message(
        "{who} person who’s here doesn’t have a seat in round {number}.",
        "{who} people who are here don’t have a seat in round {number}.",
        count,
        who=_many(count),
        number=number,
    )


def _gone(count: int, number: int) -> str:
    return plural_message(
        "{who} person who isn’t here has a seat in round {number}.",
        "{who} people who aren’t here have a seat in round {number}.",
        count,
        who=_many(count),
        number=number,
    )


def _free(count: int, number: int) -> str:
    return plural_message(
        "{who} seat is empty in round {number}.",
        "{who} seats are empty in round {number}.",
        count,
        who=_many(count),
        number=number,
    )


def _many(count: int) -> str:
    """Return a number in words, for the beginning of a sentence."""
    word = in_words(count)
    return word[:1].upper() + word[1:]


def seating_gap_of(tournament: Tournament, rnd: Round) -> SeatingGap | None:
    """Compare the people here with a round that hasn't begun; None if it fits.

    People who sit out have a part in the round. Two queries, and one more to name
    newcomers.
    """
    placed = Q(seats__round=rnd) | Q(sit_outs__round=rnd, sit_outs__why="sit_out")
    draw = rnd.draw if rnd.state == Round.State.DRAFT else None
    if rnd.state == Round.State.DRAFT:
        # A draft stores no sit-outs: everyone it was drawn for has a part.
        placed = Q(pk__in=draw.input["players"]) if draw else Q(house=None)
    present = tournament.entries.filter(house=None, state=Entry.State.HERE)
    has_part = tournament.entries.filter(placed | Q(seats__round=rnd)).values("pk")
    people = present.filter(substitutes=None)
    count = people.aggregate(
        all=Count("pk"), come=Count("pk", filter=~Q(pk__in=has_part))
    )
    come = count["come"]
    newcomers = people.exclude(pk__in=has_part).order_by("number") if come else ()
    if draw is not None:
        # A person who gave a seat back has no part any more, though the draft was drawn
        # for them.
        come = max(come, count["all"] - len(draw.input["players"]))
    seats = rnd.seats.aggregate(
        gone=Count("pk", filter=ABSENT), free=Count("pk", filter=Q(entry=None))
    )
    free = 0 if rnd.is_published else seats["free"]
    gap = SeatingGap(
        rnd.number, come, seats["gone"], free, tuple(newcomers[:MOST_NAMED])
    )
    return gap if gap.come or gap.gone or gap.free else None


def unfilled(draft: Round) -> str:
    """Return the seats of a draft where no one would sit, in words; one query."""
    found = draft.seats.filter(ABSENT | Q(entry=None)).select_related("entry", "sheet")
    seats = list(found.order_by("sheet__table", "position"))
    texts = [_unfilled(seat) for seat in seats[:MOST_NAMED]]
    more = len(seats) - len(texts)
    return and_list([*texts, message("{n} more", n=more)] if more else texts)


def _unfilled(seat: Seat) -> str:
    if seat.entry is None:
        return message(
            "seat {position} at table {table} is empty",
            position=seat.position,
            table=seat.sheet.table,
        )
    facts = {"who": f"{seat.label} {seat.name}", "table": seat.sheet.table}
    return message(AWAY[Entry.State(seat.entry.state)], **facts)
