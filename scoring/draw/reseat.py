"""Seats that don't match who is here: rounds that can change, and the smallest change.

Published seats change as little as possible. Drafts do too, or are drawn again for
everyone who is here: otherwise people who come late would share a table in every round.
The written change (`reseat_writes`) is compared with the displayed one
(`reseat_proposals`) by the question's digest, so before you change one of these
modules, read the others.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

from django.db.models import prefetch_related_objects

from rules.seating import (
    Report,
    Request,
    RoundSeats,
    Seated,
    house_needed,
    report_on,
    smallest_change,
)
from scoring.draw import draws
from scoring.draw.draw_input import DrawFacts, facts_of, refuse_blocked
from scoring.draw.draws import DrawQuestion, Key, flat, if_needed_kept, sizes_kept
from scoring.draw.sit_outs import PLAN, RESEAT, kept_reasons, standing_of
from scoring.models import Entry, Round, Seat, Sheet, SitOut, Tournament

HOUSE_AT_HAND = 6  # three who fill tables, three more for tables that have begun


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """A round whose seats can change, with its current seats."""

    round: Round
    seated: Seated[Key]

    def may_renumber(self, new: Seated[Key]) -> bool:
        is_draft = self.round.state == Round.State.DRAFT
        return is_draft and new != self.seated and not new.begun


def without_gaps(seats: Seated[Key], fixed: Mapping[Key, int]) -> Seated[Key]:
    """Move the highest tables to free numbers, except tables where someone is fixed."""
    tables = dict(seats.tables)
    free = [label for label in range(1, len(tables) + 1) if label not in tables]
    for label in sorted(tables, reverse=True):
        is_fixed = any(fixed.get(player) == label for player in tables[label])
        if free and label > free[0] and not is_fixed:
            tables[free.pop(0)] = tables.pop(label)
    return replace(seats, tables=tuple(sorted(tables.items())))


def seated_rounds_of(
    rounds: Sequence[Round], players: Sequence[int]
) -> tuple[SeatedRound, ...]:
    """Return the current rounds, without those that have begun and miss no one.

    The key of a free seat is below 0. In a draft it's to be filled; later its table
    decides who sits there.
    """
    sheets = Sheet.objects.filter(round__in=rounds).order_by("table")
    tables: dict[int, dict[int, list[int]]] = {rnd.pk: {} for rnd in rounds}
    label = {sheet.pk: (sheet.round_id, sheet.table) for sheet in sheets}
    begun = {label[pk] for pk in _begun(rounds)}
    drafts = {rnd.pk for rnd in rounds if rnd.state == Round.State.DRAFT}
    for seat in Seat.objects.filter(round__in=rounds).order_by("position"):
        player = -seat.pk if seat.entry_id is None else seat.entry_id
        of_round, table = label[seat.sheet_id]
        tables[of_round].setdefault(table, []).append(player)
        if seat.entry_id is None and of_round not in drafts:
            begun.add((of_round, table))
    benches = _benches(rounds, tables, players)
    result = []
    for rnd in rounds:
        seats = tuple(sorted((t, tuple(f)) for t, f in tables[rnd.pk].items()))
        started = frozenset(t for t, _ in seats if (rnd.pk, t) in begun)
        order = tuple(standing_of(rnd))
        seated: Seated[Key] = Seated(seats, tuple(benches[rnd.pk]), started, order)
        if not started or _misses(seated, players):
            result.append(SeatedRound(rnd, seated))
    return tuple(result)


def _begun(rounds: Sequence[Round]) -> set[int]:
    """Return the sheets of these rounds that have any record."""
    sheets = Sheet.objects.filter(round__in=rounds)
    sheets_begun: set[int] = set()
    for fact in Sheet.RECORDED:
        sheets_begun |= set(
            sheets.filter(**{f"{fact}__isnull": False}).values_list("pk", flat=True)
        )
    return sheets_begun


def _misses(seated: Seated[Key], players: Sequence[int]) -> bool:
    """Return whether someone has left a table that hasn't begun."""
    present = set(players)
    waiting = [people for label, people in seated.tables if label not in seated.begun]
    return not present.issuperset(chain.from_iterable(waiting))


