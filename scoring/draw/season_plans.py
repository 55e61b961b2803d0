"""The plan of a season: its people, the rounds to come, and pairs that didn't meet.

A plan is made and removed, and the rounds of events are drawn from it.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from typing import Any

from django.db import transaction

from clubs.i18n import joined, message, plural_message
from clubs.models import Player, Season
from clubs.players import living_of
from rules.seating import (
    SEASON_SIZES,
    DrawError,
    RoundSeats,
    Seated,
    everybody_once,
    report_on,
    smallest_change,
)
from scoring.core.writes import (
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    find_duplicate,
    find_own_duplicate,
    lock,
    log,
)
from scoring.draw import draws
from scoring.draw.draw_input import DrawFacts, facts_of, refuse_blocked
from scoring.draw.draws import as_kept, flat
from scoring.draw.reseat import without_gaps
from scoring.draw.rounds import refuse_other_drafts
from scoring.draw.seats import make_draft
from scoring.draw.sit_outs import PLAN, kept_reasons
from scoring.models import Draw, Entry, Round, SeasonPlan, Seat, Tournament
from scoring.models.log_messages import log_message
from scoring.rollups.season_places import lock_season
from scoring.tournaments.tournaments import delete_draft

SEATS = 4  # at each table of a plan
SIZES = SEASON_SIZES
TAKEN = (Round.State.DRAFT, *Round.COUNTING)

Pair = frozenset[int]  # keys of two players
MADE = "season plan"  # the log's kind for a plan


@dataclass(frozen=True)
class Plan:
    """A plan with its current people: merged players are one, erased ones are gone.

    `people` has no one twice: a player merged with another one of the plan leaves a
    free place.
    """

    kept: SeasonPlan
    people: tuple[Player | None, ...]

    @property
    def size(self) -> int:
        return len(self.people)

    @cached_property
    def taken(self) -> dict[int, Round]:
        """The drawn rounds of the plan, with the tournament's round; one query.

        A round that was canceled or discarded isn't included.
        """
        rounds = Round.objects.filter(plan=self.kept, state__in=TAKEN)
        drawn = rounds.select_related("tournament__club").order_by("pk")
        return {rnd.plan_round: rnd for rnd in drawn if rnd.plan_round}

    @property
    def numbers(self) -> range:
        return range(1, len(self.kept.rounds) + 1)

    def tables(self, number: int) -> list[list[Player | None]]:
        """Return the planned people at each table of a round, in seat order."""
        rows = self.kept.rounds[number - 1]
        return [[*map(self.people.__getitem__, places)] for places in rows]

    def pairs(self, numbers: Iterable[int]) -> set[Pair]:
        """Return the pairs planned to meet in these rounds."""
        pairs: set[Pair] = set()
        for number in numbers:
            for table in self.tables(number):
                players = [player.pk for player in table if player]
                pairs.update(map(frozenset, combinations(players, 2)))
        return pairs


def plan_of(season: int) -> Plan | None:
    """Return the plan of a season by its key, or None; two queries."""
    row = SeasonPlan.objects.filter(season=season).first()
    if row is None:
        return None
    rows = Player.everybody.filter(pk__in=[pk for pk in row.people if pk])
    known = rows.select_related("merged_into").in_bulk()
    people: list[Player | None] = []
    for pk in row.people:
        player = living_of(known[pk]) if pk in known else None
        people.append(
            None if player is None or player.erased_at or player in people else player
        )
    return Plan(row, tuple(people))


@dataclass(frozen=True, slots=True)
class Offer:
    """The next rounds of the plan, for the draw page.

    `absent` are people of the plan who aren't here, `guests` are here but not in the
    plan.
    """

    numbers: tuple[int, ...]
    size: int
    absent: tuple[str, ...]
    guests: tuple[str, ...]

    @property
    def which(self) -> str:
        first, last = self.numbers[0], self.numbers[-1]
        if first == last:
            return message("round {n}", n=first)
        return message("rounds {numbers}", numbers=joined(self.numbers))

    @property
    def here(self) -> str:
        """A sentence on how many of the plan's people are here."""
        return plural_message(
            "{here} of the plan’s {n} person is here.",
            "{here} of the plan’s {n} people are here.",
            self.size,
            here=self.size - len(self.absent),
        )


def offer_of(facts: DrawFacts) -> Offer | None:
    """Return the rounds that can be drawn now from the season's plan; None if none.

    Three queries if there is a plan, else one.
    """
    plan = plan_of(facts.tournament.season_id) if SEATS in facts.sizes else None
    numbers = next_rounds(plan, facts) if plan else ()
    if plan is None or not numbers:
        return None
    present = {entry.player_id for entry in facts.players}
    people = {player.pk: player.name for player in plan.people if player}
    guests = [entry for entry in facts.players if entry.player_id not in people]
    return Offer(
        numbers,
        len(people),
        tuple(name for pk, name in people.items() if pk not in present),
        tuple(f"{entry.label} {entry.name}" for entry in guests),
    )


