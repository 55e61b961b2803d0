"""Records of a club: who holds them, who held them before, and what was broken when."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from clubs.models import Club, Player
from rules.history import OF_ONE_EVENING, Kind, Mark, Reign, best_between
from scoring.games.choice import in_order
from scoring.history.selectors.board import Board, GameBoard, board_of
from scoring.history.selectors.holders import (
    HeldOn,
    Holder,
    evenings_of,
    holders_of,
)
from scoring.history.selectors.record_words import (
    WORDS,
    definition_of,
    title_of,
    value_text,
)

FEW = 5  # more than so many share nothing that is worth a name


@dataclass(frozen=True, slots=True)
class Feat:
    """What somebody did on an evening, at a table where `round` is told.

    Nobody's name where it is the evening's own. A run `began` on a day.
    """

    holder: Holder | None
    evening: HeldOn
    round: int
    table: int
    began: date | None


@dataclass(frozen=True, slots=True)
class Tenure:
    """A record while it stood: from a day until it was beaten or shared.

    Where more share it than have names here, `feats` is empty and `shared_by` says how
    many.
    """

    value: str
    since: date
    until: date | None
    feats: tuple[Feat, ...]
    shared_by: int


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A record as it stands, and as it stood before, the newest first.

    `complete`: the day from which on nothing is missing that it rests on, if there is
    one.
    """

    kind: str
    title: str
    definition: str
    now: Tenure
    before: tuple[Tenure, ...]
    complete: date | None


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that somebody broke, or equalled, and what it was before, if anything."""

    kind: str
    title: str
    now: Tenure
    before: Tenure | None


@dataclass(frozen=True, slots=True)
class Best:
    """The highest of some days, and the last day before that had as high, if any."""

    kind: str
    title: str
    value: str
    feats: tuple[Feat, ...]
    before: date | None


def games_of(club: Club) -> list[str]:
    """The games with a final evening, the usual one first."""
    return in_order(board_of(club).games)


def records_of(club: Club, game: str) -> list[ClubRecord]:
    """All records in a game; four queries where the board is kept."""
    board = board_of(club).games.get(game)
    if board is None:
        return []
    chains = {kind: chain for kind in WORDS if (chain := board.records.reigns[kind])}
    told = _Told(club, board, [reign for chain in chains.values() for reign in chain])
    return [
        ClubRecord(
            kind,
            title_of(kind),
            definition_of(kind),
            told.tenure(kind, chain[-1]),
            tuple(told.tenure(kind, each) for each in reversed(chain[:-1])),
            told.day(board.records.complete[kind]),
        )
        for kind, chain in chains.items()
    ]


def records_broken(club: Club, game: str, first: date, last: date) -> list[Broken]:
    """What was broken or equalled from a day to another, as it stood after them.

    The marks of a club's first evening broke nothing.
    """
    board = board_of(club).games.get(game)
    if board is None:
        return []
    start, end = _between(board, first, last)
    found = [
        (kind, reign, old)
        for kind in WORDS
        for reign, old in _broken(kind, board.records.reigns[kind], max(start, 1), end)
    ]
    told = _Told(club, board, [each for _, *both in found for each in both if each])
    return [
        Broken(
            kind,
            title_of(kind),
            told.tenure(kind, reign),
            told.tenure(kind, old) if old else None,
        )
        for kind, reign, old in found
    ]


def best_of_days(club: Club, game: str, first: date, last: date) -> list[Best]:
    """The highest round, evening and field from a day to another: highest since when."""
    board = board_of(club).games.get(game)
    if board is None:
        return []
    found = [
        (kind, *best_between(board.records.tops[kind], *_between(board, first, last)))
        for kind in WORDS
        if kind in OF_ONE_EVENING
    ]
    told = _Told(club, board, [Reign(0, marks) for _, marks, _ in found if marks])
    return [
        Best(
            kind,
            title_of(kind),
            value_text(kind, marks[0].value),
            told.feats(marks),
            told.day(before),
        )
        for kind, marks, before in found
        if marks
    ]


def records_held(board: Board, player: Player) -> list[tuple[str, str, str, str]]:
    """Game, kind, title and value of each record that somebody holds; no query."""
    return [
        (game, kind, title_of(kind), value_text(kind, chain[-1].value))
        for game in in_order(board.games)
        for kind in WORDS
        if (chain := board.games[game].records.reigns[kind])
        and len(chain[-1].marks) <= FEW
        and player.pk in chain[-1].holders
    ]


def _between(board: GameBoard, first: date, last: date) -> tuple[int, int]:
    """The evenings from a day to another: the first, and the one after the last."""
    days = [each.date for each in board.held]
    return bisect_left(days, first), bisect_right(days, last)


def _broken(
    kind: Kind, chain: Sequence[Reign[int]], start: int, end: int
) -> Iterator[tuple[Reign[int], Reign[int] | None]]:
    """The last one that was new on one of those evenings, and the last before them.

    No other where it is the same one, which somebody equalled.
    """
    new = [
        each
        for each in chain
        if start <= each.since < end
        or (
            kind in OF_ONE_EVENING
            and any(start <= mark.evening < end for mark in each.marks)
        )
    ]
    if new and len(new[-1].marks) <= FEW:
        old = [each for each in chain if each.since < start]
        yield new[-1], old[-1] if old and old[-1] is not new[-1] else None


class _Told:
    """The marks of some reigns with names and days; two queries."""

    def __init__(
        self, club: Club, board: GameBoard, reigns: Iterable[Reign[int]]
    ) -> None:
        self.board = board
        marks = [m for each in reigns if len(each.marks) <= FEW for m in each.marks]
        self.holders = holders_of(club, (m.player for m in marks if m.player))
        self.evenings = evenings_of(board.held[mark.evening].pk for mark in marks)

    def day(self, evening: int | None) -> date | None:
        return None if evening is None else self.board.held[evening].date

    def tenure(self, kind: Kind, reign: Reign[int]) -> Tenure:
        few = len(reign.marks) <= FEW
        return Tenure(
            value_text(kind, reign.value),
            self.board.held[reign.since].date,
            self.day(reign.until),
            self.feats(reign.marks) if few else (),
            len(reign.marks),
        )

    def feats(self, marks: Sequence[Mark[int]]) -> tuple[Feat, ...]:
        return tuple(map(self._feat, marks)) if len(marks) <= FEW else ()

    def _feat(self, mark: Mark[int]) -> Feat:
        return Feat(
            None if mark.player is None else self.holders[mark.player],
            self.evenings[self.board.held[mark.evening].pk],
            mark.round,
            mark.table,
            self.day(mark.began),
        )
