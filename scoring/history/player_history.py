"""A player's history at a club: tournaments, statistics, and opponents."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import groupby
from math import ceil, sqrt
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    Subquery,
    Sum,
)
from django.db.models import Count as Number
from django.db.models.expressions import Combinable
from django.utils import timezone

from clubs.i18n import day, message, short_day, tenths
from clubs.models import Player
from scoring.core.charts import RUNNING, Chart, line_chart
from scoring.core.names import list_key
from scoring.games.game_choice import in_order
from scoring.games.labels import name_of
from scoring.history.record_holders import NamedPlayer
from scoring.models import Round, Seat, SitOut, Standings, Tally
from scoring.people.players import entries_in_public

CHARTED = 60  # tournaments
ENOUGH = 20  # rounds, below which an average says nothing
ENOUGH_TOGETHER = 5  # rounds at one table, below which no interval is given
MOST_YEARS = 8  # named below the chart
NORMAL_95 = 1.96
LATELY = timedelta(days=366)


class PlayerEvent(NamedTuple):
    """A player's tournament; `net` is above the start chips and includes `rulings`.

    `results` are rows of `Result` (scoring/rollups/event_results.py). While it runs
    (not `is_over`), no place is certain; there is no `place` before one of its rounds
    is over. Other fields are None if past results don't have them.
    """

    tournament: int
    slug: str
    name: str
    date: date
    start_chips: int
    old_list: int | None
    is_over: bool
    entry: int
    game: str
    house_rules: Mapping[str, Any]
    place: int | None
    tied: bool
    total: int | None
    net: int | None
    rulings: int
    rounds: int | None
    sum_squares: int | None
    results: Sequence[Sequence[Any]] | None

    @property
    def a_round(self) -> float | None:
        """Net chips per round: the chips won from an average table."""
        return self.net / self.rounds if self.rounds and self.net is not None else None


class PlayerResult(NamedTuple):
    """A tournament with its number of people; `why` has the reason of missed rounds."""

    evening: PlayerEvent
    people: int
    why: Mapping[int, str]


def evenings_of(player: Player) -> list[PlayerEvent]:
    """Return all public tournaments of a player, the oldest first; one query."""
    of_tournament = ("pk", "slug", "name", "date", "start_chips", "old_list")
    of_tally = (
        "place",
        "tied",
        "total",
        "net",
        "rulings",
        "rounds",
        "sum_squares",
        "results",
    )
    entries = entries_in_public(player).order_by("tournament__date", "tournament_id")
    rows = entries.values_list(
        *(f"tournament__{name}" for name in of_tournament),
        _is_over(),
        "pk",
        "tournament__game",
        "tournament__house_rules",
        *(f"tally__{name}" for name in of_tally),
    )
    return [*map(PlayerEvent._make, rows)]


def results_of(evenings: Iterable[PlayerEvent]) -> list[PlayerResult]:
    """Return the tournaments with all facts for the player's page; two queries."""
    listed = list(evenings)
    rows = Standings.objects.filter(
        tournament__in=[evening.tournament for evening in listed]
    )
    people = dict(rows.values_list("tournament", _Length("places")))
    missed = SitOut.objects.filter(
        credit__in=[evening.entry for evening in listed],
        round__state__in=Round.COUNTING,
    )
    reasons: dict[int, dict[int, str]] = {}
    for entry, number, reason in missed.values_list("credit", "round__number", "why"):
        reasons.setdefault(entry, {})[number] = reason
    return [
        PlayerResult(
            evening, people.get(evening.tournament, 0), reasons.get(evening.entry, {})
        )
        for evening in listed
    ]


class _Length(Func):
    """The length of a list in JSON."""

    function = "JSON_ARRAY_LENGTH"
    output_field = IntegerField()

    def as_postgresql(self, *args: Any, **more: Any) -> Any:
        return self.as_sql(*args, **more | {"function": "JSONB_ARRAY_LENGTH"})


def _is_over() -> Combinable:
    """Return the condition that an entry's tournament is final or all played."""
    rounds = Round.objects.filter(
        tournament=OuterRef("tournament"), state__in=Round.COUNTING
    )
    counted = rounds.order_by().values("tournament").annotate(n=Number("pk"))
    all_played = Q(
        ~Exists(rounds.exclude(state=Round.State.FINISHED)),
        tournament__rounds_planned__lte=Subquery(counted.values("n")),
    )
    is_final = Q(tournament__finished_at__isnull=False)
    return ExpressionWrapper(is_final | all_played, BooleanField())


class PlayerRound(NamedTuple):
    """A round at a table, with the chips above the start chips."""

    net: int
    chips: int
    round: int
    table: int
    evening: PlayerEvent


