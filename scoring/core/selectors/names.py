"""Names as the club shows them to everybody.

The club says how much of a name everybody may read; a person may ask for less or for
more, and of a minor no more than the short name is shown. Who is shown otherwise is
asked once for each `Club` that a page has read, and never where nobody ever wished it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F

from clubs.models import Club, Player, Shown
from clubs.services.players import ERASED
from clubs.wording import initials, say, short_name
from scoring.models import Entry, Seat, Sheet

Way = tuple[Shown, int | None]  # with the number in the club, where that is known


@dataclass(frozen=True, slots=True)
class Naming:
    """How a club shows people: the usual way, and who is shown otherwise.

    `of` are the facts of the club that it is good for. `people` has them by their key.
    `names` has who shows less, by all that they may have signed with: of whom it cannot
    be told that it is somebody else, no more is shown.
    """

    of: tuple[str, int]
    usual: Shown
    people: Mapping[int, Way]
    names: Mapping[str, Way]


def public_name(name: str, club: Club | None, player: int | None = None) -> str:
    """Somebody's name as the club shows it to everybody; without a club in full.

    `player`: the key of whose name it is. Who signed something is known by name alone.
    """
    if club is None or name == ERASED:
        return name
    return written(name, *_way(name, club, player))


def entry_name(entry: Entry, club: Club | None) -> str:
    """The same of somebody who is entered; a house player has no name to leave out."""
    if entry.house:
        return entry.name
    return public_name(entry.name, club, entry.player_id)


def names_on(sheet: Sheet, club: Club | None = None) -> tuple[str, ...]:
    """The players by name, seat 1 first; as the club shows them to everybody, if given."""
    return tuple(name_on(seat, club) for seat in sheet.seats.all())


def name_on(seat: Seat, club: Club | None = None) -> str:
    """Who sits there; as the club shows it to everybody, if given."""
    return entry_name(seat.entry, club) if club and seat.entry else seat.name


def hides(club: Club, player: int | None) -> bool:
    """Whether somebody is not to be named, so has no page and stands in no list."""
    return _way("", club, player)[0] is Shown.HIDDEN


def names_mark(club: Club) -> str:
    """Another one whenever a name may be shown otherwise: for what is kept of a page."""
    return f"{club.shown}{club.names_version}"


def written(name: str, shown: Shown, number: int | None = None) -> str:
    """A name shown in a way; by initials where a number is wanted that nobody knows."""
    if shown is Shown.FULL:
        return name
    if shown is Shown.SHORT:
        return short_name(name)
    if shown is Shown.HIDDEN:
        return say("not shown")
    if shown is Shown.NUMBER and number is not None:
        return say("Player {number}", number=number)
    return initials(name)


def _way(name: str, club: Club, player: int | None) -> Way:
    naming: Naming | None = club.naming
    if naming is None or naming.of != (club.shown, club.names_version):
        naming = club.naming = _naming(club)
    if player is None:
        return naming.names.get(name, (naming.usual, None))
    return naming.people.get(player, (naming.usual, None))


def _naming(club: Club) -> Naming:
    """At most one query: their names, and those of their entries that are others."""
    of, usual = (club.shown, club.names_version), Shown(club.shown)
    if not club.names_version and usual is not Shown.NUMBER:
        return Naming(of, usual, {}, {})
    players = Player.everybody.filter(club=club, erased_at=None).order_by()
    if usual is not Shown.NUMBER:
        players = players.exclude(shown="", is_minor=False)
    entries = Entry.everybody.filter(player__in=players).order_by()
    other = entries.exclude(name=F("player__name"))
    facts = ("number", "shown", "is_minor")
    rows = players.values_list("pk", *facts, "name").union(
        other.values_list("player", *(f"player__{fact}" for fact in facts), "name")
    )
    people: dict[int, Way] = {}
    names: dict[str, Way] = {}
    for pk, number, own, is_minor, name in rows:
        shown = Shown(own) if own else usual
        shown = shown.or_less(Shown.SHORT) if is_minor else shown
        people[pk] = shown, number
        if shown is not usual.or_less(shown):
            continue
        _note(names, name, shown, number)
        for form in {short_name(name), initials(name)} - {name}:
            if shown is not usual:
                _note(names, form, shown, None)
    return Naming(of, usual, people, names)


def _note(names: dict[str, Way], name: str, shown: Shown, number: int | None) -> None:
    """Of two with one name the less is shown, and neither's number for the other's."""
    had, of = names.get(name, (shown, number))
    if shown is not had:
        number = number if shown is had.or_less(shown) else of
    elif number != of:
        number = None
    names[name] = had.or_less(shown), number
