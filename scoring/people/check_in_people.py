"""Check-in: whom the typed parts mean, who is here, and who is still missing."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from clubs.models import Player
from clubs.selectors.people import alike, matches, nearly, plain_name, plain_words
from rules.seating import house_needed, left_over, table_sizes
from scoring.games.game_adapter import sizes_of
from scoring.models import Change, Entry, Tournament
from scoring.people.entries_shown import here_again
from scoring.people.typed import TypedPerson, typed_person

MOST_FOUND = 8
LATEST = 4
# What changes the door's lists; phones may write what they like.
AT_CHECK_IN = ("entry", "state", "fee", "merge", "settings")
# Who plays for somebody changes what is said of whoever comes back.
SUBSTITUTES = ("substitute", "substitute-end")
LONG_ENOUGH = 4  # letters, before a name much like it is looked for
State = Entry.State


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody who may be meant: entered, or a player of the club who is not yet.

    `near`: nobody is called so, but this name is much like it.
    """

    person: Entry | Player
    near: bool = False

    @property
    def entry(self) -> Entry | None:
        return self.person if isinstance(self.person, Entry) else None

    @property
    def player(self) -> Player | None:
        return self.person if isinstance(self.person, Player) else None

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def called(self) -> str:
        """Which of several he is: by start number, else by lodge."""
        if self.entry:
            return f"{self.entry.label} {self.name}"
        lodge = self.person.lodge
        return f"{self.name}, {lodge}" if lodge else self.name

    @property
    def words(self) -> str:
        """What may be typed of him: start number, name, lodge."""
        number = self.entry.number if self.entry else ""
        return f"{number} {self.name} {self.person.lodge}"

    @property
    def who(self) -> str:
        if isinstance(self.person, Entry):
            return f"e{self.person.pk}"
        return f"p{self.person.number}"

    @property
    def seen(self) -> str:
        """How he stood when this was shown, as the buttons send it along."""
        if self.entry is None:
            return ""
        return f"-{self.entry.state}-{int(self.entry.paid)}"


@dataclass(frozen=True)
class Search:
    """What was typed, who that may be, and how many more there are.

    `namesakes`: how many of the club have this name or nearly; somebody new is one
    more of them. `certain`: the one whom Enter means, if nobody else can be meant.
    """

    typed: str
    found: tuple[Found, ...] = ()
    more: int = 0
    namesakes: int = 0
    certain: Found | None = None

    @cached_property
    def person(self) -> TypedPerson:
        return typed_person(self.typed)

    @property
    def number(self) -> int | None:
        """The start number typed before a name."""
        return int(self.person.number) if self.person.number else None

    @property
    def name(self) -> str:
        """The name of somebody new, with capitals where none were typed."""
        name = self.person.name
        small = name == name.lower()
        return " ".join(w[:1].upper() + w[1:] for w in name.split()) if small else name

    @property
    def lodge(self) -> str:
        return self.person.lodge

    @property
    def first(self) -> str:
        """What Enter does; nothing where it asks."""
        if self.is_plainly_new:
            return f"new-enter{self.namesakes}"
        if self.certain is None:
            return ""
        return f"{self.certain.who}-enter{self.certain.seen}"

    @property
    def meant(self) -> list[Found]:
        """Those shown who are called so, not only nearly."""
        return [each for each in self.found if not each.near]

    @property
    def may_be_new(self) -> bool:
        return any(map(str.isalpha, self.name))

    @property
    def is_plainly_new(self) -> bool:
        """Whether Enter alone makes somebody of this name: nobody has it, or nearly."""
        return not self.found and len(self.name.split()) > 1 and self.may_be_new


