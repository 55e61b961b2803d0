"""The draw itself: start, search, seats, report."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from rules.seating.blockers import DrawError, blockers
from rules.seating.bounds import least_apart, least_new
from rules.seating.costs import HOUSE, MEETING_APART, REPEAT, even_cost
from rules.seating.designs import design
from rules.seating.fields import Field, field_of
from rules.seating.held import held_at, labelled, moved_down, parted
from rules.seating.lots import shuffled
from rules.seating.plan import Groups, Plan, random_round
from rules.seating.report import report_on
from rules.seating.search import Search, relabel
from rules.seating.seats import Uses, best_order, seated
from rules.seating.sitouts import fair_sit_outs
from rules.seating.terms import SEATS, Draw, K, Request, RoundSeats

EFFORT = 1_200_000  # swaps weighed before the best seating found is taken
ONE_RUN = 30_000  # of them before a fresh start …
ONE_RUN_EACH = 64  # … or so many for each person and round, if that is more
POLISH = 10_000  # further ones, to spread repeats that must be
SMALL = 64  # people; in larger fields a swap here and there does as well as relabelling


def draw(request: Request[K]) -> Draw[K]:
    """Seat the rounds asked for. The same request always gives the same seats."""
    if problems := blockers(request):
        raise DrawError(problems)
    field, rng = field_of(request), Random(request.seed)
    held = held_at(request)
    groups = parted(_best_plan(field, rng), held)
    used = _uses(request, field)
    tables = seated([of_round[:-1] for of_round in groups], used, rng)
    rounds = tuple(
        _in_names(field, labelled(seats, held), of_round[-1])
        for seats, of_round in zip(tables, groups, strict=True)
    )
    return Draw(rounds, report_on(request, rounds))


def by_standing(request: Request[K], order: Sequence[K]) -> RoundSeats[K]:
    """The next round by standing: the first four at table 1, the next at table 2 …

    `order` is the field from first to last. Of those who have sat out least the last
    ones sit out. Seats even out those of the rounds played. Who must not meet is not
    kept apart and repeats are not avoided; `report_on` tells both. For who cannot move
    whole tables change their numbers, and of two at one table the lower goes to the
    next.
    """
    if problems := blockers(request):
        raise DrawError(problems)
    field = field_of(request)
    number = {key: i for i, key in enumerate(request.field)}
    if set(order) != set(number) or len(order) != len(number):
        raise ValueError("The standing does not list the field.")
    people = [number[key] for key in order]
    last_first = people[::-1]
    bench = sorted(last_first, key=field.sat.__getitem__)[: field.sitters]
    *tables, _ = random_round(bench, people)
    used, held = _uses(request, field), held_at(request)
    moved_down(tables, held)
    seats = [best_order(table, used) for table in tables]
    return _in_names(field, labelled(seats, held), bench)


def _best_plan(field: Field[K], rng: Random) -> Plan:
    """The cheapest rounds of several searches, or the first that are good enough."""
    forced = least_apart(field)
    least = least_new(field, apart_kept=not forced)
    even = forced * MEETING_APART + even_cost(least, field.size)
    fewest = even + REPEAT // 2  # one repeat more costs more, lesser wishes less
    one_run = max(ONE_RUN, ONE_RUN_EACH * field.size * field.rounds)
    effort = max(EFFORT, one_run)
    best: Search | None = None
    for plan in _starts(field, rng):
        search = Search(plan, field.sat, rng)
        effort -= search.run(fewest, min(effort, one_run))
        if best is None or search.best_cost < best.best_cost:
            best = search
        if best.best_cost <= fewest:
            best.run(even, POLISH)
            break
        if effort <= 0:
            break
    assert best is not None  # there is always a start
    return _relabelled(field, Plan(field.pairs, best.best), rng)


def _starts(field: Field[K], rng: Random) -> Iterator[Plan]:
    """First what is known for such a field, then rounds by lot without end."""
    known = design(field.size, field.rounds) if field.fresh else []
    if known:
        people = shuffled(field.people, rng)
        named = [
            [[people[who] for who in group] for group in groups]
            for groups in shuffled(known, rng)
        ]
        rounds = [[*shuffled(groups[:-1], rng), groups[-1]] for groups in named]
        rounds += _by_lot(field, rounds, rng)
        yield _relabelled(field, Plan(field.pairs, rounds), rng)
    while True:
        yield Plan(field.pairs, _by_lot(field, [], rng))


def _by_lot(field: Field[K], after: list[Groups], rng: Random) -> list[Groups]:
    """Random rounds with fair sit-outs, as many as are missing."""
    benched = Counter(who for groups in after for who in groups[-1])
    sat = [count + benched[who] for who, count in enumerate(field.sat)]
    benches = fair_sit_outs(sat, field.sitters, field.rounds - len(after), rng)
    return [random_round(bench, shuffled(field.people, rng)) for bench in benches]


def _relabelled(field: Field[K], plan: Plan, rng: Random) -> Plan:
    """Who plays whose part does not change the repeats, but who must meet whom."""
    if field.fresh and field.size <= SMALL:
        choosy = [who for who in field.people if max(field.pairs[who]) >= HOUSE]
        relabel(plan, choosy, rng)
    return plan


def _uses(request: Request[K], field: Field[K]) -> Uses:
    """How often everybody in the field used each seat in the rounds played."""
    used = {key: [0] * SEATS for key in field.keys}
    for seats in request.played:
        for table in seats.tables:
            for seat, key in enumerate(table):
                if key in used:
                    used[key][seat] += 1
    return list(used.values())


def _in_names(
    field: Field[K], tables: Sequence[Sequence[int]], bench: Sequence[int]
) -> RoundSeats[K]:
    seats = []
    for table in tables:
        a, b, c, d = (field.keys[who] for who in table)
        seats.append((a, b, c, d))
    return RoundSeats(tuple(seats), tuple(field.keys[who] for who in sorted(bench)))
