"""Seats changed exactly as the proposal showed them, or not at all."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction

from clubs.i18n import message, together
from rules.seating import DrawError, Seated, report_on
from scoring.core.undo import ActKind, recorded
from scoring.core.writes import (
    ActionRefused,
    Actor,
    Conflict,
    find_duplicate,
    find_own_duplicate,
    lock,
    lock_sheets,
    log,
)
from scoring.draw import draws
from scoring.draw.draws import Key, Searched, as_kept, flat, with_seats
from scoring.draw.reseat import Question, SeatedRound, question_of, reasons_kept
from scoring.draw.rounds import refuse_finished
from scoring.draw.seat_moves import kept_moves, line_in_words, moved, moves_of
from scoring.draw.seats import (
    follow_seats,
    free_codes,
    seats_of_table,
    spare_house,
    write_missed,
    write_missed_by,
)
from scoring.models import Draw, Entry, Seat, Sheet, Tournament
from scoring.models.log_messages import LogMessage, log_message
from scoring.results import stored

CHANGED = "smallest"  # what the log calls it; `new` is the draw
DRAWN = "draw"  # or so, where drafts alone are drawn again


def change_seats(
    *,
    tournament: Tournament,
    actor: Actor,
    digest: str,
    drafts: bool = True,
    key: str = "",
) -> Draw:
    """Change the seats as the proposal of this digest showed it.

    Without `drafts` those are drawn again, by another draw; where nothing else changes
    that is the draw returned. Raises Conflict where anything that the proposal rests on
    has changed, ActionRefused where it cannot be.
    """
    return with_seats(
        lambda searched: _change_seats(
            searched, tournament, actor, digest, drafts=drafts, key=key
        )
    )


@transaction.atomic
def _change_seats(
    searched: Searched,
    tournament: Tournament,
    actor: Actor,
    digest: str,
    *,
    drafts: bool,
    key: str,
) -> Draw:
    tournament = lock(tournament)
    sent = find_duplicate(key)
    kind = sent.what if sent and sent.what in (CHANGED, DRAWN) else CHANGED
    if duplicate := find_own_duplicate(key, tournament, kind):
        return Draw.objects.get(pk=int(duplicate.new))
    refuse_finished(tournament)
    # No hand is recorded from here on at a table whose seats may change.
    lock_sheets(Sheet.objects.filter(round__in=tournament.rounds.filter(state="open")))
    question = question_of(tournament, drafts=drafts)
    if question.digest != digest:
        raise Conflict(
            message(
                "Someone arrived, left or played while you were looking. Review the "
                "changes again."
            )
        )
    seed = question.seed
    if question.redrawn and not _is_changed(question, seed):
        _answer(question_of(tournament), seed)  # refused where the drafts fit too
        return _draw_again(searched, question, seed, actor, key)
    with recorded(tournament, actor, ActKind.RESEAT) as recording:
        new_draw = _seat_anew(searched, question, actor, drafts=drafts, key=key)
        recording.number = len({player for _, player, *_ in new_draw.report["moves"]})
    return new_draw


def _seat_anew(
    searched: Searched, question: Question, actor: Actor, *, drafts: bool, key: str
) -> Draw:
    """Write the seats of the answer, and the draw that says who moves."""
    tournament, seed = question.tournament, question.seed
    _make_house(tournament, question, seed)
    question = question_of(tournament, drafts=drafts)
    after = _answer(question, seed)
    new_draw = _kept(question, after, seed, actor)
    for old, new in zip(question.rounds, after, strict=True):
        if old.seated != new:
            _Rewriting(old, new, new_draw).run()
    stored.refresh(tournament, actor=actor, reason=log_message("reason.seats_changed"))
    if question.redrawn:
        _draw_again(searched, question, seed, actor)
    log(
        actor,
        CHANGED,
        _moves_in_words(new_draw),
        tournament=tournament,
        key=key,
        new=str(new_draw.pk),
    )
    return new_draw


def _answer(question: Question, seed: int) -> tuple[Seated[Any], ...]:
    try:
        after = question.answer(seed)
    except DrawError as impossible:
        raise ActionRefused(impossible.said) from None
    if list(after) == question.seated:
        raise ActionRefused(
            message("No one has to move. The seating matches who’s here.")
        )
    return after


def _is_changed(question: Question, seed: int) -> bool:
    """Whether a seat of a published round changes. Raises ActionRefused."""
    try:
        return list(question.answer(seed)) != question.seated
    except DrawError as impossible:
        raise ActionRefused(impossible.said) from None


def _make_house(tournament: Tournament, question: Question, seed: int) -> None:
    """House players the answer needs and nobody has made: H2, H3."""
    seated = {
        player for seats in flat(_answer(question, seed)) for player in seats.seated
    }
    needed = [
        place for place, player in enumerate(question.request.house) if player in seated
    ]
    if needed:
        spare_house(tournament, max(needed) + 1)


def _kept(
    question: Question, after: Sequence[Seated[Any]], seed: int, actor: Actor
) -> Draw:
    changes = moved(question.seated, after)
    report = as_kept(report_on(question.request, flat(after)))
    return Draw.objects.create(
        tournament=question.tournament,
        seed=seed,
        input=question.kept | {"plays_for": question.facts.plays_for},
        report=report
        | {"sit_outs": reasons_kept(question, after), "moves": kept_moves(changes)},
        by=actor.user,
    )


def _draw_again(
    searched: Searched, question: Question, seed: int, actor: Actor, key: str = ""
) -> Draw:
    return draws.draw_with(
        searched,
        tournament=question.tournament,
        actor=actor,
        whole_evening=len(question.facts.drafts) > 1,
        seed=seed,
        key=key,
    )


def _moves_in_words(stored_draw: Draw) -> LogMessage:
    """Who moves, in words for the log."""
    rounds = [
        log_message(
            "seats.moves",
            number=number,
            people=together(map(line_in_words, lines)),
        )
        for number, lines in moves_of(stored_draw)
        if lines
    ]
    return log_message(
        "seats.changed",
        seed=stored_draw.seed,
        moves=together(rounds, "; "),
    )


class _Rewriting:
    """One round from how it stood to how it shall be."""

    def __init__(self, old: SeatedRound, new: Seated[int], new_draw: Draw) -> None:
        self.round = old.round
        self.old, self.new = dict(old.seated.tables), dict(new.tables)
        self.begun = old.seated.begun
        self.made = new_draw
        entries = self.round.tournament.entries.all()
        self.people: dict[Key, Entry] = {entry.pk: entry for entry in entries}
        self.sheets = {sheet.table: sheet for sheet in self.round.sheets.all()}

    def run(self) -> None:
        touched = [t for t, sat in self.old.items() if self.new.get(t) != sat]
        before = {t: self._sitters(t) for t in touched}
        # Nobody may hold two seats of a round even for a moment: free them first.
        theirs = [self.sheets[t] for t in touched]
        Seat.objects.filter(round=self.round, sheet__in=theirs).delete()
        for table in sorted(set(self.old) - set(self.new)):
            self.sheets.pop(table).delete()
        self._add_tables(sorted(set(self.new) - set(self.old)))
        self._seat_all()
        for table in touched:
            if table in self.sheets:
                follow_seats(self.sheets[table], before[table])
        if self.round.is_published:
            self._write_sit_outs()
        self.round.draw = self.made
        self.round.save(update_fields=["draw"])

    def _sitters(self, table: int) -> dict[int, int | None]:
        return dict(self.sheets[table].seats.values_list("position", "entry"))

    def _add_tables(self, tables: Sequence[int]) -> None:
        codes = free_codes(len(tables))
        for table, code in zip(tables, codes, strict=True):
            sheet = Sheet.objects.create(round=self.round, table=table, code=code)
            self.sheets[table] = sheet

    def _seat_all(self) -> None:
        """The tables that changed; all that have not begun count as things are now.

        Whoever is played for at a table that has begun has his result there.
        """
        begun = [self.sheets[table] for table in self.begun]
        theirs = self.round.seats.filter(sheet__in=begun)
        credited = set(theirs.values_list("credit", flat=True))
        staying = {
            seat.entry_id: seat for seat in self.round.seats.exclude(sheet__in=begun)
        }
        self.round.seats.filter(pk__in=[seat.pk for seat in staying.values()]).update(
            credit=None
        )
        seats = [
            seat
            for table in sorted(set(self.new) - self.begun)
            for seat in self._seats(table, self.new[table])
        ]
        for seat in seats:
            if seat.credit_id in credited:
                seat.credit_id = None
            if old_seat := staying.get(seat.entry_id):
                seat.pk = old_seat.pk
        Seat.objects.bulk_update([seat for seat in seats if seat.pk], ["credit"])
        Seat.objects.bulk_create(seat for seat in seats if not seat.pk)

    def _seats(self, table: int, people: Iterable[int]) -> list[Seat]:
        sheet = self.sheets[table]
        sheet.round = self.round
        return seats_of_table(sheet, [self.people[pk] for pk in people])

    def _write_sit_outs(self) -> None:
        """Who has no seat, and why; whoever came when it had begun stays late."""
        if not self.begun:
            write_missed(self.round)
            return
        seated = {pk for people in self.new.values() for pk in people}
        moved = seated | {pk for people in self.old.values() for pk in people}
        write_missed_by(self.round, [self.people[pk] for pk in moved & {*self.people}])
