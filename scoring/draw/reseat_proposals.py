"""A change of seats as a proposal: who moves where, and the repeats it causes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from clubs.i18n import and_list, in_language, message, plural_message
from rules.seating import DrawError, Report, Seated, report_on
from scoring.core.writes import ActionRefused
from scoring.draw.draw_input import seats_of
from scoring.draw.draws import Key, Rounds, flat
from scoring.draw.reseat import ReseatQuestion, reasons_kept
from scoring.draw.seat_moves import COMES, GOES, MOVES, MoveLine, lines_of, moved
from scoring.models import Round


@dataclass(frozen=True, slots=True)
class Changed:
    """One round before and after, with the moves."""

    round: Round
    before: Seated[Key]
    after: Seated[Key]
    lines: tuple[MoveLine, ...]

    @property
    def tables_gone(self) -> list[int]:
        return sorted(dict(self.before.tables).keys() - dict(self.after.tables).keys())

    @property
    def tables_new(self) -> list[int]:
        return sorted(dict(self.after.tables).keys() - dict(self.before.tables).keys())


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed change of seats, to be confirmed.

    Figures after the change are None if the drafts take seconds to draw again.
    """

    question: ReseatQuestion
    seed: int
    rounds: tuple[Changed, ...]
    repeats_before: int
    repeats_after: int | None
    apart_before: int
    apart_after: int | None
    problem: str = ""

    @property
    def digest(self) -> str:
        return self.question.digest

    @property
    def changes(self) -> list[Changed]:
        return [changed for changed in self.rounds if changed.before != changed.after]

    @property
    def newcomers(self) -> list[str]:
        """Numbers and names of the people who get a seat, each once."""
        lines = chain.from_iterable(change.lines for change in self.changes)
        come = {line.key: line for line in lines if line.kind == COMES}
        return [f"{line.label} {line.name}" for line in come.values()]

    @property
    def headline(self) -> str:
        """A sentence on how many people have to move, over all published rounds."""
        if not any(changed.round.is_published for changed in self.changes):
            if self.question.redrawn:
                return message("No one has to move. The published seats stay the same.")
            return message(
                "Only drafts change. No one has seen them, so you don’t need to tell "
                "anyone."
            )
        move = self._told(MOVES)
        parts = [message("No one has to move")]
        if move:
            parts = [
                plural_message(
                    "Only {n} person has to move", "Only {n} people have to move", move
                )
            ]
        if come := self._told(COMES):
            parts.append(
                plural_message("{n} player gets a seat", "{n} players get a seat", come)
            )
        if go := self._told(GOES):
            parts.append(
                plural_message(
                    "{n} player no longer has a seat",
                    "{n} players no longer have a seat",
                    go,
                )
            )
        return f"{and_list(parts)}."

    def _told(self, kind: str) -> int:
        published = (change for change in self.changes if change.round.is_published)
        lines = chain.from_iterable(change.lines for change in published)
        return len({line.key for line in lines if line.kind == kind})


def proposal_of(question: ReseatQuestion, seed: int) -> Proposal:
    """Return the proposed change of seats with everything to report about it."""
    before = question.seated
    problem = ""
    try:
        after: Sequence[Seated[Key]] = question.answer(seed)
    except DrawError as impossible:
        problem, after = in_language(impossible.said), before
    current, new = _report(question, before), _report(question, after)
    later: Report[Key] | None = new
    if question.redrawn:
        drafted = seats_of(question.redrawn, question.facts.here)
        current, later = question.report_after(before, drafted), None
        try:
            drawn = None if problem else _drafts_at_once(question, after, seed)
        except ActionRefused as impossible:
            problem, drawn = impossible.message, None
        if drawn is not None:
            later = question.report_after(after, drawn)
    return Proposal(
        question,
        seed,
        tuple(_changed(question, before, after)),
        current.repeats,
        later.repeats if later else None,
        len(current.apart_broken),
        len(later.apart_broken) if later else None,
        problem,
    )


def _drafts_at_once(
    question: ReseatQuestion, after: Sequence[Seated[Key]], seed: int
) -> Rounds | None:
    """Return the drafts, drawn again after the change; None if that takes seconds."""
    redraw = question.redraw_after(after, seed)
    return None if redraw.takes_long else redraw.search()


def _changed(
    question: ReseatQuestion,
    before: Sequence[Seated[Key]],
    after: Sequence[Seated[Key]],
) -> Iterator[Changed]:
    """Yield the rounds with their moves."""
    people = question.facts.entries
    changes, reasons = moved(before, after), reasons_kept(question, after)
    pairs = zip(question.rounds, before, after, strict=True)
    for index, (seated, old, new) in enumerate(pairs):
        of_round = [move for move in changes if move.round == index]
        reason = reasons[str(seated.round.number)]
        lines = lines_of(of_round, people, reason, question.kept)
        yield Changed(seated.round, old, new, lines)


def _report(question: ReseatQuestion, rounds: Iterable[Seated[Key]]) -> Report[Key]:
    return report_on(question.request, flat(rounds))
