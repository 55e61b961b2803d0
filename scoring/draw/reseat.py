"""Making the smallest change of seats: exactly what was shown, or nothing."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction

from clubs.wording import say, together
from rules.seating import DrawError, Seated, report_on
from scoring.core.services.changes import (
    Actor,
    Conflict,
    Refused,
    done_here,
    lock,
    lock_sheets,
    log,
)
from scoring.draw import draws
from scoring.draw.draws import as_kept
from scoring.draw.facts import plays_for
from scoring.draw.moves import kept_moves, moves_of, said
from scoring.draw.proposals import Question, flat, question_of, reasons_kept
from scoring.draw.rounds import refuse_finished
from scoring.draw.searching import Searched, with_seats
from scoring.draw.seated_rounds import Key, SeatedRound, moved
from scoring.draw.seats import (
    follow_seats,
    free_codes,
    seats_of_table,
    spare_house,
    write_missed,
    write_missed_by,
)
from scoring.models import Draw, Entry, Round, Seat, Sheet, Tournament
from scoring.results.services import standings

CHANGED = "smallest"  # what the log calls it; `new` is the draw


def change_seats(
    *,
    tournament: Tournament,
    by: Actor,
    digest: str,
    drafts: bool = True,
    key: str = "",
) -> Draw:
    """Move the fewest, as the proposal of this digest showed it.

    Without `drafts` those are drawn anew, by another draw. Raises Conflict where
    anything that the proposal rests on has changed, Refused where it cannot be.
    """
    seed = draws.new_seed()
    return with_seats(
        lambda searched: _change_seats(
            searched, seed, tournament, by, digest, drafts=drafts, key=key
        )
    )


@transaction.atomic
def _change_seats(
    searched: Searched,
    seed_anew: int,
    tournament: Tournament,
    by: Actor,
    digest: str,
    *,
    drafts: bool,
    key: str,
) -> Draw:
    tournament = lock(tournament)
    if done := done_here(key, tournament, CHANGED):
        return Draw.objects.get(pk=int(done.new))
    refuse_finished(tournament)
    # No hand is recorded from here on at a table whose seats may change.
    lock_sheets(Sheet.objects.filter(round__in=tournament.rounds.filter(state="open")))
    question = question_of(tournament, drafts=drafts)
    if question.digest != digest:
        raise Conflict(
            say("Somebody came, left or played meanwhile. Look at it again.")
        )
    seed = question.seed
    _make_house(tournament, question, seed)
    question = question_of(tournament, drafts=drafts)
    after = _answer(question, seed)
    made = _kept(question, after, seed, by)
    for old, new in zip(question.rounds, after, strict=True):
        if old.seated != new:
            _Rewriting(old, new, made).run()
    standings.refresh(tournament, by=by, reason=say("Seats were changed."))
    if not drafts:
        _draw_anew(searched, seed_anew, tournament, by)
    log(by, CHANGED, _said(made), tournament=tournament, key=key, new=str(made.pk))
    return made


def _answer(question: Question, seed: int) -> tuple[Seated[Any], ...]:
    try:
        after = question.answer(seed)
    except DrawError as impossible:
        raise Refused(impossible.said) from None
    if list(after) == question.now:
        raise Refused(say("Nobody has to move: the seats fit who is here."))
    return after


def _make_house(tournament: Tournament, question: Question, seed: int) -> None:
    """House players the answer needs and nobody has made: H2, H3."""
    seated = {
        who for r in _answer(question, seed) for _, table in r.tables for who in table
    }
    needed = [
        place for place, who in enumerate(question.request.house) if who in seated
    ]
    if needed:
        spare_house(tournament, max(needed) + 1)


def _kept(
    question: Question, after: Sequence[Seated[Any]], seed: int, by: Actor
) -> Draw:
    found = moved(question.now, after)
    report = as_kept(report_on(question.request, flat(after)))
    return Draw.objects.create(
        tournament=question.tournament,
        seed=seed,
        input=question.kept | {"plays_for": plays_for(question.tournament)},
        report=report
        | {"sit_outs": reasons_kept(question, after), "moves": kept_moves(found)},
        by=by.user,
    )


def _draw_anew(
    searched: Searched, seed: int, tournament: Tournament, by: Actor
) -> None:
    count = tournament.rounds.filter(state=Round.State.DRAFT).count()
    if count:
        draws.draw_with(
            searched, tournament=tournament, by=by, whole_evening=count > 1, seed=seed
        )


def _said(made: Draw) -> str:
    """Who moves, in words for the log."""
    rounds = [
        say(
            "round {number}: {people}", number=number, people=together(map(said, lines))
        )
        for number, lines in moves_of(made)
        if lines
    ]
    return say(
        "changed the fewest seats, seed {seed}. {moves}",
        seed=made.seed,
        moves=together(rounds, "; "),
    )


class _Rewriting:
    """One round from how it stood to how it shall be."""

    def __init__(self, old: SeatedRound, new: Seated[int], made: Draw) -> None:
        self.round = old.round
        self.old, self.new = dict(old.seated.tables), dict(new.tables)
        self.begun = old.seated.begun
        self.made = made
        entries = self.round.tournament.entries.all()
        self.people: dict[Key, Entry] = {each.pk: each for each in entries}
        self.sheets = {each.table: each for each in self.round.sheets.all()}

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
            made = Sheet.objects.create(round=self.round, table=table, code=code)
            self.sheets[table] = made

    def _seat_all(self) -> None:
        """The tables that changed; all that have not begun count as things are now.

        Whoever is played for at a table that has begun has his result there.
        """
        begun = [self.sheets[table] for table in self.begun]
        theirs = self.round.seats.filter(sheet__in=begun)
        taken = set(theirs.values_list("credit", flat=True))
        kept = {
            each.entry_id: each for each in self.round.seats.exclude(sheet__in=begun)
        }
        self.round.seats.filter(pk__in=[each.pk for each in kept.values()]).update(
            credit=None
        )
        seats = [
            seat
            for table in sorted(set(self.new) - self.begun)
            for seat in self._seats(table, self.new[table])
        ]
        for seat in seats:
            if seat.credit_id in taken:
                seat.credit_id = None
            if same := kept.get(seat.entry_id):
                seat.pk = same.pk
        Seat.objects.bulk_update([each for each in seats if each.pk], ["credit"])
        Seat.objects.bulk_create(each for each in seats if not each.pk)

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
