"""Whatever number a public page shows stands in its JSON; no name stands there besides."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Player
from scoring.models import Tournament
from scoring.rollups.updates import follow_all
from tests import builders as build
from tests.scoring.api.test_api import EVENING, PLAYER, TABLE, addresses, told
from tests.scoring.exports.random_evenings import evening

pytestmark = pytest.mark.django_db
ROUND = f"{EVENING}rounds/{{number}}/"
OF_CLUB = "/api/v1/clubs/{club}/"
# A page, the addresses that have what it shows, and the numbers of its own sentences.
PAGES = {
    "{evening}": ([EVENING], set()),
    "{evening}rounds/1/tables/1/": ([TABLE, f"{TABLE}counts/", EVENING], set()),
    "{evening}editions/1/": ([f"{EVENING}editions/{{number}}/"], set()),
    "{evening}places/1/": ([EVENING], set()),
    "seasons/": ([f"{OF_CLUB}seasons/"], set()),
    "seasons/2026/": ([f"{OF_CLUB}seasons/{{season}}/"], set()),
    "players/": ([f"{OF_CLUB}players/"], set()),
    "players/{player}/": ([PLAYER, f"{OF_CLUB}records/"], set()),
    "players/{player}/met/": ([f"{PLAYER}met/"], {95, 100}),
    "players/{player}/hands/": ([f"{PLAYER}hands/"], {20, 95, 100}),
    "hands/": ([f"{OF_CLUB}hands/"], {20, 95, 100}),
    "records/": ([f"{OF_CLUB}records/"], set()),
    "honours/": ([f"{OF_CLUB}honours/"], {25, 50, 100}),
    "all-time/": ([f"{OF_CLUB}all-time/"], {20}),
    "players/form/": ([f"{OF_CLUB}form/"], {3, 95, 100}),
}
# Of most of their sheets the hands are recorded, so that there are figures.
EVENINGS = {"scarto": (2, 7, 9), "spjst": (1, 5, 7, 8, 9, 12, 16, 22)}
# How a number came about is told by the record and the rules; a picture adds up, and
# its key has the worth of a disc. A page has the club's hour, and JSON that of Greenwich.
LEFT_OUT = (
    r"\b\d+:\d\d\s?[ap]m\b|"
    r"<(svg|script|figure|form|nav)\b.*?</\1>"
    r'|<span class="disc-key">.*?</span>'
    r"|<details>\s*<summary>\s*(?:<span[^>]*>\s*)?Why.*?</details>"
)


@pytest.fixture
def years(club: Club, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Regulars in many evenings of two games."""
    monkeypatch.setattr(build, "players", regulars)
    for game, seeds in EVENINGS.items():
        for seed in seeds:
            evening(club, game, seed)
    follow_all()
    return Tournament.objects.select_related("club", "season").get(
        club=club, slug="spjst-1"
    )


def regulars(club: Club, names: list[str]) -> list[Player]:
    known = {player.name: player for player in club.players.all()}
    return [known.get(name) or build.player(club, name) for name in names]


def test_each_number_of_a_page_stands_in_its_json(years: Tournament) -> None:
    missing = {}
    at = addresses(years)
    for page, (paths, own) in PAGES.items():
        answers = [told(at[path]) for path in paths]
        known = {number for answer in answers for number in numbers_in(answer)}
        shown = shown_in(text_of(page, years))
        assert shown, page
        missing[page] = {n for n in shown - own if not is_known(n, known)}
    assert {page: numbers for page, numbers in missing.items() if numbers} == {}


def test_no_name_stands_in_the_json_that_the_page_does_not_show(
    years: Tournament,
) -> None:
    years.club.shown = "initials"
    years.club.names_version += 1
    years.club.save()
    Player.objects.filter(name="Emil Hruska").update(shown="hidden")
    at, besides = addresses(years), {}
    for page, (paths, _) in PAGES.items():
        text = text_of(page, years)
        if paths[0] == EVENING:  # who only was absent has a page of his own
            numbers = years.entries.values_list("number", flat=True)
            text += " ".join(text_of(f"{{evening}}places/{n}/", years) for n in numbers)
        names = {*names_in(told(at[paths[0]]))}
        besides[page] = {name for name in names if name not in text}
    assert {page: names for page, names in besides.items() if names} == {}
    assert "E. H." not in str(told(at[f"{OF_CLUB}players/"]))


def text_of(page: str, tournament: Tournament) -> str:
    """What stands on it, without its menus."""
    player = tournament.entries.get(number=1).player.number
    own = f"{tournament.slug}/"
    address = f"/lodge-24/{page.format(evening=own, player=player)}"
    text = ""
    for game in EVENINGS:
        answer = Client().get(address, {"game": game})
        assert answer.status_code == 200, address
        found = re.search(r"<main.*?</main>", answer.content.decode(), re.DOTALL)
        assert found
        text += re.sub(LEFT_OUT, " ", found[0], flags=re.DOTALL)
    text = html.unescape(re.sub(r"<[^>]*>", " ", text))
    return " ".join(text.replace(tournament.club.name, " ").split())


def shown_in(text: str) -> set[float]:
    return {float(n) for n in re.findall(r"\d+(?:\.\d+)?", text.replace(",", ""))}


def numbers_in(part: Any) -> Iterator[float]:
    """Each number and each in a text; of a list how many, and what they add up to."""
    if isinstance(part, dict):
        if "recorded" in part:  # of how many sheets
            yield part["recorded"] * 100 // part["sheets"]
        if "low" in part:  # in whole percent
            yield from (round(value) for value in part.values())
        for name, value in part.items():
            if name not in ("id", "evening", "digest"):
                yield from numbers_in(value)
    elif isinstance(part, list):
        yield len(part)
        yield float(sum(value for value in part if isinstance(value, int)))
        for value in part:
            yield from numbers_in(value)
    elif isinstance(part, str):
        yield from shown_in(part)
    elif part is not None and not isinstance(part, bool):
        yield from (abs(part), abs(part) / 2)


def is_known(shown: float, known: set[float]) -> bool:
    """As it is, or with one decimal."""
    return shown in known or any(abs(number - shown) <= 0.0501 for number in known)


def names_in(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from [part["name"]] if "name" in part else []
        for name, value in part.items():
            if name not in ("club", "producer"):
                yield from names_in(value)
    elif isinstance(part, list):
        for value in part:
            yield from names_in(value)
