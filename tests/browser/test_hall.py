"""Desk and hall run by themselves: the board takes in what is new, the clock runs."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import APIResponse, Page, Route, expect

from scoring.core.writes import Actor
from scoring.desk import clocks
from scoring.draw.seats import write_missed
from scoring.models import Clock, Round
from scoring.tournaments.announcements import announce
from tests import builders as build
from tests.browser.conftest import Complaints
from tests.browser.sign_in import sign_in
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)
TEN_SECONDS = 10_500
TONES = """() => {
  const { prototype } = AudioContext;
  const { createOscillator } = prototype;
  window.tones = 0;
  prototype.createOscillator = function () { tones += 1; return createOscillator.call(this); };
}"""
STILL = 0.01  # of layout shift; web.dev calls 0.1 good
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(
  ({ value, sources }) => [value, sources.map(({ node }) => node && node.nodeName)]
))).observe({ type: "layout-shift", buffered: true });"""
GAME = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 59}


@pytest.fixture
def rnd() -> Round:
    """Three tables of an evening at which Anna directs; the clock runs."""
    club = build.club()
    build.member(club, "director", "anna")
    made = build.published_round(build.tournament(club), 3)
    clocks.start(rnd=made, actor=build.command(), key="start", minutes=60)
    return made


def test_the_board_takes_in_what_is_new_and_leaves_the_rest_alone(
    laptop: Page, rnd: Round
) -> None:
    sign_in(laptop, "anna")
    laptop.clock.install()
    laptop.goto("/desk/lodge-24/fall-tarok/")
    figures = laptop.locator(".clock-figures").text_content()
    laptop.get_by_text(message("Change clock")).click()
    laptop.get_by_text(message("Add time for one table")).click()
    laptop.get_by_label(message("Table"), exact=True).fill("2")
    laptop.evaluate("document.getElementById('board-1-2').mark = 'the same one'")
    sheet = rnd.sheets.get(table=1)
    by = Actor.at_table(build.phone(sheet))
    build.recorded(sheet=sheet, by=by, key="hand", record=GAME)
    laptop.clock.run_for(TEN_SECONDS)
    expect(laptop.locator("#board-1-1")).to_contain_text(message("{n} hand", n=1))
    expect(laptop.get_by_label(message("Table"), exact=True)).to_have_value("2")
    expect(laptop.get_by_label(message("Table"), exact=True)).to_be_focused()
    mark = laptop.evaluate("document.getElementById('board-1-2').mark")
    assert mark == "the same one"
    laptop.clock.run_for(TEN_SECONDS)
    expect(laptop.locator(".clock-figures")).not_to_have_text(figures)
    laptop.get_by_role("button", name=message("Add minutes")).click()
    expect(laptop.locator("#board-1-2")).to_contain_text("+5 min")
    expect(laptop.get_by_label(message("Table"), exact=True)).to_be_hidden()
    with laptop.expect_response("**/fall-tarok/?version=*") as answer:
        laptop.clock.run_for(TEN_SECONDS)
    assert answer.value.status == 204  # it asks with what it shows now


def test_what_is_typed_for_the_hall_outlives_another_press(
    laptop: Page, rnd: Round
) -> None:
    announce(tournament=rnd.tournament, actor=build.command(), key="a", text="Soup")
    sign_in(laptop, "anna")
    laptop.goto("/desk/lodge-24/fall-tarok/")
    words = laptop.get_by_label(message("Announcement"), exact=True)
    words.fill("Round 2 at eight")
    laptop.get_by_role("button", name=message("Remove")).click()
    expect(laptop.get_by_role("button", name=message("Remove"))).to_have_count(0)
    expect(words).to_have_value("Round 2 at eight")
    laptop.get_by_role("button", name=message("Post announcement")).click()
    expect(laptop.locator(".announced")).to_contain_text("Round 2 at eight")
    expect(words).to_have_value("")


def test_news_older_than_what_was_pressed_are_dropped(laptop: Page, rnd: Round) -> None:
    late: list[tuple[Route, APIResponse]] = []
    sign_in(laptop, "anna")
    laptop.clock.install()
    laptop.goto("/desk/lodge-24/fall-tarok/")
    sheet = rnd.sheets.get(table=1)
    by = Actor.at_table(build.phone(sheet))
    build.recorded(sheet=sheet, by=by, key="hand", record=GAME)
    laptop.route(
        "**/fall-tarok/?version=*", lambda route: late.append((route, route.fetch()))
    )
    laptop.clock.run_for(TEN_SECONDS)
    while not late:  # in these the clock runs
        laptop.wait_for_timeout(20)
    press = laptop.locator("#clock-press")
    press.click()
    expect(press).to_have_text(message("Continue"))
    [(route, news)] = late
    with laptop.expect_event("requestfinished"):
        route.fulfill(response=news)
    expect(laptop.locator("#board-1-1")).to_contain_text(message("{n} hand", n=1))
    expect(press).to_have_text(message("Continue"))


