"""Pages that wait for news at nginx, played by the test: told, they look at once."""

import re

from playwright.sync_api import Page, Route, expect

from clubs.models import Role
from scoring.models import Tournament
from scoring.tournaments.announcements import announce
from tests import builders
from tests.browser.sign_in import sign_in
from tests.server.site import HOST, free_port

WAIT = re.compile(r"/news/[0-9a-f,]{32,}$")
SINCE = {"etag": "0", "last-modified": "Wed, 25 Nov 2026 19:00:00 GMT"}


def waiting(page: Page, settings) -> list[Route]:
    """What the page waits with at /news/; nobody takes what the site tells."""
    settings.NEWS = f"http://{HOST}:{free_port()}/publish"
    held: list[Route] = []
    page.route(WAIT, lambda route: held.append(route))
    return held


def evening() -> Tournament:
    return builders.tournament(builders.club(), public=True)


def say_so(tournament: Tournament, text: str) -> None:
    announce(tournament=tournament, actor=builders.command(), key=text, text=text)


def told(page: Page, held: list[Route], mark: str) -> None:
    until_it_waits(page, held, 1)
    held[-1].fulfill(status=200, body=mark, headers=SINCE)


def until_it_waits(page: Page, held: list[Route], times: int) -> None:
    for _ in range(150):
        if len(held) >= times:
            return
        page.wait_for_timeout(100)
    raise AssertionError("it does not wait")


def test_standings_look_at_once_and_wait_again(laptop: Page, settings) -> None:
    held, here = waiting(laptop, settings), evening()
    builders.published_round(here)
    laptop.goto(here.get_absolute_url())
    say_so(here, "Soup is ready")
    with laptop.expect_request(lambda asked: "news=7" in asked.url):
        told(laptop, held, "7")
    expect(laptop.get_by_text("Soup is ready")).to_be_visible()
    until_it_waits(laptop, held, 2)
    assert held[1].request.headers["if-none-match"] == SINCE["etag"]
    assert "cookie" not in held[1].request.headers


def test_the_screen_and_the_desk_look_at_once(
    laptop: Page, phone: Page, settings
) -> None:
    here = evening()
    builders.published_round(here)
    builders.member(here.club, Role.Kind.DIRECTOR, "dora")
    for page in (laptop, phone):
        held = waiting(page, settings)
        if page is laptop:
            page.goto(f"{here.get_absolute_url()}screen/?show=words")
        else:
            sign_in(page, "dora")
            page.goto(f"/desk/{here.club.slug}/{here.slug}/")
        with page.expect_response(lambda answer: is_look(answer.url)):
            told(page, held, "8")


def is_look(url: str) -> bool:
    return "screen/news/" in url or "news=8" in url


def test_a_phone_at_the_table_looks_at_once(phone: Page, settings) -> None:
    held, sheet = waiting(phone, settings), builders.open_sheet(evening())
    with phone.expect_response(lambda answer: "/state/" in answer.url):
        phone.goto(f"/t/{sheet.token}/")
    until_it_waits(phone, held, 1)  # once its later script is there
    assert "," in held[0].request.url
    with phone.expect_response(lambda answer: "/state/" in answer.url, timeout=3_500):
        told(phone, held, "9")
    until_it_waits(phone, held, 2)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    sheet.refresh_from_db()
    told(phone, held, f"10 {sheet.version}")  # what it knows already
    phone.wait_for_timeout(1_000)
    assert not any("/state/" in url for url in asked)
    until_it_waits(phone, held, 3)
    with phone.expect_response(lambda answer: "/state/" in answer.url, timeout=3_500):
        told(phone, held, f"11 {sheet.version + 1}")


def test_where_nobody_waits_with_it_a_page_asks_as_ever(laptop: Page, settings) -> None:
    settings.NEWS = f"http://{HOST}:{free_port()}/publish"
    laptop.route(WAIT, lambda route: route.fulfill(status=200, body="<html>Log in"))
    here = evening()
    laptop.clock.install()
    laptop.goto(here.get_absolute_url())
    for _ in range(3):
        with laptop.expect_request(lambda asked: "?v=" in asked.url):
            laptop.clock.run_for(10_500)
