"""The rules as they are played here: the game's page in docs/, the house's own values."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from rules.game import game_named
from scoring.games.rules_here import OWN_TABLE, Block, blocks_of, marked, shown_pages
from scoring.models import Tournament
from tests import builders
from tests.games import pebbles
from tests.in_turn import in_turn
from tests.markup import flowing

PAGES = [*shown_pages().values()]


@pytest.fixture
def two_games() -> Iterator[None]:
    with pebbles.in_place():
        yield


def page(tournament: Tournament) -> str:
    at = [tournament.club.slug, tournament.slug]
    answer = Client().get(reverse("scoring:rules-here", args=at))
    assert answer.status_code == 200
    return flowing(answer)


@pytest.mark.django_db
@pytest.mark.usefixtures("two_games")
def test_the_houses_own_values_stand_there_and_what_differs(club: Club) -> None:
    tournament = builders.tournament(club, game="pebbles", house_rules={"stake": 3})
    shown = page(tournament)
    assert "As at the brook" in shown
    assert "<strong>3</strong><br>ours (rule set: 1)</td>" in shown
    assert "<strong>it stays in the pool</strong></td>" in shown
    assert "What each who plays puts into the pool" in shown


@pytest.mark.django_db
@pytest.mark.usefixtures("two_games")
def test_only_a_game_that_is_not_the_usual_one_leads_there(club: Club) -> None:
    for game, leads in (("spjst", False), ("pebbles", True)):
        made = builders.tournament(club, name=game, game=game)
        html = Client().get(made.get_absolute_url()).content.decode()
        assert (f'href="{made.get_absolute_url()}rules/"' in html) is leads


@pytest.mark.django_db
def test_of_the_usual_game_only_the_houses_own_values_are_shown(club: Club) -> None:
    """Its page in docs/ is for judges and programs."""
    shown = page(builders.tournament(club, house_rules={"renege_each": 7}))
    assert "<strong>7</strong><br>ours (rule set: 2)</td>" in shown
    assert "Who deals and leads next" not in shown


def blocks(text: str) -> list[tuple[str, list[list[str]]]]:
    return [(each.kind, [list(row) for row in each.rows]) for each in blocks_of(text)]


def test_a_page_is_read_as_it_is_written() -> None:
    text = (
        "# Title\n\nThree\nplay, **each** *alone* & `on`.\n\n## What\n\n"
        "- one\n  and more\n- **two**\n\n| a | b |\n|---|---|\n| 1 | `2` |\n"
    )
    assert blocks(text) == [
        (
            "text",
            [
                [
                    "Three play, <strong>each</strong> <em>alone</em> &amp; <code>on</code>."
                ]
            ],
        ),
        ("heading", [["What"]]),
        ("list", [["one and more"], ["<strong>two</strong>"]]),
        ("table", [["a", "b"], ["1", "<code>2</code>"]]),
    ]


def test_a_rule_set_is_told_by_its_name() -> None:
    told = marked("in `x`, not `y`", {"x": "The <X>"})
    assert told == "in “The &lt;X&gt;”, not <code>y</code>"


@in_turn("file", PAGES)
def test_every_games_page_can_be_shown(file) -> None:
    """Nothing in it is more than the reader knows, and the house's values have a place."""
    found: list[Block] = list(blocks_of(file.read_text(encoding="utf-8")))
    texts = [cell for block in found for row in block.rows for cell in row]
    assert all(texts[:1])
    assert not [text for text in texts if "*" in text or "`" in text or "](" in text]
    assert not [text for text in texts if text.startswith(("#", "|", "- ", "1. "))]
    tables = [block for block in found if block.kind == "table"]
    assert all(len({len(row) for row in table.rows}) == 1 for table in tables)
    assert [block for block in found if block.text == OWN_TABLE]
    assert game_named(file.stem).house.options
