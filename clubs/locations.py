"""Locations of clubs: countries, by time zone, and the towns in them."""

from collections import Counter
from dataclasses import dataclass

from babel.core import get_global
from django.db.models import Count as Number
from django.db.models import QuerySet

from clubs.i18n import country_name
from clubs.models import Club

MOST_TOWNS = 60  # the largest towns, offered by a page


@dataclass(frozen=True, slots=True)
class Place:
    """A country by its code, or a town by its name, and its number of clubs."""

    key: str
    name: str
    clubs: int


def country_of(time_zone: str) -> str:
    """Return the code of the country with this time zone: CZ; "" if there is none."""
    aliases, countries = get_global("zone_aliases"), get_global("zone_territories")
    country = str(countries.get(aliases.get(time_zone, time_zone), ""))
    return country if len(country) == 2 else ""


def countries_of(clubs: QuerySet[Club]) -> list[Place]:
    """Return the countries of these clubs, by name; one query."""
    numbers: Counter[str] = Counter()
    by_zone = clubs.order_by().values_list("time_zone").annotate(Number("pk"))
    for zone, number in by_zone:
        if country := country_of(zone):
            numbers[country] += number
    places = [Place(key, country_name(key), n) for key, n in numbers.items()]
    return sorted(places, key=lambda place: place.name)


def in_country(clubs: QuerySet[Club], country: str) -> QuerySet[Club]:
    """Return the clubs in a country; one more query, for the time zones in use."""
    zones = clubs.order_by().values_list("time_zone", flat=True).distinct()
    matching = [zone for zone in zones if country_of(zone) == country]
    return clubs.filter(time_zone__in=matching)


def towns_of(clubs: QuerySet[Club]) -> list[Place]:
    """Return the towns with most of these clubs, by name; one query."""
    by_town = clubs.exclude(town="").order_by().values_list("town")
    largest = by_town.annotate(n=Number("pk")).order_by("-n", "town")[:MOST_TOWNS]
    places = [Place(town, town, number) for town, number in largest]
    return sorted(places, key=lambda place: place.name.casefold())
