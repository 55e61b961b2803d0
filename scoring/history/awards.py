"""Honours: pins for evenings, champions of seasons, winners of evenings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain, groupby

from django.utils import timezone

from clubs.models import Club, Player
from rules.history import next_pin
from scoring.core.names import list_key
from scoring.games.labels import name_of
from scoring.history.record_book import RecordsPage, board_of
from scoring.history.record_holders import HeldOn, Holder, evenings_of, holders_of
from scoring.models import SeasonEdition

LATELY = timedelta(days=366)
NEAR = 5  # evenings


@dataclass(frozen=True, slots=True)
class Earned:
    """A pin: so many evenings, reached on one of them."""

    evenings: int
    holder: Holder
    on: HeldOn


@dataclass(frozen=True, slots=True)
class Near:
    """Somebody who came lately, with few evenings missing to his next pin."""

    holder: Holder
    evenings: int
    pin: int

    @property
    def missing(self) -> int:
        return self.pin - self.evenings


@dataclass(frozen=True, slots=True)
class Champion:
    """Whoever came first in a season that is final; `game` where it had several."""

    season: str
    slug: str
    game: str
    holders: tuple[Holder, ...]
    code: str


@dataclass(frozen=True, slots=True)
class Won:
    """Whoever won an evening; `game` where the club plays several."""

    on: HeldOn
    game: str
    holders: tuple[Holder, ...]
    code: str


@dataclass(frozen=True, slots=True)
class YearOfWinners:
    """The seasons that ended in a year, and its evenings, the oldest first."""

    year: int
    champions: tuple[Champion, ...]
    evenings: tuple[Won, ...]


def honours_of(
    club: Club,
    first: date | None = None,
    last: date | None = None,
    *,
    board: RecordsPage | None = None,
) -> list[Earned]:
    """The pins earned, in those days if they are told, by nobody erased; newest first.

    Two queries beside those of the board.
    """
    board = board or board_of(club)
    earned = []
    for pin in reversed(board.pins):
        held = board.held[pin.at]
        if (first or held.date) <= held.date <= (last or held.date):
            earned.append((pin, held))
    people = holders_of(club, (pin.player for pin, _ in earned))
    evenings = evenings_of(held.pk for _, held in earned)
    return [
        Earned(pin.evenings, people[pin.player], evenings[held.pk])
        for pin, held in earned
        if people[pin.player].address
    ]


def roll_of(earned: Iterable[Earned]) -> list[tuple[int, list[Earned]]]:
    """Everybody once, under the highest pin; the highest first, the first to earn it."""
    highest = {pin.holder: pin for pin in sorted(earned, key=lambda pin: pin.evenings)}
    roll: dict[int, list[Earned]] = {}
    for pin in sorted(highest.values(), key=lambda pin: (-pin.evenings, pin.on.date)):
        roll.setdefault(pin.evenings, []).append(pin)
    return list(roll.items())


def next_pins(club: Club, *, board: RecordsPage | None = None) -> list[Near]:
    """Who came within a year and is near a pin, the nearest first; nobody erased."""
    board = board or board_of(club)
    since = timezone.localdate(timezone=club.zone) - LATELY
    lately: set[int] = set()
    for game in board.games.values():
        came = (line for line in game.lines if game.held[line.last].date >= since)
        lately |= {line.player for line in came}
    missing = {pk: next_pin(board.came[pk]) - board.came[pk] for pk in lately}
    near = {pk: board.came[pk] for pk, lacks in missing.items() if lacks <= NEAR}
    near_a_pin = [
        Near(holder, near[pk], next_pin(near[pk]))
        for pk, holder in holders_of(club, near).items()
        if holder.address
    ]
    return sorted(
        near_a_pin, key=lambda line: (line.missing, list_key(line.holder.name, club))
    )


def pins_of(board: RecordsPage, player: Player) -> list[tuple[int, date]]:
    """Somebody's own pins with the days they were earned on; no query."""
    return [
        (pin.evenings, board.held[pin.at].date)
        for pin in board.pins
        if pin.player == player.pk
    ]


def winners_by_year(
    club: Club, *, board: RecordsPage | None = None
) -> list[YearOfWinners]:
    """Champions and winners of every year, the newest first.

    Three queries beside those of the board.
    """
    board = board or board_of(club)
    won = []
    first_ones: set[int] = set()
    for game, game_board in board.games.items():
        for held, winners in zip(game_board.held, game_board.winners, strict=True):
            if winners:
                won.append((held.date, held.pk, game, winners))
                first_ones.update(winners)
    won.sort()
    finals = _newest_editions(club)
    firsts = {edition.pk: _firsts(edition) for edition in finals}
    for champions in firsts.values():
        first_ones.update(pk for _, pk in champions)
    people = holders_of(club, first_ones)
    evenings = evenings_of(pk for _, pk, *_ in won)
    many_games = len(board.games) > 1
    years: dict[int, tuple[list[Champion], list[Won]]] = {}
    for edition in finals:
        ended = years.setdefault(edition.season.ends.year, ([], []))[0]
        ended += _champions(edition, firsts[edition.pk], people)
    for day, pk, game, pks in won:
        who = tuple(people[player] for player in pks)
        line = Won(evenings[pk], name_of(game) if many_games else "", who, game)
        years.setdefault(day.year, ([], []))[1].append(line)
    return [
        YearOfWinners(year, tuple(ended), tuple(played))
        for year, (ended, played) in sorted(years.items(), reverse=True)
    ]


def most_wins(years: Iterable[YearOfWinners], limit: int) -> list[tuple[Holder, int]]:
    """Find who won the most events of all years; empty while no one has won twice."""
    wins: Counter[Holder] = Counter()
    for year in years:
        for won in year.evenings:
            wins.update(holder for holder in won.holders if holder.address)
    most = wins.most_common(limit)
    return most if most and most[0][1] > 1 else []


def champions_of(club: Club) -> dict[str, list[Champion]]:
    """By the slug of each final season; two queries."""
    finals = [(edition, _firsts(edition)) for edition in _newest_editions(club)]
    firsts_of_all = chain.from_iterable(firsts for _, firsts in finals)
    people = holders_of(club, {pk for _, pk in firsts_of_all})
    return {
        edition.season.slug: _champions(edition, firsts, people)
        for edition, firsts in finals
    }


def _newest_editions(club: Club) -> list[SeasonEdition]:
    """Of each final season the newest, the season that ended first at the beginning."""
    rows = SeasonEdition.objects.filter(
        season__club=club, season__finished_at__isnull=False
    )
    rows = rows.select_related("season").order_by("season__ends", "season_id", "number")
    return [
        [*group][-1] for _, group in groupby(rows, lambda edition: edition.season_id)
    ]


def _firsts(edition: SeasonEdition) -> list[tuple[str, int]]:
    """Game and key of whoever came first in the season."""
    return [(row["game"], row["player"]) for row in edition.rows if row["place"] == 1]


def _champions(
    edition: SeasonEdition, firsts: Iterable[tuple[str, int]], people: dict[int, Holder]
) -> list[Champion]:
    games: dict[str, list[Holder]] = {}
    for game, player in firsts:
        if player in people:
            games.setdefault(game, []).append(people[player])
    season = edition.season
    return [
        Champion(
            season.name,
            season.slug,
            name_of(game) if len(games) > 1 else "",
            tuple(holders),
            game,
        )
        for game, holders in games.items()
    ]
