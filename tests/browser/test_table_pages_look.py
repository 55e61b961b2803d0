"""Every page of the table in poor light, for big thumbs, on small and old phones."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe, AxeResults
from playwright.sync_api import Page, expect

from scoring.models import Phone
from scoring.phones.views.files import LAST, PAGES
from tests.browser.conftest import OpenPage
from tests.browser.table_pages import Table, another, at_table
from tests.browser.table_stub import size_as_sent
from tests.browser.test_twin import NEWER
from tests.drill.figures import size
from tests.messages import message
from tests.scoring.at_table import hand_of

pytestmark = pytest.mark.django_db(transaction=True)

STATIC = Path(__file__).resolve().parents[2] / "static"
SCRIPTS = [STATIC / name for name in (*PAGES, *LAST)]
STYLES = ("table/table.css", "table/pages.css")
# Of script and style as they are sent, gzipped: closing deals, chips that follow, and
# tables of three to five came to what one game at four needed; then whole sentences in
# place of their pieces, for other languages, and the choice of one.
# Larger letters, a buzz, sharing, chips of one's own; pictures of the paper and the
# evening's figures, which come later.
MOST_BYTES = 35 * 1024 + 512  # with news that come by themselves

# What axe's rule of its own for poor light finds (WCAG 1.4.6), in half of the time of both.
CONTRAST = "color-contrast"
RATIOS = {"normal": {"expected": 7}, "large": {"expected": 4.5}}
# Where a panel is unfolded the rest of the page was looked at before. What is right needs
# no way back, and is long.
RUN_AXE = """(options) =>
  axe.run(document.querySelector("#rare .panel, #rare #panel") ? "#rare" : document, options)
    .then(({ violations }) => ({ violations }))"""
TOO_WIDE = "document.documentElement.scrollWidth - window.innerWidth"
# A link within a sentence is as high as its line (WCAG 2.5.8); all else is 48 px.
SMALL = """() => [...document.querySelectorAll("a, button, input, select, summary")]
  .filter((each) => each.offsetParent && !each.closest("p"))
  .map((each) => [each.textContent.trim() || each.id, each.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 48)
  .map(([text, box]) => `${text}: ${box.width} × ${box.height}`)"""
# Words that stick out of the box that holds them.
CUT = """() => [...document.querySelectorAll("#table *")]
  .filter((each) => each.offsetParent && !each.closest(".out-of-sight, svg"))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth)
  .filter((each) => !/^inline/.test(getComputedStyle(each).display))
  .filter((each) => getComputedStyle(each).textOverflow !== "ellipsis")
  .map((each) => `${each.className || each.tagName}: ${each.textContent.trim()}`)"""
# Words of a button that go on in the next line: "Somebo", "dy".
BROKEN = """() => {
  const split = (node, word, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  };
  const found = [];
  for (const button of document.querySelectorAll(".btn, .choice, .saved, .net, .count-line, h2")) {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of node.data.matchAll(/(?<!\\S)\\p{L}{2,40}(?!\\S)/gu))
        if (split(node, word, index)) found.push(`broken: ${word}`);
  }
  return found;
}"""

# Buttons of what is rare whose words reach the line around them.
TOUCHING = """() => [...document.querySelectorAll(".rare")].filter((button) => {
  const { left, right } = button.getBoundingClientRect();
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const words = document.createRange(), boxes = [];
  while (texts.nextNode()) {
    words.selectNodeContents(texts.currentNode);
    boxes.push(...words.getClientRects());
  }
  return boxes.some((box) => box.left < left + 3 || box.right > right - 3);
}).map((each) => each.textContent)"""
USUAL = (360, 375, 384, 390, 412)  # px that phones are wide

MISFITS = f"""async (letters) => {{
  document.documentElement.style.fontSize = letters;
  await document.fonts.ready;
  const wide = {TOO_WIDE} > 0 ? ["too wide"] : [];
  return wide.concat(...[{CUT}, {BROKEN}, {SMALL}].map((find) => find()));
}}"""

# What lies behind the head or the bar, of four pieces or more.
HIDDEN = """(pieces) => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const all = [...document.querySelectorAll(pieces)].map((each) => [each, each.getBoundingClientRect()]);
  const hidden = all.filter(([, box]) => box.top < 0 || box.bottom > bar.top);
  return all.length < 4 ? ["too few"] : hidden.map(([each]) => each.textContent);
}"""

# Letters of 200 % on the smallest phone; a drill looks at a usual one too.
SIZES = [(320, "36px"), (390, ""), (390, "36px")][: size(1, 3)]
SHORT = [
    {"width": 390, "height": 664},
    {"width": 320, "height": 568},
    {"width": 568, "height": 320},
]
PLACES = [
    "",
    "more",
    "loans",
    "count",
    "phones",
    "seats",
    "call",
    "photo",
    "evening",
    "doubles",
    "stuck",
    "confirm",
    "player/2",
    "hand/FIRST",
    "void/FIRST",
    "nonsense",
]


@pytest.fixture
def busy(open_page: OpenPage) -> Table:
    """A table on which much has happened, on the smallest phone."""
    table = at_table(open_page(320, 640, has_touch=True, is_mobile=True))
    first = table.hand(note="The II lay in the talon")
    table.hand(replaces=first, reason="Typed wrongly", record={"points": 70})
    table.hand(2, record={"povinost": 3, "declarer": 3, "partner": 1})
    another(table, 2, asks=True)
    other = another(table, 4)
    Phone.objects.filter(seat=4).update(writes=True)
    other.tell(
        "hands/", **hand_of(number=2, record={**hand_of()["record"], "points": 80})
    )
    other.tell("loans/", seat=2, chips=20)
    other.tell("calls/", reason="A rules question")
    table.news().says(message("Hand {n} was recorded twice.", n=2))
    return table


def all_places(table: Table) -> Iterator[str]:
    """Each page in turn, drawn."""
    key = (table.page.locator(".hand-row").last.get_attribute("href") or "")[6:]
    for place in PLACES:
        table.go(place.replace("FIRST", key))
        expect(table.page.locator("h1")).to_be_visible()
        if place == "seats":
            expect(table.page.get_by_label(message("Seat 4"))).to_be_visible()
        if place == "count":
            table.button(message("By color")).click()
        yield place


def faults_of(page: Page, *, dark: bool = True) -> list[str]:
    """What axe says of the page's colours in dark, and of all of it in light."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    checks = {CONTRAST: {"options": {"contrastRatio": RATIOS}}}
    schemes = {"dark": {"runOnly": [CONTRAST]}} if dark else {}
    reports = []
    for scheme, wanted in {**schemes, "light": {}}.items():
        page.emulate_media(color_scheme=scheme)
        asked = {"resultTypes": ["violations"], "checks": checks, **wanted}
        result = AxeResults(page.evaluate(RUN_AXE, asked))
        if result.violations_count:
            reports.append(f"{scheme}: {result.generate_report()}")
    return reports


