"""Every page in the made-up language: whatever is still plain English is not translated."""

from collections.abc import Iterator

import pytest
from django.conf import settings as site
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.utils import timezone, translation

from clubs.selectors.troubles import Trouble
from clubs.services.languages import MADE_UP, make_catalogues
from tests.made_up import untranslated, visible
from tests.test_permissions import DOORS
from tests.world import Evening, client_of, somebody, undone

pytestmark = pytest.mark.django_db
BOTH = [("en", "English"), (MADE_UP, "⟦Ěňğľįšĥ⟧")]
# What no address leads to: errors, and what is sent by mail.
TEMPLATES = site.BASE_DIR / "templates"
SENT = sorted(
    path.relative_to(TEMPLATES).as_posix()
    for pattern in ("4*.html", "500.html", "trouble.html", "*/email/*", "*/messages/*")
    for path in TEMPLATES.glob(pattern)
)
READ = [name for name, door in DOORS.items() if door.get == 200]
FILLED_IN = [name for name, door in DOORS.items() if door.post == 200]


@pytest.fixture(scope="module", autouse=True)
def _offered() -> Iterator[None]:
    with override_settings(LANGUAGES=BOTH):
        make_catalogues()
        yield


@pytest.fixture
def reader(here: Evening, there: Evening) -> Client:
    client = client_of(somebody("operator", here.club, there.club))
    client.cookies[site.LANGUAGE_COOKIE_NAME] = MADE_UP
    return client


def left_in(answer: HttpResponse) -> str:
    return "\n".join(untranslated(visible(answer.content.decode())))


@pytest.mark.parametrize("name", READ)
def test_no_page_has_a_sentence_left(name: str, reader: Client, here: Evening) -> None:
    answer = reader.get(here.address(name))
    if answer.streaming:
        answer.getvalue()  # a file, read to its end and so closed
    elif answer.headers["Content-Type"].startswith("text/html"):
        assert left_in(answer) == ""


@pytest.mark.parametrize("name", FILLED_IN)
def test_no_refusal_has_a_sentence_left(
    name: str, reader: Client, here: Evening
) -> None:
    with undone(reader):
        answer = reader.post(here.address(name))
    assert left_in(answer) == ""


@pytest.mark.parametrize("name", SENT)
def test_no_error_and_no_mail_has_a_sentence_left(
    name: str, reader: Client, here: Evening
) -> None:
    address = "https://example.org/"
    facts = {
        **{"user": here.club.roles.first().user, "club": here.club},
        **{"timestamp": timezone.now(), "ip": "127.0.0.1", "trouble": Trouble.FULL},
        **dict.fromkeys(("email", "to_email", "from_email"), "marie@example.org"),
        **dict.fromkeys(("deleted_email", "activate_url"), address),
        "password_reset_url": address,
    }
    with translation.override(MADE_UP):
        text = render_to_string(name, facts)
    assert "\n".join(untranslated(visible(text))) == ""
    assert "⟦" in text
