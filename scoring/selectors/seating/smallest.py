"""Seats against who is here: what the smallest change of them would be."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from clubs.wording import and_list
from rules.seating import DrawError, Request, RoundSeats, Seated, moves, report_on
from rules.seating import smallest_change as changed
from scoring.models import Entry, Round, Seat, Sheet, SitOut, Tournament
from scoring.selectors.seating.draws import (
    apart_groups,
    fixed_tables,
    players_here,
    seats_of,
)
from scoring.selectors.seating.moves import COMES, GOES, MOVES, MoveLine, lines_of
from scoring.selectors.seating.sit_outs import SMALLEST, kept_reasons, sat_this_season

HOUSE_AT_HAND = 6  # three who fill a table, three more at tables that have begun

Key = int | str  # an entry, or H2 for a house player still to be made


@dataclass(frozen=True, slots=True)
class Stand:
    """A round whose seats may change, and how they are."""

    round: Round
    seated: Seated[Key]

    def may_renumber(self, new: Seated[Key]) -> bool:
        is_draft = self.round.state == Round.State.DRAFT
        return is_draft and new != self.seated and not new.begun


@dataclass(frozen=True)
class Question:
    """Who is here, and the rounds whose seats may follow."""

    tournament: Tournament
    request: Request[Key]
    stands: tuple[Stand, ...]

    @property
    def now(self) -> list[Seated[Key]]:
        return [each.seated for each in self.stands]

    @cached_property
    def kept(self) -> dict[str, Any]:
        """The question as JSON can carry it, without its seed."""
        asked = self.request
        return {
            "kind": SMALLEST,
            "season": self.tournament.season_sit_outs,
            "players": list(asked.players),
            "house": list(asked.house),
            "apart": [sorted(group, key=str) for group in asked.apart],
            "sat_out": list(asked.sat_out),
            "fixed": [list(each) for each in asked.fixed],
            "played": [asdict(each) for each in asked.played],
            "numbers": [each.round.number for each in self.stands],
            "now": [
                asdict(each.seated) | {"begun": sorted(each.seated.begun)}
                for each in self.stands
            ],
        }

    @cached_property
    def digest(self) -> str:
        """Changes with anything that the answer rests on."""
        rounds = [(each.round.pk, each.round.state) for each in self.stands]
        text = json.dumps([self.kept, rounds], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    @property
    def seed(self) -> int:
        """The same for the same question: what is shown again has not changed."""
        return int(self.digest[:7], 16)

    def answer(self, seed: int) -> tuple[Seated[Key], ...]:
        """The rounds changed as little as can be. Raises DrawError.

        Nobody has seen the tables of a draft: those left are numbered without a gap.
        """
        after = changed(_seeded(self.request, seed), self.now)
        return tuple(
            _without_gaps(new, dict(self.request.fixed))
            if each.may_renumber(new)
            else new
            for each, new in zip(self.stands, after, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Changed:
    """One round before and after, and who goes where."""

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
    """A smallest change as it is shown, and confirmed, or not."""

    question: Question
    seed: int
    rounds: tuple[Changed, ...]
    repeats_before: int
    repeats_after: int
    apart_before: int
    apart_after: int
    problem: str = ""

    @property
    def digest(self) -> str:
        return self.question.digest

    @property
    def changes(self) -> list[Changed]:
        return [each for each in self.rounds if each.before != each.after]

    @property
    def headline(self) -> str:
        """How many have to be told what, over all rounds that somebody has seen."""
        if not any(each.round.is_published for each in self.changes):
            return "Nobody has to be told: only drafts change, which nobody has seen."
        move = self._told(MOVES)
        said = f"Only {move} {_people(move)} to move" if move else "Nobody has to move"
        come, go = self._told(COMES), self._told(GOES)
        more = [f"{come} {'gets' if come == 1 else 'get'} a seat"] if come else []
        more += [f"{go} {'has' if go == 1 else 'have'} no seat any more"] if go else []
        return f"{and_list([said, *more])}."

    def _told(self, kind: str) -> int:
        lines = (
            x for each in self.changes if each.round.is_published for x in each.lines
        )
        return len({line.key for line in lines if line.kind == kind})


def question_of(tournament: Tournament, *, drafts: bool = True) -> Question:
    """Who is here, and every round that can still follow; without `drafts`, open ones.

    A fixed number of queries.
    """
    rounds = list(tournament.rounds.select_related("draw").order_by("number"))
    people = {entry.pk: entry for entry in tournament.entries.all()}
    players = [entry.pk for entry in players_here(tournament)]
    wanted = [Round.State.OPEN, *([Round.State.DRAFT] if drafts else [])]
    stands = _stands(tournament, [r for r in rounds if r.state in wanted], players)
    theirs = {each.round.pk for each in stands}
    played = [r for r in rounds if r.counts and r.pk not in theirs]
    groups, _ = apart_groups(tournament)
    request: Request[Key] = Request(
        players=tuple(players),
        rounds=len(stands),
        seed=0,
        house=_house(tournament, people.values()),
        apart=tuple(groups),
        played=tuple(seats_of(played)),
        sat_out=tuple(sat_this_season(tournament)),
        fixed=tuple(fixed_tables(people[pk] for pk in players)),
    )
    return Question(tournament, request, stands)


def proposal_of(question: Question, seed: int) -> Proposal:
    """The smallest change with everything that is to be said about it."""
    before = question.now
    problem = ""
    try:
        after: Sequence[Seated[Key]] = question.answer(seed)
    except DrawError as impossible:
        problem, after = str(impossible), before
    was, now = _report(question, before), _report(question, after)
    return Proposal(
        question,
        seed,
        tuple(_changed(question, before, after)),
        was.repeats,
        now.repeats,
        len(was.apart_broken),
        len(now.apart_broken),
        problem,
    )


def _changed(
    question: Question, before: Sequence[Seated[Key]], after: Sequence[Seated[Key]]
) -> Iterator[Changed]:
    """Round by round, with who goes where; one query."""
    people = {entry.pk: entry for entry in question.tournament.entries.all()}
    found, reasons = moves(before, after), reasons_kept(question, after)
    pairs = zip(question.stands, before, after, strict=True)
    for at, (stand, old, new) in enumerate(pairs):
        of_round = [each for each in found if each.round == at]
        why = reasons[str(stand.round.number)]
        lines = lines_of(of_round, people, why, question.kept)
        yield Changed(stand.round, old, new, lines)


def reasons_kept(
    question: Question, after: Iterable[Seated[Key]]
) -> dict[str, dict[str, list[int]]]:
    """Why each sits out in the changed rounds, as the draw's report keeps it."""
    numbers = [each.round.number for each in question.stands]
    asked = question.request
    return kept_reasons(asked.sat_out, asked.played, flat(after), numbers)


