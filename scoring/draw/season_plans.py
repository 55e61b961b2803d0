"""The plan of a season: making it, throwing it away, drawing an evening from it."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from django.db import transaction

from clubs.models import Player, Season
from clubs.wording import say, say_many, together
from rules.seating import (
    DrawError,
    RoundSeats,
    Seated,
    everybody_once,
    report_on,
    smallest_change,
)
from scoring.core.services.changes import (
    USED_ELSEWHERE,
    Actor,
    Refused,
    done_before,
    done_here,
    lock,
    log,
)
from scoring.draw import draws
from scoring.draw.draws import as_kept
from scoring.draw.facts import blockers, players_here, plays_for, sat_this_season
from scoring.draw.plans import Plan, next_rounds, plan_of
from scoring.draw.proposals import flat
from scoring.draw.rounds import next_number, refuse_other_drafts
from scoring.draw.seated_rounds import without_gaps
from scoring.draw.seats import make_draft
from scoring.draw.sit_outs import PLAN, kept_reasons
from scoring.models import Draw, Round, SeasonPlan, Tournament
from scoring.results.services.seasons import lock_season
from scoring.tournaments.services.tournaments import delete_draft

MADE = "season plan"  # what the log calls it


@transaction.atomic
def make(
    *,
    season: Season,
    by: Actor,
    people: Sequence[Player | None],
    rounds_an_evening: int,
    key: str = "",
    seed: int | None = None,
) -> SeasonPlan:
    """Rounds in which these meet once each. `people`: as many as a plan has places.

    Raises Refused for a season that has a plan, or a key used elsewhere.
    """
    fresh = lock_season(season.pk)
    there = SeasonPlan.objects.filter(season=fresh).first()
    if done := done_before(key):
        if there is None or done.new != str(there.pk) or done.what != MADE:
            raise Refused(USED_ELSEWHERE)
        return there
    if there:
        raise Refused(say("This season has a plan already."))
    seed = secrets.randbelow(2**31) if seed is None else seed
    made = SeasonPlan.objects.create(
        season=fresh,
        people=[each.pk if each else None for each in people],
        rounds=everybody_once(len(people), seed),
        rounds_an_evening=rounds_an_evening,
        seed=seed,
        by=by.user,
    )
    text = say(
        "made the plan of season {name}: {people} people, {rounds} rounds, seed {seed}",
        name=fresh.name,
        people=len(people),
        rounds=len(made.rounds),
        seed=seed,
    )
    log(by, MADE, text, club=fresh.club, key=key, new=str(made.pk))
    return made


@transaction.atomic
def remove(*, season: Season, by: Actor) -> None:
    """Throw the plan away; rounds that were drawn from it stay. Twice is once."""
    fresh = lock_season(season.pk)
    found = SeasonPlan.objects.filter(season=fresh)
    if found.exists():
        Round.objects.filter(plan__in=found).update(plan_round=None)
        found.delete()
        text = say("threw the plan of season {name} away", name=fresh.name)
        log(by, MADE, text, club=fresh.club)


@transaction.atomic
def draw_from_plan(
    *,
    tournament: Tournament,
    by: Actor,
    key: str = "",
    drafted: str = "",
    seed: int | None = None,
) -> Draw:
    """The next rounds of the season's plan as drafts, with whoever is here.

    Whose place is empty is replaced by the smallest change: others fill it, tables that
    are too many go. Raises Refused for all that blocks a draw and where no round of a
    plan is left, DrawnMeanwhile where the drafts are not those of the stamp `drafted`.
    """
    tournament = lock(tournament)
    if done := done_here(key, tournament, "draw"):
        return Draw.objects.get(pk=int(done.new))
    season = lock_season(tournament.season_id)
    refuse_other_drafts(tournament, drafted)
    if problems := blockers(tournament):
        raise Refused(together((each.message for each in problems), " "))
    plan = plan_of(season.pk)
    numbers = next_rounds(plan, tournament) if plan else ()
    if plan is None or not numbers:
        raise Refused(say("No round of the season’s plan is left. Draw as usual."))
    for draft in tournament.rounds.filter(state=Round.State.DRAFT):
        delete_draft(draft)
    made, rounds = _drawn(tournament, by, plan, numbers, seed)
    _make_drafts(tournament, plan, numbers, made, rounds)
    text = say_many(
        "drew {n} round of the season’s plan: {numbers}, seed {seed}",
        "drew {n} rounds of the season’s plan: {numbers}, seed {seed}",
        len(numbers),
        numbers=together(numbers),
        seed=made.seed,
    )
    log(by, "draw", text, tournament=tournament, key=key, new=str(made.pk))
    return made


def _drawn(
    tournament: Tournament,
    by: Actor,
    plan: Plan,
    numbers: Sequence[int],
    seed: int | None,
) -> tuple[Draw, list[RoundSeats[Any]]]:
    earlier = sat_this_season(tournament)
    asked = draws.request_of(tournament, False, seed, earlier.sat_out)
    request = replace(asked, rounds=len(numbers))
    now = _as_planned(tournament, plan, numbers)
    try:
        after = smallest_change(request, now)
    except DrawError as impossible:
        raise Refused(impossible.said) from None
    rounds = flat(without_gaps(each, dict(request.fixed)) for each in after)
    first = next_number(tournament)
    here = range(first, first + len(numbers))
    made = Draw.objects.create(
        tournament=tournament,
        seed=request.seed,
        input=draws.kept_of(request, [])
        | {
            "kind": PLAN,
            "numbers": list(here),
            "plan": list(numbers),
            "now": [asdict(each) | {"begun": []} for each in now],
            "season": tournament.season_sit_outs,
            "new": list(earlier.new),
            "plays_for": plays_for(tournament),
        },
        report=as_kept(report_on(request, rounds))
        | {"sit_outs": kept_reasons(request, rounds, here)},
        by=by.user,
    )
    return made, rounds


def _as_planned(
    tournament: Tournament, plan: Plan, numbers: Sequence[int]
) -> list[Seated[Any]]:
    """The rounds with everybody in his place; whoever is not here is below 0."""
    here = {each.player_id: each.pk for each in players_here(tournament)}
    keys = [
        here.get(each.pk if each else None, -place)
        for place, each in enumerate(plan.people, start=1)
    ]
    return [
        Seated(
            tuple(
                (label, tuple(keys[place] for place in table))
                for label, table in enumerate(plan.kept.rounds[number - 1], start=1)
            )
        )
        for number in numbers
    ]


def _make_drafts(
    tournament: Tournament,
    plan: Plan,
    numbers: Sequence[int],
    made: Draw,
    rounds: Sequence[RoundSeats[Any]],
) -> None:
    people = {entry.pk: entry for entry in tournament.entries.all()}
    first = next_number(tournament)
    for at, (number, seats) in enumerate(
        zip(numbers, rounds, strict=True), start=first
    ):
        tables = [[people[pk] for pk in table] for table in seats.tables]
        draft = make_draft(tournament, at, tables, made)
        draft.plan, draft.plan_round = plan.kept, number
        draft.save(update_fields=["plan", "plan_round"])
