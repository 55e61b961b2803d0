"""The pages of whoever keeps the score, on his phone."""

from playwright.sync_api import expect

from tests import builders as build
from tests.browser.test_table_pages_count import chips
from tests.browser.test_table_round import Scorekeeper, first_hand, may_reopen
from tests.pictures.camera import Camera
from tests.pictures.story import Story
from tests.pictures.story_time import clock

HELD = (103, 75, 117, 96)  # nine are missing: Karel has 105
TOP = "scrollTo(0, 0)"


def take_all(camera: Camera, story: Story) -> None:
    """Every picture of docs/scorekeeper.md, at a table of a club night."""
    clock.set("20 7:25 pm")
    night = build.tournament(story.club, name="Club night", hands_per_round=8)
    keeper = Scorekeeper(camera.phone(), build.open_sheet(night))
    keeper.open()
    sat_down(camera, keeper)
    a_hand(camera, keeper)
    later(camera, keeper)
    at_the_bell(camera, keeper)


def shot(keeper: Scorekeeper) -> bytes:
    keeper.page.wait_for_timeout(300)  # nothing is being drawn any more
    return keeper.page.screenshot()


def sat_down(camera: Camera, keeper: Scorekeeper) -> None:
    expect(keeper.button("Marie Kubala")).to_be_visible()
    shots = [shot(keeper)]
    keeper.tap("Marie Kubala")
    expect(keeper.button("Yes, seats are correct")).to_be_visible()
    shots.append(shot(keeper))
    keeper.tap("Yes, seats are correct")
    may_reopen(keeper.page)
    keeper.begin(1)
    camera.strip("scorekeeper/open", [*shots, shot(keeper)])
    keeper.go("")
    first_hand(keeper)


def a_hand(camera: Camera, keeper: Scorekeeper) -> None:
    """Josef with Karel: Kontra, Kings, and a Pagat that the others called."""
    keeper.begin(2).tap("Karel", "4", "7", "Kontra")
    keeper.page.evaluate(TOP)
    shots = [shot(keeper)]
    keeper.tap("Values").tap("Karel", "Kings", within="#panel-values")
    keeper.tap("Pagat").tap("Marie & Anna", within="#panel-pagat")
    keeper.tap("Announced", "Made in the last trick", "Review hand 2")
    keeper.heading("Hand 2: is this right?").page.evaluate(TOP)
    shots.append(shot(keeper))
    keeper.tap("Save hand 2").pill("All saved")
    camera.strip("scorekeeper/hand", [*shots, shot(keeper)])


def later(camera: Camera, keeper: Scorekeeper) -> None:
    keeper.row(2).click()
    keeper.heading("Hand 2")
    why = shot(keeper)
    keeper.go("").page.context.set_offline(True)
    keeper.begin(3).tap("Karel", "8", "0", "Save hand 3")
    keeper.pill("No connection. Not sent: 1 hand")
    camera.strip("scorekeeper/later", [why, shot(keeper)])
    keeper.page.context.set_offline(False)
    keeper.news().pill("All saved")


def at_the_bell(camera: Camera, keeper: Scorekeeper) -> None:
    keeper.go("count").heading("Count the chips")
    for field, number in zip(chips(keeper).all(), HELD, strict=True):
        field.fill(str(number))
    counted = shot(keeper)
    chips(keeper).last.fill("105")
    keeper.page.locator(".bar .btn-main").click()
    keeper.heading("Have a second person confirm")
    camera.strip("scorekeeper/bell", [counted, shot(keeper)])
