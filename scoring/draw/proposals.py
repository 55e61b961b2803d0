"""Seats against who is here: what the smallest change of them would be."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, TypeVar

from clubs.wording import and_list, in_language, say, say_many
from rules.seating import DrawError, Report, Request, RoundSeats, Seated, report_on
from rules.seating import smallest_change as changed
from scoring.draw.draws import sizes_kept
from scoring.draw.facts import (
    apart_groups,
    fixed_tables,
    players_here,
    sat_this_season,
    seats_of,
)
from scoring.draw.moves import COMES, GOES, MOVES, MoveLine, lines_of
from scoring.draw.seated_rounds import (
    Key,
    SeatedRound,
    moved,
    seated_rounds_of,
    without_gaps,
)
from scoring.draw.sit_outs import RESEAT, kept_reasons
from scoring.games.game_adapter import sizes_of
from scoring.models import Entry, Round, Tournament

Who = TypeVar("Who", bound=Key)
HOUSE_AT_HAND = 6  # three who fill tables, three more at tables that have begun


@dataclass(frozen=True)
class Question:
    """Who is here, and the rounds whose seats may follow."""

    tournament: Tournament
    request: Request[Key]
    rounds: tuple[SeatedRound, ...]
    new: tuple[int, ...] = ()

    @property
    def now(self) -> list[Seated[Key]]:
        return [each.seated for each in self.rounds]

    @cached_property
    def kept(self) -> dict[str, Any]:
        """The question as JSON can carry it, without its seed."""
        asked = self.request
        return {
            "kind": RESEAT,
            "season": self.tournament.season_sit_outs,
            "new": list(self.new),
            "players": list(asked.players),
            "house": list(asked.house),
            "apart": [sorted(group, key=str) for group in asked.apart],
            "sat_out": list(asked.sat_out),
            "fixed": [list(each) for each in asked.fixed],
            "played": [asdict(each) for each in asked.played],
            "numbers": [each.round.number for each in self.rounds],
            "now": [
                asdict(each.seated) | {"begun": sorted(each.seated.begun)}
                for each in self.rounds
            ],
            **sizes_kept(asked),
        }

    @cached_property
    def digest(self) -> str:
        """Changes with anything that the answer rests on."""
        rounds = [(each.round.pk, each.round.state) for each in self.rounds]
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
            without_gaps(new, dict(self.request.fixed))
            if each.may_renumber(new)
            else new
            for each, new in zip(self.rounds, after, strict=True)
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
            return say(
                "Nobody has to be told: only drafts change, which nobody has seen."
            )
        move = self._told(MOVES)
        said = [say("Nobody has to move")]
        if move:
            said = [
                say_many(
                    "Only {n} person has to move", "Only {n} people have to move", move
                )
            ]
        if come := self._told(COMES):
            said.append(say_many("{n} gets a seat", "{n} get a seat", come))
        if go := self._told(GOES):
            said.append(
                say_many("{n} has no seat any more", "{n} have no seat any more", go)
            )
        return f"{and_list(said)}."

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
    seated = seated_rounds_of([r for r in rounds if r.state in wanted], players)
    theirs = {each.round.pk for each in seated}
    played = [r for r in rounds if r.counts and r.pk not in theirs]
    groups, _ = apart_groups(tournament)
    earlier = sat_this_season(tournament)
    request: Request[Key] = Request(
        players=tuple(players),
        rounds=len(seated),
        seed=0,
        house=_house(tournament, people.values()),
        apart=tuple(groups),
        played=tuple(seats_of(played)),
        sat_out=earlier.sat_out,
        fixed=tuple(fixed_tables(people[pk] for pk in players)),
        sizes=sizes_of(tournament),
    )
    return Question(tournament, request, seated, earlier.new)


def proposal_of(question: Question, seed: int) -> Proposal:
    """The smallest change with everything that is to be said about it."""
    before = question.now
    problem = ""
    try:
        after: Sequence[Seated[Key]] = question.answer(seed)
    except DrawError as impossible:
        problem, after = in_language(impossible.said), before
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
    found, reasons = moved(before, after), reasons_kept(question, after)
    pairs = zip(question.rounds, before, after, strict=True)
    for at, (seated, old, new) in enumerate(pairs):
        of_round = [each for each in found if each.round == at]
        why = reasons[str(seated.round.number)]
        lines = lines_of(of_round, people, why, question.kept)
        yield Changed(seated.round, old, new, lines)


def reasons_kept(
    question: Question, after: Iterable[Seated[Key]]
) -> dict[str, dict[str, list[int]]]:
    """Why each sits out in the changed rounds, as the draw's report keeps it."""
    numbers = [each.round.number for each in question.rounds]
    by_place = [each.round.number for each in question.rounds if each.seated.standing]
    return kept_reasons(question.request, flat(after), numbers, by_place)


def _report(question: Question, rounds: Iterable[Seated[Key]]) -> Report[Key]:
    return report_on(question.request, flat(rounds))


def flat(rounds: Iterable[Seated[Who]]) -> list[RoundSeats[Who]]:
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
