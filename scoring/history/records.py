"""Records of a club: current, earlier and broken ones; the all-time list."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.translation import gettext_lazy as _

from clubs.i18n import chips, signed
from clubs.models import Club, Player
from clubs.name_search import matches
from rules.history import OF_ONE_EVENING, Kind, Line, Mark, Reign, best_between
from scoring.games.game_choice import in_order
from scoring.games.labels import name_of
from scoring.history.record_book import GameBoard, RecordsPage
from scoring.history.record_holders import (
    HeldOn,
    Holder,
    evenings_of,
    holders_of,
    named_people,
)

CHIPS = (Kind.ROUND, Kind.HAND, Kind.EVENING)
# The name and definition of each kind, in the order of the page.
WORDS = {
    Kind.ROUND: (
        _("Best round"),
        _("The most chips above the start chips in one round at a table."),
    ),
    Kind.HAND: (
        _("Largest hand"),
        _("The most chips someone won in one recorded hand."),
    ),
    Kind.EVENING: (
        _("Best event"),
        _(
            "The most chips above the start chips in all counting rounds of an "
            "event, rulings included."
        ),
    ),
    Kind.WINS: (
        _("Most events won"),
        _("A shared first place counts as a win for everyone who shares it."),
    ),
    Kind.YEAR_WINS: (
        _("Most events won in a year"),
        _("First places in one calendar year, including shared ones."),
    ),
    Kind.PODIUMS: (
        _("Most top-three finishes in a row"),
        _(
            "Counts the events the player came to. Missed events don’t break "
            "the streak."
        ),
    ),
    Kind.ROUNDS_UP: (
        _("Most rounds in a row above the start chips"),
        _(
            "Rounds at a table, from one event to the next. Sitting out a round "
            "doesn’t break the streak."
        ),
    ),
    Kind.EVENINGS: (
        _("Most events"),
        _("Events where the player has a place in the standings."),
    ),
    Kind.ROUNDS: (
        _("Most rounds"),
        _("Counts rounds at a table."),
    ),
    Kind.PRESENT: (
        _("Most events in a row"),
        _("The club’s events in this game, without missing one."),
    ),
    Kind.FIELD: (
        _("Largest field"),
        _("The most players with a place at one event."),
    ),
}
FEW = 5  # if more players share a record, they aren't named
ENOUGH = 20  # rounds, below which an average says nothing


def title_of(kind: Kind) -> str:
    return str(WORDS[kind][0])


def definition_of(kind: Kind) -> str:
    return str(WORDS[kind][1])


def value_text(kind: Kind, value: int) -> str:
    """Return chips above the start chips with their sign, other values plainly."""
    return signed(value) if kind in CHIPS else chips(value)


@dataclass(frozen=True, slots=True)
class PlayerFeat:
    """A feat of a player at a tournament, with its table, round and hand if known.

    No holder if the record is the tournament's own. A streak `began` on a day.
    """

    holder: Holder | None
    evening: HeldOn
    round: int
    table: int
    hand: int
    began: date | None


@dataclass(frozen=True, slots=True)
class RecordTenure:
    """A record while it was held: from a day until it was beaten or shared.

    `number` is the value in chips, points or tournaments, and `value` its text. If more
    players share it than are named, `feats` is empty; `shared_by` is their number.
    """

    value: str
    number: int
    since: date
    until: date | None
    feats: tuple[PlayerFeat, ...]
    shared_by: int


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A current record and its earlier ones, the newest first.

    `complete`: the day from which all data for the record is available, if any.
    """

    kind: str
    title: str
    definition: str
    current: RecordTenure
    before: tuple[RecordTenure, ...]
    complete: date | None

    @property
    def is_in_chips(self) -> bool:
        return self.kind in CHIPS


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    """A record that was broken or equaled, and the one before, if any."""

    kind: str
    title: str
    current: RecordTenure
    before: RecordTenure | None
    equalled: bool


@dataclass(frozen=True, slots=True)
class Best:
    """The highest value of some days, and the last earlier day with one as high."""

    kind: str
    title: str
    current: RecordTenure
    before: date | None


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """A record that a player holds; `game` is its name if the club plays several."""

    kind: str
    title: str
    value: str
    code: str
    game: str


