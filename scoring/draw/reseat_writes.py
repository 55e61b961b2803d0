"""Writing a change of seats exactly as the proposal displayed it, or not at all."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from django.db import transaction

from clubs.i18n import joined, message
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
from scoring.draw.draws import DrawQuestion, Key, Rounds, as_kept, flat
from scoring.draw.reseat import ReseatQuestion, SeatedRound, question_of, reasons_kept
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
from scoring.models import Draw, Entry, Round, Seat, Sheet, Tournament
from scoring.models.log_messages import LogMessage, log_message
from scoring.results import stored

CHANGED = "smallest"  # the log's kind; `new` is the draw's key
DRAWN = "draw"  # the log's kind if only drafts are drawn again


def change_seats(
    *,
    tournament: Tournament,
    actor: Actor,
    digest: str,
    drafts: bool = True,
    key: str = "",
) -> Draw:
    """Change the seats as the proposal with this digest displayed it.

    Without `drafts` these are drawn again, by another draw, which is returned if
    nothing else changes. Raises Conflict if anything that the proposal is based on has
    changed, and ActionRefused if it can't be done.
    """
    if made := _made_before(tournament, key):
        return made
    rounds: Rounds = ()
    if not drafts:
        redraw = _redraw(_question_shown(tournament, digest, drafts=drafts))
        rounds = redraw.search() if redraw else ()
    with transaction.atomic():
        tournament = lock(tournament)
        if made := _made_before(tournament, key):
            return made
        refuse_finished(tournament)
        # From here on, no hand can be recorded at a table whose seats may change.
        open_rounds = tournament.rounds.filter(state=Round.State.OPEN)
        lock_sheets(Sheet.objects.filter(round__in=open_rounds))
        question = _question_shown(tournament, digest, drafts=drafts)
        redraw, seed = _redraw(question), question.seed
        if redraw and list(_after(question, seed)) == question.seated:
            _answer(question_of(tournament), seed)  # refuses if the drafts fit too
            return draws.store_draw(redraw, rounds, actor, key)
        with recorded(tournament, actor, ActKind.RESEAT) as recording:
            new_draw = _seat_anew(question, actor, drafts=drafts)
            if redraw:
                draws.store_draw(redraw, rounds, actor)
            _log_moves(new_draw, actor, key)
            moves = new_draw.report["moves"]
            recording.number = len({player for _, player, *_ in moves})
        return new_draw


def _made_before(tournament: Tournament, key: str) -> Draw | None:
    """Return the draw that an earlier copy of the form made, or None."""
    sent = find_duplicate(key)
    kind = sent.what if sent and sent.what in (CHANGED, DRAWN) else CHANGED
    duplicate = find_own_duplicate(key, tournament, kind)
    return Draw.objects.get(pk=int(duplicate.new)) if duplicate else None


def _question_shown(
    tournament: Tournament, digest: str, *, drafts: bool
) -> ReseatQuestion:
    """Return the current question. Raises Conflict if another one was displayed."""
    question = question_of(tournament, drafts=drafts)
    if question.digest != digest:
        raise Conflict(
            message(
                "Someone arrived, left or played while you were looking. Review the "
                "changes again."
            )
        )
    return question


def _redraw(question: ReseatQuestion) -> DrawQuestion | None:
    """Return the draw of the drafts after the change, if they are drawn again."""
    if not question.redrawn:
        return None
    seed = question.seed
    return question.redraw_after(_after(question, seed), seed)


def _after(question: ReseatQuestion, seed: int) -> tuple[Seated[Any], ...]:
    """Return the seats after the change. Raises ActionRefused."""
    try:
        return question.answer(seed)
    except DrawError as impossible:
        raise ActionRefused(impossible.said) from None


def _seat_anew(question: ReseatQuestion, actor: Actor, *, drafts: bool) -> Draw:
    """Write the new seats, and return the draw with the moves."""
    tournament, seed = question.tournament, question.seed
    _make_house(tournament, question, seed)
    question = question_of(tournament, drafts=drafts)
    after = _answer(question, seed)
    new_draw = _kept(question, after, seed, actor)
    for old, new in zip(question.rounds, after, strict=True):
        if old.seated != new:
            _Rewriting(old, new, new_draw).run()
    stored.refresh(tournament, actor=actor, reason=log_message("reason.seats_changed"))
    return new_draw


def _answer(question: ReseatQuestion, seed: int) -> tuple[Seated[Any], ...]:
    """Return the seats after the change. Raises ActionRefused if no one has to move."""
    after = _after(question, seed)
    if list(after) == question.seated:
        raise ActionRefused(
            message("No one has to move. The seating matches who’s here.")
        )
    return after


def _make_house(tournament: Tournament, question: ReseatQuestion, seed: int) -> None:
    """Create the missing house players that the answer needs: H2, H3."""
    rounds = flat(_answer(question, seed))
    seated = set(chain.from_iterable(seats.seated for seats in rounds))
    needed = [
        place for place, player in enumerate(question.request.house) if player in seated
    ]
    if needed:
        spare_house(tournament, max(needed) + 1)


def _kept(
    question: ReseatQuestion, after: Sequence[Seated[Any]], seed: int, actor: Actor
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


def _log_moves(new_draw: Draw, actor: Actor, key: str) -> None:
    log(
        actor,
        CHANGED,
        _moves_in_words(new_draw),
        tournament=new_draw.tournament,
        key=key,
        new=str(new_draw.pk),
    )


def _moves_in_words(stored_draw: Draw) -> LogMessage:
    """Return the moves in words for the log."""
    rounds = [
        log_message(
            "seats.moves",
            number=number,
            people=joined(map(line_in_words, lines)),
        )
        for number, lines in moves_of(stored_draw)
        if lines
    ]
    return log_message(
        "seats.changed",
        seed=stored_draw.seed,
        moves=joined(rounds, "; "),
    )


class _Rewriting:
    """A change of one round from its old seats to its new ones."""

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
        # A person's seat is unique in a round at every moment, so delete the old seats
        # first.
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
        """Write the changed tables, and update the credits of tables not yet begun.

        A person who is played for at a table that has begun has their result there.
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
        seats: list[Seat] = []
        for table in sorted(set(self.new) - self.begun):
            seats += self._seats(table, self.new[table])
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
        """Write who has no seat, and why; people who came after the start stay late."""
        if not self.begun:
            write_missed(self.round)
            return
        reseated = {*chain(*self.new.values(), *self.old.values())}
        write_missed_by(
            self.round, [self.people[pk] for pk in reseated & {*self.people}]
        )
