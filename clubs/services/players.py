"""Players and seasons of a club."""

from collections.abc import Iterable
from datetime import date
from functools import reduce
from typing import Any

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from clubs.models import Club, Player, Season, Shown

ERASED = "Somebody"


@transaction.atomic
def add_player(*, club: Club, name: str, lodge: str = "") -> Player:
    """A new player with the club's next number."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    player = Player(club=club, number=last_number(club) + 1, name=name, lodge=lodge)
    player.full_clean()
    player.save()
    return player


def living(player: Player) -> Player:
    """The player as he is now, or the one he was merged into; locked."""
    rows = Player.everybody.select_for_update(no_key=True)
    found = rows.get(pk=player.pk)
    while found.merged_into_id:
        found = rows.get(pk=found.merged_into_id)
    return found


def one_person(player: Player) -> list[Player]:
    """The player and everybody merged into him, or he into; locked."""
    found = [living(player)]
    rows = Player.everybody.select_for_update(no_key=True)
    newest = [found[0].pk]
    while more := list(rows.filter(merged_into__in=newest).order_by("pk")):
        found += more
        newest = [each.pk for each in more]
    return found


def last_number(club: Club) -> int:
    """The highest number given out; nobody gets one again."""
    numbers = Player.everybody.filter(club=club)
    return numbers.aggregate(last=Max("number"))["last"] or 0


@transaction.atomic
def change_player(*, player: Player, **facts: Any) -> Player:
    """A better spelling, or less of the name in public; entries keep that of their day."""
    changed = [each for each, value in facts.items() if getattr(player, each) != value]
    for each in changed:
        setattr(player, each, facts[each])
    player.full_clean()
    player.save()
    if {"shown", "is_minor"} & {*changed}:
        _show_alike(player, one_person(player))
    return player


@transaction.atomic
def show_as_one(kept: Player, gone: Player) -> None:
    """Two who are one person show no more of the name than either of them wished."""
    wishes = [Shown(each.shown) for each in (kept, gone) if each.shown]
    kept.shown = reduce(Shown.or_less, wishes) if wishes else ""
    kept.is_minor = kept.is_minor or gone.is_minor
    if wishes or kept.is_minor:
        kept.save(update_fields=["shown", "is_minor"])
        _show_alike(kept, [gone])


def _show_alike(player: Player, others: Iterable[Player]) -> None:
    """The others are shown as the player is."""
    for each in others:
        each.shown, each.is_minor = player.shown, player.is_minor
        each.save(update_fields=["shown", "is_minor"])
    names_changed(player.club)


def names_changed(club: Club) -> None:
    """Somebody is shown otherwise than before: what is kept of pages is out of date."""
    clubs = Club.objects.filter(pk=club.pk)
    clubs.update(names_version=F("names_version") + 1)


def season_on(club: Club, day: date) -> Season:
    """The season a day belongs to; the calendar year where the club made none."""
    season = club.seasons.filter(starts__lte=day, ends__gte=day).first()
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


def erase_name(player: Player) -> None:
    """Replace a person's name; the caller does the same for his entries."""
    player.name = ERASED
    player.lodge = ""
    player.erased_at = timezone.now()
    player.save()
    names_changed(player.club)
