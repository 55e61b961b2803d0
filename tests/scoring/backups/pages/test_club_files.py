"""Taking a club along as a file, and bringing it back, in the pages."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Role
from scoring.backups.of_club import erase_rows
from scoring.models import Change
from tests import builders as build

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _places(settings: Any, tmp_path: Path) -> None:
    settings.PHOTOS = tmp_path / "photos"
    settings.DATA_DIR = tmp_path


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_an_owner_takes_it_along_and_the_operator_brings_it_back(
    tmp_path: Path,
) -> None:
    club = build.club()
    build.verified_sheet(build.open_sheet(build.tournament(club)))
    owner = signed_in(build.member(club, Role.Kind.OWNER, "anna"))
    assert "Make the file" in owner.get(page(club)).content.decode()
    answer = owner.post(reverse("scoring:club-file-make", args=[club.slug]))
    assert answer["Content-Disposition"].startswith('attachment; filename="lodge-24-')
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert "took the club along" in Change.objects.latest("pk").text
    assert not [*tmp_path.glob(".backup-*")]

    operator = signed_in(build.user("root", is_superuser=True))
    erase_rows(club)
    look = sent(operator, content)
    html = operator.get(look).content.decode()
    assert "Here is an account of that username, too" in html
    wrong = {"slug": "lodge-24", "account-0": "x", **field(html, "nobody")}
    assert "There is no account “nobody” here." in text(operator, look, wrong)
    assert not Club.objects.exists()
    done = operator.post(look, {"slug": "lodge-24", **field(html, "Anna")})
    assert done["Location"] == reverse("scoring:desk", args=["lodge-24"])
    assert Role.objects.get().user.username == "anna"
    assert operator.get(look).status_code == 404
    assert not [*(tmp_path / "returns").iterdir()]
    again = sent(operator, content)
    html = operator.get(again).content.decode()
    assert "There is a club at the address /lodge-24/ here" in html
    refused = text(operator, again, {"slug": "lodge-24"})
    assert "There is a club at the address lodge-24 here." in refused


def page(club: Club) -> str:
    return reverse("scoring:club-file", args=[club.slug])


def sent(client: Client, content: bytes) -> str:
    file = SimpleUploadedFile("club.zip", content)
    answer = client.post(reverse("scoring:club-return"), {"file": file})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def field(html: str, value: str) -> dict[str, str]:
    name = "account-" + html.partition('name="account-')[2].partition('"')[0]
    return {name: value}


def text(client: Client, address: str, data: dict[str, str]) -> str:
    return client.post(address, data).content.decode()


def test_what_is_no_club_s_file_is_refused_in_words(tmp_path: Path) -> None:
    operator = signed_in(build.user("root", is_superuser=True))
    address = reverse("scoring:club-return")
    assert "Choose a file first." in text(operator, address, {})
    file: Any = {"file": SimpleUploadedFile("club.zip", b"nothing")}
    html = text(operator, address, file)
    assert "This is no backup of Valat, or it is damaged." in html
    assert str(tmp_path) not in html
    assert not [*(tmp_path / "returns").iterdir()]
