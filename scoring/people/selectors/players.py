"""A club's players: as its public pages show them, and as the desk lists them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count as Number
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from clubs.models import Club, Player
from clubs.selectors.people import matches, unaccented
from scoring.core.selectors.names import public_name
from scoring.games.choice import in_order
from scoring.games.names import name_of
from scoring.models import Entry, Round, Seat, Tournament


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a list of all, with the tournaments he has a part in."""

    number: int
    name: str
    lodge: str
    tournaments: int


def players_of(club: Club, typed: str = "") -> list[PlayerLine]:
    """Who has sat in a public tournament, by name; two queries.

    Typed parts may begin any word of the name, as the club shows it, and of the lodge.
    """
    sat = Seat.objects.filter(credit=OuterRef("pk"), round__state__in=Round.COUNTING)
    entries = Entry.objects.filter(
        Exists(sat), tournament__club=club, tournament__public=True, ranked=True
    )
    lines = _lines(club, entries)
    return [
        line
        for line in lines
        if line.tournaments
        and (
            not typed or matches(typed, f"{public_name(line.name, club)} {line.lodge}")
        )
    ]


def players_with_entries(club: Club, typed: str = "") -> list[PlayerLine]:
    """All the club's players by name; two queries.

    Typed parts may begin any word of name and lodge, or be the number.
    """
    return [
        line
        for line in _lines(club, Entry.objects.filter(tournament__club=club))
        if not typed or matches(typed, f"{line.number} {line.name} {line.lodge}")
    ]


def _lines(club: Club, entries: QuerySet[Entry]) -> list[PlayerLine]:
    """All players of the club by name, each with how many of these entries are his.

    Two plain lists: joined, they took half a second after thirty years.
    """
    played = dict(entries.order_by().values_list("player").annotate(Number("pk")))
    players = club.players.filter(erased_at=None).order_by("name", "number")
    return [
        PlayerLine(number, name, lodge, played.get(pk, 0))
        for pk, number, name, lodge in players.values_list(
            "pk", "number", "name", "lodge"
        )
    ]


def player_at(club: Club, number: int) -> Player | None:
    """A player of the club by number; nobody whose name was erased."""
    return club.players.filter(number=number, erased_at=None).first()


def kept_number(club: Club, number: int) -> int | None:
    """The number of whoever this player was merged into; None where he was not."""
    found = Player.everybody.filter(club=club, number=number).first()
    if found is None or found.merged_into is None:
        return None
    while found.merged_into:
        found = found.merged_into
    return found.number


def is_only_entry(entry: Entry) -> bool:
    """Whether the player is known by this entry alone."""
    if entry.player_id is None:
        return False
    others = Entry.everybody.filter(player=entry.player_id).exclude(pk=entry.pk)
    return not others.exists()


def first_timers_class(entry: Entry) -> str:
    """The class of first-timers, for whom the club enters for the first time."""
    names = entry.tournament.class_names
    name = next((n for n in names if unaccented(n).startswith("first")), "")
    if not name or name in entry.classes or entry.player_id is None:
        return ""
    others = Entry.objects.filter(player=entry.player_id).exclude(pk=entry.pk)
    return "" if others.exists() else name


@dataclass(frozen=True, slots=True)
class Result:
    """How somebody fared in one tournament; `rounds` as the standings keep them.

    No `place` while no sheet is in force; `is_over` once nothing is left to play.
    """

    tournament: Tournament
    place: int | None
    tied: bool
    people: int
    total: int | None
    played: int
    rounds: tuple[Mapping[str, Any], ...]
    is_over: bool

    @property
    def at_tables(self) -> list[Mapping[str, Any]]:
        over = (each for each in self.rounds if not each.get("apart"))
        return [each for each in over if not each["why"]]


@dataclass(frozen=True, slots=True)
class BestRound:
    """Most chips in one round, and where."""

    chips: int
    round: int
    table: int
    tournament: Tournament


@dataclass(frozen=True, slots=True)
class Record:
    """All public results of a player, newest first.

    `game` is the game's name where these are his results in one of several.
    """

    results: tuple[Result, ...]
    game: str = ""

    @property
    def by_game(self) -> list["Record"]:
        """A record for each game: chips of one are not those of another."""
        games = in_order(each.tournament.game for each in self.results)
        if len(games) < 2:
            return [self]
        return [Record(tuple(self._in(game)), name_of(game)) for game in games]

    def _in(self, game: str) -> Iterable[Result]:
        return (each for each in self.results if each.tournament.game == game)

    @property
    def rounds(self) -> int:
        return sum(result.played for result in self.results)

    @property
    def chips(self) -> int:
        return sum(result.total or 0 for result in self.results)

    @property
    def best_place(self) -> int | None:
        """Of the tournaments that are over: in one that runs a place is nobody's yet."""
        places = (result.place for result in self.results if result.is_over)
        return min((place for place in places if place), default=None)

    @property
    def best_round(self) -> BestRound | None:
        rounds = (
            BestRound(each["chips"], each["round"], each["table"], result.tournament)
            for result in self.results
            for each in result.at_tables
        )
        return max(rounds, key=lambda each: each.chips, default=None)


def record_of(player: Player) -> Record:
    """What a player did in public tournaments, in one query."""
    sat = Seat.objects.filter(credit=OuterRef("pk"), round__state__in=Round.COUNTING)
    rounds = Round.objects.filter(
        tournament=OuterRef("tournament"), state__in=Round.COUNTING
    )
    counted = rounds.order_by().values("tournament").annotate(n=Number("pk"))
    entries = Entry.objects.filter(
        player=player, ranked=True, tournament__public=True
    ).select_related("tournament__club", "tournament__standings")
    entries = entries.annotate(
        sat=Exists(sat),
        waits=Exists(rounds.exclude(state=Round.State.FINISHED)),
        counted=Subquery(counted.values("n")),
    )
    return Record(
        tuple(_results(entries.order_by("-tournament__date", "-tournament__pk")))
    )


def _results(entries: Iterable[Any]) -> Iterable[Result]:
    """`entries` with what `record_of` asks beside them."""
    for entry in entries:
        event = entry.tournament
        rows = event.standings.rows
        row = next((row for row in rows if row["entry"] == entry.pk), None)
        all_played = not entry.waits and (entry.counted or 0) >= event.rounds_planned
        is_over = event.finished_at is not None or all_played
        if row:
            yield Result(
                event,
                row["place"],
                row["tied"],
                len(rows),
                row["total"],
                row["played"],
                tuple(row["rounds"]),
                is_over,
            )
        elif entry.sat:
            yield Result(event, None, False, len(rows), None, 0, (), is_over)
