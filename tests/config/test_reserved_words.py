"""Every word that has a page of its own is reserved where an address could hide it."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, path
from django.views.generic import RedirectView

from clubs.models import FIRST_RESERVED_SLUGS, RESERVED_SLUGS, SLUGS_TO_COME, Club
from scoring.models import Tournament
from tests import builders as build

# Where the next part of an address is somebody's: a club's, a tournament's, a season's.
BEFORE = (
    (),
    ("<slug:club>",),
    ("<slug:club>", "seasons"),
    ("desk",),
    ("desk", "<slug:club>"),
    ("desk", "<slug:club>", "seasons"),
)
AT_START = 34  # how many words were reserved from the start; it never grows


def routes(patterns: Any, before: str = "") -> Iterator[str]:
    """Every address of the site as the lists of addresses write it."""
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, route)
        elif isinstance(each, URLPattern):
            yield route


def words_in_the_way(patterns: Any) -> set[str]:
    """The words that hide whoever has them as an address of their own."""
    words = set()
    for route in routes(patterns):
        parts = route.lstrip("^").rstrip("$").split("/")
        for way in BEFORE:
            if tuple(parts[: len(way)]) == way and len(parts) > len(way):
                words.add(parts[len(way)])
    return {word for word in words if re.fullmatch(r"[-a-zA-Z0-9_]+", word)}


def words_of_migrations(app: str) -> set[str]:
    """The words for which a migration of the app renamed whoever had them."""
    words: set[str] = set()
    for file in (settings.BASE_DIR / app / "migrations").glob("0*.py"):
        module = import_module(f"{app}.migrations.{file.stem}")
        if hasattr(module, "rename"):
            words |= {*module.WORDS}
    return words


def test_every_word_of_an_address_is_reserved() -> None:
    """Here a new page fails that would hide a club, a tournament or a season."""
    words = words_in_the_way(get_resolver().url_patterns)
    assert {"desk", "players", "log", "find", "seasons"} <= words
    assert sorted(words - RESERVED_SLUGS) == []


def test_a_new_page_is_found_wherever_it_could_hide_something() -> None:
    view = RedirectView.as_view()
    new = [
        path("about/", view),
        path("<slug:club>/find-us/", view),
        path("desk/<slug:club>/<slug:tournament>/fine/", view),
        path("desk/<slug:club>/map/<int:pk>/", view),
        path("<slug:club>/seasons/chart/", view),
    ]
    assert words_in_the_way(new) == {
        "about",
        "find-us",
        "map",
        "seasons",
        "chart",
        "desk",
    }


@pytest.mark.parametrize("app", ["clubs", "scoring"])
def test_every_new_word_has_its_migration(app: str) -> None:
    assert words_of_migrations(app) == SLUGS_TO_COME


def test_no_word_joins_those_of_the_start() -> None:
    """There whoever had it would not be renamed."""
    assert len(FIRST_RESERVED_SLUGS) == AT_START
    assert not FIRST_RESERVED_SLUGS & SLUGS_TO_COME


@pytest.mark.django_db
def test_who_had_a_new_word_is_renamed_and_found_at_the_old_address(
    client: Client,
) -> None:
    tournament = build.tournament(build.club("our-lodge"))
    Tournament.objects.update(slug="results")
    Club.objects.update(slug="mails")
    for app in ("clubs", "scoring"):
        for file in (settings.BASE_DIR / app / "migrations").glob("*reserved_words.py"):
            import_module(f"{app}.migrations.{file.stem}").rename(apps, None)
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert (tournament.club.slug, tournament.slug) == (
        "mails-club",
        "results-tournament",
    )
    answer = client.get("/mails/results/")
    assert answer.headers["Location"] == "/mails-club/results-tournament/"
