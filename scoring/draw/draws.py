"""Drawing seats: every draw stores its seed and its input.

A draw reads its input, searches the seats outside the lock and the transaction, and
writes them once. Under the lock the input is read again: if its digest has changed,
nothing is written.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any, TypeVar

from django.db import transaction

from clubs.i18n import message
from rules.seating import (
    FOURS,
    DrawError,
    Report,
    Request,
    RoundSeats,
    Seated,
    by_standing,
    drawn_rounds,
    house_needed,
    report_on,
    smallest_change,
    takes_long,
)
from scoring.core.writes import (
    ActionRefused,
    Actor,
    Conflict,
    find_own_duplicate,
    lock,
    log,
)
from scoring.draw.draw_input import (
    DrawFacts,
    facts_of,
    order_by_standing,
    refuse_blocked,
)
from scoring.draw.rounds import refuse_other_drafts
from scoring.draw.seats import make_draft, spare_house
from scoring.draw.sit_outs import PLAN, RESEAT, kept_reasons
from scoring.models import Draw, Entry, Tournament
from scoring.models.log_messages import LogMessage, log_message
from scoring.tournaments.tournaments import change, delete_draft

Key = int | str  # an entry, or H2 for a house player who doesn't exist yet
Rounds = tuple[RoundSeats[Any], ...]
Tell = Callable[[int, int], None]  # steps that are done, of how many
Who = TypeVar("Who", bound=Key)


class DrawTakesLong(Exception):
    """A search that takes seconds, so its progress should be displayed."""


@dataclass(frozen=True, slots=True)
class DrawQuestion:
    """A requested draw, with all its input, read once.

    House players who don't exist yet are in the request by label. `order` is the
    standings, best first, for a last round seated by standings; else empty.
    """

    facts: DrawFacts
    request: Request[Key]
    order: list[int]

    @property
    def digest(self) -> str:
        """A digest that changes with any input of the seats, but not with the seed."""
        drafts = [(draft.pk, draft.draw_id) for draft in self.facts.drafts]
        asked = [kept_of(self.request, self.order), season_kept(self.facts)]
        text = json.dumps([*asked, self.facts.first, drafts], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def takes_long(self) -> bool:
        """Whether the search can take seconds."""
        return not self.order and takes_long(_in_numbers(self.request))

    def search(self, tell: Tell | None = None) -> Rounds:
        """Return the seats.

        Raises ActionRefused if the rules of seating can't draw them.
        """
        if self.order:
            return seat_by_standing(self.request, self.order)
        return search_seats(self.request, tell)


def search_seats(request: Request[Any], tell: Tell | None = None) -> Rounds:
    """Search the seats of a request, which can take seconds: outside any transaction.

    The same request gives the same seats, with any keys for house players. Raises
    ActionRefused if the rules of seating can't draw them.
    """
    numbered = _in_numbers(request)
    try:
        rounds = drawn_rounds(numbered, tell) if tell else drawn_rounds(numbered)
    except DrawError as impossible:
        raise ActionRefused(impossible.said) from None
    return _with_keys(rounds, request.field.__getitem__)


def _with_keys(rounds: Rounds, key_of: Callable[[Any], Key]) -> Rounds:
    """Return the rounds with every player by another key."""
    renamed = []
    for seats in rounds:
        tables = tuple(tuple(map(key_of, table)) for table in seats.tables)
        renamed.append(RoundSeats(tables, tuple(map(key_of, seats.sit_out))))
    return tuple(renamed)


def _in_numbers(request: Request[Any]) -> Request[int]:
    """Return a request with numbers as keys: its field first, then people who left."""
    number = {key: place for place, key in enumerate(request.field)}
    size, present = len(number), frozenset(number)
    for seats in request.played:
        for key in seats.everybody:
            number.setdefault(key, len(number))
    players = len(request.players)
    return replace(
        request,
        players=tuple(range(players)),
        house=tuple(range(players, size)),
        apart=tuple(
            frozenset(map(number.__getitem__, present.intersection(group)))
            for group in request.apart
        ),
        played=_with_keys(request.played, number.__getitem__),
        sat_out=tuple(number[key] for key in request.sat_out if key in number),
        if_needed=tuple(number[key] for key in request.if_needed if key in number),
        fixed=tuple((number[key], t) for key, t in request.fixed if key in number),
        met=tuple(
            (number[first], number[second], times)
            for first, second, times in request.met
            if first in number and second in number
        ),
    )


def draw(
    *,
    tournament: Tournament,
    actor: Actor,
    whole_evening: bool,
    seed: int | None = None,
    fixed: Mapping[int, int | None] | None = None,
    key: str = "",
    seen: str = "",
    drafted: str = "",
    tell: Tell | None = None,
    at_once: bool = False,
    **event_settings: Any,
) -> Draw:
    """Seat all remaining rounds, or the next round, as drafts.

    A last round by standing is left for later. Earlier drafts are replaced. The
    `event_settings` belong to the draw: people to keep apart, who
    fills the last table. `fixed` sets or clears the fixed table of entries. `tell` is
    called with the progress of the search; with `at_once`, DrawTakesLong is raised if
    the search takes seconds. Raises ActionRefused with all problems that prevent the
    draw; Conflict if any input changed during the search, or if the settings aren't
    based on the stamp `seen`; and DrawnMeanwhile if the drafts aren't those of the
    stamp `drafted`.
    """
    seed = new_seed() if seed is None else seed
    if duplicate := find_own_duplicate(key, tournament, "draw"):
        return Draw.objects.get(pk=int(duplicate.new))
    refuse_other_drafts(tournament, drafted)  # before a search that takes seconds
    supposed = Tournament.objects.select_related("club").get(pk=tournament.pk)
    for name, value in event_settings.items():
        setattr(supposed, name, value)
    question = question_of(supposed, whole_evening, seed, fixed)
    if at_once and question.takes_long:
        raise DrawTakesLong
    rounds = question.search(tell)
    with transaction.atomic():
        tournament = lock(tournament)
        if duplicate := find_own_duplicate(key, tournament, "draw"):
            return Draw.objects.get(pk=int(duplicate.new))
        refuse_other_drafts(tournament, drafted)
        if any(
            getattr(tournament, name) != value for name, value in event_settings.items()
        ):
            tournament = change(
                tournament=tournament, actor=actor, seen=seen, **event_settings
            )
        _fix_tables(tournament, actor, fixed or {})
        fresh = question_of(tournament, whole_evening, seed)
        if fresh.digest != question.digest:
            raise Conflict(
                message(
                    "Someone checked in, left or changed the event during the draw. "
                    "Nothing was saved. Draw again."
                )
            )
        return store_draw(fresh, rounds, actor, key)


def new_seed() -> int:
    return secrets.randbelow(2**31)


def question_of(
    tournament: Tournament,
    whole_evening: bool,
    seed: int,
    fixed: Mapping[int, int | None] | None = None,
) -> DrawQuestion:
    """Read the input of a draw of the next rounds, with these fixed tables.

    A fixed number of queries. Raises ActionRefused with all problems that prevent the
    draw.
    """
    facts = facts_of(tournament)
    for pk, table in (fixed or {}).items():
        if pk in facts.entries and facts.entries[pk].house is None:
            facts.entries[pk].fixed_table = table
    refuse_blocked(facts)
    return question_with(facts, whole_evening, seed, house_keys(facts))


def question_with(
    facts: DrawFacts, whole_evening: bool, seed: int, house: tuple[Key, ...]
) -> DrawQuestion:
    """Return the question of a draw from its facts and house players."""
    request = request_with(facts, whole_evening, seed, house)
    order = order_by_standing(facts) if facts.by_standing else []
    return DrawQuestion(facts, request, order)


def store_draw(
    question: DrawQuestion, rounds: Rounds, actor: Actor, key: str = ""
) -> Draw:
    """Write these seats as drafts in place of the earlier ones; under the lock."""
    facts, request, standing = question.facts, question.request, question.order
    for draft in facts.drafts:
        delete_draft(draft)
    if request.house:
        request, rounds = _with_house(facts.tournament, request, rounds)
    new_draw = Draw.objects.create(
        tournament=facts.tournament,
        seed=request.seed,
        input=kept_of(request, standing) | season_kept(facts),
        report=as_kept(report_on(request, rounds))
        | {"sit_outs": _reasons(facts, request, rounds, standing)},
        by=actor.user,
    )
    text = _make_drafts(facts, new_draw, rounds)
    log(
        actor,
        "draw",
        text,
        tournament=facts.tournament,
        key=key,
        new=str(new_draw.pk),
    )
    return new_draw


def _fix_tables(
    tournament: Tournament, actor: Actor, fixed: Mapping[int, int | None]
) -> None:
    for entry in tournament.entries.filter(pk__in=fixed, house=None):
        entry.fixed_table = fixed[entry.pk]
        entry.save(update_fields=["fixed_table"])
        person = f"{entry.label} {entry.name}"
        text = log_message("entry.released", who=person)
        if table := entry.fixed_table:
            text = log_message("entry.fixed", who=person, table=table)
        log(actor, "entry", text, tournament=tournament)


def _reasons(
    facts: DrawFacts,
    request: Request[Any],
    rounds: Rounds,
    standing: list[int],
) -> dict[str, Any]:
    numbers = range(facts.first, facts.first + request.rounds)
    by_place = numbers if standing else ()
    return kept_reasons(request, rounds, numbers, by_place)


def _make_drafts(
    facts: DrawFacts, new_draw: Draw, rounds: tuple[RoundSeats[int], ...]
) -> LogMessage:
    """Create the drawn rounds, and return the log message about them."""
    tournament, first = facts.tournament, facts.first
    people = {entry.pk: entry for entry in tournament.entries.all()}
    for number, seats in enumerate(rounds, start=first):
        tables = [[*map(people.__getitem__, table)] for table in seats.tables]
        make_draft(tournament, number, tables, new_draw)
    last = first + len(rounds) - 1
    if first == last:
        return log_message("draw.round", number=first, seed=new_draw.seed)
    return log_message(
        "draw.rounds",
        first=first,
        last=last,
        seed=new_draw.seed,
    )


def again(stored_draw: Draw) -> tuple[RoundSeats[int], ...]:
    """Return the seats of a stored draw, computed from its seed and its input."""
    stored_input = stored_draw.input
    is_change = stored_input.get("kind") in (RESEAT, PLAN)
    request = Request(
        players=tuple(stored_input["players"]),
        rounds=len(stored_input["now"]) if is_change else stored_input["rounds"],
        seed=stored_draw.seed,
        house=tuple(stored_input["house"]),
        apart=tuple(frozenset(group) for group in stored_input["apart"]),
        played=tuple(_round_seats(seats) for seats in stored_input["played"]),
        sat_out=tuple(stored_input.get("sat_out", ())),
        fixed=tuple((key, table) for key, table in stored_input.get("fixed", ())),
        sizes=tuple(stored_input.get("sizes", FOURS)),
        met=tuple(
            (first, second, times)
            for first, second, times in stored_input.get("met", ())
        ),
        search=stored_input.get("search", 1),
        if_needed=tuple(stored_input.get("if_needed", ())),
    )
    if is_change:
        return tuple(
            flat(smallest_change(request, [*map(_seated_then, stored_input["now"])]))
        )
    if stored_input["standing"]:
        return seat_by_standing(request, stored_input["standing"])
    return drawn_rounds(request)


def _seated_then(seats: dict[str, Any]) -> Seated[int]:
    tables = tuple((label, tuple(people)) for label, people in seats["tables"])
    return Seated(
        tables,
        tuple(seats["sit_out"]),
        frozenset(seats["begun"]),
        tuple(seats.get("standing", ())),
    )


def seat_by_standing(request: Request[Any], standing: list[int]) -> Rounds:
    """Return the last round seated by standings. Raises ActionRefused if impossible."""
    try:
        return (by_standing(request, [*standing, *request.house]),)
    except DrawError as impossible:
        raise ActionRefused(impossible.said) from None


def request_of(facts: DrawFacts, whole_evening: bool, seed: int | None) -> Request[int]:
    """Return the request for a draw of everyone who is here.

    House players that the tables need are created if necessary.
    """
    tournament, players = facts.tournament, facts.here
    house: list[Entry] = []
    if tournament.spare == Tournament.Spare.HOUSE:
        house = spare_house(tournament, house_needed(len(players), facts.sizes))
    people = tuple(entry.pk for entry in house)
    return request_with(
        facts, whole_evening, new_seed() if seed is None else seed, people
    )


def _with_house(
    tournament: Tournament, request: Request[Key], rounds: Rounds
) -> tuple[Request[Key], Rounds]:
    """Return request and seats with house players as entries, created if needed."""
    spare_house(tournament, len(request.house))
    made = {each.label: each.pk for each in tournament.entries.exclude(house=None)}

    def key_of(player: Key) -> Key:
        return made[player] if isinstance(player, str) else player

    house = tuple(map(key_of, request.house))
    played = _with_keys(request.played, key_of)
    return replace(request, house=house, played=played), _with_keys(rounds, key_of)


def house_keys(facts: DrawFacts) -> tuple[Key, ...]:
    """Return the house players that the tables need: by key, or by label if missing."""
    if facts.tournament.spare != Tournament.Spare.HOUSE:
        return ()
    made = {entry.house: entry for entry in facts.entries.values() if entry.house}
    free = (
        made[number].pk if number in made else f"H{number}"
        for number in count(1)
        if number not in made or made[number].substitute_for_id is None
    )
    return tuple(islice(free, house_needed(len(facts.players), facts.sizes)))


def request_with(
    facts: DrawFacts, whole_evening: bool, seed: int, house: tuple[Who, ...]
) -> Request[Any]:
    """Return a request for the next rounds; no query, and nothing is created."""
    tournament, players = facts.tournament, facts.here
    left = facts.left  # a last round seated by standings is drawn separately
    if tournament.last_round_by_standing and left > 1:
        left -= 1
    return Request(
        players=tuple(players),
        rounds=left if whole_evening else 1,
        seed=seed,
        house=house,
        apart=facts.apart,
        played=tuple(facts.seats.values()),
        sat_out=facts.earlier.sat_out,
        fixed=facts.fixed,
        sizes=facts.sizes,
        met=tuple(pair for pair in facts.met if {*pair[:2]} <= {*players}),
        if_needed=facts.if_needed,
    )


def season_kept(facts: DrawFacts) -> dict[str, Any]:
    """Return the part of a draw's input about the season and substitutes."""
    return {
        "season": facts.tournament.season_sit_outs,
        "new": list(facts.earlier.new),
        "plays_for": facts.plays_for,
    }


