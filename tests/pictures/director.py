"""The director's evening, phase by phase, with a picture of each."""

from playwright.sync_api import Page, expect

from tests.browser.evening.people import ON_PICTURES
from tests.browser.sign_in import sign_in
from tests.pictures.camera import Camera
from tests.pictures.paper import attach
from tests.pictures.story import Story
from tests.pictures.story_time import clock

DESK = "/desk/lodge-24/fall-tarok/"
PUBLIC = "/lodge-24/fall-tarok/"
TYPED = {
    **{"name": "Fall Tarok", "date": "2026-11-20", "place": "SPJST Hall, West"},
    **{"rounds_planned": "3", "minutes_per_round": "60"},
    **{"starts_at": "19:00", "fee": "10"},
}
RIGHT = (131, 54, 124, 91)
WRONG = (131, 45, 124, 91)  # what was typed first
HANDS_SO_FAR = (7, 6, 8, 0, 7, 4, 6, 5, 0, 6)  # two tables write on paper


def take_all(camera: Camera, story: Story) -> None:
    """Every picture of the director's guide, in the order of the evening."""
    clock.set("19 8:10 pm")
    dora, phone, visitor = camera.laptop(), camera.phone(), camera.laptop()
    sign_in(dora, "dora")
    the_day_before(camera, story, dora)
    clock.set("20 6:52 pm")
    sign_in(phone, "karel")
    at_the_door(camera, story, dora)
    door_phone = phone_at(phone, "door/", "Who is it?", "bla he")
    the_draw(camera, story, dora)
    between_the_rounds(camera, story, dora)
    while_they_play(camera, story, dora, visitor)
    board_phone = phone_at(phone, "")
    at_the_bell(camera, story, dora)
    visitor.set_viewport_size({"width": 1200, "height": 860})
    visitor.goto(PUBLIC)
    camera.screen("screenshot", visitor)
    verify_phone = phone_at(phone, "rounds/2/tables/7/")
    camera.strip("director/phone", [door_phone, board_phone, verify_phone])
    something_was_wrong(camera, story, dora)
    before_the_cups(camera, story, dora)
    help_yourself(camera, story, dora)


def phone_at(phone: Page, path: str, label: str = "", typed: str = "") -> bytes:
    phone.goto(f"{DESK}{path}")
    if label:
        phone.get_by_label(label).fill(typed)
        expect(phone.locator("#door-found .door-row").first).to_be_visible()
        phone.evaluate("scrollTo(0, 120)")
    return phone.screenshot()


def the_day_before(camera: Camera, story: Story, dora: Page) -> None:
    dora.goto("/desk/lodge-24/new/")
    for name, typed in TYPED.items():
        dora.locator(f'[name="{name}"]').fill(typed)
    dora.keyboard.press("Tab")
    expect(dora.locator("#tournament-summary")).to_contain_text("$10.00")
    camera.take("director/tournament", dora)
    story.prepare()


def at_the_door(camera: Camera, story: Story, dora: Page) -> None:
    story.arrive(ON_PICTURES[:29])
    story.arrive(ON_PICTURES[29:31], paid=False)
    dora.goto(f"{DESK}door/")
    dora.get_by_label("Who is it?").fill("ho vi")
    expect(dora.locator("#door-found .door-row .name").first).to_contain_text("Victor")
    camera.take("director/door", dora, 780)


def the_draw(camera: Camera, story: Story, dora: Page) -> None:
    clock.set("20 7:08 pm")
    story.all_are_here()
    story.draw()
    dora.goto(f"{DESK}draw/")
    camera.take("director/draw", dora, 760)
    story.publish(1, "20 7:20 pm")
    clock.set("20 8:24 pm")
    story.finish_hands(1, range(1, 11))


def between_the_rounds(camera: Camera, story: Story, dora: Page) -> None:
    """Somebody goes home after the first round, somebody comes late."""
    story.lose_and_gain()
    dora.goto(f"{DESK}draw/change/")
    dora.get_by_role("link", name="Move as few people as possible").click()
    camera.take("director/change", dora, 720)
    dora.get_by_role("button", name="Make these changes").click()
    expect(dora.get_by_role("heading", level=1)).to_have_text("Only these people move")
    dora.goto(DESK)  # it says once that the seats are changed


def while_they_play(camera: Camera, story: Story, dora: Page, visitor: Page) -> None:
    story.publish(2, "20 8:30 pm")
    clock.set("20 9:02 pm")
    story.play(2, HANDS_SO_FAR)
    story.disturb(2)
    dora.goto(DESK)
    camera.take("director/evening", dora, 1240)
    visitor.set_viewport_size({"width": 1280, "height": 720})
    visitor.goto(f"{PUBLIC}screen/?show=seats")
    expect(visitor.locator("#keys")).to_be_hidden()
    camera.screen("director/hall", visitor)


def at_the_bell(camera: Camera, story: Story, dora: Page) -> None:
    """Most sheets are in; on table 4 two digits are swapped."""
    clock.set("20 9:36 pm")
    story.calm()
    story.finish_hands(2, (1, 2, 3, 5))
    for table in (7, 8):
        sheet = story.sheet(2, table)
        story.count(sheet, story.some(sheet))
    wrong = story.sheet(2, 4)
    story.count(wrong, WRONG)
    attach(story, wrong, RIGHT)
    dora.set_viewport_size({"width": 1280, "height": 1140})  # the whole paper
    dora.goto(f"{DESK}rounds/2/tables/4/")
    camera.take("director/sheet", dora, 1078)
    dora.set_viewport_size({"width": 1280, "height": 800})
    dora.goto(f"{DESK}ledger/")
    camera.take("director/ledger", dora, 760)


def something_was_wrong(camera: Camera, story: Story, dora: Page) -> None:
    story.correct(1, 3)
    dora.goto(f"{DESK}rounds/1/tables/3/")
    camera.take("director/correct", dora)
    story.verify(story.sheet(1, 3))


def before_the_cups(camera: Camera, story: Story, dora: Page) -> None:
    clock.set("20 9:44 pm")
    for table in (7, 8):
        story.verify(story.sheet(2, table))
    story.count(story.sheet(2, 4), RIGHT)
    story.verify(story.sheet(2, 4))
    story.finish_hands(2, (6, 9, 10))
    story.publish(3, "20 9:50 pm")
    clock.set("20 10:58 pm")
    story.finish_hands(3, range(1, 11))
    story.share_the_first_place()
    dora.goto(f"{DESK}podium/")
    camera.take("director/podium", dora)
    dora.goto(f"{DESK}prizes/")
    start = dora.get_by_role("heading", name="Prizes based on the current standings")
    camera.take("director/prizes", dora, 330, start=start)


def help_yourself(camera: Camera, story: Story, dora: Page) -> None:
    dora.goto("/desk/lodge-24/players/doubles/")
    dora.get_by_role("link", name="Compare").first.click()
    camera.take("director/twice", dora, 650)
    story.keep_packs()
    clock.set("20 9:52 pm")
    dora.goto(f"{DESK}pack/")
    camera.take("director/pack", dora, 640, width=730)
