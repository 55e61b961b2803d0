"""Paper by one press, from the evening's page or from that of prints to an open PDF.

It was four for each print: “Print the sheets”, the kind, “Make the print”, “Open PDF”.
`texts_opened_by` presses once, so none of these can pass with two.
"""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from scoring.draw import manual_seating
from scoring.models import Tournament
from scoring.printing import jobs
from scoring.printing import responses as paper
from tests import builders as build
from tests.browser.open_pdf import texts_opened_by, tile
from tests.browser.sign_in import sign_in
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message
from tests.scoring.crew import at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    """Eight people, seated at two tables by hand; nobody sees it yet."""
    club = build.club()
    build.member(club, "director", "dora")
    tournament = build.tournament(club)
    people = build.entries(tournament, 8)
    tables = [people[:4], people[4:]]
    manual_seating.seat_by_hand(
        tournament=tournament, actor=build.command(), tables=tables
    )
    return tournament


@pytest.fixture
def dora(laptop: Page, tournament: Tournament) -> Page:
    sign_in(laptop, "dora")
    laptop.goto(at(tournament, "tournament-desk"))
    laptop.get_by_role("button", name=message("Publish round {round}", round=1)).click()
    expect(laptop.get_by_text("Round 1 published.")).to_be_visible()
    return laptop


def test_everything_for_a_round_is_one_press(dora: Page) -> None:
    button = dora.get_by_role(
        "button", name=message("Round {round} packet (PDF)", round=1)
    )
    names, tables, *sheets = texts_opened_by(dora, button)
    assert message("Find your name, then your table") in names
    assert message("Find your table, then your seat") in tables
    assert len(sheets) == 2
    expect(dora.get_by_role("button", name="Round 1 packet")).to_be_visible()


def test_every_print_is_one_press(dora: Page, tournament: Tournament) -> None:
    page = at(tournament, "prints")
    dora.goto(page)
    expect(dora.locator("button.print-tile")).to_have_count(16)
    for what in ("sheets", "tables", "payoffs"):
        dora.goto(page)
        assert texts_opened_by(dora, tile(dora, what))


@pytest.mark.parametrize("looks", [1, 2])
def test_a_print_that_takes_a_while_opens_by_itself(
    dora: Page, tournament: Tournament, monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    """Made when its page comes, or while that waits."""
    waits = iter(range(looks))
    real = jobs.progress

    def later(key: str, *, owner: str) -> jobs.Job:
        job = real(key, owner=owner)
        return job if next(waits, None) is None else replace(job, state="working")

    monkeypatch.setattr(paper, "progress", later)
    dora.goto(at(tournament, "prints"))
    assert texts_opened_by(dora, tile(dora, "guide"))


def test_one_table_is_typed_and_sent(dora: Page, tournament: Tournament) -> None:
    dora.goto(at(tournament, "prints"))
    table = dora.get_by_label(message("Only this table"))
    table.fill("2")
    sheet = dora.locator('button[name="what"][value="sheets"]').first
    expect(sheet).to_have_attribute("tabindex", "-1")
    with dora.expect_request("**/prints/start/") as sent:
        table.press("Enter")
    assert "what=sheets" in sent.value.post_data


def test_the_page_of_prints_is_clean(dora: Page, tournament: Tournament) -> None:
    dora.goto(at(tournament, "prints"))
    assert not faults_of(dora)
    first = tile(dora, "everything").bounding_box()
    assert first["y"] + first["height"] <= 720