def _people(count: int) -> str:
    return "person has" if count == 1 else "people have"


def _without_gaps(seats: Seated[Key], held: Mapping[Key, int]) -> Seated[Key]:
    """The highest tables under the numbers that are free; who is held keeps his."""
    tables = dict(seats.tables)
    free = [label for label in range(1, len(tables) + 1) if label not in tables]
    for label in sorted(tables, reverse=True):
        is_held = any(held.get(who) == label for who in tables[label])
        if free and label > free[0] and not is_held:
            tables[free.pop(0)] = tables.pop(label)
    return replace(seats, tables=tuple(sorted(tables.items())))


def _report(question: Question, rounds: Iterable[Seated[Key]]) -> Any:
    return report_on(question.request, flat(rounds))


def flat(rounds: Iterable[Seated[Key]]) -> list[RoundSeats[Key]]:
    """Rounds without the numbers of their tables."""
    return [RoundSeats(tuple(f for _, f in r.tables), r.sit_out) for r in rounds]


def _seeded(request: Request[Key], seed: int) -> Request[Key]:
    names = (name for name in request.__slots__ if name != "seed")
    return Request(**{name: getattr(request, name) for name in names}, seed=seed)


def _house(tournament: Tournament, people: Iterable[Entry]) -> tuple[Key, ...]:
    """House players who sit for nobody, by number; who is still to be made by label."""
    if tournament.spare != Tournament.Spare.HOUSE:
        return ()
    theirs = {entry.house: entry for entry in people if entry.house is not None}
    busy = {n for n, each in theirs.items() if each.substitute_for_id is not None}
    last = max(HOUSE_AT_HAND + len(busy), *theirs, 0)
    return tuple(
        theirs[n].pk if n in theirs else f"H{n}"
        for n in range(1, last + 1)
        if n not in busy
    )


def _stands(
    tournament: Tournament, rounds: Sequence[Round], players: Sequence[int]
) -> tuple[Stand, ...]:
    """The rounds as they stand, without those that have begun and miss nobody."""
    sheets = Sheet.objects.filter(round__in=rounds).order_by("table")
    tables: dict[int, dict[int, list[int]]] = {each.pk: {} for each in rounds}
    label = {sheet.pk: (sheet.round_id, sheet.table) for sheet in sheets}
    begun = {label[pk] for pk in _begun(rounds)}
    for seat in Seat.objects.filter(round__in=rounds).order_by("position"):
        who = -seat.pk if seat.entry_id is None else seat.entry_id
        of_round, table = label[seat.sheet_id]
        tables[of_round].setdefault(table, []).append(who)
        if seat.entry_id is None:
            begun.add((of_round, table))
    out = _benches(rounds, tables, players)
    found = []
    for each in rounds:
        fours = tuple(sorted((t, tuple(f)) for t, f in tables[each.pk].items()))
        started = frozenset(t for t, _ in fours if (each.pk, t) in begun)
        seated: Seated[Key] = Seated(fours, tuple(out[each.pk]), started)
        if not started or _misses(seated, players):
            found.append(Stand(each, seated))
    return tuple(found)


def _begun(rounds: Sequence[Round]) -> set[int]:
    """Sheets of these rounds on which anything stands."""
    sheets = Sheet.objects.filter(round__in=rounds)
    found: set[int] = set()
    for fact in Sheet.RECORDED:
        found |= set(
            sheets.filter(**{f"{fact}__isnull": False}).values_list("pk", flat=True)
        )
    return found


def _misses(seated: Seated[Key], players: Sequence[int]) -> bool:
    """Whether somebody has gone from a table that has not begun."""
    here = set(players)
    fours = [four for label, four in seated.tables if label not in seated.begun]
    return any(who not in here for four in fours for who in four)


def _benches(
    rounds: Sequence[Round],
    tables: dict[int, dict[int, list[int]]],
    players: Sequence[int],
) -> dict[int, list[int]]:
    """Who sits out each round; of a draft, everybody it was drawn for without a seat."""
    out: dict[int, list[int]] = {each.pk: [] for each in rounds}
    rows = SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT)
    for row in rows.order_by("entry__number"):
        out[row.round_id].append(row.entry_id)
    drafts = [each for each in rounds if each.state == Round.State.DRAFT]
    seated = {pk for each in drafts for four in tables[each.pk].values() for pk in four}
    for each in drafts:
        known = set(each.draw.input["players"]) | seated if each.draw else set(players)
        sits = {pk for four in tables[each.pk].values() for pk in four}
        out[each.pk] = [pk for pk in players if pk in known and pk not in sits]
    return out
