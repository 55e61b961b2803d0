"""What browsers and a proxy may keep: pages for everybody, as strangers see them, briefly."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from config.cache_headers import MOMENT_STATUS
from scoring.people import players
from tests import builders
from tests.drill.figures import size
from tests.world import PARTS, Evening, client_of, somebody, undone

pytestmark = pytest.mark.django_db
LONGEST = 60  # s
OF_EVERYBODY = (
    "clubs:home",
    *(name for name in PARTS if name.startswith(("scoring:", "clubs:guide"))),
)
# The same file for whoever asks, under an address that names its content.
BY_CONTENT = frozenset(
    {
        *("scoring:club-emblem", "scoring:club-emblem-small"),
        *("scoring:club-icon", "scoring:club-style"),
    }
)
# Open data is the same for everybody, too, and is known by what it follows from.
OPEN_DATA = frozenset(name for name in PARTS if name.startswith("scoring:api:"))
SAME_FOR_ALL = BY_CONTENT | OPEN_DATA | {"scoring:api-nothing"}
NOBODY_ELSES = ("/desk/", "/t/", "/me/", "/join/", "/accounts/")


@pytest.fixture
def four(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("cs", "Čeština"), ("de", "Deutsch")]


def kept_for(answer: HttpResponse) -> int:
    """Seconds for which somebody else may be shown this answer; 0 for never."""
    how = answer.headers.get("Cache-Control", "")
    if "public" not in how:
        return 0
    return sum(map(int, re.findall(r"(?:max-age|stale-while-revalidate)=(\d+)", how)))


def public(here: Evening) -> Iterator[tuple[str, str]]:
    """The addresses that have a page for everybody, with their names."""
    for name in OF_EVERYBODY:
        address = here.address(name)
        if not address.startswith(NOBODY_ELSES) and name not in SAME_FOR_ALL:
            yield name, address


def asked(client: Client, address: str) -> HttpResponse:
    with undone(client):
        answer = client.get(address)
    for close in answer._resource_closers:  # files; the connection is the test's
        close()
    return answer


@pytest.mark.parametrize("languages", size(["several"], ["one", "several"]))
def test_a_stranger_gets_no_cookie_and_a_page_that_may_be_kept(
    here: Evening, languages: str, request: pytest.FixtureRequest
) -> None:
    if languages == "several":
        request.getfixturevalue("four")
    pages = 0
    for name, address in public(here):
        client = Client()
        answer = asked(client, address)
        if answer.status_code != 200 or name.startswith("scoring:screen"):
            # It says what time it is, or only that there is no page here.
            assert kept_for(answer) <= (answer.status_code in MOMENT_STATUS), name
            continue
        assert not answer.cookies, name
        assert 0 < kept_for(answer) <= LONGEST, name
        assert "Cookie" in answer.headers["Vary"], name
        assert answer.wsgi_request.session.accessed is False, name
        again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b""), name
        assert kept_for(again) == kept_for(answer), name
        pages += 1
    assert pages > 20


@pytest.mark.parametrize(
    "role", size(["operator"], ["outsider", "director", "operator"])
)
def test_what_a_session_was_read_for_is_nobody_elses(
    here: Evening, there: Evening, role: str
) -> None:
    client = client_of(somebody(role, here.club, there.club))
    for name in PARTS.keys() - SAME_FOR_ALL:
        answer = asked(client, here.address(name))
        assert not kept_for(answer), name


@pytest.mark.parametrize("role", ["visitor", "director"])
def test_what_is_the_same_for_all_reads_no_session_and_sets_no_cookie(
    here: Evening, there: Evening, role: str
) -> None:
    client = client_of(somebody(role, here.club, there.club))
    for name in SAME_FOR_ALL:
        answer = asked(client, here.address(name))
        assert answer.wsgi_request.session.accessed is False, name
        assert not answer.cookies, name


def test_open_data_may_be_kept_for_a_moment(here: Evening, client: Client) -> None:
    for name in OPEN_DATA - {"scoring:api:api-root"}:  # which is no answer
        answer = asked(client, here.address(name))
        assert answer.status_code == 200, name
        assert 0 < kept_for(answer) <= LONGEST, name
        known = {"If-None-Match": answer.headers["ETag"]}
        again = client.get(here.address(name), headers=known)
        assert (again.status_code, again.content) == (304, b""), name


def test_a_session_that_is_over_is_none_to_keep_for_either(here: Evening) -> None:
    client = Client()
    client.cookies["sessionid"] = "x" * 32
    for name, address in public(here):
        assert not kept_for(asked(client, address)), name


def test_no_page_of_a_form_or_of_a_token_is_kept(here: Evening) -> None:
    shown = {name for name, _ in public(here)}
    for name in PARTS.keys() - shown - SAME_FOR_ALL:
        assert not kept_for(asked(Client(), here.address(name))), name


def test_a_message_is_for_one_reader(client: Client, here: Evening) -> None:
    client.get(reverse("scoring:code"), {"code": "nothing"})
    answer = client.get(reverse("clubs:home"), {"code": "nothing"})
    assert "errorlist" in answer.content.decode()
    assert not kept_for(answer)


def test_whoever_is_erased_makes_another_page(here: Evening) -> None:
    address = here.address("scoring:tournament")
    before = Client().get(address)
    players.erase(
        player=here.tournament.entries.get(number=1).player, actor=builders.command()
    )
    after = Client().get(address, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200


def test_an_evening_shown_no_more_is_gone(here: Evening) -> None:
    address = here.address("scoring:tournament")
    etag = Client().get(address).headers["ETag"]
    here.tournament.public = False
    here.tournament.save()
    after = Client().get(address, headers={"If-None-Match": etag})
    assert (after.status_code, kept_for(after)) == (404, 1)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/no-such-club/", 404),
        ("/a/b/c/d/e/f/", 404),
        ("/lodge-24/secret-tarok/", 404),
        ("/lodge-24", 301),
        ("/api/v1/clubs/no-such-club/", 404),
    ],
)
def test_that_there_is_no_page_is_kept_for_a_second(
    here: Evening, there: Evening, path: str, status: int
) -> None:
    """A proxy has all who ask wait for one answer, so this one must serve them all."""
    answer = Client().get(path)
    assert (answer.status_code, kept_for(answer)) == (status, 1)
    director = client_of(somebody("director", here.club, there.club))
    if not path.startswith("/api/"):  # where no session is read
        assert not kept_for(director.get(path))


def test_what_nobody_elses_address_leads_to_is_not_kept(here: Evening) -> None:
    for path in ("/desk/lodge-24/", "/open/", "/accounts/code/", "/t/"):
        assert not kept_for(Client().get(path)), path


@pytest.mark.usefixtures("four")
def test_another_language_is_another_page(client: Client) -> None:
    club = builders.club("lodge-50")
    address = reverse("scoring:club", args=[club.slug])
    english = client.get(address)
    Club.objects.update(language="cs")
    czech = client.get(address, headers={"If-None-Match": english.headers["ETag"]})
    assert czech.status_code == 200
    assert {"Accept-Language", "Cookie"} <= set(czech.headers["Vary"].split(", "))


@pytest.mark.usefixtures("four")
def test_a_stranger_chooses_a_language_without_a_token() -> None:
    strict = Client(enforce_csrf_checks=True)
    choice = {"language": "de", "next": "/"}
    answer = strict.post(reverse("clubs:language"), choice)
    assert answer.cookies["language"].value == "de"
    lured = strict.post(
        reverse("clubs:language"), choice, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert (lured.status_code, "language" in lured.cookies) == (403, False)
    strict.force_login(builders.user())
    assert strict.post(reverse("clubs:language"), choice).status_code == 403
