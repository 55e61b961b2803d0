"""Awards: pins for attendance, champions of seasons, winners of tournaments."""

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
NEAR = 5  # tournaments


@dataclass(frozen=True, slots=True)
class Earned:
    """A pin for a number of tournaments, with the tournament that reached it."""

    evenings: int
    holder: Holder
    on: HeldOn


@dataclass(frozen=True, slots=True)
class PinCandidate:
    """A player who came recently and is close to their next pin."""

    holder: Holder
    evenings: int
    pin: int

    @property
    def missing(self) -> int:
        return self.pin - self.evenings


@dataclass(frozen=True, slots=True)
class Champion:
    """The first place of a final season; `game` if the season had several."""

    season: str
    slug: str
    game: str
    holders: tuple[Holder, ...]
    code: str


@dataclass(frozen=True, slots=True)
class Won:
    """The winners of a tournament; `game` if the club plays several."""

    on: HeldOn
    game: str
    holders: tuple[Holder, ...]
    code: str


@dataclass(frozen=True, slots=True)
class YearOfWinners:
    """The seasons that ended in a year, and its tournaments, the oldest first."""

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
    """Return the pins earned, newest first, without erased players.

    With `first` and `last`, only pins of those days. Two queries in addition to those
    of the board.
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
    """Return every player once, under their highest pin.

    The highest pin comes first, and within a pin the first player to earn it.
    """
    highest = {pin.holder: pin for pin in sorted(earned, key=lambda pin: pin.evenings)}
    roll: dict[int, list[Earned]] = {}
    for pin in sorted(highest.values(), key=lambda pin: (-pin.evenings, pin.on.date)):
        roll.setdefault(pin.evenings, []).append(pin)
    return list(roll.items())


def next_pins(club: Club, *, board: RecordsPage | None = None) -> list[PinCandidate]:
    """Return players of the last year who are close to a pin, closest first.

    Erased players are left out.
    """
    board = board or board_of(club)
    since = timezone.localdate(timezone=club.zone) - LATELY
    lately: set[int] = set()
    for game in board.games.values():
        came = (line for line in game.lines if game.held[line.last].date >= since)
        lately |= {line.player for line in came}
    missing = {pk: next_pin(board.came[pk]) - board.came[pk] for pk in lately}
    near = {pk: board.came[pk] for pk, lacks in missing.items() if lacks <= NEAR}
    near_a_pin = [
        PinCandidate(holder, near[pk], next_pin(near[pk]))
        for pk, holder in holders_of(club, near).items()
        if holder.address
    ]
    return sorted(
        near_a_pin, key=lambda line: (line.missing, list_key(line.holder.name, club))
    )


def pins_of(board: RecordsPage, player: Player) -> list[tuple[int, date]]:
    """Return a player's pins with the days they were earned; no query."""
    return [
        (pin.evenings, board.held[pin.at].date)
        for pin in board.pins
        if pin.player == player.pk
    ]


def winners_by_year(
    club: Club, *, board: RecordsPage | None = None
) -> list[YearOfWinners]:
    """Return champions and winners of every year, the newest first.

    Three queries in addition to those of the board.
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
    """Return the champions by the slug of each final season; two queries."""
    finals = [(edition, _firsts(edition)) for edition in _newest_editions(club)]
    firsts_of_all = chain.from_iterable(firsts for _, firsts in finals)
    people = holders_of(club, {pk for _, pk in firsts_of_all})
    return {
        edition.season.slug: _champions(edition, firsts, people)
        for edition, firsts in finals
    }


def _newest_editions(club: Club) -> list[SeasonEdition]:
    """Return the newest version of each final season, in order of their ends."""
    rows = SeasonEdition.objects.filter(
        season__club=club, season__finished_at__isnull=False
    )
    rows = rows.select_related("season").order_by("season__ends", "season_id", "number")
    return [
        [*group][-1] for _, group in groupby(rows, lambda edition: edition.season_id)
    ]


def _firsts(edition: SeasonEdition) -> list[tuple[str, int]]:
    """Return game and key of each player in first place of the season."""
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