def test_the_screen_runs_by_itself_until_the_bell(
    laptop: Page, rnd: Round, complaints: Complaints
) -> None:
    laptop.clock.install()
    laptop.goto("/lodge-24/fall-tarok/screen/?seconds=5")
    figures = laptop.locator(".big-figures")
    expect(figures).to_contain_text("59:5")
    laptop.clock.run_for(5_500)
    expect(laptop.locator("h2")).to_have_text(message("Round {n}: your table", n=1))
    laptop.evaluate(TONES)
    sound = laptop.locator("#sound")
    for said in (message("Sound off"), message("Sound on"), message("Sound off")):
        laptop.keyboard.press("s")
        expect(sound).to_have_text(said)
    assert laptop.evaluate("tones") == 2  # one each time it is switched on
    laptop.keyboard.press("ArrowLeft")
    laptop.keyboard.press(" ")
    laptop.clock.run_for(20_000)
    expect(figures).to_be_visible()  # it stopped here
    laptop.keyboard.press(" ")
    laptop.context.set_offline(True)
    laptop.clock.run_for(40_000)
    expect(laptop.locator("#told")).to_contain_text("Not updated since")
    laptop.context.set_offline(False)
    complaints.expect("net::ERR_", "htmx:")
    started = timezone.now() - timedelta(minutes=60)
    Clock.objects.update(started_at=started)
    announce(tournament=rnd.tournament, actor=build.command(), key="a", text="Supper")
    laptop.clock.run_for(TEN_SECONDS)
    expect(laptop.locator("#told")).to_have_text("Supper")
    expect(
        laptop.get_by_text(
            message("The bell rang. Finish this hand. It’s the last one.")
        )
    ).to_be_visible()
    assert laptop.evaluate("tones") == 5
    laptop.keyboard.press(" ")
    laptop.keyboard.press("ArrowRight")  # on its own page it stands once
    expect(laptop.get_by_text("Supper")).to_have_count(1)
    expect(laptop.locator("#scene .announced")).to_have_text("Supper")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_screens_buttons_cover_no_row_and_names_fit(
    laptop: Page, rnd: Round, width: int
) -> None:
    odd = f"=1+1 {'Formula' * 12}"
    for name in ("Bartholomew Novotný", "M. " + "Donaudampfschifffahrt" * 3, odd):
        build.entries(rnd.tournament, 1, name=name)
    write_missed(rnd)
    laptop.set_viewport_size({"width": width, "height": 720})
    laptop.goto("/lodge-24/fall-tarok/screen/?show=seats")
    laptop.mouse.move(100, 100)
    expect(laptop.locator("#keys")).to_be_visible()
    expect(laptop.locator(".lines li").first).to_be_visible()
    lowest = "Math.max(...[...document.querySelectorAll('.lines li')].map(bottom))"
    apart = f"""() => {{
        const bottom = (one) => one.getBoundingClientRect().bottom;
        const keys = document.getElementById("keys").getBoundingClientRect();
        return keys.bottom <= innerHeight && {lowest} <= keys.top;
    }}"""
    laptop.wait_for_function(apart)
    expect(laptop.locator(".out")).to_have_text([message("sits out")] * 3)
    cut = """(names) => names.filter((one) =>
        one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).length"""
    assert laptop.locator(".lines .name").evaluate_all(cut) == 0
    expect(laptop.get_by_text(odd)).to_have_count(1)  # what is no word has no initial


@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080), (390, 844)])
def test_nothing_on_the_screen_jumps(
    laptop: Page, rnd: Round, size: tuple[int, int]
) -> None:
    """Fonts that come, keys that go, pages that turn, news: it is read from afar."""
    laptop.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    laptop.add_init_script(SHIFTS)
    laptop.clock.install()
    laptop.goto("/lodge-24/fall-tarok/screen/?seconds=3")
    expect(laptop.locator(".big-figures")).to_be_visible()
    laptop.clock.run_for(TEN_SECONDS)
    announce(
        tournament=rnd.tournament, actor=build.command(), key="a", text="Soup " * 9
    )
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    heads: set[str] = set()
    for _ in range(12):
        laptop.clock.run_for(3_500)
        laptop.wait_for_timeout(150)  # news come in, and it is drawn
        heads.update(laptop.locator("h2").all_text_contents())
    assert len(heads) == 2  # seats, and the standings of the news
    found = laptop.evaluate("shifts")
    assert sum(value for value, _ in found) < STILL, found


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_finished_evening_begins_with_its_podium(
    laptop: Page, rnd: Round, size: tuple[int, int]
) -> None:
    """Whoever is first stands highest, with a whole name, above whoever shares a place."""
    long = "Bartholomew Maximilian Kovaříček-Schwarzenberger"
    rnd.tournament.entries.filter(number=1).update(name=long)
    for sheet in rnd.sheets.all():
        one = sheet.table == 1
        build.verified_sheet(sheet, (160, 90, 90, 60) if one else (120, 100, 100, 80))
    rnd.tournament.rounds_planned = 1
    rnd.tournament.finished_at = timezone.now()
    rnd.tournament.save()
    laptop.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    laptop.goto("/lodge-24/fall-tarok/screen/?show=standings&seconds=300")
    steps = laptop.locator(".podium .step")
    expect(steps.first).to_be_visible()
    assert steps.all_text_contents()[0] == "1"
    heights = steps.evaluate_all("(steps) => steps.map((step) => step.clientHeight)")
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > heights[-1]
    whole = """() => [...document.querySelectorAll(".podium .name")].every((one) =>
        one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight)"""
    laptop.wait_for_function(whole)
    laptop.keyboard.press("ArrowRight")
    expect(laptop.locator("h2")).to_have_text("Standings: final")
