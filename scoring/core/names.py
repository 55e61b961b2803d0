"""Public names, displayed as the club and each person choose.

The club decides how much of a name is public; a person can ask for less or for more. A
minor is displayed at most with the short name, and with initials until someone has
confirmed the family name. Individual choices are queried once for each `Club` instance,
and never if no one has made one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import F

from clubs.i18n import PersonName, day, guessed, message
from clubs.models import Club, Player, Shown
from clubs.name_search import unaccented
from clubs.players import ERASED
from rules.messages import Sentence
from scoring.models import Entry, Seat, Sheet, Tournament

PARTED = (Shown.SHORT, Shown.INITIALS)  # displays that need the parts of the name
Words = tuple[str, str, str]  # a name, and its words: given, family
Way = tuple[Shown, int | None]  # with the number in the club, if known


@dataclass(frozen=True, slots=True)
class NamePolicy:
    """A club's display of names: the default, and individual choices.

    `version` has the club's facts that it is valid for. `people` has choices by player
    key. `names` has stricter choices by all names the person may have signed with: if a
    name could be that person's, no more is displayed.
    """

    version: tuple[str, int]
    usual: Shown
    people: Mapping[int, Way]
    names: Mapping[str, Way]
    minors: frozenset[int] = frozenset()


def public_name(name: str, club: Club | None, player: int | None = None) -> str:
    """Return a name as displayed to the public; without a club in full.

    `player`: the key of the person, if known. People who signed something are only
    known by name.
    """
    if club is None or name == ERASED:
        return name
    style, number = _way(name, club, player)
    if style not in PARTED:
        return format_name(guessed(name), style, number)
    return _public(parted(name, club, player), club, player)


def entry_name(entry: Entry, club: Club | None) -> str:
    """Return an entry's name as displayed to the public; without a club in full."""
    if entry.house or club is None or entry.name == ERASED:
        return entry.name
    return _public(entry.person_name, club, entry.player_id)


def _public(name: PersonName, club: Club, player: int | None) -> str:
    """Return the public name; a minor's guessed name is never more than initials."""
    style, number = _way(name.whole, club, player)
    if style is Shown.SHORT and name.guessed and player in _policy(club).minors:
        style = Shown.INITIALS
    return format_name(name, style, number)


def parted(name: str, club: Club, player: int | None = None) -> PersonName:
    """Return a name of the club with its confirmed parts, or else a guess.

    Without a player, only by the name, if all people with that name have equal parts.
    """
    known = _parted(club)
    if player is not None and player in known.people:
        own_parts = PersonName(*known.people[player], guessed=False)
        if own_parts.whole == name:
            return own_parts
        if other := own_parts.with_spelling(name):
            return other
    elif player is None and name in known.names:
        return PersonName(*known.names[name], guessed=False)
    return guessed(name, family_first=club.writes_family_first)


def list_key(name: str, club: Club | None, player: int | None = None) -> str:
    """Return the sort key of a displayed name, by family name.

    All lists of people use this order: `PersonName.key` of the name on the page.
    """
    if club is None or isinstance(name, Sentence):
        return guessed(str(name)).key
    return parted(name, club, player).key


def entry_parts(entry: Entry, club: Club | None) -> PersonName:
    """Return the displayed name of an entry with its parts, for sorting."""
    name = entry_name(entry, club)
    return entry.person_name if name == entry.name else guessed(str(name))


def names_on(sheet: Sheet, club: Club | None = None) -> tuple[str, ...]:
    """Return the players by name, seat 1 first; public names if a club is given."""
    return tuple(name_on(seat, club) for seat in sheet.seats.all())


def name_on(seat: Seat, club: Club | None = None) -> str:
    """Return the name at a seat; the public name if a club is given."""
    return entry_name(seat.entry, club) if club and seat.entry else seat.name


def without_day(tournament: Tournament) -> str:
    """Return a tournament's name without its date, for use next to a date."""
    return name_without_day(str(tournament), tournament.date)


def name_without_day(name: str, played_on: date) -> str:
    """Return the name without the date at its end, unless nothing else is left."""
    return name.removesuffix(day(played_on)).rstrip(" ,·–-") or name


def hides(club: Club, player: int | None) -> bool:
    """Return whether a player's name is hidden, so they have no page or listing."""
    return _way("", club, player)[0] is Shown.HIDDEN


def is_unnamed(club: Club, player: int | None) -> bool:
    """Return whether public pages don't show a player's name: hidden, or by number."""
    return _way("", club, player)[0] in (Shown.HIDDEN, Shown.NUMBER)


