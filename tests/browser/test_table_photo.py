"""The picture of a paper sheet, from the phone at the table to the desk."""

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect

from scoring.models import Photo, Round
from tests.browser.conftest import Complaints
from tests.browser.table_pages import Table, at_table, quiet
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)
TITLE = message("Photo of the paper sheet")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> Path:
    settings.PHOTOS = tmp_path / "photos"
    return settings.PHOTOS


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """As a camera takes it, held upright: more pixels than the desk keeps."""
    made, exif = Image.new("RGB", (3000, 2250), "white"), Image.Exif()
    exif[0x0112] = 6
    path = tmp_path / "IMG_1.jpg"
    made.save(path, "JPEG", exif=exif)
    return path


def take(table: Table, path: Path, label: str = "Take photo") -> None:
    table.page.get_by_label(label, exact=True).set_input_files(path)


def test_a_picture_is_made_smaller_and_sent(
    phone: Page, paper: Path, complaints: Complaints
) -> None:
    sent: list[int] = []

    def weigh(route: Route) -> None:
        sent.append(len(route.request.post_data_buffer or b""))
        route.continue_()

    phone.route("**/photos/", weigh)
    table = at_table(phone)
    table.link(message("More")).click()
    table.link(TITLE).click()
    table.heading(TITLE).says(message("Only the desk sees the photo."))
    camera = phone.get_by_label(message("Take photo"), exact=True)
    assert camera.get_attribute("capture") == "environment"
    take(table, paper)
    table.says(message("The photo has reached the desk.")).pill(message("All saved"))
    photo = Photo.objects.get()
    assert (photo.width, photo.height) == (1500, 2000)  # upright
    assert len(sent) == 1
    take(table, paper, message("Choose a photo"))
    table.says(message("{n} photos have reached the desk.", n=2))


def test_without_a_network_it_is_kept_over_a_reload(
    phone: Page, paper: Path, complaints: Complaints
) -> None:
    quiet(complaints)
    table = at_table(phone)
    table.go("photo").heading(TITLE)
    phone.wait_for_function("navigator.serviceWorker.controller")
    phone.wait_for_function("caches.match(location.pathname)")
    phone.context.set_offline(True)
    take(table, paper)
    table.says(
        message("{n} photo is saved on this phone and will be sent automatically.", n=1)
    )
    table.pill("No connection. Not sent: 1 photo")
    phone.reload()
    table.says("1 photo is saved on this phone").pill(
        "No connection. Not sent: 1 photo"
    )
    assert not Photo.objects.exists()
    phone.context.set_offline(False)
    table.news().pill(message("All saved"))
    assert Photo.objects.count() == 1


def test_hands_do_not_wait_for_a_picture(
    phone: Page, paper: Path, complaints: Complaints
) -> None:
    """On a bad network it takes minutes, and its answer may be lost."""
    held: list[Route] = []
    phone.route("**/photos/", lambda route: held.append(route))
    table = at_table(phone)
    table.go("photo").heading(TITLE)
    take(table, paper)
    table.says("1 photo is saved on this phone")
    table.go("").hand()
    table.play(2).says("Hand 2: ").pill("Not sent yet: 1 photo")
    assert table.sheet.hands.count() == 2
    for route in held:
        route.continue_()
    table.pill(message("All saved"))


def test_what_the_desk_refuses_stays_on_the_phone(
    phone: Page, tmp_path: Path, complaints: Complaints
) -> None:
    complaints.expect("status of 422")
    text = tmp_path / "notes.jpg"
    text.write_text("no picture")
    table = at_table(phone)
    table.go("photo").heading(TITLE)
    take(table, text)
    table.pill("Not accepted: 1 photo")
    table.link(message("The desk didn’t accept a photo. See why")).click()
    table.says(
        message("The photo of the paper sheet"),
        message("This isn’t an image, or it’s damaged. Send a JPEG, PNG or WebP."),
    )
    table.button(message("Discard it")).click()
    table.button(message("Discard it")).click()
    table.pill(message("All saved")).says(message("Nothing is waiting"))


def test_it_is_offered_where_the_count_is_handed_in(phone: Page) -> None:
    table = at_table(phone)
    table.go("count").heading(message("Count the chips"))
    held = phone.get_by_label(message("Chips held"))
    for n, chips in enumerate(("100", "100", "100", "99")):
        held.nth(n).fill(chips)
    phone.locator(".bar button").last.click()
    table.heading(message("Submitted, but it doesn’t add up"))
    table.link(message("Take photo of paper sheet")).click()
    table.heading(TITLE)


def test_a_round_that_is_over_takes_none(phone: Page) -> None:
    table = at_table(phone)
    Round.objects.update(state=Round.State.FINISHED)
    table.sheet.__class__.objects.update(version=99)
    table.news().says(message("Round {number} is finished.", number=1))
    table.go("more")
    expect(table.link(TITLE)).to_have_count(0)
    table.go("photo").heading(message("You can’t enter anything here"))
