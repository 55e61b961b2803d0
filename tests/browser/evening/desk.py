"""What two people do at the desk on an evening, step by step, through its pages."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.evening.papers import ROUNDS, TABLES
from tests.browser.evening.people import IN_LINE, NAMES, NO_SHOW, WALK_IN
from tests.browser.evening.reckoning import Reckoning
from tests.messages import message

DESK = "/desk/lodge-24/fall-tarok/"
PUBLIC = "/lodge-24/fall-tarok/"
NEWS = 5_000  # ms; so often the door's numbers are asked for


# Before the first card


def make_the_tournament(dora: Page) -> None:
    dora.get_by_role("link", name=message("New tournament")).click()
    dora.get_by_label(message("Name"), exact=True).fill("Fall Tarok")
    dora.get_by_label(message("Date"), exact=True).fill("2026-11-20")
    dora.get_by_label(message("Rounds"), exact=True).fill(str(len(ROUNDS)))
    dora.get_by_role("button", name=message("Create tournament")).click()
    expect(
        dora.get_by_text(
            message(
                "{tournament} was created. Now enter the players.",
                tournament="Fall Tarok",
            )
        )
    ).to_be_visible()


def set_the_prizes(dora: Page) -> None:
    dora.goto(f"{DESK}prizes/")
    dora.get_by_label(message("Entry fee")).fill("10")
    dora.get_by_label(re.compile("^Prizes, starting with first place")).fill(
        "50, 30, 20"
    )
    dora.get_by_role("button", name=message("Save prizes")).click()
    expect(dora.get_by_text(message("Prizes saved."))).to_be_visible()


def enter_the_list(dora: Page) -> None:
    dora.goto(f"{DESK}entries/")
    dora.locator("textarea").fill("\n".join(NAMES))
    dora.get_by_role("button", name=message("Review list")).click()
    expect(dora.get_by_text(f"New to the club: {len(NAMES)}")).to_be_visible()
    dora.get_by_role("button", name=message("Enter these people")).click()


def check_in(dora: Page, karel: Page) -> None:
    """Two at the door: a queue by keyboard, one calls off, one walks in, then a crowd."""
    karel.clock.install()
    for page in (dora, karel):
        page.goto(f"{DESK}door/")
    for two in zip(IN_LINE[::2], IN_LINE[1::2], strict=True):
        for page, name in zip((dora, karel), two, strict=True):
            arrive(page, name)
    walk_in(dora, WALK_IN)
    dora.get_by_label(message("Who is it?")).fill(NO_SHOW)
    dora.get_by_role("button", name=re.compile(f"Not coming ?: {NO_SHOW}")).click()
    expect(dora.locator("[data-done]")).to_contain_text(NO_SHOW)
    here = karel.locator("#door-numbers div").filter(has_text="here").locator("dd")
    karel.clock.fast_forward(NEWS)
    # What the other one did comes by itself.
    expect(here.first).to_have_text(str(len(IN_LINE) + 1))
    dora.goto(f"{DESK}entries/")
    dora.get_by_role("button", name=message("Check in everyone expected")).click()
    karel.clock.fast_forward(NEWS)
    expect(here.first).to_have_text(str(len(NAMES)))


def arrive(page: Page, name: str) -> None:
    """Some letters of the family name and of the given one, then Enter."""
    given, family = name.rsplit(" ", 1)
    field = page.get_by_label(message("Who is it?"))
    field.fill(f"{family[:6]} {given[:4]}")
    expect(page.locator("#door-found .door-row .name").first).to_contain_text(name)
    field.press("Enter")
    expect(page.locator("[data-done]")).to_contain_text(name)


def walk_in(dora: Page, name: str) -> None:
    """Nobody has his name yet: entered, here and paid in one press."""
    dora.get_by_label(message("Who is it?")).fill(name)
    dora.get_by_role("button", name=re.compile("Add and check in, fee paid:")).click()
    expect(dora.locator("[data-done]")).to_contain_text(name)


def draw_the_evening(dora: Page) -> None:
    dora.goto(DESK)
    dora.get_by_role("link", name=message("Go to draw")).click()
    dora.get_by_label(
        message("the rest of the event: {n} rounds", n=len(ROUNDS))
    ).check()
    dora.get_by_role("button", name=message("Draw seats")).click()
    expect(
        dora.get_by_text(message("Draft: no one else can see it yet"))
    ).to_be_visible()


def publish(dora: Page, number: int) -> None:
    dora.goto(DESK)
    dora.get_by_role(
        "button", name=message("Publish round {round}", round=number)
    ).first.click()
    expect(
        dora.get_by_text(
            message("Round {number} published. Everyone can see it.", number=number)
        )
    ).to_be_visible()


def find_the_seats(visitor: Page, sums: Reckoning, number: int) -> list[str]:
    """Who sits where, as everybody can read it; gives back who sits out."""
    visitor.goto(f"{PUBLIC}rounds/{number}/")
    for table, card in enumerate(visitor.locator(".table-card").all(), start=1):
        sums.seats[number, table] = names_in(card.locator("ol .name"))
    out = names_in(visitor.get_by_role("region", name="Sitting out").locator(".name"))
    seated = [name for table in TABLES for name in sums.seats[number, table]]
    assert len({*seated, *out}) == len(seated) + len(out)
    sums.sit_out(number, out)
    return out


def names_in(names: Locator) -> list[str]:
    """ "Rose Křenek No. 12 for Karel Čapek": who sits there, without more."""
    found = (" ".join(each.split()) for each in names.all_text_contents())
    return [re.split(r" No\. | for ", each)[0] for each in found]


def make_room(dora: Page) -> None:
    """Whoever came late is seated with the fewest people moved."""
    dora.goto(DESK)
    dora.get_by_role("link", name=message("See seat changes")).first.click()
    expect(dora.locator(".next-line")).to_contain_text("to move")
    dora.get_by_role("button", name=message("Make these changes")).click()
    expect(
        dora.get_by_role("heading", level=1, name=message("Only these people move"))
    ).to_be_visible()


def let_somebody_play_for(dora: Page, leaver: str, stand_in: str) -> None:
    dora.goto(f"{DESK}substitutes/")
    dora.get_by_label(message("Player leaving")).fill(leaver)
    dora.get_by_label(message("Substitute"), exact=True).fill(stand_in)
    dora.get_by_label(message("From round")).first.fill("2")
    dora.get_by_role("button", name=message("Add substitute")).click()
    expect(dora.locator("article h3")).to_contain_text(stand_in)