@dataclass(frozen=True)
class Span:
    """Some tournaments together: a year, or all of them.

    Numbers that past results don't have are in no sum; None if nothing is known.
    """

    evenings: tuple[PlayerEvent, ...]

    @property
    def year(self) -> int:
        return self.evenings[0].date.year

    @cached_property
    def rounds(self) -> int | None:
        return _sum(evening.rounds for evening in self.evenings)

    @cached_property
    def net(self) -> int | None:
        return _sum(evening.net for evening in self.evenings)

    @cached_property
    def a_round(self) -> float | None:
        counted = [evening for evening in self.evenings if evening.a_round is not None]
        net, rounds = (
            _sum(evening.net for evening in counted),
            _sum(e.rounds for e in counted),
        )
        return net / rounds if net is not None and rounds else None

    @property
    def best_place(self) -> int | None:
        places = (
            evening.place
            for evening in self.evenings
            if evening.place and evening.is_over
        )
        return min(places, default=None)


@dataclass(frozen=True)
class PlayerCareer(Span):
    """All public tournaments of a player in one game, the oldest first."""

    game: str = ""  # the game's name, if the player plays several

    @cached_property
    def years(self) -> list[Span]:
        """The years, the newest first."""
        by_year = groupby(self.evenings, lambda evening: evening.date.year)
        return [Span(tuple(evenings)) for _, evenings in by_year][::-1]

    @cached_property
    def with_sheets(self) -> Span:
        """The tournaments without past results, which don't have separate rounds."""
        return Span(tuple(e for e in self.evenings if e.sum_squares is not None))

    @cached_property
    def within(self) -> float | None:
        """Half of the 95 percent interval of the player's average."""
        evenings, rounds = self.with_sheets.evenings, self.with_sheets.rounds or 0
        if rounds < ENOUGH:
            return None
        played = sum((evening.net or 0) - evening.rulings for evening in evenings)
        squares = sum(evening.sum_squares or 0 for evening in evenings)
        spread = (squares - played * played / rounds) / (rounds - 1)
        return NORMAL_95 * sqrt(max(spread, 0) / rounds)

    @property
    def is_significant(self) -> bool:
        """Whether this many rounds show a difference from an average player."""
        average = self.with_sheets.a_round or 0
        return self.within is not None and abs(average) > self.within

    @cached_property
    def places(self) -> list[int]:
        """The numbers of first, second and third places."""
        own_places = [evening.place for evening in self.evenings if evening.is_over]
        return [own_places.count(place) for place in (1, 2, 3)]

    @cached_property
    def played(self) -> list[PlayerRound]:
        """Every round at a table, those that count and those dropped."""
        rounds = []
        for evening in self.evenings:
            for number, table, chips, *_ in evening.results or ():
                if table is not None:
                    net = chips - evening.start_chips
                    rounds.append(PlayerRound(net, chips, number, table, evening))
        return rounds

    @property
    def best(self) -> PlayerRound | None:
        return max(self.played, key=attrgetter("net"), default=None)

    @property
    def worst(self) -> PlayerRound | None:
        return min(self.played, key=attrgetter("net"), default=None)

    @cached_property
    def streak(self) -> int:
        """The most tournaments in a row above the start chips."""
        best = run = 0
        for evening in self.evenings:
            run = run + 1 if (evening.net or 0) > 0 else 0
            best = max(best, run)
        return best

    @cached_property
    def charted(self) -> tuple[PlayerEvent, ...]:
        """The newest tournaments with a round at a table, limited to fit a chart."""
        known = (evening for evening in self.evenings if evening.a_round is not None)
        return tuple(known)[-CHARTED:]

    @cached_property
    def chart(self) -> Chart | None:
        if len(self.charted) < 2:
            return None
        average = self.with_sheets.a_round
        interval = None
        if self.within is not None and average is not None:
            interval = (average - self.within, average + self.within)
        return line_chart(
            [(evening.a_round or 0, _in_words(evening)) for evening in self.charted],
            interval=interval,
            ticks=_ticks([evening.date for evening in self.charted]),
        )

    @property
    def has_running(self) -> bool:
        """Whether the chart has enough tournaments for a running mean."""
        return len(self.charted) >= RUNNING

    @cached_property
    def placed(self) -> list[tuple[int, int, int]]:
        """Each place with its count, also in percent of the most frequent one."""
        times = Counter(e.place for e in self.evenings if e.place and e.is_over)
        most = max(times.values(), default=1)
        return [(place, n, round(n / most * 100)) for place, n in sorted(times.items())]

    @property
    def last_five(self) -> list[PlayerEvent]:
        """The newest finished tournaments, the newest first."""
        finished = [
            evening for evening in self.evenings if evening.place and evening.is_over
        ]
        return finished[:-6:-1]


def _ticks(days: Sequence[date]) -> list[tuple[int, str]]:
    """Return chart labels: the years, or the first and last day of one year."""
    first = [
        index
        for index, played_on in enumerate(days)
        if not index or days[index - 1].year != played_on.year
    ]
    if len(first) > 1:
        apart = max(1, ceil(len(first) / MOST_YEARS))
        return [(index, str(days[index].year)) for index in first[::apart]]
    return [(0, short_day(days[0])), (len(days) - 1, short_day(days[-1]))]


