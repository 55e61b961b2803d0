"""Taking a club along as a file, and bringing it back, in the pages."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Role
from scoring.backups import club_uploads
from scoring.backups.club_rows import erase_rows
from scoring.models import Change
from tests import builders as build
from tests.log_texts import log_text
from tests.messages import message
from tests.stores import away, each_store, in_s3, names

__all__ = ["each_store"]
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
    assert message("Make and download file") in owner.get(page(club)).content.decode()
    answer = owner.post(reverse("scoring:club-file-make", args=[club.slug]))
    assert answer["Content-Disposition"].startswith('attachment; filename="lodge-24-')
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert log_text("club.exported") in Change.objects.latest("pk").text
    assert not [*tmp_path.glob(".backup-*")]

    operator = signed_in(build.user("root", is_superuser=True))
    erase_rows(club)
    look = sent(operator, content)
    html = operator.get(look).content.decode()
    assert ". This site also has" in html
    wrong = {"slug": "lodge-24", "account-0": "x", **field(html, "nobody")}
    assert message(
        "There’s no account “{typed}” on this site.", typed="nobody"
    ) in text(operator, look, wrong)
    assert not Club.objects.exists()
    done = operator.post(look, {"slug": "lodge-24", **field(html, "Anna")})
    assert done["Location"] == reverse("scoring:desk", args=["lodge-24"])
    assert Role.objects.get().user.username == "anna"
    assert operator.get(look).status_code == 404
    assert names("returns") == []
    again = sent(operator, content)
    html = operator.get(again).content.decode()
    assert "already has a club at the address /lodge-24/" in html
    refused = text(operator, again, {"slug": "lodge-24"})
    assert "already has a club at the address lodge-24." in refused


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


def test_another_machine_finds_what_was_sent(
    each_store: str, settings: Any, tmp_path: Path
) -> None:
    """Of two with folders of their own, where they have a store; a day later it is gone."""
    settings.DATA_DIR.mkdir(exist_ok=True)
    club = build.club()
    owner = signed_in(build.member(club, Role.Kind.OWNER, "anna"))
    answer = owner.post(reverse("scoring:club-file-make", args=[club.slug]))
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    erase_rows(club)
    operator = signed_in(build.user("root", is_superuser=True))
    look = sent(operator, content)
    sent(operator, content)
    settings.DATA_DIR = tmp_path / "One file has everything on"
    if each_store == "folders":
        assert operator.get(look).status_code == 404
        return
    assert operator.get(look).status_code == 200
    assert operator.post(look, {"slug": "lodge-24"}).status_code == 302
    assert Club.objects.get().slug == "lodge-24"
    [left] = names("returns")
    club_uploads.clear_old()
    assert names("returns") == [left]
    with patch.object(club_uploads, "KEPT_SECONDS", -10):
        club_uploads.clear_old()
    assert names("returns") == []


def test_a_store_that_is_away_keeps_no_file_and_says_so() -> None:
    club = build.club()
    owner = signed_in(build.member(club, Role.Kind.OWNER, "anna"))
    answer = owner.post(reverse("scoring:club-file-make", args=[club.slug]))
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    operator = signed_in(build.user("root", is_superuser=True))
    operator.raise_request_exception = False
    with in_s3():
        look = sent(operator, content)
        with away():
            file = {"file": SimpleUploadedFile("club.zip", content)}
            told = operator.post(reverse("scoring:club-return"), file)
            assert told.status_code == 200
            assert "The file couldn’t be saved: " in told.content.decode()
            assert operator.get(look).status_code == 503
        assert len(names("returns")) == 1
        assert operator.get(look).status_code == 200


def test_what_is_no_club_s_file_is_refused_in_words(tmp_path: Path) -> None:
    operator = signed_in(build.user("root", is_superuser=True))
    address = reverse("scoring:club-return")
    assert message("Choose a file first.") in text(operator, address, {})
    file: Any = {"file": SimpleUploadedFile("club.zip", b"nothing")}
    html = text(operator, address, file)
    assert "This isn’t a Valat backup, or it’s damaged." in html
    assert str(tmp_path) not in html
    assert names("returns") == []
