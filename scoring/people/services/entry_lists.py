"""Entering many at once: who of a list is known, who may be, and who is new."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.db import transaction

from clubs.models import Club, Player
from clubs.selectors.people import NameIndex, one_lodge, plain_name
from clubs.services.players import last_number, living
from scoring.core.services.changes import Actor, Refused, done_here, lock, log
from scoring.models import Entry, Tournament
from scoring.people.services.entries import (
    mark_missed_rounds,
    new_entry,
    refuse_finished,
)
from scoring.people.services.entry_facts import classes_as_known, known_teams
from scoring.people.services.people_lists import Listed

NEW, SKIP, SAME = "new", "skip", "player-"
MOST_CANDIDATES = 4


class Kind(StrEnum):
    """What a line of a list is to the club."""

    NEW = "new"
    KNOWN = "known"
    ENTERED = "entered"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody of the club whom a line may mean."""

    player: Player
    entry: Entry | None = None  # where he is entered already

    @property
    def choice(self) -> str:
        return f"{SAME}{self.player.pk}"


@dataclass(frozen=True, slots=True)
class Planned:
    """A line of the list, what it is, and for a doubtful one whom it may mean."""

    listed: Listed
    kind: Kind
    player: Player | None = None
    entry: Entry | None = None
    candidates: tuple[Candidate, ...] = ()
    twin: Listed | None = None

    @property
    def choices(self) -> list[str]:
        twin = [SKIP] if self.twin else []
        return [*(each.choice for each in self.candidates), *twin, NEW]

    @property
    def likeliest(self) -> str:
        """Somebody else, unless name and lodge are the same but for order and accents."""
        if self.twin and self._is(self.twin.name, self.twin.lodge):
            return SKIP
        for each in self.candidates:
            if self._is(each.player.name, each.player.lodge):
                return each.choice
        return NEW

    def _is(self, name: str, lodge: str) -> bool:
        same = plain_name(name) == plain_name(self.listed.name)
        return same and one_lodge(lodge, self.listed.lodge)


@dataclass(frozen=True, slots=True)
class ToEnter:
    """One decided line: a player of the club, or somebody new."""

    listed: Listed
    player: Player | None


def plan_of(tournament: Tournament, people: Sequence[Listed]) -> list[Planned]:
    """Every line beside the club's players and the lines before it; two queries."""
    planner = _Planner(tournament)
    return [planner.planned(listed) for listed in people]


def decided(plan: Iterable[Planned], choices: Mapping[int, str]) -> list[ToEnter]:
    """Who is to be entered; `choices` by line for the doubtful ones.

    Raises KeyError for a doubtful line without a choice of its own.
    """
    wanted = []
    for each in plan:
        if each.kind is Kind.ENTERED:
            continue
        if each.kind is not Kind.DOUBTFUL:
            wanted.append(ToEnter(each.listed, each.player))
            continue
        choice = choices[each.listed.line]
        if choice not in each.choices:
            raise KeyError(each.listed.line)
        same = {c.choice: c.player for c in each.candidates}
        if choice != SKIP:
            wanted.append(ToEnter(each.listed, same.get(choice)))
    return wanted


@transaction.atomic
def enter(
    *,
    tournament: Tournament,
    by: Actor,
    people: Sequence[ToEnter],
    key: str,
    state: str = Entry.State.EXPECTED,
) -> int:
    """Enter them all or nobody; says how many are new in the tournament.

    Raises Refused where a start number is taken, or a class is none of the
    tournament's.
    """
    fresh = lock(tournament)
    if done := done_here(key, fresh, "entry"):
        return int(done.new) if done.new.isdecimal() else 0
    refuse_finished(fresh)
    people = _each_once(fresh, people)
    numbers = _numbers(fresh, people)
    players = _players(fresh.club, people)
    new = [
        new_entry(fresh, player, number, each.listed.lodge, state)
        for each, player, number in zip(people, players, numbers, strict=True)
    ]
    _set_facts(fresh, new, people)
    entries = Entry.objects.bulk_create(new)
    mark_missed_rounds(fresh, entries, by)
    text = f"entered {counted(len(entries))} from a list"
    log(by, "entry", text, tournament=fresh, key=key, new=str(len(entries)))
    return len(entries)


def counted(people: int) -> str:
    """1 person, 12 people."""
    return f"{people or 'no'} {'person' if people == 1 else 'people'}"


def _set_facts(
    tournament: Tournament, entries: Iterable[Entry], people: Iterable[ToEnter]
) -> None:
    """Fee, team and classes as the list says them."""
    teams = known_teams(tournament)
    for entry, each in zip(entries, people, strict=True):
        listed = each.listed
        entry.paid = listed.paid
        entry.team = teams.setdefault(listed.team.casefold(), listed.team)
        entry.classes = classes_as_known(tournament, listed.classes)