def in_dark(number: int) -> bool:
    """Whether this one of many states is looked at in dark, too: in a drill all are.

    The same words have the same grounds in both (tests/templates/test_contrast.py).
    """
    return number % size(5, 1) == 0


def faults_in(page: Page, number: int) -> list[str]:
    """What axe finds in this one of a form's states, which differ by a panel.

    In the gate of every third; in a drill of all.
    """
    return [] if number % size(3, 1) else faults_of(page, dark=in_dark(number // 3))


def misfits_of(page: Page, sizes: Iterable[tuple[int, str]]) -> list[str]:
    """What is too small for a thumb, and what is cut off: in these sizes, and the smallest."""
    found = []
    for width, letters in [*sizes, (320, "")]:
        page.set_viewport_size({"width": width, "height": 640})
        found += [
            f"{width} {letters}: {each}" for each in page.evaluate(MISFITS, letters)
        ]
    return found


def test_axe_finds_nothing_and_thumbs_have_room(busy: Table) -> None:
    page = busy.page
    found = {
        place: [*faults_of(page, dark=in_dark(n)), *misfits_of(page, SIZES)]
        for n, place in enumerate(all_places(busy))
    }
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


def test_the_pages_are_light() -> None:
    script, style = map(size_as_sent, ((*PAGES, *LAST), STYLES))
    size = script + style
    print(f"\npages of the table: {script:,} bytes of script, {style:,} of style")
    assert size <= MOST_BYTES


def test_old_phones_know_every_word() -> None:
    for path in SCRIPTS:
        source = re.sub(r"//.*|`[^`]*`", "", path.read_text(encoding="utf-8"))
        assert re.findall(NEWER, source) == [], path.name


def test_a_plain_hand_and_its_totals_fit_short_screens(phone: Page) -> None:
    """Where a browser's own bars leave little room, upright, and on its side."""
    table = at_table(phone)
    table.hand()
    table.totals(103, 97, 103, 97).link(message("New hand {n}", n=2)).click()
    page = table.heading(message("Hand {n}", n=2)).page
    for screen in SHORT:
        page.set_viewport_size(screen)
        in_sight(page, ".plain .choice, .key")
    page.set_viewport_size(SHORT[0])
    page.get_by_role("radio").nth(1).click()
    for name in ("6", "1", "Save hand 2"):
        table.button(name).click()
    table.totals(99, 101, 99, 101).pill(message("All saved"))
    for screen in SHORT:
        page.set_viewport_size(screen)
        low = screen["height"] < 600
        in_sight(page, ".seat, li:first-child > .hand-row" if low else ".seat")


def in_sight(page: Page, pieces: str) -> None:
    """Without scrolling, and not behind the bar."""
    hidden = page.evaluate(HIDDEN, pieces)
    assert (hidden, page.evaluate("scrollY")) == ([], 0)
