"""Headers of every answer, and what the log does not say."""

import logging
import sys

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from config.logs import Formatter
from config.security import POLICY, content_security_policy

pytestmark = pytest.mark.django_db

TOKEN = "k3yOfTheTable_0-9abcDE"


@pytest.mark.parametrize("address", ["/admin/login/", "/no/such/page/at/all/"])
def test_pages_load_nothing_from_elsewhere(address: str, client: Client) -> None:
    headers = client.get(address).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert "unsafe" not in POLICY
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


@pytest.mark.parametrize(
    "address",
    [f"/t/{TOKEN}/", "/t/short/hands/", f"/setup/{TOKEN}/", f"/join/{TOKEN}/"],
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


def test_log_keeps_ordinary_addresses() -> None:
    record = logging.makeLogRecord({"msg": "At /praha/autumn-2026/rounds/2/"})
    assert Formatter().format(record) == "At /praha/autumn-2026/rounds/2/"
