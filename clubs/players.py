"""Players and seasons of a club."""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import reduce
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from clubs.i18n import PersonName, guessed
from clubs.models import Club, Player, Season, Shown

ERASED = "Somebody"
PARTS = ("given_name", "family_name", "name_guessed")


@transaction.atomic
def add_player(*, club: Club, name: str | PersonName, lodge: str = "") -> Player:
    """Create a player with the club's next number.

    The parts of a name given as text are guessed.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    player = new_player(club, last_number(club) + 1, name, lodge)
    player.full_clean()
    player.save()
    if not player.name_guessed:
        names_changed(club)
    return player


def new_player(
    club: Club, number: int, name: str | PersonName, lodge: str = ""
) -> Player:
    """Return an unsaved player."""
    if isinstance(name, str):
        name = guessed(name, family_first=club.writes_family_first)
    player = Player(club=club, number=number, lodge=lodge)
    player.call(name)
    return player


def names_changed(club: Club) -> None:
    """Mark cached pages as out of date because a displayed name changed."""
    clubs = Club.objects.filter(pk=club.pk)
    clubs.update(names_version=F("names_version") + 1)


def guess_anew(club: Club) -> None:
    """Guess the parts of all unconfirmed names again, in the club's usual order."""
    rows = Player.everybody.filter(club=club, name_guessed=True, erased_at=None)
    write_guesses(rows, family_first=club.writes_family_first)
    names_changed(club)


def write_guesses(rows: QuerySet[Any], *, family_first: bool) -> None:
    """Store the guessed parts of these names, in one `executemany`."""
    parts = {
        pk: guessed(name, family_first=family_first)
        for pk, name in rows.order_by("pk").values_list("pk", "name")
    }
    table, columns = rows.model._meta.db_table, ("given_name", "family_name", "id")
    given_name, family_name, key = map(connection.ops.quote_name, columns)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {connection.ops.quote_name(table)} "
            f"SET {given_name} = %s, {family_name} = %s WHERE {key} = %s",
            [(name.given, name.family, pk) for pk, name in parts.items()],
        )


def number_of_erased(club: str) -> int:
    """Return how many players of a club were erased, to detect further erasures."""
    return Player.everybody.filter(club__slug=club).exclude(erased_at=None).count()


def living(player: Player) -> Player:
    """Return the current player, or the one they were merged into; locked."""
    rows = Player.everybody.select_for_update(no_key=True)
    living_one = rows.get(pk=player.pk)
    while living_one.merged_into_id:
        living_one = rows.get(pk=living_one.merged_into_id)
    return living_one


def living_of(player: Player) -> Player:
    """Return the player, or the one they were merged into; without a lock."""
    while player.merged_into:
        player = player.merged_into
    return player


def one_person(player: Player) -> list[Player]:
    """Return the player with everyone merged into them or with them; locked."""
    people = [living(player)]
    rows = Player.everybody.select_for_update(no_key=True)
    newest = [people[0].pk]
    while more := list(rows.filter(merged_into__in=newest).order_by("pk")):
        people += more
        newest = [player.pk for player in more]
    return people


def last_number(club: Club) -> int:
    """Return the highest number in use; numbers are never reused."""
    numbers = Player.everybody.filter(club=club)
    return numbers.aggregate(last=Max("number"))["last"] or 0


@transaction.atomic
def change_player(*, player: Player, **facts: Any) -> Player:
    """Change a player's name or privacy; entries keep the name of their day."""
    changed = [
        field for field, value in facts.items() if getattr(player, field) != value
    ]
    before = player.person_name
    for field in changed:
        setattr(player, field, facts[field])
    if {"name", *PARTS} & {*changed}:
        player.call(_called(player, before, {*changed}))
    player.full_clean()
    player.save()
    if {"shown", "is_minor"} & {*changed}:
        _show_alike(player, one_person(player))
    if player.person_name != before:
        names_changed(player.club)
    return player


def _called(player: Player, before: PersonName, changed: set[str]) -> PersonName:
    """Return the name with parts that are its words: given, existing, or guessed."""
    typed = player.person_name
    if typed.fits and {*PARTS} & changed:
        return typed
    family_first = player.club.writes_family_first
    likely = guessed(player.name, family_first=family_first)
    return likely if before.guessed else before.with_spelling(player.name) or likely


@transaction.atomic
def show_as_one(stays: Player, removed: Player) -> None:
    """Limit the display of two merged players to the stricter choice of both."""
    choices = [Shown(player.shown) for player in (stays, removed) if player.shown]
    stays.shown = reduce(Shown.or_less, choices) if choices else ""
    stays.is_minor = stays.is_minor or removed.is_minor
    of_removed = removed.person_name.with_spelling(stays.name)
    if of_removed and stays.name_guessed and not removed.name_guessed:
        stays.call(of_removed)
        stays.save(update_fields=PARTS)
        names_changed(stays.club)
    if choices or stays.is_minor:
        stays.save(update_fields=["shown", "is_minor"])
        _show_alike(stays, [removed])


def _show_alike(player: Player, others: Iterable[Player]) -> None:
    """Copy the player's display choice to the others."""
    for other in others:
        other.shown, other.is_minor = player.shown, player.is_minor
        other.save(update_fields=["shown", "is_minor"])
    names_changed(player.club)


def season_on(club: Club, day: date) -> Season:
    """Return the season of a date; creates the calendar year if the club has none."""
    season = club.seasons.filter(beside=False, starts__lte=day, ends__gte=day).first()
    if season:
        return season
    year = str(day.year)
    season, _ = Season.objects.get_or_create(
        club=club,
        slug=year,
        defaults={
            "name": year,
            "starts": date(day.year, 1, 1),
            "ends": date(day.year, 12, 31),
        },
    )
    return season


def erase_name(player: Player, blank_values: Mapping[str, Any]) -> None:
    """Replace a person's name and blank related fields, but not their entries."""
    for column, value in blank_values.items():
        setattr(player, column, value)
    player.call(PersonName(ERASED))
    player.erased_at = timezone.now()
    player.save()
    names_changed(player.club)
