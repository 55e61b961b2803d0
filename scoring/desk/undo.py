"""Undo a large action of an event, unless later writes depend on it."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.i18n import and_list, message
from clubs.models import Player
from scoring.core.undo import LIFETIME, SEATS, ActKind, Obstacle, Restoring
from scoring.core.writes import ActionRefused, Actor, Conflict, lock, lock_sheets, log
from scoring.draw.seats import follow_seats
from scoring.models import (
    Answer,
    Entry,
    Letter,
    Seat,
    Sheet,
    Standings,
    Tournament,
    UndoRecord,
)
from scoring.models.log_messages import LogMessage, log_message
from scoring.people.entries import CHANGED
from scoring.results import stored

MOST_NAMED = 4  # in one sentence
OF_SEATS = (ActKind.RESEAT, ActKind.DISCARD)
IN_ROUNDS = ("seat", "sitout", "adjustment")


@transaction.atomic
def undo(*, record: UndoRecord, actor: Actor) -> int:
    """Restore the rows that an action changed, all of them or none.

    Returns how many emails of the action were sent, which can't be undone. Raises
    Conflict if someone already undid it, ActionRefused if later writes depend on it or
    it's too old.
    """
    tournament = lock(record.tournament)
    fresh = UndoRecord.objects.filter(pk=record.pk).first()
    if fresh is None or fresh.at < timezone.now() - LIFETIME:
        raise ActionRefused(message("This was too long ago to undo."))
    if fresh.undone_at:
        raise Conflict(message("{name} already undid this.", name=fresh.undone_by_name))
    _refuse_finished(tournament)
    restoring, kind = Restoring.from_record(fresh), ActKind(fresh.kind)
    if kind in OF_SEATS:
        _refuse_seats(fresh, restoring, tournament)
    else:
        _refuse_people(fresh, restoring, tournament)
    if obstacles := restoring.find_obstacles():
        raise ActionRefused(_reason(obstacles))
    _restore(restoring)
    if Standings.objects.filter(tournament=tournament).exists():
        reason = "reason.seats_changed" if kind in OF_SEATS else CHANGED
        stored.refresh(tournament, actor=actor, reason=log_message(reason))
    emails = Letter.objects.filter(pk__in=fresh.letters, is_sent=True).count()
    fresh.undone_at, fresh.undone_by_name, fresh.rows = timezone.now(), actor.name, {}
    fresh.save()
    kind_name = "seat" if kind in OF_SEATS else "entry"
    log(actor, kind_name, _message(kind), tournament=tournament)
    return emails


def _message(kind: ActKind) -> LogMessage:
    return {
        ActKind.LIST: log_message("undo.list"),
        ActKind.ALL_HERE: log_message("undo.all_here"),
        ActKind.NO_SHOWS: log_message("undo.no_shows"),
        ActKind.NUMBERS: log_message("undo.numbers"),
        ActKind.SEVERAL: log_message("undo.several"),
        ActKind.RESEAT: log_message("undo.seats"),
        ActKind.DISCARD: log_message("undo.discard"),
        ActKind.SIGN_UP: log_message("undo.sign_up"),
    }[kind]


def _restore(restoring: Restoring) -> None:
    """Write the rows, and move phones with their players."""
    before = {
        sheet.pk: dict(sheet.seats.values_list("position", "entry"))
        for sheet in _sheets_of(restoring)
    }
    restoring.write()
    for sheet in Sheet.objects.filter(pk__in=before):
        follow_seats(sheet, before[sheet.pk])


def _refuse_finished(tournament: Tournament) -> None:
    if tournament.finished_at:
        raise ActionRefused(
            message(
                "This can’t be undone because {tournament} is finished.",
                tournament=tournament.name,
            )
        )


def _refuse_people(
    record: UndoRecord, restoring: Restoring, tournament: Tournament
) -> None:
    """Refuse if seats depend on the people here, or on the start numbers."""
    rounds = tournament.rounds.all()
    if record.kind == ActKind.NUMBERS and rounds.exists():
        raise ActionRefused(
            message("This can’t be undone because a round has been drawn since then.")
        )
    rows = restoring.stored.get("entry", {}).values()
    if not any(row["old"] is None or "state" in row["old"] for row in rows):
        return
    if rounds.filter(published_at__gt=record.at).exists():
        raise ActionRefused(
            message(
                "This can’t be undone because a round has been published since then."
            )
        )
    if Seat.objects.filter(round__in=rounds, pk__gt=record.seat).exists():
        raise ActionRefused(
            message("This can’t be undone because seats have been drawn since then.")
        )


def _refuse_seats(
    record: UndoRecord, restoring: Restoring, tournament: Tournament
) -> None:
    """Refuse if rounds were drawn or published since, or a table has begun."""
    drawn = restoring.removed("round").values()
    numbers = {row["number"] for row in drawn}
    added = restoring.added("round")
    others = tournament.rounds.exclude(pk__in=added)
    if others.filter(number__in=numbers).exists():
        raise ActionRefused(
            message("This can’t be undone because a round has been drawn since then.")
        )
    if others.filter(published_at__gt=record.at).exists():
        raise ActionRefused(
            message(
                "This can’t be undone because a round has been published since then."
            )
        )
    touched = _sheets_of(restoring)
    lock_sheets(touched)  # no hand is recorded from here on
    has_facts = Q()
    for facts in Sheet.RECORDED:
        has_facts |= Q(**{f"{facts}__isnull": False})
    begun = touched.filter(has_facts).order_by("table").first()
    if begun:
        raise ActionRefused(
            message(
                "This can’t be undone because table {table} has already started.",
                table=begun.table,
            )
        )


def _sheets_of(restoring: Restoring) -> QuerySet[Sheet]:
    """Return the sheets whose seats the action changed, if they still exist."""
    seats = restoring.keys.get("seat", [])
    theirs = {row["sheet_id"] for row in restoring.removed("seat").values()}
    return Sheet.objects.filter(
        Q(pk__in=theirs)
        | Q(pk__in=Seat.objects.filter(pk__in=seats).values("sheet"))
        | Q(pk__in=restoring.keys.get("sheet", []))
    )


# --- Reasons --------------------------------------------------------------------------


def _reason(obstacles: list[Obstacle]) -> str:
    """Return why an action can't be undone: the weightiest obstacle."""
    entries = [obstacle for obstacle in obstacles if obstacle.table == "entry"]
    seated = [obstacle for obstacle in entries if obstacle.other in IN_ROUNDS]
    paid = [obstacle for obstacle in entries if "paid" in obstacle.columns]
    if names := _names(Entry.everybody.all(), seated):
        return message(
            "This can’t be undone because these people are already in a round: {names}.",
            names=names,
        )
    if names := _names(Entry.everybody.all(), paid):
        return message(
            "This can’t be undone because the fee of these people has changed since "
            "then: {names}.",
            names=names,
        )
    if names := _names(Entry.everybody.all(), entries):
        return message(
            "This can’t be undone because these entries have changed since then: "
            "{names}.",
            names=names,
        )
    answers = Answer.objects.filter(pk__in=_keys(obstacles, "answer"))
    people = {*_keys(obstacles, "player"), *answers.values_list("player", flat=True)}
    if names := _names_of(Player.everybody.filter(pk__in=people)):
        return message(
            "This can’t be undone because something else about these people has "
            "changed since then: {names}.",
            names=names,
        )
    if any(obstacle.table in SEATS for obstacle in obstacles):
        return message(
            "This can’t be undone because the seats have changed since then."
        )
    return message("This can’t be undone because some of it has changed since then.")


def _keys(obstacles: Iterable[Obstacle], table: str) -> list[int]:
    return [obstacle.pk for obstacle in obstacles if obstacle.table == table]


def _names(rows: QuerySet[Entry], obstacles: Iterable[Obstacle]) -> str:
    return _names_of(rows.filter(pk__in=[obstacle.pk for obstacle in obstacles]))


def _names_of(rows: QuerySet[Entry] | QuerySet[Player]) -> str:
    """Return some names, and how many more there are; "" for none."""
    names = list(rows.order_by("number").values_list("name", flat=True))
    more = len(names) - MOST_NAMED
    if more > 0:
        names = [*names[:MOST_NAMED], message("{n} more", n=more)]
    return and_list(names) if names else ""