def _benches(
    rounds: Sequence[Round],
    tables: dict[int, dict[int, list[int]]],
    players: Sequence[int],
) -> dict[int, list[int]]:
    """Return the people who sit out each round.

    In a draft, these are all the people it was drawn for who have no seat.
    """
    benches: dict[int, list[int]] = {rnd.pk: [] for rnd in rounds}
    rows = SitOut.objects.filter(round__in=rounds, why=SitOut.Why.SIT_OUT)
    for row in rows.order_by("entry__number"):
        benches[row.round_id].append(row.entry_id)
    drafts = [rnd for rnd in rounds if rnd.state == Round.State.DRAFT]
    by_draft = {
        rnd.pk: set(chain.from_iterable(tables[rnd.pk].values())) for rnd in drafts
    }
    seated = set(chain.from_iterable(by_draft.values()))
    for rnd in drafts:
        known = set(rnd.draw.input["players"]) | seated if rnd.draw else set(players)
        sits = by_draft[rnd.pk]
        benches[rnd.pk] = [pk for pk in players if pk in known and pk not in sits]
    return benches


@dataclass(frozen=True)
class ReseatQuestion:
    """The people who are here, and the rounds whose seats can change.

    `redrawn` are the drafts that are drawn again after the others have changed.
    """

    facts: DrawFacts
    request: Request[Key]
    rounds: tuple[SeatedRound, ...]
    redrawn: tuple[Round, ...] = ()

    @property
    def tournament(self) -> Tournament:
        return self.facts.tournament

    @property
    def seated(self) -> list[Seated[Key]]:
        return [rnd.seated for rnd in self.rounds]

    @cached_property
    def kept(self) -> dict[str, Any]:
        """The question as JSON, without its seed."""
        asked = self.request
        return {
            "kind": RESEAT,
            "season": self.tournament.season_sit_outs,
            "new": list(self.facts.earlier.new),
            "players": list(asked.players),
            "house": list(asked.house),
            "apart": [sorted(group, key=str) for group in asked.apart],
            "sat_out": list(asked.sat_out),
            "fixed": [list(place) for place in asked.fixed],
            "played": [asdict(seats) for seats in asked.played],
            "numbers": [rnd.round.number for rnd in self.rounds],
            "now": [
                asdict(rnd.seated) | {"begun": sorted(rnd.seated.begun)}
                for rnd in self.rounds
            ],
            **sizes_kept(asked),
            **if_needed_kept(asked),
        }

    @cached_property
    def digest(self) -> str:
        """A digest that changes with anything that the answer is based on."""
        rounds = [(rnd.round.pk, rnd.round.state) for rnd in self.rounds]
        asked: list[Any] = [self.kept, rounds]
        if self.redrawn:
            facts = self.facts
            drafts = [(rnd.pk, rnd.draw_id) for rnd in self.redrawn]
            asked.append([drafts, facts.left, facts.by_standing, facts.met])
        text = json.dumps(asked, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def redraw_after(self, after: Sequence[Seated[Key]], seed: int) -> DrawQuestion:
        """Return the draw of the drafts after the change. Raises ActionRefused."""
        facts, house = self._facts_after(after)
        refuse_blocked(facts)
        return draws.question_with(facts, len(self.redrawn) > 1, seed, house)

    def report_after(
        self, after: Sequence[Seated[Key]], later: Sequence[RoundSeats[Any]]
    ) -> Report[Key]:
        """Return the report on all rounds, with these seats in the drafts."""
        facts, house = self._facts_after(after)
        request = draws.request_with(facts, len(self.redrawn) > 1, 0, house)
        return report_on(request, later)

    def _facts_after(
        self, after: Sequence[Seated[Key]]
    ) -> tuple[DrawFacts, tuple[Key, ...]]:
        """Return the facts of the redraw after the change, and its house players."""
        changed = {
            rnd.round.pk: RoundSeats(
                draws.people_of(new),
                tuple(sorted(new.sit_out, key=_house_last)),
            )
            for rnd, new in zip(self.rounds, after, strict=True)
        }
        facts = replace(self.facts, seats=self.facts.seats | changed)
        return facts, self.request.house[: house_needed(len(facts.here), facts.sizes)]

    @property
    def may_redraw(self) -> bool:
        """Whether the drafts were drawn: seats chosen by hand aren't drawn again."""
        kinds = [
            rnd.draw.input.get("kind") if rnd.draw else PLAN
            for rnd in self.facts.drafts
        ]
        by_hand = self.tournament.seating == Tournament.Seating.BY_HAND
        return bool(kinds) and PLAN not in kinds and not by_hand

    @property
    def seed(self) -> int:
        """The seed, derived from the question, so that a repeated display is equal."""
        return int(self.digest[:7], 16)

    def answer(self, seed: int) -> tuple[Seated[Key], ...]:
        """Return the rounds with the smallest change. Raises DrawError.

        No one has seen the tables of a draft, so they are numbered without gaps.
        """
        after = smallest_change(_seeded(self.request, seed), self.seated)
        return tuple(
            without_gaps(new, dict(self.request.fixed))
            if rnd.may_renumber(new)
            else new
            for rnd, new in zip(self.rounds, after, strict=True)
        )


def _house_last(player: Key) -> tuple[bool, Key]:
    return isinstance(player, str), player


def question_of(tournament: Tournament, *, drafts: bool = True) -> ReseatQuestion:
    """Return the people who are here, and every round that can still change.

    Without `drafts` only published rounds change, and the drafts are drawn again. A
    fixed number of queries.
    """
    facts = facts_of(tournament)
    wanted = [Round.State.OPEN, *([Round.State.DRAFT] if drafts else [])]
    rounds = [rnd for rnd in facts.rounds if rnd.state in wanted]
    prefetch_related_objects([*rounds, *facts.drafts], "draw")
    seated = seated_rounds_of(rounds, facts.here)
    theirs = {seats.round.pk for seats in seated}
    request: Request[Key] = Request(
        players=tuple(facts.here),
        rounds=len(seated),
        seed=0,
        house=_house(tournament, facts.entries.values()),
        apart=facts.apart,
        played=tuple(s for pk, s in facts.seats.items() if pk not in theirs),
        sat_out=facts.earlier.sat_out,
        fixed=facts.fixed,
        sizes=facts.sizes,
        if_needed=facts.if_needed,
    )
    return ReseatQuestion(facts, request, seated, () if drafts else tuple(facts.drafts))


def reasons_kept(
    question: ReseatQuestion, after: Iterable[Seated[Key]]
) -> dict[str, dict[str, list[int]]]:
    """Return why each person sits out in the changed rounds, for the draw's report."""
    numbers = [rnd.round.number for rnd in question.rounds]
    by_place = [rnd.round.number for rnd in question.rounds if rnd.seated.standing]
    return kept_reasons(question.request, flat(after), numbers, by_place)


def _seeded(request: Request[Key], seed: int) -> Request[Key]:
    names = (name for name in request.__slots__ if name != "seed")
    return Request(**{name: getattr(request, name) for name in names}, seed=seed)


def _house(tournament: Tournament, people: Iterable[Entry]) -> tuple[Key, ...]:
    """Return the free house players by number, or by label if they don't exist yet."""
    if tournament.spare != Tournament.Spare.HOUSE:
        return ()
    theirs = {entry.house: entry for entry in people if entry.house is not None}
    busy = {n for n, entry in theirs.items() if entry.substitute_for_id is not None}
    last = max(HOUSE_AT_HAND + len(busy), *theirs, 0)
    return tuple(
        theirs[n].pk if n in theirs else f"H{n}"
        for n in range(1, last + 1)
        if n not in busy
    )
