"""In which language a table's phone is answered, and that each gets its own files."""

from collections.abc import Iterator

import pytest
from django.conf import settings as site
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.translation import override

from clubs.compile_messages import MADE_UP, make_catalogues
from scoring.models import Sheet
from scoring.phones.views.files import script_of, script_url
from tests.scoring.at_table import Caller, joined, open_sheet

pytestmark = pytest.mark.django_db
BOTH = [("en", "English"), (MADE_UP, "⟦Ěňğľįšĥ⟧")]


@pytest.fixture(autouse=True)
def _offered() -> Iterator[None]:
    with override_settings(LANGUAGES=BOTH):
        make_catalogues()  # what is said once is kept by the process
        yield


@pytest.fixture
def sheet() -> Sheet:
    return open_sheet()


def choose(client: Client, language: str) -> None:
    client.cookies[site.LANGUAGE_COOKIE_NAME] = language


def page_of(sheet: Sheet, client: Client, **headers: str) -> str:
    address = reverse("scoring:table", args=[sheet.token])
    return client.get(address, headers=headers).content.decode()


def of_club(sheet: Sheet, language: str) -> None:
    club = sheet.round.tournament.club
    club.language = language
    club.save()


def test_the_page_speaks_as_the_phone_the_club_or_the_browser_says(
    sheet: Sheet, client: Client
) -> None:
    made_up = f'<html lang="{MADE_UP}">'
    assert '<html lang="en">' in page_of(sheet, client)
    assert made_up in page_of(sheet, client, **{"Accept-Language": MADE_UP})
    of_club(sheet, MADE_UP)
    assert made_up in page_of(sheet, client, **{"Accept-Language": "en"})
    choose(client, "en")
    assert '<html lang="en">' in page_of(sheet, client)


def test_a_session_is_never_asked_for_it(sheet: Sheet, client: Client) -> None:
    client.cookies[site.SESSION_COOKIE_NAME] = "somebody's"
    address = reverse("scoring:table", args=[sheet.token])
    response = client.get(address)
    assert not response.wsgi_request.session.accessed


def test_a_phone_says_its_choice_in_a_header(sheet: Sheet) -> None:
    caller = joined(sheet)
    of_club(sheet, MADE_UP)
    for chosen, language in (("en", "en"), ("xx", MADE_UP), ("", MADE_UP)):
        answer = caller.get(**{"X-Language": chosen})
        assert answer.headers["Content-Language"] == language


def test_what_is_known_in_one_language_is_news_in_another(sheet: Sheet) -> None:
    caller: Caller = joined(sheet)
    first = caller.get()
    known = {"If-None-Match": first["ETag"]}
    assert caller.get(**known).status_code == 304
    other = caller.get(**known, **{"X-Language": MADE_UP})
    assert other.status_code == 200
    # The page came with sentences of the first: it is opened anew.
    assert other.json()["sheet"]["rules"] != first.json()["sheet"]["rules"]


def test_each_language_has_a_script_that_says_whose_it_is(client: Client) -> None:
    english = script_url("spjst")
    with override(MADE_UP):
        made_up = script_url("spjst")
    assert made_up.startswith(f"/t/app.spjst.{MADE_UP}.")
    for url, language in ((english, MADE_UP), (made_up, "en")):
        answer = client.get(url, headers={"Accept-Language": language})
        assert answer.status_code == 200
    old = client.get(f"/t/app.spjst.{MADE_UP}.0123456789abcdef.js")
    assert old.url == made_up


def test_the_heaviest_language_weighs_less_than_100_kb() -> None:
    """Accents are two bytes, and it is 40 % longer."""
    with override(MADE_UP):
        made_up = len(script_of("spjst").encoded("gzip")[1])
    assert made_up < 94_000
