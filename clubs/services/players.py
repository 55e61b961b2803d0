"""Players and seasons of a club."""

from datetime import date

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from clubs.models import Club, Player, Season

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
def change_player(*, player: Player, name: str, lodge: str) -> Player:
    """A better spelling; entries keep the name of their day."""
    player.name = name
    player.lodge = lodge
    player.full_clean()
    player.save()
    return player


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
