"""The search at check-in: find people by start number, name and lodge."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from clubs.i18n import whole_number
from clubs.models import Player
from clubs.name_search import alike, matches, nearly, plain_name, plain_words
from scoring.models import Entry
from scoring.people.check_in import CheckIn
from scoring.people.name_parsing import TypedPerson, typed_person

State = Entry.State
MOST_FOUND = 8
LONG_ENOUGH = 4  # letters, before similar names are searched


@dataclass(frozen=True, slots=True)
class CheckInMatch:
    """A search result: an entry, or a player of the club who isn't entered.

    `near` means that the name is only similar.
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
        """The name with the start number, or with the lodge for people not entered."""
        if self.entry:
            return f"{self.entry.label} {self.name}"
        lodge = self.person.lodge
        return f"{self.name}, {lodge}" if lodge else self.name

    @property
    def words(self) -> str:
        """The text to search in: start number, name and lodge."""
        number = self.entry.number if self.entry else ""
        return f"{number} {self.name} {self.person.lodge}"

    @property
    def key(self) -> str:
        if isinstance(self.person, Entry):
            return f"e{self.person.pk}"
        return f"p{self.person.number}"

    @property
    def state_token(self) -> str:
        """The status when the result was shown, as the buttons send it."""
        if self.entry is None:
            return ""
        return f"-{self.entry.state}-{int(self.entry.paid)}"


@dataclass(frozen=True)
class CheckInSearch:
    """The typed text, the people it can mean, and how many more there are.

    `namesakes` is how many players of the club have this name or nearly, so that
    another one since then is noticed. `certain` is the match that the Enter key
    selects.
    """

    typed: str
    found: tuple[CheckInMatch, ...] = ()
    more: int = 0
    namesakes: int = 0
    certain: CheckInMatch | None = None

    @cached_property
    def person(self) -> TypedPerson:
        return typed_person(self.typed)

    @property
    def number(self) -> int | None:
        """The start number typed before a name."""
        return int(self.person.number) if self.person.number else None

    @property
    def name(self) -> str:
        """The name for a new player, capitalized if it was typed in lower case."""
        name = self.person.name
        small = name == name.lower()
        return " ".join(w[:1].upper() + w[1:] for w in name.split()) if small else name

    @property
    def lodge(self) -> str:
        return self.person.lodge

    @property
    def first(self) -> str:
        """The action of the Enter key; "" if the page has to ask."""
        if self.is_plainly_new:
            return f"new-enter{self.namesakes}"
        if self.certain is None:
            return ""
        return f"{self.certain.key}-enter{self.certain.state_token}"

    @property
    def exact_matches(self) -> list[CheckInMatch]:
        """The results whose name matches, not only nearly."""
        return [match for match in self.found if not match.near]

    @property
    def may_be_new(self) -> bool:
        return any(map(str.isalpha, self.name))

    @property
    def is_plainly_new(self) -> bool:
        """Whether Enter adds a new player: a full name that no one has, or nearly."""
        return not self.found and len(self.name.split()) > 1 and self.may_be_new


def search_check_in(check_in: CheckIn, typed: str) -> CheckInSearch:
    """Return the people that the typed parts of number, name and lodge match.

    The certain match comes first, then people expected, players of the club who aren't
    entered, people who aren't coming, and people here already. Similar names come last.
    One query.
    """
    typed = " ".join(typed.split())
    if not typed:
        return CheckInSearch(typed)
    known = {entry.player_id for entry in check_in.entries}
    players = list(check_in.tournament.club.players.filter(erased_at=None))
    everybody = [
        *(CheckInMatch(entry) for entry in check_in.entries),
        *(CheckInMatch(player) for player in players if player.pk not in known),
    ]
    found = [match for match in everybody if matches(typed, match.words)]
    certain = _certain(typed, found)
    found.sort(key=lambda match: (match is not certain, _rank(match)))
    name = CheckInSearch(typed).name
    more = max(len(found) - MOST_FOUND, 0)
    listed = found[:MOST_FOUND]
    if len(found) < MOST_FOUND:
        others = {match.key: match for match in everybody}
        for match in found:
            del others[match.key]
        listed = [*found, *_near(typed, name, others.values())][:MOST_FOUND]
    namesakes = sum(alike(name, match.name) for match in players)
    return CheckInSearch(typed, tuple(listed), more, namesakes, certain)


def _certain(typed: str, found: list[CheckInMatch]) -> CheckInMatch | None:
    """Return the match by start number or full name, or the only one, if certain."""
    if typed.isdecimal():
        number = whole_number(typed)
        candidates = [
            match for match in found if match.entry and match.entry.number == number
        ]
    elif len(found) == 1:
        candidates = found
    else:
        words = plain_name(typed)
        candidates = [match for match in found if plain_name(match.name) == words]
        candidates = candidates if " " in words else []
    return candidates[0] if len(candidates) == 1 else None


def _rank(found: CheckInMatch) -> tuple[int, str, int]:
    """Return the sort key of a search result."""
    person = found.person
    if isinstance(person, Player):
        return 2, person.person_name.key, person.number
    order = {State.EXPECTED: 1, State.ABSENT: 3, State.LEFT: 3, State.HERE: 4}
    return order[State(person.state)], person.person_name.key, person.number or 0


def _near(typed: str, name: str, others: Iterable[CheckInMatch]) -> list[CheckInMatch]:
    """Return matches among the others with a similar name."""
    is_long = sum(map(len, plain_words(name))) >= LONG_ENOUGH
    near = [
        replace(match, near=True)
        for match in others
        if nearly(typed, match.words) or (is_long and alike(name, match.name))
    ]
    return sorted(near, key=_rank)
