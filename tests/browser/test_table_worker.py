"""The service worker of the table page: what it keeps, and what it must not."""

import pytest
from django.http import HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Sheet
from scoring.phones.views import files as table_files
from scoring.phones.views import page as table_page
from tests import builders
from tests.browser.conftest import PATIENCE, Complaints
from tests.browser.network import no_network
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      kept.push(new URL(url).pathname);
    }
  }
  return kept.sort();
}"""
# Until the browser keeps something, or no longer; false if that takes too long.
UNTIL = """async ([path, wanted, needs, patience]) => {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const kept = await caches.match(path, { ignoreVary: true });
    const isIt = kept && (!needs || kept.headers.get("X-Valat-Needs").includes(needs));
    if (Boolean(isIt) === wanted) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}"""
# What a browser says when there is no network; the page itself says it in words.
NO_NETWORK = ("net::ERR_", "Failed to fetch", "404", "410")


@pytest.fixture
def sheets(transactional_db: None) -> list[Sheet]:
    tournament = builders.tournament(builders.club())
    return list(builders.published_round(tournament, 2).sheets.all())


@pytest.fixture
def at(sheets: list[Sheet]) -> str:
    return address_of(sheets[0])


def address_of(sheet: Sheet) -> str:
    return reverse("scoring:table", args=[sheet.token])


def keeps(phone: Page, path: str, wanted: bool = True, needs: str = "") -> bool:
    """What is at this address; of a page, the one that needs this file."""
    return phone.evaluate(UNTIL, [path, wanted, needs, PATIENCE])


def opened(phone: Page, at: str) -> None:
    """Open a table's page and wait until it would open again without a network."""
    phone.goto(at)
    assert keeps(phone, at)


def offline(phone: Page, complaints: Complaints) -> None:
    """Without a network, which the browser may complain of."""
    with no_network(phone):
        phone.reload()
        expect(phone.get_by_text("Marie Kubala").first).to_be_visible()
    complaints.expect(*NO_NETWORK)


def test_a_page_that_was_opened_once_opens_without_a_network(
    phone: Page, at: str, complaints: Complaints
) -> None:
    opened(phone, at)
    offline(phone, complaints)
    assert complaints == []


def test_a_page_is_kept_with_all_it_needs_and_nothing_else(
    phone: Page, sheets: list[Sheet], at: str
) -> None:
    opened(phone, at)
    files = [table_files.script_url("spjst"), table_files.style_url("spjst")]
    files += [
        table_files.later_url("spjst"),
        *table_files.font_urls(),
        static(table_page.ICON),
    ]
    assert phone.evaluate(KEPT) == sorted([at, *files])
    other = address_of(sheets[1])
    opened(phone, other)
    assert phone.evaluate(KEPT) == sorted([at, other, *files])


def test_a_login_page_takes_no_pages_place(
    phone: Page, at: str, complaints: Complaints, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(phone, at)
    asked = []

    def login(response: HttpResponse) -> HttpResponse:
        asked.append(response)
        return HttpResponse("<h1>Hall wifi: accept our terms</h1>")

    with monkeypatch.context() as patch:
        patch.setattr(table_page, "hide_address", login)
        phone.reload()
        expect(phone.get_by_text("Marie Kubala").first).to_be_visible()
        while not asked:  # behind the page that came from the phone
            phone.wait_for_timeout(50)
    offline(phone, complaints)


def test_a_page_that_the_server_does_not_have_is_not_kept(
    phone: Page, at: str, complaints: Complaints
) -> None:
    opened(phone, at)
    nowhere = reverse("scoring:table", args=["x" * 22])
    phone.goto(nowhere)
    expect(phone.get_by_text(message("This page doesn’t exist"))).to_be_visible()
    phone.goto(at)
    assert keeps(phone, nowhere, wanted=False)
    complaints.expect(*NO_NETWORK)


def test_a_new_version_of_the_site_takes_the_old_ones_place(
    phone: Page, at: str, complaints: Complaints, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(phone, at)
    old = table_files.style_url("spjst")
    monkeypatch.setattr(table_files, "STYLES", (*table_files.STYLES, "css/print.css"))
    new = table_files.style_url("spjst")
    assert new != old
    phone.reload()
    assert keeps(phone, at, needs=new)
    phone.reload()  # what was open until now still had the old ones kept
    assert keeps(phone, old, wanted=False)
    offline(phone, complaints)
    link = phone.locator("link[rel=stylesheet]").first
    expect(link).to_have_attribute("href", new)


def test_a_kept_page_comes_at_once_and_the_news_behind_it(
    phone: Page, at: str, sheets: list[Sheet]
) -> None:
    opened(phone, at)
    entry = sheets[0].seats.get(position=1).entry
    entry.name = "Maria Kubalova"
    entry.save()
    Sheet.objects.update(version=99)
    phone.reload()
    expect(phone.get_by_text("Maria Kubalova").first).to_be_visible()
