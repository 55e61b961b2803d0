"""Pages are packed, files are not."""

import gzip

import pytest
from django.test import Client

from clubs.models import Role
from tests import builders as build

pytestmark = pytest.mark.django_db
PACKED = {"Accept-Encoding": "gzip, deflate"}


def test_a_page_is_packed_for_whoever_takes_it(client: Client) -> None:
    club = build.club()
    plain = client.get(f"/{club.slug}/")
    packed = client.get(f"/{club.slug}/", headers=PACKED)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert b"SPJST Lodge 24" in gzip.decompress(packed.content)
    assert len(packed.content) < len(plain.content) / 2


def test_a_file_goes_as_it_is(client: Client) -> None:
    tournament = build.tournament(build.club())
    client.force_login(build.member(tournament.club, Role.Kind.DIRECTOR))
    at = f"/desk/lodge-24/{tournament.slug}/export/file/?format=xlsx"
    answer = client.get(at, headers=PACKED)
    assert answer.getvalue()[:2] == b"PK"
    assert "Content-Encoding" not in answer.headers