class RecordBook:
    """A club's records in a game with names and days; two queries in total."""

    def __init__(self, club: Club, board: GameBoard) -> None:
        self.club = club
        self.board = board

    @property
    def years(self) -> list[int]:
        """The years with a final tournament, the newest first."""
        return sorted({evening.date.year for evening in self.board.held}, reverse=True)

    def current_records(self) -> list[ClubRecord]:
        """Return every current record, with its history."""
        return [
            ClubRecord(
                kind,
                title_of(kind),
                definition_of(kind),
                self._tenure(kind, chain[-1]),
                tuple(self._tenure(kind, reign) for reign in reversed(chain[:-1])),
                self._day(self.board.records.complete[kind]),
            )
            for kind in WORDS
            if (chain := self.board.records.reigns[kind])
        ]

    def broken(self, first: date, last: date) -> list[BrokenRecord]:
        """Return records broken or equaled from a day to another, as of then.

        Only the last time for each record; a club's first tournament breaks no records.
        """
        start, end = self._between(first, last)
        broken = []
        for kind in WORDS:
            reigns = self.board.records.until(kind, end)
            for reign, old in _broken(kind, reigns, max(start, 1), end):
                current = self._tenure(kind, reign)
                before = self._tenure(kind, old) if old else None
                equalled = bool(old and old.value == reign.value)
                broken.append(
                    BrokenRecord(kind, title_of(kind), current, before, equalled)
                )
        return broken

    def best(self, first: date, last: date) -> list[Best]:
        """Return the highest round, tournament and field between two days.

        Each with the last earlier day that had one as high.
        """
        start, end = self._between(first, last)
        highest = (
            (kind, *best_between(self.board.records.tops[kind], start, end))
            for kind in WORDS
            if kind in OF_ONE_EVENING
        )
        return [
            Best(
                kind,
                title_of(kind),
                self._tenure(kind, Reign(marks[0].evening, marks)),
                self._day(before),
            )
            for kind, marks, before in highest
            if marks
        ]

    @cached_property
    def _named(self) -> list[Mark[int]]:
        """The marks shared by few enough players to name them."""
        records = self.board.records
        shared: list[Sequence[Mark[int]]] = []
        for reigns in records.reigns.values():
            shared += [reign.marks for reign in reigns]
        for evenings in records.tops.values():
            shared += evenings
        named: list[Mark[int]] = []
        for marks in shared:
            if len(marks) <= FEW:
                named += marks
        return named

    @cached_property
    def _holders(self) -> dict[int, Holder]:
        players = (mark.player for mark in self._named)
        return holders_of(
            self.club, (player for player in players if player is not None)
        )

    @cached_property
    def _evenings(self) -> dict[int, HeldOn]:
        held = {mark.evening for mark in self._named}
        return evenings_of(self.board.held[evening].pk for evening in held)

    def _between(self, first: date, last: date) -> tuple[int, int]:
        """Return the indexes of the first tournament and of the one after the last."""
        days = [evening.date for evening in self.board.held]
        return bisect_left(days, first), bisect_right(days, last)

    def _day(self, evening: int | None) -> date | None:
        return None if evening is None else self.board.held[evening].date

    def _tenure(self, kind: Kind, reign: Reign[int]) -> RecordTenure:
        marks = reign.marks
        return RecordTenure(
            value_text(kind, reign.value),
            reign.value,
            self.board.held[reign.since].date,
            self._day(reign.until),
            tuple(map(self._feat, marks)) if len(marks) <= FEW else (),
            len(marks),
        )

    def _feat(self, mark: Mark[int]) -> PlayerFeat:
        return PlayerFeat(
            None if mark.player is None else self._holders[mark.player],
            self._evenings[self.board.held[mark.evening].pk],
            mark.round,
            mark.table,
            mark.hand,
            self._day(mark.began),
        )


def records_held(board: RecordsPage, player: Player) -> list[HeldRecord]:
    """Return the records that a player holds, if few others do; no query."""
    many_games = len(board.games) > 1
    records = []
    for game in in_order(board.games):
        name = name_of(game) if many_games else ""
        for kind in WORDS:
            reigns = board.games[game].records.reigns[kind]
            current = reigns[-1] if reigns else None
            if current and len(current.marks) <= FEW and player.pk in current.holders:
                value = value_text(kind, current.value)
                records.append(HeldRecord(kind, title_of(kind), value, game, name))
    return records


def _broken(
    kind: Kind, chain: Sequence[Reign[int]], start: int, end: int
) -> Iterator[tuple[Reign[int], Reign[int] | None]]:
    """Yield the last new reign among those tournaments, and the last one before.

    Both are one reign if a record of a single event was only equaled.
    """
    new = [
        reign
        for reign in chain
        if start <= reign.since < end
        or (
            kind in OF_ONE_EVENING
            and any(start <= mark.evening < end for mark in reign.marks)
        )
    ]
    if new and len(new[-1].marks) <= FEW:
        old = [reign for reign in chain if reign.since < start]
        yield new[-1], old[-1] if old else None


@dataclass(frozen=True, slots=True)
class AllTimeRow:
    """A player with number in the club; `average` in net chips per round, if enough."""

    number: int
    name: str
    lodge: str
    evenings: int
    rounds: int
    wins: int
    podiums: int
    net: int
    average: float | None


def all_time(club: Club, board: GameBoard, typed: str = "") -> list[AllTimeRow]:
    """Return players by events won, then top-three finishes, then events.

    Ties keep the order of the first event. Typed parts match beginnings of words in the
    name, as the club shows it, and the lodge. One query; without players who are
    hidden.
    """
    people = named_people(club)
    lines = [
        _line(line, *people[line.player])
        for line in board.lines
        if line.player in people
    ]
    if typed:
        lines = [
            entry for entry in lines if matches(typed, f"{entry.name} {entry.lodge}")
        ]
    return sorted(
        lines, key=lambda entry: (-entry.wins, -entry.podiums, -entry.evenings)
    )


def _line(line: Line[int], number: int, name: str, lodge: str) -> AllTimeRow:
    average = line.net / line.rounds if line.rounds >= ENOUGH else None
    return AllTimeRow(
        number,
        name,
        lodge,
        line.evenings,
        line.rounds,
        line.wins,
        line.podiums,
        line.net,
        average,
    )