def kept_of(request: Request[Any], standing: list[int]) -> dict[str, Any]:
    """Return a draw's input as JSON."""
    return {
        "players": list(request.players),
        "rounds": request.rounds,
        "house": list(request.house),
        "apart": [sorted(group) for group in request.apart],
        "played": [
            {"tables": [*map(list, seats.tables)], "sit_out": list(seats.sit_out)}
            for seats in request.played
        ],
        "standing": standing,
        "sat_out": list(request.sat_out),
        "fixed": [list(place) for place in request.fixed],
        "search": request.search,
        **sizes_kept(request),
        **({"met": [list(pair) for pair in request.met]} if request.met else {}),
        **if_needed_kept(request),
    }


def _round_seats(seats: dict[str, Any]) -> RoundSeats[int]:
    tables = tuple(tuple(table) for table in seats["tables"])
    return RoundSeats(tables=tables, sit_out=tuple(seats["sit_out"]))


def sizes_kept(request: Request[Any]) -> dict[str, Any]:
    """Return the table sizes for a draw's stored input.

    Empty if all are of four, like in every draw before there were other sizes.
    """
    return {} if request.sizes == FOURS else {"sizes": list(request.sizes)}


def if_needed_kept(request: Request[Any]) -> dict[str, Any]:
    """Return the standby players for a draw's stored input; {} if there are none."""
    return {"if_needed": list(request.if_needed)} if request.if_needed else {}