@dataclass(slots=True)
class _Planner:
    """Looks every line up among the players and the lines before it."""

    tournament: Tournament
    players: dict[int, Player] = field(init=False)
    entered: dict[int | None, Entry] = field(init=False)
    index: NameIndex[int] = field(init=False, default_factory=NameIndex)
    exact: defaultdict[str, list[Player]] = field(init=False)
    lines: NameIndex[int] = field(init=False, default_factory=NameIndex)
    taken: dict[int, Listed] = field(init=False, default_factory=dict)
    by_line: dict[int, Listed] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        known = self.tournament.club.players.filter(erased_at=None)
        self.players = {player.pk: player for player in known}
        entries = self.tournament.entries.exclude(player=None)
        self.entered = {}
        for entry in entries:
            entry.tournament = self.tournament
            self.entered[entry.player_id] = entry
        self.exact = defaultdict(list)
        for pk, player in self.players.items():
            self.index.add(pk, player.name)
            self.exact[plain_name(player.name)].append(player)

    def planned(self, listed: Listed) -> Planned:
        twin = self._twin(listed)
        self.lines.add(listed.line, listed.name)
        self.by_line[listed.line] = listed
        same = self._exactly(listed)
        if same is not None and twin is None:
            entry = self.entered.get(same.pk)
            kind = Kind.ENTERED if entry else Kind.KNOWN
            return Planned(listed, kind, same, entry)
        candidates = self._candidates(listed)
        if candidates or twin:
            return Planned(listed, Kind.DOUBTFUL, None, None, candidates, twin)
        return Planned(listed, Kind.NEW)

    def _twin(self, listed: Listed) -> Listed | None:
        """A line before this one that may be the same person."""
        lines = self.lines.like(listed.name)
        return self.by_line[lines[0]] if lines else None

    def _exactly(self, listed: Listed) -> Player | None:
        """The one player of this name, if no lodge speaks against it."""
        named = self.exact[plain_name(listed.name)]
        at_home = [p for p in named if one_lodge(p.lodge, listed.lodge)]
        if listed.lodge and len(at_home) > 1:
            at_home = [p for p in at_home if p.lodge]
        return at_home[0] if len(at_home) == 1 == len(named) else None

    def _candidates(self, listed: Listed) -> tuple[Candidate, ...]:
        keys = self.index.like(listed.name)
        # The very same name first.
        keys.sort(
            key=lambda pk: plain_name(self.players[pk].name) != plain_name(listed.name)
        )
        return tuple(
            Candidate(self.players[pk], self.entered.get(pk))
            for pk in keys[:MOST_CANDIDATES]
        )


def _each_once(tournament: Tournament, people: Sequence[ToEnter]) -> list[ToEnter]:
    """Nobody who is entered, no player twice, nobody under a name merged away."""
    seen = set(
        tournament.entries.exclude(player=None).values_list("player_id", flat=True)
    )
    known = (each.player.pk for each in people if each.player)
    rows = Player.everybody.select_for_update(no_key=True).order_by("pk")
    found = rows.in_bulk(list(known))
    now = {pk: living(p) if p.merged_into_id else p for pk, p in found.items()}
    once = []
    for each in people:
        if each.player is None:
            once.append(each)
        elif (player := now[each.player.pk]).pk not in seen:
            seen.add(player.pk)
            once.append(ToEnter(each.listed, player))
    return once


def _numbers(tournament: Tournament, people: Sequence[ToEnter]) -> list[int]:
    """Their start numbers; whoever brings none gets one after all others."""
    numbered = Entry.everybody.filter(tournament=tournament).exclude(number=None)
    taken = dict(numbered.values_list("number", "name"))
    last = max((number or 0 for number in taken), default=0)
    for each in people:
        number = each.listed.number
        if number is not None and number in taken:
            raise Refused(
                f"{each.listed.name} shall get start number {number}, but that is "
                f"{taken[number]}’s."
            )
        if number is not None:
            taken[number] = each.listed.name
            last = max(last, number)
    following = iter(range(last + 1, last + 1 + len(people)))
    return [each.listed.number or next(following) for each in people]


def _players(club: Club, people: Sequence[ToEnter]) -> list[Player]:
    """Each line's player; new ones get the club's next numbers."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    last = last_number(club)
    new = [each.listed for each in people if each.player is None]
    made = iter(
        Player.objects.bulk_create(
            Player(club=club, number=last + n, name=one.name, lodge=one.lodge)
            for n, one in enumerate(new, start=1)
        )
    )
    return [each.player or next(made) for each in people]
