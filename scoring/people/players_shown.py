"""A club's players: as its public pages show them, and as the desk lists them."""

from typing import NamedTuple

from django.db.models import Count as Number
from django.db.models import Exists, OuterRef, QuerySet

from clubs.models import Club, Player
from clubs.selectors.people import matches, unaccented
from clubs.wording.names import key_of
from scoring.core.selectors.names import hides, public_name
from scoring.models import Entry, Round, Seat, Tally

NAME = ("name", "given_name", "family_name")


class PlayerLine(NamedTuple):
    """A player in a list of all, with the tournaments he has a part in."""

    number: int
    name: str
    lodge: str
    tournaments: int
    key: str = ""  # where the name stands in a list
    guessed: bool = False  # whether nobody confirmed which word is the family name


def players_of(club: Club, typed: str = "") -> list[PlayerLine]:
    """Who has sat in a public tournament, or stands in an old list, by the name that the
    club shows; two queries.

    Typed parts may begin any word of it, and of the lodge.
    """
    sat = Seat.objects.filter(credit=OuterRef("pk"), round__state__in=Round.COUNTING)
    entries = Entry.objects.filter(
        Exists(Tally.objects.filter(entry=OuterRef("pk"))) | Exists(sat),
        tournament__in=club.tournaments.filter(public=True),  # joined, twice as long
        ranked=True,
    )
    lines = [
        line._replace(name=shown, key=_key(line, shown))
        for pk, line in _lines(club, entries)
        if line.tournaments and not hides(club, pk)
        if (shown := public_name(line.name, club, pk))
    ]
    found = [
        each
        for each in lines
        if not typed or matches(typed, f"{each.name} {each.lodge}")
    ]
    return sorted(found, key=lambda each: (each.key, each.number))


def players_with_entries(club: Club, typed: str = "") -> list[PlayerLine]:
    """All the club's players by name; two queries.

    Typed parts may begin any word of name and lodge, or be the number.
    """
    found = [
        line
        for _, line in _lines(club, Entry.objects.filter(tournament__club=club))
        if not typed or matches(typed, f"{line.number} {line.name} {line.lodge}")
    ]
    return sorted(found, key=lambda each: (each.key, each.number))


def _lines(club: Club, entries: QuerySet[Entry]) -> list[tuple[int, PlayerLine]]:
    """All players of the club with their keys, each with how many entries are his.

    Two plain lists: joined, they took half a second after thirty years.
    """
    played = dict(entries.order_by().values_list("player").annotate(Number("pk")))
    players = club.players.filter(erased_at=None).order_by()
    facts = ("pk", "number", "lodge", "name_guessed", *NAME)
    return [
        (
            pk,
            PlayerLine(
                *(number, parts[0], lodge, played.get(pk, 0)), key_of(*parts), guess
            ),
        )
        for pk, number, lodge, guess, *parts in players.values_list(*facts)
    ]


def _key(line: PlayerLine, shown: str) -> str:
    """Where somebody stands by the name that is shown."""
    return line.key if shown == line.name else key_of(str(shown))


def guessed_players(club: Club) -> list[Player]:
    """Whose given and family name nobody confirmed: minors first, then by name."""
    players = club.players.filter(erased_at=None, name_guessed=True)
    return sorted(
        players,
        key=lambda each: (not each.is_minor, each.person_name.key, each.number),
    )


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
