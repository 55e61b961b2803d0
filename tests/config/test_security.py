"""Headers of every answer, and what the log does not say."""

import logging
import sys

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse

from config.logging_config import Formatter
from config.security import POLICY, content_security_policy
from tests import builders
from tests.in_turn import in_turn
from tests.world import named_urls

pytestmark = pytest.mark.django_db

TOKEN = "k3yOfTheTable_0-9abcDE"


@pytest.mark.parametrize("address", ["/admin/login/", "/no/such/page/at/all/"])
def test_pages_load_nothing_from_elsewhere(address: str, client: Client) -> None:
    headers = client.get(address).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert "unsafe" not in POLICY
    guards = ("default-src 'self'", "form-action 'self'", "frame-ancestors 'none'")
    assert all(each in POLICY.split("; ") for each in guards)
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_a_view_may_set_a_policy_of_its_own() -> None:
    own = {"Content-Security-Policy": "default-src 'none'"}
    answer = content_security_policy(lambda request: HttpResponse(headers=own))
    assert answer(HttpRequest()).headers["Content-Security-Policy"] == (
        "default-src 'none'"
    )


def test_other_names_are_not_answered(client: Client) -> None:
    assert (
        client.get("/admin/login/", headers={"host": "evil.example"}).status_code == 400
    )


@in_turn(
    "address",
    [
        f"/t/{TOKEN}/",
        "/t/short/hands/",
        f"/setup/{TOKEN}/",
        f"/join/{TOKEN}/",
        "/join/short",
        "/accounts/link/short",
        f"/join/{TOKEN}",
        f"/accounts/link/{TOKEN}",
        "/accounts/confirm/short:1:x/",
        f"/accounts/forgot/1/short-{TOKEN}/",
    ],
)
def test_log_hides_tokens_also_in_tracebacks(address: str) -> None:
    try:
        raise ValueError(f"bad {address}")
    except ValueError:
        record = logging.LogRecord(
            "django.request",
            logging.ERROR,
            __file__,
            1,
            "At %s",
            (address,),
            sys.exc_info(),
        )
    line = Formatter().format(record)
    assert "Traceback" in line
    assert "…" in line
    assert TOKEN not in line
    assert "short" not in line


PARTS_THAT_OPEN = {"token", "code", "key", "uidb36"}
# Where a key opens nothing: everyone can read the page, or it takes a role.
PUBLIC_KEYS = (
    "scoring:api:",
    "scoring:tournament-embed",
    "scoring:print",
    "scoring:season-print",
    "scoring:draw",
    "scoring:club-return",
)


def test_log_hides_the_token_of_every_address_that_has_one() -> None:
    """A new address with a token is hidden, or named above."""
    shown = []
    token = "abcdefghijklmnopqrstuvwxyz0123456789ab"  # the least likely: no capitals
    for name, parts in named_urls():
        if name.startswith(PUBLIC_KEYS):
            continue
        for part in PARTS_THAT_OPEN & {*parts}:
            values = {each: VALUES.get(each, "autumn-2026") for each in parts}
            address = reverse(name, kwargs={**values, part: token})
            line = Formatter().format(logging.makeLogRecord({"msg": f"At {address}"}))
            if token in line:
                shown.append(address)
    assert shown == []


VALUES = {"pk": 1, "number": 1, "table": 1, "phone": 1, "hand": 1, "id": 1}


def test_log_hides_the_code_of_a_sheet() -> None:
    record = logging.makeLogRecord({"msg": "At /t/?code=ABC23&x=1"})
    assert Formatter().format(record) == "At /t/?code=…&x=1"


def test_log_keeps_ordinary_addresses() -> None:
    record = logging.makeLogRecord({"msg": "At /praha/autumn-2026/rounds/2/"})
    assert Formatter().format(record) == "At /praha/autumn-2026/rounds/2/"


@pytest.mark.parametrize(
    "address", ["/t/?code=a%00b", "/t/a%00b/", "/sign-in/?next=%00"]
)
def test_a_nul_in_an_address_is_a_bad_request(address: str, client: Client) -> None:
    assert client.get(address).status_code == 400


def test_a_nul_in_a_cookie_is_a_bad_request(client: Client) -> None:
    headers = {"cookie": 'sessionid="\\000abcdefghij"'}
    assert client.get("/", headers=headers).status_code == 400


def test_no_shared_cache_keeps_what_somebody_signed_in_sees(client: Client) -> None:
    club = builders.club()
    desk = reverse("scoring:desk", args=[club.slug])
    assert "public" in client.get("/").headers["Cache-Control"]
    assert "private" in client.get(desk).headers["Cache-Control"]
    client.force_login(builders.member(club))
    for address in (desk, "/", f"/{club.slug}/"):
        assert "private" in client.get(address).headers["Cache-Control"]


def test_signing_in_changes_the_session_and_the_forms_token(client: Client) -> None:
    builders.user("anna")
    client.get("/sign-in/")
    before = client.cookies["csrftoken"].value
    client.cookies["sessionid"] = "chosenbysomebodyelse00000000000"
    client.post("/sign-in/", {"login": "anna", "password": "anna-password"})
    assert client.cookies["sessionid"].value != "chosenbysomebodyelse00000000000"
    assert client.cookies["csrftoken"].value != before
    assert client.cookies["sessionid"]["httponly"]
    assert client.cookies["sessionid"]["samesite"] == "Lax"


def test_a_form_from_elsewhere_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    builders.user("anna")
    facts = {"login": "anna", "password": "anna-password"}
    assert strict.post("/sign-in/", facts).status_code == 403
