"""The draw: the best plan found, its tables and seats, and plans for a whole season.

People who can't move: tables are numbered so that everyone held at a table sits there.
Numbers change nothing else, so the search ignores them. The only condition is that two
people held at different tables do not share one.

Everyone uses the seats of a table evenly. In a season's plan everyone meets everyone
once, in rounds for several events.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice, permutations
from random import Random
from typing import TypeVar

from rules.seating.annealing import Annealing, Tell, cool, cool_first
from rules.seating.designs import Tables, design
from rules.seating.report import least_apart, least_new, report_of
from rules.seating.request import (
    MEETING_APART,
    REPEAT,
    Draw,
    DrawError,
    Field,
    K,
    Request,
    RoundSeats,
    blockers,
    field_of,
)
from rules.seating.search import (
    Groups,
    Plan,
    Search,
    best_known,
    by_lot,
    kept_fresh,
    random_round,
    relabelled,
    repeats_of_plan,
    shuffled,
    spread,
    starts,
)

EFFORT = 300_000  # swaps tried before the best seating found is used
FIRST_EFFORT = 1_200_000  # swaps of the first search (`search=1`), which ended there
ONE_RUN = 30_000  # swaps before a fresh start …
ONE_RUN_EACH = 64  # … or this many for each person and round, if that is more
PATIENCE = 20  # fresh starts in a row without improvement that end the search
POLISH = 10_000  # further swaps, to spread unavoidable repeats
# Sizes in which everyone meets three others a round, until all have met.
SEASON_SIZES = (16, 28, 40, 52, 64)
AN_EVENING = 5  # rounds; up to this number annealing does STEPS …
STEPS, LONG = 2_000_000, 6_000_000  # … and for more rounds LONG steps
SECOND_STEPS, SECOND_LONG = 300_000, 3_000_000  # the numbers of steps for `search=2`
ANNEALED = 1_000  # seats of all rounds; in larger fields annealing finds nothing

Held = Mapping[int, int]  # the table of each person who is held, numbered from 0
# By size of table: for each person, the number of times each seat was used.
Uses = Mapping[int, list[list[int]]]
_NOBODY = -1

T = TypeVar("T", bound=Sequence[int])


def draw(request: Request[K], tell: Tell = lambda step, steps: None) -> Draw[K]:
    """Return the seats of the rounds asked for, with a report on them.

    One request always gives one seating. `tell` is called with the progress of a long
    search: the number of steps done, and of all steps. Raises DrawError.
    """
    field = _field_of(request)
    rounds = _drawn(request, field, tell)
    return Draw(rounds, report_of(field, request, rounds))


def drawn_rounds(
    request: Request[K], tell: Tell = lambda step, steps: None
) -> tuple[RoundSeats[K], ...]:
    """Return only the rounds of a draw, without a report. Raises DrawError."""
    return _drawn(request, _field_of(request), tell)


def _field_of(request: Request[K]) -> Field[K]:
    if problems := blockers(request):
        raise DrawError(problems)
    return field_of(request)


def _drawn(
    request: Request[K], field: Field[K], tell: Tell
) -> tuple[RoundSeats[K], ...]:
    rng = Random(request.seed)
    held = _held_at(request)
    best = _best_plan(field, request.search, rng, tell)
    plan = kept_fresh(field, spread(field, best, rng), rng)
    groups = _parted(plan, held)
    used = _uses(request, field)
    tables = seated([of_round[:-1] for of_round in groups], used, rng)
    return tuple(
        _in_names(field, _labelled(seats, held), of_round[-1])
        for seats, of_round in zip(tables, groups, strict=True)
    )


def by_standing(request: Request[K], order: Sequence[K]) -> RoundSeats[K]:
    """Return the next round by standing: the first at table 1, the next at table 2.

    `order` is the field from first to last. The last ones sit out, however often they
    have before: the random draw keeps no one from a prize, and no place is skipped at a
    table. Seats even out those of the rounds played. People who must not meet are not
    kept apart and repeats are not avoided; `report_on` reports both. For people who
    can't move, whole tables change their numbers, and of two at one table the lower
    goes to the next. Raises ValueError if `order` is not the field, DrawError if the
    request has problems.
    """
    field = _field_of(request)
    number = {key: i for i, key in enumerate(request.field)}
    if set(order) != set(number) or len(order) != len(number):
        raise ValueError("The standing does not list the field.")
    people = [number[key] for key in order]
    bench = people[field.size - field.sitters :]
    *tables, _ = random_round(bench, people, field.shape)
    used, held = _uses(request, field), _held_at(request)
    _moved_down(tables, held)
    seats = [best_order(table, used) for table in tables]
    return _in_names(field, _labelled(seats, held), bench)


def takes_long(request: Request[K]) -> bool:
    """Return whether a draw may search for seconds.

    That is so with many rounds, unless a good seating is known at once.
    """
    if request.search == 1 or request.rounds <= AN_EVENING or blockers(request):
        return False
    field, rng = field_of(request), Random(request.seed)
    known = best_known(field, rng)
    aims = _Aims.of(field, known)
    first = iter([known]) if known else islice(starts(field, rng), 1)
    return _searched(field, aims, first, 0, rng).best_cost > aims.enough


@dataclass(frozen=True, slots=True)
class _Aims:
    """Goals of a search: no plan costs less than `even`; up to `enough` is accepted.

    One more repeat costs more than the difference, minor faults less.
    """

    even: int
    enough: int

    @classmethod
    def of(cls, field: Field[K], known: Plan | None = None) -> "_Aims":
        forced = least_apart(field)
        least = least_new(field, apart_kept=not forced)
        repeats = max(least, repeats_of_plan(known)) if known else least
        even, fewest = (forced * MEETING_APART + n * REPEAT for n in (least, repeats))
        return cls(even, fewest + REPEAT // 2)


def _best_plan(field: Field[K], search: int, rng: Random, tell: Tell) -> Plan:
    """Return the cheapest rounds of several searches, or the first good enough."""
    if search == 1:
        aims = _Aims.of(field)
        best = _searched(field, aims, starts(field, rng), FIRST_EFFORT, rng)
        return relabelled(field, Plan(field.pairs, best.best), rng)
    known = best_known(field, rng)
    aims = _Aims.of(field, known)
    first = [known] if known else []
    best = _searched(field, aims, chain(first, starts(field, rng)), EFFORT, rng)
    if best.best_cost > aims.enough and field.size * field.rounds <= ANNEALED:
        other = _annealed(field, aims, search, rng, tell)
        best = min(best, other, key=lambda run: run.best_cost)
    return relabelled(field, Plan(field.pairs, best.best), rng)


def _searched(
    field: Field[K], aims: _Aims, plans: Iterator[Plan], most: int, rng: Random
) -> Search:
    """Return the best search from several starts, until nothing better is found."""
    one_run = max(ONE_RUN, ONE_RUN_EACH * field.size * field.rounds)
    effort = max(most, one_run)
    best: Search | None = None
    patience = PATIENCE
    for plan in plans:
        search = Search(plan, field.sat, rng)
        effort -= search.run(aims.enough, min(effort, one_run))
        patience -= 1
        if best is None or search.best_cost < best.best_cost:
            best, patience = search, PATIENCE
        if best.best_cost <= aims.enough:
            best.run(aims.even, POLISH)
            break
        if effort <= 0 or not patience:
            break
    assert best is not None  # there is always a start
    return best


def _annealed(
    field: Field[K], aims: _Aims, search: int, rng: Random, tell: Tell
) -> Search:
    """Return a search that improves the result of annealing."""
    annealing = Annealing(field, by_lot(field, [], rng), rng)
    short, long = (SECOND_STEPS, SECOND_LONG) if search == 2 else (STEPS, LONG)
    steps = long if field.rounds > AN_EVENING else short
    chance = cool_first if search == 2 else cool
    annealing.run(steps, aims.even // REPEAT, tell, chance)
    after = Search(Plan(field.pairs, annealing.best), field.sat, rng)
    after.run(aims.even, POLISH)
    return after


def _uses(request: Request[K], field: Field[K]) -> Uses:
    """Return how often everyone in the field used each seat in the rounds played."""
    number = {key: i for i, key in enumerate(field.keys)}
    played = [*chain.from_iterable(seats.tables for seats in request.played)]
    used = {}
    for size in {*field.shape, *map(len, played)}:
        used[size] = [[0] * size for _ in field.people]
    for table in played:
        for seat, key in enumerate(table):
            if key in number:
                used[len(table)][number[key]][seat] += 1
    return used


def _in_names(
    field: Field[K], tables: Sequence[Sequence[int]], bench: Sequence[int]
) -> RoundSeats[K]:
    seats = tuple(tuple(map(field.keys.__getitem__, table)) for table in tables)
    return RoundSeats(seats, tuple(field.keys[player] for player in sorted(bench)))


def _held_at(request: Request[K]) -> dict[int, int]:
    """Return the tables of the held people of the field, in numbers."""
    number = {key: i for i, key in enumerate(request.field)}
    return {number[key]: table - 1 for key, table in request.fixed if key in number}


def _parted(plan: Plan, held: Held) -> list[Groups]:
    """Return the plan's rounds, with held people moved cheaply where they still meet.

    The search keeps them apart, but not at any price: it may let them meet instead of
    others who must not.
    """
    for r, groups in enumerate(plan.rounds):
        for table in groups[: plan.bench]:
            for player in [sitter for sitter in table if sitter in held][1:]:
                _part(plan, r, player, held)
    return plan.rounds


def _part(plan: Plan, r: int, player: int, held: Held) -> None:
    """Swap a person with the cheapest one of a table where no one is held."""
    best: tuple[int, int] | None = None
    for table in plan.rounds[r][: plan.bench]:
        if any(sitter in held for sitter in table):
            continue
        for other in list(table):
            plan.swap(r, player, other)
            best = min(best or (plan.cost, other), (plan.cost, other))
            plan.swap(r, player, other)
    assert best is not None  # at least as many tables as held people
    plan.swap(r, player, best[1])


def _moved_down(tables: list[list[int]], held: Held) -> None:
    """Leave at most one held person at each table of a round by standing.

    The first stays; the next changes places with the first of the nearest table that
    holds no one, the table below being nearer than the one above.
    """
    for index, table in enumerate(tables):
        for player in [sitter for sitter in table if sitter in held][1:]:
            free = [i for i, people in enumerate(tables) if not set(people) & set(held)]
            _, _, free_index = min((abs(i - index), i < index, i) for i in free)
            other = tables[free_index][0]
            tables[index][table.index(player)] = other
            tables[free_index][0] = player


def _labelled(tables: Sequence[T], held: Held) -> list[T]:
    """Return the tables by number; tables without a held person keep theirs if free."""
    asked: dict[int, T] = {}
    for table in tables:
        asked |= {held[player]: table for player in table if player in held}
    labelled = {id(table) for table in asked.values()}
    order: list[T | None] = [asked.get(i) for i in range(len(tables))]
    left = []
    for i, table in enumerate(tables):
        if id(table) in labelled:
            continue
        if order[i] is None:
            order[i] = table
        else:
            left.append(table)
    rest = iter(left)
    return [next(rest) if table is None else table for table in order]


def seated(rounds: Sequence[Tables], used: Uses, rng: Random) -> list[Tables]:
    """Return the given tables with their people in seat order.

    Take each person's appearances four at a time. A table joins four such foursomes, a
    foursome at most four tables; the edges of such a graph can be colored with four
    colors (König 1916), and a color is a seat. So in every four rounds running a person
    uses each seat once, and over an event the uses of their seats differ by at most
    one. Tables of another size are colored separately: the third seat of three is not
    the third of four.

    `used` counts seats of rounds played. If there are any, the event as a whole is then
    evened out table by table, as far as possible.
    """
    order = _coloured(rounds, rng)
    if any(map(any, chain.from_iterable(used.values()))):
        copy = {size: [*map(list, uses)] for size, uses in used.items()}
        _even_out(order, copy)
    return order


def best_order(table: Sequence[int], used: Uses) -> list[int]:
    """Return the seat order that evens out best the seats used; a tie: as given."""
    uses = used[len(table)]
    order = min(
        _orders(len(table)),
        key=lambda order: sum(
            uses[player][seat] for player, seat in zip(table, order, strict=True)
        ),
    )
    return [player for _, player in sorted(zip(order, table, strict=True))]


@cache
def _orders(seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(seats)))


def _even_out(rounds: list[Tables], used: Uses) -> None:
    tables = [*chain.from_iterable(rounds)]
    for table in tables:
        _count(table, used, 1)
    changed = True
    while changed:  # ends: each change lowers the sum of the squares of all uses
        changed = False
        for table in tables:
            _count(table, used, -1)
            uses = used[len(table)]
            before = sum(uses[player][seat] for seat, player in enumerate(table))
            order = best_order(table, used)
            if sum(uses[player][seat] for seat, player in enumerate(order)) < before:
                table[:] = order
                changed = True
            _count(table, used, 1)


def _count(table: list[int], used: Uses, times: int) -> None:
    uses = used[len(table)]
    for seat, player in enumerate(table):
        uses[player][seat] += times


class _Colouring:
    """A graph of foursomes of appearances and tables; seats are its edges.

    At tables of three, three appearances make one, and so on.
    """

    def __init__(self) -> None:
        self.owner: list[int] = []  # the person of each foursome
        self.table_of: list[list[int]] = []  # the table of each foursome at each seat
        self.foursome_at: list[list[int]] = []  # each table's foursomes by seat

    def join(self, foursome: int, table: int) -> None:
        """Find a seat for an appearance, swapping two seats along a path of others."""
        seat = self.table_of[foursome].index(_NOBODY)
        other = self.foursome_at[table].index(_NOBODY)
        while True:
            at_table = self.foursome_at[table]
            moved = at_table[seat]
            at_table[other], at_table[seat] = moved, foursome
            self.table_of[foursome][seat] = table
            if moved == _NOBODY:
                return
            self.table_of[moved][seat] = _NOBODY
            further = self.table_of[moved][other]
            self.table_of[moved][other] = table
            if further == _NOBODY:
                return
            foursome, table = moved, further


def _coloured(rounds: Sequence[Tables], rng: Random) -> list[Tables]:
    colouring = _Colouring()
    appearances: Counter[tuple[int, int]] = Counter()  # by person and size of table
    latest: dict[tuple[int, int], int] = {}  # same key: the foursome being filled
    edges = []
    for number, table in enumerate(chain.from_iterable(rounds)):
        seats = len(table)
        colouring.foursome_at.append([_NOBODY] * seats)
        for player in table:
            if appearances[player, seats] % seats == 0:
                latest[player, seats] = len(colouring.owner)
                colouring.owner.append(player)
                colouring.table_of.append([_NOBODY] * seats)
            appearances[player, seats] += 1
            edges.append((latest[player, seats], number))
    for foursome, number in shuffled(edges, rng):
        colouring.join(foursome, number)
    owners = (
        [*map(colouring.owner.__getitem__, seats)] for seats in colouring.foursome_at
    )
    return [list(islice(owners, len(tables))) for tables in rounds]


def rounds_of(size: int) -> int:
    """Return how many rounds a full meeting of this many takes at tables of four."""
    return (size - 1) // 3


def everybody_once(size: int, seed: int) -> list[Tables]:
    """Return rounds of tables in seat order in which each pair meets once.

    People are 0, 1, 2 …, and `size` is one of SEASON_SIZES. The seed decides who sits
    where and the order of rounds, in a way that is stable in any Python version. Over
    all rounds everyone uses the four seats evenly. Raises ValueError for another size.
    """
    if size not in SEASON_SIZES:
        raise ValueError(f"no plan is known for {size}")
    rng = Random(seed)
    people = shuffled(range(size), rng)
    rounds = []
    for tables in shuffled(design(size, rounds_of(size)), rng):
        of_round = shuffled(tables, rng)
        rounds.append([[*map(people.__getitem__, table)] for table in of_round])
    return seated(rounds, {4: [[0] * 4 for _ in people]}, rng)