def next_rounds(plan: Plan, facts: DrawFacts) -> tuple[int, ...]:
    """Return the plan's next rounds for this event; its drafts are drawn again."""
    drawn_rounds = {
        number
        for number, rnd in plan.taken.items()
        if rnd.tournament_id != facts.tournament.pk or rnd.is_published
    }
    to_come = [number for number in plan.numbers if number not in drawn_rounds]
    return tuple(to_come[: min(plan.kept.rounds_an_evening, facts.left)])


def met_among(people: Iterable[Player | None], rounds: Iterable[Round]) -> set[Pair]:
    """Return pairs of these players who share a table in these rounds; one query."""
    theirs = {player.pk for player in people if player}
    tables: dict[int, list[int]] = {}
    seats = Seat.objects.filter(round__in=rounds, entry__player__isnull=False)
    for sheet, player in seats.order_by().values_list("sheet", "entry__player"):
        if player in theirs:
            tables.setdefault(sheet, []).append(player)
    pairs = chain.from_iterable(combinations(table, 2) for table in tables.values())
    return set(map(frozenset, pairs))


@dataclass(frozen=True, slots=True)
class UnmetPairs:
    """The pairs of a plan that don't meet, and the number of planned pairs."""

    planned: int
    pairs: tuple[tuple[str, str], ...]

    @property
    def said(self) -> str:
        return plural_message(
            "{met} of {n} planned pair meets.",
            "{met} of {n} planned pairs meet.",
            self.planned,
            met=self.planned - len(self.pairs),
        )

    @property
    def lines(self) -> list[str]:
        """Sentences on who doesn't meet whom, most pairs first; each pair only once."""
        left, lines = list(self.pairs), list[str]()
        while left:
            names = [*chain.from_iterable(left)]
            most = max(names, key=lambda name: (names.count(name), name))
            theirs = [pair for pair in left if most in pair]
            others = sorted(
                first if second == most else second for first, second in theirs
            )
            lines.append(
                message(
                    "{name} doesn’t meet: {others}.", name=most, others=joined(others)
                )
            )
            left = [pair for pair in left if most not in pair]
        return lines


def missed_in(
    plan: Plan, numbers: Iterable[int], rounds: Iterable[Round]
) -> UnmetPairs:
    """Return the pairs planned for `numbers` who share no table in `rounds`."""
    planned = plan.pairs(numbers)
    left = planned - met_among(plan.people, rounds)
    order = {player.pk: player.name for player in plan.people if player}
    pairs: list[tuple[str, str]] = []
    for pair in left:
        first, second = (name for pk, name in order.items() if pk in pair)
        pairs.append((first, second))
    return UnmetPairs(len(planned), tuple(sorted(pairs)))


def missed_tonight(
    tournament: Tournament, drafts: Sequence[Round]
) -> UnmetPairs | None:
    """Return the missed pairs of drafts from a plan; None without such drafts."""
    theirs = [rnd for rnd in drafts if rnd.plan_id]
    plan = plan_of(tournament.season_id) if theirs else None
    if plan is None:
        return None
    numbers = [rnd.plan_round for rnd in theirs if rnd.plan_round]
    return missed_in(plan, numbers, theirs)


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """Planned rounds of one event: number, tables, and the tournament's round."""

    number: int
    rounds: tuple[tuple[int, list[list[Player | None]], Round | None], ...]


