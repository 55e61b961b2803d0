"""Drawing the seats: every draw keeps its seed and its input.

Seats are searched while nobody waits: outside the lock and the transaction. A write that
needs seats is tried. Where they are not searched yet it says so and is taken back, the
lock with it; they are searched; and it is tried again with what is there by then. So what
is written rests on what the lock holds, however long it took.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from django.db import transaction

from clubs.i18n import message, together
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
    blockers,
    facts_of,
    order_by_standing,
)
from scoring.draw.rounds import refuse_other_drafts
from scoring.draw.seats import make_draft, spare_house
from scoring.draw.sit_outs import PLAN, RESEAT, kept_reasons
from scoring.models import Draw, Entry, Tournament
from scoring.models.log_messages import LogMessage, log_message
from scoring.tournaments.tournaments import change, delete_draft

TRIES = 4  # in each of them something else was asked than before

Key = int | str  # an entry, or H2 for a house player still to be made
Rounds = tuple[RoundSeats[Any], ...]
Tell = Callable[[int, int], None]  # steps that are done, of how many
T = TypeVar("T")
Who = TypeVar("Who", bound=Key)


class NoSeatsFound(Exception):
    """The write that asked is to be tried again when these seats are there."""

    def __init__(self, request: Request[int]) -> None:
        super().__init__("Seats are to be searched first.")
        self.request = request


class DrawTooLarge(Exception):
    """The seats take seconds to search: somebody should see how far that is."""


class Searched:
    """Seats that were searched so far, by what was asked."""

    def __init__(self) -> None:
        self._rounds: dict[Request[int], Rounds] = {}

    def search(self, request: Request[int], tell: Tell | None) -> None:
        """Raises ActionRefused for what the rules of seating cannot draw."""
        try:
            rounds = drawn_rounds(request, tell) if tell else drawn_rounds(request)
            self._rounds[request] = rounds
        except DrawError as impossible:
            raise ActionRefused(impossible.said) from None

    def rounds_of(self, request: Request[int]) -> Rounds:
        """The drawn rounds; raises NoSeatsFound.

        They are searched by number: a house player who is made for this draw is another
        row in each try.
        """
        asked = _in_numbers(request)
        if asked not in self._rounds:
            raise NoSeatsFound(asked)
        names = request.field
        return tuple(
            RoundSeats(
                tuple(
                    tuple(names[number] for number in table) for table in seats.tables
                ),
                tuple(names[number] for number in seats.sit_out),
            )
            for seats in self._rounds[asked]
        )


def with_seats(
    write: Callable[[Searched], T], *, tell: Tell | None = None, at_once: bool = False
) -> T:
    """Try a write, in a transaction of its own, until all its seats are searched.

    `tell` hears how far a long search is. Raises Conflict where others change who is
    here faster than seats are found, and DrawTooLarge where they are wanted `at_once`.
    """
    searched = Searched()
    for _ in range(TRIES):
        try:
            return write(searched)
        except NoSeatsFound as asked:
            if at_once and takes_long(asked.request):
                raise DrawTooLarge from None
            searched.search(asked.request, tell)
    raise Conflict(
        message("The list of who’s here changed during the draw. Draw again.")
    )


def search_at_once(request: Request[Any]) -> Rounds | None:
    """Search seats that nothing is written from; None where that takes seconds.

    The same request, house players by whatever key, gives the seats that are drawn of
    it. Raises ActionRefused for what the rules of seating cannot draw.
    """
    searched = Searched()
    try:
        return searched.rounds_of(request)
    except NoSeatsFound as asked:
        if takes_long(asked.request):
            return None
        searched.search(asked.request, None)
    return searched.rounds_of(request)


def _in_numbers(request: Request[int]) -> Request[int]:
    """A request whose keys are the places in its field, and then of who has left."""
    number = {key: place for place, key in enumerate(request.field)}
    size = len(number)
    for seats in request.played:
        for key in seats.everybody:
            number.setdefault(key, len(number))
    players = len(request.players)
    return replace(
        request,
        players=tuple(range(players)),
        house=tuple(range(players, size)),
        apart=tuple(
            frozenset(number[key] for key in group if number.get(key, size) < size)
            for group in request.apart
        ),
        played=tuple(
            RoundSeats(
                tuple(
                    tuple(number[field_key] for field_key in table)
                    for table in seats.tables
                ),
                tuple(number[field_key] for field_key in seats.sit_out),
            )
            for seats in request.played
        ),
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
    seed: int | None = None,
    tell: Tell | None = None,
    at_once: bool = False,
    **asked: Any,
) -> Draw:
    """Seat the rest of the evening, or the next round, as drafts.

    Takes what `draw_with` does; the seats are searched outside the transaction. `tell`
    hears how far that is; wanted `at_once`, it raises DrawTooLarge where it takes seconds.
    """
    seed = new_seed() if seed is None else seed
    return with_seats(
        lambda searched: draw_with(searched, seed=seed, **asked),
        tell=tell,
        at_once=at_once,
    )


def new_seed() -> int:
    return secrets.randbelow(2**31)


@transaction.atomic
def draw_with(
    searched: Searched,
    *,
    tournament: Tournament,
    actor: Actor,
    whole_evening: bool,
    seed: int,
    fixed: Mapping[int, int | None] | None = None,
    key: str = "",
    seen: str = "",
    drafted: str = "",
    **wishes: Any,
) -> Draw:
    """Seat the rest of the evening, or the next round, as drafts.

    Earlier drafts are replaced. `wishes` are settings of the tournament that belong to
    the draw: whom to keep apart, who fills the last table; `fixed` gives entries a
    table at which they stay, or takes it from them. Raises ActionRefused with everything that
    blocks the draw, Conflict where the wishes are not those of the stamp `seen`,
    DrawnMeanwhile where the drafts are not those of the stamp `drafted`, and NoSeatsFound
    where the seats are not among those searched.
    """
    lock(tournament)
    if duplicate := find_own_duplicate(key, tournament, "draw"):
        return Draw.objects.get(pk=int(duplicate.new))
    refuse_other_drafts(tournament, drafted)
    tournament = change(tournament=tournament, actor=actor, seen=seen, **wishes)
    _fix_tables(tournament, actor, fixed or {})
    facts = facts_of(tournament)
    if problems := blockers(facts):
        raise ActionRefused(together((problem.message for problem in problems), " "))
    for draft in facts.drafts:
        delete_draft(draft)
    new_draw, rounds = _drawn(searched, facts, actor, whole_evening, seed)
    text = _make_drafts(facts, new_draw, rounds)
    log(actor, "draw", text, tournament=tournament, key=key, new=str(new_draw.pk))
    return new_draw


def _drawn(
    searched: Searched,
    facts: DrawFacts,
    actor: Actor,
    whole_evening: bool,
    seed: int,
) -> tuple[Draw, tuple[RoundSeats[int], ...]]:
    """The draw with its input and its report, kept; and the rounds it seats."""
    request = request_of(facts, whole_evening, seed)
    standing = order_by_standing(facts) if facts.by_standing else []
    if standing:
        rounds = seat_by_standing(request, standing)
    else:
        rounds = searched.rounds_of(request)
    new_draw = Draw.objects.create(
        tournament=facts.tournament,
        seed=request.seed,
        input=kept_of(request, standing) | season_kept(facts),
        report=as_kept(report_on(request, rounds))
        | {"sit_outs": _reasons(facts, request, rounds, standing)},
        by=actor.user,
    )
    return new_draw, rounds


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
    request: Request[int],
    rounds: Rounds,
    standing: list[int],
) -> dict[str, Any]:
    numbers = range(facts.first, facts.first + request.rounds)
    by_place = numbers if standing else ()
    return kept_reasons(request, rounds, numbers, by_place)


def _make_drafts(
    facts: DrawFacts, new_draw: Draw, rounds: tuple[RoundSeats[int], ...]
) -> LogMessage:
    """Rows for the drawn rounds; says for the log which they are."""
    tournament, first = facts.tournament, facts.first
    people = {entry.pk: entry for entry in tournament.entries.all()}
    for number, seats in enumerate(rounds, start=first):
        tables = [[people[pk] for pk in table] for table in seats.tables]
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
    """The seats of a kept draw once more, from its seed and its input."""
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
    """The last round by the standing; raises ActionRefused where it cannot be drawn."""
    try:
        return (by_standing(request, [*standing, *request.house]),)
    except DrawError as impossible:
        raise ActionRefused(impossible.said) from None


def request_of(facts: DrawFacts, whole_evening: bool, seed: int | None) -> Request[int]:
    """Who is here, and all that a draw of their next rounds rests on.

    House players whom the tables need are made where there are too few.
    """
    tournament, players = facts.tournament, facts.here
    house: list[Entry] = []
    if tournament.spare == Tournament.Spare.HOUSE:
        house = spare_house(tournament, house_needed(len(players), facts.sizes))
    people = tuple(entry.pk for entry in house)
    return request_with(
        facts, whole_evening, new_seed() if seed is None else seed, people
    )


def request_with(
    facts: DrawFacts, whole_evening: bool, seed: int, house: tuple[Who, ...]
) -> Request[Any]:
    """A draw of the next rounds with these house players; no query, nothing is made."""
    tournament, players = facts.tournament, facts.here
    left = facts.left  # a last round by standing is drawn by itself
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
    """What a draw's input keeps of the season and of who plays for whom."""
    return {
        "season": facts.tournament.season_sit_outs,
        "new": list(facts.earlier.new),
        "plays_for": facts.plays_for,
    }


def kept_of(request: Request[int], standing: list[int]) -> dict[str, Any]:
    """The input as JSON can carry it."""
    return {
        "players": list(request.players),
        "rounds": request.rounds,
        "house": list(request.house),
        "apart": [sorted(group) for group in request.apart],
        "played": [
            {"tables": [list(t) for t in seats.tables], "sit_out": list(seats.sit_out)}
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
    """The sizes of its tables as a draw's input keeps them.

    Nothing where they are of four, as in every draw before there were others.
    """
    return {} if request.sizes == FOURS else {"sizes": list(request.sizes)}


def if_needed_kept(request: Request[Any]) -> dict[str, Any]:
    """Who comes only if needed, as a draw's input keeps it; nothing where nobody does."""
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
    """A report as JSON can carry it."""
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
    """Rounds without the numbers of their tables."""
    return [RoundSeats(tuple(f for _, f in r.tables), r.sit_out) for r in rounds]
