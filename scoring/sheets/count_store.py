"""How a count becomes a row: under which locks, after what, and how it comes in force.

Every write first locks the tournament, for all rivals for a score in force need that
row, and then the sheet, so that no hand slips in while its count comes in force.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, When
from django.utils import timezone
from django.utils.translation import gettext_noop

from clubs.selectors.prepared import Prepared, PreparedInsert, PreparedUpdate, Said
from clubs.wording import say, say_later
from rules.sheet import SeatCount, must_total
from scoring.backups.services.after_round import ask_for_backup
from scoring.core.selectors.parts import gains, with_parts
from scoring.core.selectors.reasons import CORRECTED
from scoring.core.services.changes import (
    USED_ELSEWHERE,
    Actor,
    Conflict,
    Refused,
    done_before,
    hold,
    lock_sheet,
    log,
)
from scoring.games.game_adapter import counted_seats, seat_columns
from scoring.models import Count, Round, Seat, Sheet
from scoring.models.seats import SEATS
from scoring.results.services import standings
from scoring.sheets.nets import aside_on
from scoring.sheets.sheet import Life, life_of, where

# Each seat's own score, in one statement for all seats.
_SEATS = tuple(f"seat{seat}" for seat in SEATS)
_SCORE = PreparedUpdate(
    Seat.objects.all(),
    "sheet",
    score=Case(*(When(position=n, then=Said(f"seat{n}")) for n in SEATS)),
)
_NEW = PreparedInsert(Count)
_WITHOUT_SCORE = Prepared(
    Seat.objects.filter(score=None).order_by().only("pk"), "round", most=1
)
USED_FOR_ANOTHER = say_later("This form belongs to another sheet. Open this one again.")
Witness = Count.Witness
VERIFIED: dict[str, str] = {  # for the log
    Witness.ACCOUNT: gettext_noop(
        "verified (another person) round {round}, table {table}"
    ),
    Witness.BLIND: gettext_noop(
        "verified (entered twice by one person) round {round}, table {table}"
    ),
    Witness.PAPER: gettext_noop(
        "verified (signed on paper) round {round}, table {table}"
    ),
    Witness.PHONE: gettext_noop(
        "verified (on a second phone at the table) round {round}, table {table}"
    ),
    Witness.OWN: gettext_noop(
        "verified (typed own chips on the counting phone) round {round}, table {table}"
    ),
    Witness.IMPORT: gettext_noop(
        "verified (taken from a file) round {round}, table {table}"
    ),
}


@dataclass(frozen=True, slots=True)
class Locked:
    """A sheet while it and its tournament are ours, and its life until now.

    `done` is the count that this very form made already.
    """

    sheet: Sheet
    life: Life
    done: Count | None


def locked(sheet: Sheet, key: str) -> Locked:
    """The sheet as it is now. Raises Refused for a key that was used elsewhere."""
    hold(sheet.round.tournament)
    fresh = with_parts(lock_sheet(sheet))
    life = life_of(fresh)
    done = next((count for count in life.counts if count.key == key), None)
    if not done and (other := done_before(key)):
        raise Refused(USED_FOR_ANOTHER if other.sheet_id else USED_ELSEWHERE)
    return Locked(fresh, life, done)


def refuse_stale(now: Locked, seen: int) -> None:
    """The round takes counts, and nobody wrote since number `seen` was read."""
    rnd = now.sheet.round
    if not rnd.counts:
        raise Refused(_takes_none(rnd))
    if now.life.seen != seen:
        raise Conflict(_changed_by(now.life.latest))


def _takes_none(rnd: Round) -> str:
    if rnd.state == Round.State.CANCELLED:
        return say("Round {round} is cancelled: no counts are taken.", round=rnd.number)
    return say("Round {round} is a draft: no counts are taken.", round=rnd.number)


def _changed_by(latest: Count | None) -> str:
    if latest is None:
        return say("Somebody changed this sheet while you typed. Nothing is lost.")
    return say(
        "{name} changed this sheet while you typed. Nothing is lost.",
        name=latest.by_name,
    )


def the_same(done: Count, seats: Sequence[SeatCount] | None) -> Count:
    """The count that this very form made already, if it says the same again."""
    if seats is not None and counted_seats(done) != tuple(seats):
        raise Conflict(say("This form was saved before, with the numbers shown here."))
    return done


def append(
    now: Locked, by: Actor, seats: Sequence[SeatCount], key: str, **facts: Any
) -> Count:
    """The next count of the sheet."""
    if "aside" not in facts:
        facts["aside"] = aside_on(now.sheet, [seat.score for seat in seats])
    made = _NEW(
        sheet=now.sheet,
        number=now.life.seen + 1,
        by=by.user,
        by_name=by.name,
        source=by.source if by.source in Count.Source else Count.Source.DESK,
        key=key,
        must_total=must_total(now.sheet.round.tournament.start_chips, len(seats)),
        **seat_columns(seats),
        **facts,
    )
    gains(now.sheet, "counts", made)
    return made


def put_in_force(
    now: Locked, by: Actor, confirmed: Count, key: str, **facts: Any
) -> Count:
    """The next count, which says what `confirmed` says; its scores now stand."""
    made = append(
        now,
        by,
        counted_seats(confirmed),
        key,
        confirms=confirmed,
        counted_by=confirmed.by,
        counted_on=confirmed.phone,
        chips=confirmed.chips,
        aside=confirmed.aside,
        **facts,
    )
    scores = dict.fromkeys(_SEATS) | dict(zip(_SEATS, made.scores, strict=False))
    _SCORE(sheet=now.sheet.pk, **scores)
    for seat, score in zip(now.sheet.seats.all(), made.scores, strict=True):
        seat.score = score
    _close_if_complete(now.sheet.round)
    why = CORRECTED.format(why=made.reason, **where(now.sheet))
    event, first = now.sheet.round.tournament, now.life.in_force is None
    standings.refresh(event, by=by, reason=why, scores_only=first)
    return made


def log_count(
    by: Actor, what: str, text: str, now: Locked, made: Count, before: Count | None
) -> None:
    """Old and new scores of the sheet, in one line of the log."""
    log(
        by,
        what,
        text,
        sheet=now.sheet,
        key=made.key,
        old=", ".join(map(str, before.scores)) if before else "",
        new=", ".join(map(str, made.scores)),
    )


def _close_if_complete(rnd: Round) -> None:
    """The last sheet in force ends its round."""
    if _WITHOUT_SCORE(round=rnd.pk):
        return
    state, now = Round.State.FINISHED, timezone.now()
    played = Round.objects.filter(pk=rnd.pk, state=Round.State.OPEN)
    if played.update(state=state, closed_at=now):
        rnd.state, rnd.closed_at = state, now
        ask_for_backup(rnd.tournament)
