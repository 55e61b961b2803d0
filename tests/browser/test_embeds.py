"""A club's tables in frames of a page of another site: shown where allowed, else refused."""

import random
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.models import Club
from scoring.models import Tournament
from tests import builders as build
from tests.browser.conftest import Complaints, OpenPage
from tests.browser.sign_in import sign_in
from tests.browser.test_table_pages_look import faults_of
from tests.messages import message
from tests.scoring.results.test_progression import play, scores

pytestmark = pytest.mark.django_db(transaction=True)
REFUSED = "frame-ancestors"
GROUND = "getComputedStyle(document.body).backgroundColor"
WIDTHS = "[document.documentElement.scrollWidth, window.innerWidth]"
LONG = "Bartholomew von Wallenstein-Hohenlohe-Łęczyński"


@pytest.fixture
def evening() -> Tournament:
    """A round of twelve; one of them has a long name."""
    chance = random.Random(3)
    made = build.tournament(build.look(build.club()), rounds_planned=2)
    people = build.entries(made, 12)
    made.entries.filter(number=2).update(name=LONG)
    play(made, people, [score for _ in range(3) for score in scores(chance)])
    return made


def frames(evening: Tournament) -> dict[str, str]:
    club = evening.club_id
    names = {
        "tournament": [club, evening.file_id],
        "season": [club, evening.season_id],
        "next": [club],
    }
    return {
        name: reverse(f"scoring:{name}-embed", args=of) for name, of in names.items()
    }


class Elsewhere(ThreadingHTTPServer):
    """A server of somebody else, which sends one page: the club's own."""

    html = ""

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    def shows(self, html: str) -> str:
        """It sends this from now on; where it is."""
        self.html = f"<!DOCTYPE html><title>Lodge 24</title>{html}"
        return f"http://{self.host}/"


class Answer(BaseHTTPRequestHandler):
    server: Elsewhere

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(self.server.html.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the test looks at pages."""


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    with Elsewhere(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_the_html_from_the_desk_shows_the_standings_on_the_clubs_page(
    laptop: Page,
    evening: Tournament,
    elsewhere: Elsewhere,
    live_server: LiveServer,
    settings: Any,
) -> None:
    settings.SITE_URL = live_server.url
    owner = build.member(evening.club, "owner")
    sign_in(laptop, owner.username)
    laptop.goto(reverse("clubs:settings", args=[evening.club.slug]))
    laptop.get_by_label(message("Sites that can show your tables")).fill(elsewhere.host)
    laptop.get_by_role("button", name=message("Save website")).click()
    laptop.goto(reverse("scoring:export", args=[evening.club.slug, evening.slug]))
    html = laptop.get_by_label(message("HTML for your website")).input_value()
    there = elsewhere.shows(html)
    laptop.goto(there)
    frame = laptop.frame_locator(f'iframe[title="Standings: {evening.name}"]')
    expect(frame.get_by_role("heading", name=evening.name)).to_be_visible()
    expect(frame.get_by_text(LONG)).to_be_visible()
    with laptop.expect_popup() as opened:
        frame.get_by_role("link", name=message("The whole event")).click()
    opened.value.wait_for_load_state()
    assert opened.value.url == live_server.url + evening.get_absolute_url()
    assert laptop.url == there


def refuses(page: Page, where: str, elsewhere: Elsewhere) -> bool:
    """Whether the browser shows nothing of it there, and says that it was told so."""
    there = elsewhere.shows(f'<iframe src="{where}"></iframe>')
    with page.expect_console_message(lambda said: REFUSED in said.text):
        page.goto(there)
    return page.frames[1].url != where


@pytest.mark.parametrize("hosts", ["", "127.0.0.1", "www.lodge24.org"])
def test_another_sites_page_is_refused(
    hosts: str,
    laptop: Page,
    evening: Tournament,
    elsewhere: Elsewhere,
    complaints: Complaints,
    live_server: LiveServer,
) -> None:
    complaints.expect(REFUSED, "ERR_BLOCKED_BY_RESPONSE")
    Club.objects.update(embed_hosts=hosts)
    for where in frames(evening).values():
        assert refuses(laptop, live_server.url + where, elsewhere)


def test_no_other_page_stands_in_a_frame_where_tables_may(
    laptop: Page,
    evening: Tournament,
    elsewhere: Elsewhere,
    complaints: Complaints,
    live_server: LiveServer,
) -> None:
    complaints.expect(REFUSED, "ERR_BLOCKED_BY_RESPONSE")
    Club.objects.update(embed_hosts=elsewhere.host)
    where = live_server.url + evening.get_absolute_url()
    assert refuses(laptop, where, elsewhere)


def test_frames_are_as_narrow_as_a_margin_light_or_dark_and_have_no_fault(
    open_page: OpenPage, evening: Tournament
) -> None:
    for width in (240, 1280):
        page = open_page(width, 700, javascript=True)
        for where in frames(evening).values():
            page.emulate_media(color_scheme="light")
            page.goto(where)
            wide, window = page.evaluate(WIDTHS)
            assert wide <= window, (where, width)
            light = page.evaluate(GROUND)
            page.emulate_media(color_scheme="dark")
            assert page.evaluate(GROUND) != light
            assert faults_of(page) == [], (where, width)