def named_in_full(text: str, club: Club) -> list[tuple[str, str]]:
    """Return full names in a text whose public names differ, and the public names.

    Matches names in either order, with or without accents; a single word is ambiguous.
    No query if everyone is displayed in full, otherwise one more than the names need.
    """
    naming, words = _policy(club), f" {_in_words(text)} "
    if naming.usual is Shown.FULL and not naming.people:
        return []
    named: list[tuple[str, str]] = []
    for player in club.players.filter(erased_at=None).order_by("number"):
        name_words = _in_words(player.name).split()
        orders = (
            name_words,
            [*name_words[1:], *name_words[:1]],
            [*name_words[-1:], *name_words[:-1]],
        )
        if len(name_words) < 2 or not any(
            f" {' '.join(order)} " in words for order in orders
        ):
            continue
        public = public_name(player.name, club, player.pk)
        if public != player.name:
            named.append((player.name, public))
    return named


def _in_words(text: str) -> str:
    plain = unaccented(text)
    return " ".join("".join(c if c.isalnum() else " " for c in plain).split())


def names_mark(club: Club) -> str:
    """Return a mark that changes when a displayed name can change, for caching."""
    return f"{club.shown}{club.names_version}"


def format_name(name: PersonName, style: Shown, number: int | None = None) -> str:
    """Return a name in a style; initials if the number is wanted but unknown."""
    if style is Shown.FULL:
        return name.whole
    if style is Shown.SHORT:
        return name.short
    if style is Shown.HIDDEN:
        return message("not shown")
    if style is Shown.NUMBER and number is not None:
        return message("Player {number}", number=number)
    return name.initials


def _way(name: str, club: Club, player: int | None) -> Way:
    naming = _policy(club)
    if player is None:
        return naming.names.get(name, (naming.usual, None))
    return naming.people.get(player, (naming.usual, None))


def _policy(club: Club) -> NamePolicy:
    naming: NamePolicy | None = club.naming
    if naming is None or naming.version != (club.shown, club.names_version):
        naming = club.naming = _naming(club)
    return naming


def _naming(club: Club) -> NamePolicy:
    """Return the club's policy; at most one query, for players and other names."""
    version, usual = (club.shown, club.names_version), Shown(club.shown)
    if not club.names_version and usual is not Shown.NUMBER:
        return NamePolicy(version, usual, {}, {})
    players = Player.everybody.filter(club=club, erased_at=None).order_by()
    if usual is not Shown.NUMBER:
        players = players.exclude(shown="", is_minor=False)
    entries = Entry.everybody.filter(player__in=players).order_by()
    other = entries.exclude(name=F("player__name"))
    facts = ("number", "shown", "is_minor")
    parts = ("name", "given_name", "family_name", "name_guessed")
    rows = players.values_list("pk", *facts, *parts).union(
        other.values_list("player", *(f"player__{fact}" for fact in facts), *parts)
    )
    people: dict[int, Way] = {}
    names: dict[str, Way] = {}
    minors = set()
    for pk, number, own_style, is_minor, *called in rows:
        style = Shown(own_style) if own_style else usual
        style = style.or_less(Shown.SHORT) if is_minor else style
        people[pk] = style, number
        name = Player(**dict(zip(parts, called, strict=True))).person_name
        if is_minor:
            minors.add(pk)
            if name.guessed:
                style = style.or_less(Shown.INITIALS)
        if style is not usual.or_less(style):
            continue
        _note(names, name.whole, style, number)
        for form in {name.short, name.initials} - {name.whole}:
            if style is not usual:
                _note(names, form, style, None)
    return NamePolicy(version, usual, people, names, frozenset(minors))


@dataclass(frozen=True, slots=True)
class SplitName:
    """The confirmed parts of a club's names, by player and by name."""

    version: int
    people: Mapping[int, Words]
    names: Mapping[str, Words]


def _parted(club: Club) -> SplitName:
    """Return confirmed parts; one query, or none if no name was confirmed."""
    known: SplitName | None = club.parted_names
    if known is not None and known.version == club.names_version:
        return known
    people: dict[int, Words] = {}
    names: dict[str, Words] = {}
    if club.names_version:
        players = Player.everybody.filter(club=club, name_guessed=False, erased_at=None)
        rows = players.order_by("pk").values_list(
            "pk", "name", "given_name", "family_name"
        )
        people = {
            pk: (whole, given_name, family) for pk, whole, given_name, family in rows
        }
        twice = set()
        for words in people.values():
            if names.setdefault(words[0], words) != words:
                twice.add(words[0])
        for whole in twice:
            del names[whole]
    known = club.parted_names = SplitName(club.names_version, people, names)
    return known


def _note(names: dict[str, Way], name: str, style: Shown, number: int | None) -> None:
    """Add a name's choice; a shared name gets the stricter one, no wrong number."""
    had, previous_number = names.get(name, (style, number))
    if style is not had:
        number = number if style is had.or_less(style) else previous_number
    elif number != previous_number:
        number = None
    names[name] = had.or_less(style), number