@dataclass(frozen=True)
class CheckIn:
    """Everybody entered, and what is told of them."""

    tournament: Tournament
    version: str
    entries: tuple[Entry, ...]
    latest: tuple[Change, ...]
    here_again: tuple[Entry, ...] = ()  # substitutes whose player is here himself

    @cached_property
    def expected(self) -> list[Entry]:
        return self._of(State.EXPECTED)

    @property
    def expected_keys(self) -> str:
        """The same, as the question sends along whom it named."""
        return " ".join(str(entry.pk) for entry in self.expected)

    @cached_property
    def here(self) -> list[Entry]:
        return self._of(State.HERE)

    @cached_property
    def not_coming(self) -> list[Entry]:
        return self._of(State.ABSENT, State.LEFT)

    @cached_property
    def paid(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.paid]

    @property
    def unpaid(self) -> list[Entry]:
        """Who is here and has not paid."""
        return [entry for entry in self.here if not entry.paid]

    @property
    def taken(self) -> int:
        """Fees paid, in cents."""
        return len(self.paid) * self.tournament.fee

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table."""
        return sizes_of(self.tournament)

    @cached_property
    def missing(self) -> int:
        """How many more would fill the last table."""
        return house_needed(len(self.here), self.sizes)

    @property
    def too_many(self) -> int:
        """How many are beyond full tables."""
        return left_over(len(self.here), self.sizes)

    @property
    def tables(self) -> int:
        return len(table_sizes(len(self.here), self.sizes))

    @property
    def in_all(self) -> int:
        """How many there are once everybody expected has come."""
        return len(self.here) + len(self.expected)

    @property
    def too_many_in_all(self) -> int:
        return left_over(self.in_all, self.sizes)

    @property
    def missing_in_all(self) -> int:
        return house_needed(self.in_all, self.sizes)

    def _of(self, *states: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.state in states]


def check_in_version(tournament: Tournament) -> str:
    """Changes with everything the door shows; one query."""
    seen = Change.objects.filter(what__in=(*AT_CHECK_IN, *SUBSTITUTES))
    last = seen.filter(tournament=tournament.pk).values_list("pk", flat=True).first()
    return str(last or 0)


def check_in_of(tournament: Tournament) -> CheckIn:
    """Four queries, however many are entered."""
    version = check_in_version(tournament)
    entries = tournament.entries.filter(house=None).order_by("number")
    changes = Change.objects.filter(what__in=AT_CHECK_IN, tournament=tournament.pk)
    latest = tuple(change.in_language() for change in changes[:LATEST])
    again = tuple(here_again(tournament))
    return CheckIn(tournament, version, tuple(entries), latest, again)


def search_at(door: CheckIn, typed: str) -> Search:
    """Whom the typed parts of number, name and lodge mean; one query.

    Whom Enter means first, then who is expected, the club's players who are not
    entered, who does not come, and who is here already; last who is called nearly so.
    """
    typed = " ".join(typed.split())
    if not typed:
        return Search(typed)
    known = {entry.player_id for entry in door.entries}
    players = list(door.tournament.club.players.filter(erased_at=None))
    everybody = [
        *(Found(entry) for entry in door.entries),
        *(Found(player) for player in players if player.pk not in known),
    ]
    found = [each for each in everybody if matches(typed, each.words)]
    certain = _certain(typed, found)
    found.sort(key=lambda each: (each is not certain, _rank(each)))
    name = Search(typed).name
    more = max(len(found) - MOST_FOUND, 0)
    shown = found[:MOST_FOUND]
    if len(found) < MOST_FOUND:
        others = {each.who: each for each in everybody}
        for each in found:
            del others[each.who]
        shown = [*found, *_near(typed, name, others.values())][:MOST_FOUND]
    namesakes = sum(alike(name, each.name) for each in players)
    return Search(typed, tuple(shown), more, namesakes, certain)


def _certain(typed: str, found: list[Found]) -> Found | None:
    """The one meant: by start number, as nobody else is found, or by the whole name."""
    if typed.isdecimal():
        number = int(typed)
        own = [each for each in found if each.entry and each.entry.number == number]
    elif len(found) == 1:
        own = found
    else:
        words = plain_name(typed)
        own = [each for each in found if plain_name(each.name) == words]
        own = own if " " in words else []
    return own[0] if len(own) == 1 else None


def _rank(found: Found) -> tuple[int, str, int]:
    """Where somebody stands among those found."""
    person = found.person
    if isinstance(person, Player):
        return 2, person.person_name.key, person.number
    order = {State.EXPECTED: 1, State.ABSENT: 3, State.LEFT: 3, State.HERE: 4}
    return order[State(person.state)], person.person_name.key, person.number or 0


def _near(typed: str, name: str, others: Iterable[Found]) -> list[Found]:
    """Who of the others is called nearly so."""
    is_long = sum(map(len, plain_words(name))) >= LONG_ENOUGH
    near = [
        replace(each, near=True)
        for each in others
        if nearly(typed, each.words) or (is_long and alike(name, each.name))
    ]
    return sorted(near, key=_rank)