def _season_kept(report: Report) -> dict[str, Any]:
    season = report.season
    if season is None:
        return {}
    return {
        "season": {
            "seated": season.seated,
            "meet_new": season.meet_new,
            "pairs": season.pairs,
            "again": len(season.again),
        }
    }


def as_kept(report: Report) -> dict[str, Any]:
    """Return a report as JSON."""
    return {
        **_season_kept(report),
        "repeats": report.repeats,
        "most_meetings": report.most_meetings,
        "most_met": report.most_met,
        "all_met_once": report.all_met_once,
        "repeated": [
            [*meeting.pair, list(meeting.rounds)] for meeting in report.repeated
        ],
        "least_possible": report.least_possible,
        "none_avoidable": report.none_avoidable,
        "seat_imbalance": report.seat_imbalance,
        "apart_broken": [
            [*meeting.pair, list(meeting.rounds)] for meeting in report.apart_broken
        ],
    }


def flat(rounds: Iterable[Seated[Who]]) -> list[RoundSeats[Who]]:
    """Return rounds without the numbers of their tables."""
    return [RoundSeats(people_of(seats), seats.sit_out) for seats in rounds]


def people_of(seats: Seated[Who]) -> tuple[tuple[Who, ...], ...]:
    """Return the tables of a round without their numbers."""
    return tuple(people for _, people in seats.tables)
