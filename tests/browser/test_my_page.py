"""My page on a phone: it follows the round by itself, and opens without a network."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.models import Player
from scoring.models import Tournament
from scoring.signups import personal_links, rsvps
from tests import builders
from tests.browser.conftest import Complaints
from tests.browser.network import no_network
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)
# Until the worker keeps the page and its style; false if that takes too long.
IS_KEPT = """async (path) => {
  await navigator.serviceWorker.ready;
  const end = Date.now() + 20000;
  while (Date.now() < end) {
    const files = await caches.open("valat-me-files-1");
    const page = await caches.match(path, { ignoreVary: true });
    if (page && (await files.keys()).length > 1) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}"""


@pytest.fixture
def event() -> Tournament:
    return builders.tournament(builders.club(), date=timezone.localdate(), asks=True)


def address_of(player: Player) -> str:
    return personal_links.path_of(
        personal_links.give(player=player, actor=builders.command())
    )


def test_the_seat_appears_without_a_reload(phone: Page, event: Tournament) -> None:
    entry = builders.entries(event, 4)[0]
    phone.goto(address_of(entry.player))
    expect(phone.get_by_text(message("Tonight"), exact=True)).to_have_count(0)
    builders.published_round(event, 1)
    phone.evaluate("htmx.trigger('#tonight', 'look-now')")
    expect(phone.get_by_text("Round 1: table 1, seat")).to_be_visible()


def test_it_opens_without_a_network(
    phone: Page, event: Tournament, complaints: Complaints
) -> None:
    complaints.expect("net::ERR_")
    marie = builders.player(event.club, "Marie Kubala")
    rsvps.set_going(tournament=event, player=marie, actor=builders.command())
    path = address_of(marie)
    phone.goto(path)
    assert phone.evaluate(IS_KEPT, path)
    note = phone.locator("[data-offline]")
    expect(note).to_be_hidden()
    with no_network(phone):
        phone.reload()
        expect(phone.get_by_role("heading", name=event.name)).to_be_visible()
        expect(note).to_be_visible()


def test_a_closed_link_takes_its_copy_along(
    phone: Page, event: Tournament, complaints: Complaints
) -> None:
    complaints.expect("404")
    marie = builders.player(event.club, "Marie Kubala")
    path = address_of(marie)
    phone.goto(path)
    assert phone.evaluate(IS_KEPT, path)
    personal_links.close(player=marie, actor=builders.command())
    answer = phone.goto(path)
    assert answer is not None
    assert answer.status == 404
    assert phone.evaluate("async (path) => !(await caches.match(path))", path)