def _sum(numbers: Iterable[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None


def careers_of(evenings: Iterable[PlayerEvent]) -> list[PlayerCareer]:
    """Return a career for each game of these tournaments, the usual game first."""
    placed = [evening for evening in evenings if evening.place is not None]
    games = in_order(evening.game for evening in placed)
    return [
        PlayerCareer(_of_game(game, placed), name_of(game) if len(games) > 1 else "")
        for game in games
    ]


def _of_game(game: str, evenings: Iterable[PlayerEvent]) -> tuple[PlayerEvent, ...]:
    return tuple(evening for evening in evenings if evening.game == game)


def _in_words(evening: PlayerEvent) -> str:
    return message(
        "{day}: {chips} chips per round",
        day=day(evening.date),
        chips=tenths(evening.a_round or 0),
    )


class Opponent(NamedTuple):
    """An opponent: rounds at one table, and how often either player had more chips.

    `apart` is the player's mean difference to the opponent, in chips per round;
    `within` is half of its 95 percent interval, None for few rounds.
    """

    number: int
    name: str
    rounds: int
    ahead: int
    behind: int
    apart: float
    within: float | None = None

    @property
    def is_shown(self) -> bool:
        """Whether this many rounds show more than luck."""
        return self.within is not None and abs(self.apart) > self.within


def games_of(player: Player) -> list[str]:
    """Return the games the player played in public, usual one first; one query."""
    rows = Tally.objects.filter(player=player, tournament__public=True)
    return in_order(rows.order_by().values_list("game", flat=True).distinct())


def met_by(
    player: Player, game: str, people: Mapping[int, NamedPlayer]
) -> list[Opponent]:
    """Return the people who shared a public table of the game with the player.

    Most often first. One query, which adds up: a regular of thirty years has met
    thousands of times. Chips of different games aren't comparable.
    """
    other = "sheet__seats"
    theirs = F(f"{other}__score")
    rows = Seat.objects.filter(
        **{f"{other}__score__isnull": False},
        credit__player=player,
        score__isnull=False,
        round__state__in=Round.COUNTING,
        round__tournament__public=True,
        round__tournament__game=game,
    )
    sums = (
        rows.order_by()
        .values_list(f"{other}__credit__player")
        .annotate(
            rounds=Number("pk"),
            ahead=Number("pk", filter=Q(score__gt=theirs)),
            behind=Number("pk", filter=Q(score__lt=theirs)),
            apart=Sum(F("score") - theirs),
            squares=Sum((F("score") - theirs) * (F("score") - theirs)),
        )
    )
    met = [
        Opponent(
            people[pk].number,
            people[pk].name,
            rounds,
            ahead,
            behind_count,
            apart / rounds,
            _margin(rounds, apart, squares),
        )
        for pk, rounds, ahead, behind_count, apart, squares in sums
        if pk in people and pk != player.pk
    ]
    club = player.club
    return sorted(met, key=lambda person: (-person.rounds, list_key(person.name, club)))


def _margin(rounds: int, total: int, squares: int) -> float | None:
    """Return half of a mean's interval from the sums of rounds and squares."""
    if rounds < ENOUGH_TOGETHER:
        return None
    free = rounds - 1
    spread = (squares - total * total / rounds) / free
    student = NORMAL_95 + 2.37 / free + 2.8 / free**2  # wider for few rounds
    return student * sqrt(max(spread, 0) / rounds)


SORTS: Mapping[str, Callable[[Opponent], Any]] = {
    "rounds": lambda met: -met.rounds,
    "ahead": lambda met: met.behind - met.ahead,
    "apart": lambda met: -met.apart,
}


def sorted_by(met: Sequence[Opponent], sort: str) -> list[Opponent]:
    """Return opponents sorted by rounds, rounds ahead or mean difference, most first.

    Any other `sort` keeps the order.
    """
    return sorted(met, key=SORTS[sort]) if sort in SORTS else list(met)


def never_met(
    player: Player, met: Iterable[Opponent], people: Mapping[int, NamedPlayer]
) -> list[NamedPlayer]:
    """Return people of the last year who never shared the player's table.

    One query.
    """
    known = {player.number, *(other.number for other in met)}
    lately = Tally.objects.filter(
        tournament__club=player.club,
        tournament__public=True,
        tournament__old_list=None,
        tournament__date__gte=timezone.localdate() - LATELY,
    )
    came = lately.order_by().values_list("player", flat=True).distinct()
    missed = [people[pk] for pk in came if pk in people]
    missed = [person for person in missed if person.number not in known]
    return sorted(missed, key=lambda person: list_key(person.name, player.club))