def evenings_of(plan: Plan) -> list[PlannedEvent]:
    """Return the plan by events, as planned."""
    length, numbers = plan.kept.rounds_an_evening, list(plan.numbers)
    rounds = [(n, plan.tables(n), plan.taken.get(n)) for n in numbers]
    return [
        PlannedEvent(start // length + 1, tuple(rounds[start : start + length]))
        for start in range(0, len(numbers), length)
    ]


def progress_of(plan: Plan) -> tuple[int, int]:
    """Return how many pairs have met in a counted round of the season, and of all."""
    rounds = Round.objects.filter(
        tournament__season=plan.kept.season_id, state__in=Round.COUNTING
    )
    people = sum(player is not None for player in plan.people)
    return len(met_among(plan.people, rounds)), people * (people - 1) // 2


@transaction.atomic
def make(
    *,
    season: Season,
    actor: Actor,
    people: Sequence[Player | None],
    rounds_an_evening: int,
    key: str = "",
    seed: int | None = None,
) -> SeasonPlan:
    """Create a plan in which everyone meets once. `people` is as long as the plan.

    Raises ActionRefused for a season that has a plan, or a key that was used elsewhere.
    """
    fresh = lock_season(season.pk)
    current_plan = SeasonPlan.objects.filter(season=fresh).first()
    if duplicate := find_duplicate(key):
        if (
            current_plan is None
            or duplicate.new != str(current_plan.pk)
            or duplicate.what != MADE
        ):
            raise ActionRefused(USED_ELSEWHERE)
        return current_plan
    if current_plan:
        raise ActionRefused(message("This season already has a plan."))
    seed = secrets.randbelow(2**31) if seed is None else seed
    new_plan = SeasonPlan.objects.create(
        season=fresh,
        people=[player.pk if player else None for player in people],
        rounds=everybody_once(len(people), seed),
        rounds_an_evening=rounds_an_evening,
        seed=seed,
        by=actor.user,
    )
    text = log_message(
        "plan.made",
        name=fresh.name,
        people=len(people),
        rounds=len(new_plan.rounds),
        seed=seed,
    )
    log(actor, MADE, text, club=fresh.club, key=key, new=str(new_plan.pk))
    return new_plan


@transaction.atomic
def remove(*, season: Season, by: Actor) -> None:
    """Remove the plan; rounds drawn from it stay. A second time changes nothing."""
    fresh = lock_season(season.pk)
    plans = SeasonPlan.objects.filter(season=fresh)
    if plans.exists():
        Round.objects.filter(plan__in=plans).update(plan_round=None)
        plans.delete()
        text = log_message("plan.removed", name=fresh.name)
        log(by, MADE, text, club=fresh.club)


@transaction.atomic
def draw_from_plan(
    *,
    tournament: Tournament,
    actor: Actor,
    key: str = "",
    drafted: str = "",
    seed: int | None = None,
) -> Draw:
    """Draw the next rounds of the season's plan as drafts, for the people here.

    Empty places are filled by the smallest change: other people fill them, and excess
    tables are dropped. Raises ActionRefused with all problems that prevent a draw, or
    if no round of a plan is left; DrawnMeanwhile if the drafts aren't those of the
    stamp `drafted`.
    """
    tournament = lock(tournament)
    if duplicate := find_own_duplicate(key, tournament, "draw"):
        return Draw.objects.get(pk=int(duplicate.new))
    season = lock_season(tournament.season_id)
    refuse_other_drafts(tournament, drafted)
    facts = facts_of(tournament)
    refuse_blocked(facts)
    plan = plan_of(season.pk)
    numbers = next_rounds(plan, facts) if plan else ()
    if plan is None or not numbers:
        raise ActionRefused(
            message("No rounds are left in the season plan. Draw as usual.")
        )
    for draft in facts.drafts:
        delete_draft(draft)
    new_draw, rounds = _drawn(facts, actor, plan, numbers, seed)
    _make_drafts(facts, plan, numbers, new_draw, rounds)
    text = log_message(
        "draw.from_plan",
        n=len(numbers),
        numbers=joined(numbers),
        seed=new_draw.seed,
    )
    log(actor, "draw", text, tournament=tournament, key=key, new=str(new_draw.pk))
    return new_draw


def _drawn(
    facts: DrawFacts,
    actor: Actor,
    plan: Plan,
    numbers: Sequence[int],
    seed: int | None,
) -> tuple[Draw, list[RoundSeats[Any]]]:
    asked = draws.request_of(facts, False, seed)
    request = replace(asked, rounds=len(numbers))
    planned = _as_planned(facts.players, plan, numbers)
    try:
        after = smallest_change(request, planned)
    except DrawError as impossible:
        raise ActionRefused(impossible.said) from None
    rounds = flat(without_gaps(seats, dict(request.fixed)) for seats in after)
    round_numbers = range(facts.first, facts.first + len(numbers))
    new_draw = Draw.objects.create(
        tournament=facts.tournament,
        seed=request.seed,
        input=draws.kept_of(request, [])
        | {
            "kind": PLAN,
            "numbers": list(round_numbers),
            "plan": list(numbers),
            "now": [asdict(seats) | {"begun": []} for seats in planned],
        }
        | draws.season_kept(facts),
        report=as_kept(report_on(request, rounds))
        | {"sit_outs": kept_reasons(request, rounds, round_numbers)},
        by=actor.user,
    )
    return new_draw, rounds


def _as_planned(
    players: Sequence[Entry], plan: Plan, numbers: Sequence[int]
) -> list[Seated[Any]]:
    """Return the rounds with everyone in their place; absent people are below 0."""
    entry_by_player = {entry.player_id: entry.pk for entry in players}
    keys = [
        entry_by_player.get(player.pk if player else None, -place)
        for place, player in enumerate(plan.people, start=1)
    ]
    seated: list[Seated[Any]] = []
    for number in numbers:
        rows = plan.kept.rounds[number - 1]
        tables = (tuple(map(keys.__getitem__, row)) for row in rows)
        seated.append(Seated(tuple(enumerate(tables, start=1))))
    return seated


def _make_drafts(
    facts: DrawFacts,
    plan: Plan,
    numbers: Sequence[int],
    new_draw: Draw,
    rounds: Sequence[RoundSeats[Any]],
) -> None:
    tournament, first = facts.tournament, facts.first
    people = {entry.pk: entry for entry in tournament.entries.all()}
    for number_in_event, (number, seats) in enumerate(
        zip(numbers, rounds, strict=True), start=first
    ):
        tables = [[*map(people.__getitem__, table)] for table in seats.tables]
        draft = make_draft(tournament, number_in_event, tables, new_draw)
        draft.plan, draft.plan_round = plan.kept, number
        draft.save(update_fields=["plan", "plan_round"])
