"""The operator's backups: one to take away, and those that the site made by itself."""

import io
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from clubs.models import Club, Role
from scoring.backups import retention
from tests.messages import message
from tests.world import client_of, somebody

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "valat-2026-11-20-194500.zip"


@pytest.fixture
def operator(club: Club) -> Client:
    return client_of(somebody("operator", club, club))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the site keeps one that it made."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(settings, "BACKUPS", tmp_path / "backups")
    settings.BACKUPS.mkdir()
    (settings.BACKUPS / NAME).write_bytes(b"kept")
    (settings.BACKUPS / "secret-key").write_bytes(b"x")
    return tmp_path / "backups"


def content(answer: object) -> bytes:
    return b"".join(answer.streaming_content)


def test_the_button_sends_a_backup_that_can_be_restored(
    operator: Client, folder: Path, tmp_path: Path
) -> None:
    answer = operator.post("/backups/make/")
    assert answer.headers["Content-Type"] == "application/zip"
    assert "no-store" in answer.headers["Cache-Control"]
    attached = answer.headers["Content-Disposition"]
    assert attached.startswith('attachment; filename="valat-')
    path = tmp_path / "sent.zip"
    path.write_bytes(content(answer))
    assert "manifest.json" in ZipFile(path).namelist()
    assert {each.name for each in tmp_path.iterdir()} == {"backups", "sent.zip"}

    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", str(path), stdout=io.StringIO())
    assert Club.objects.get().slug == "lodge-24"


def test_it_needs_no_folder_of_its_own(
    operator: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BACKUPS", None)
    assert content(operator.post("/backups/make/")).startswith(b"PK")
    assert b"Automatic backups are off (BACKUPS)" in operator.get("/backups/").content


def test_what_went_wrong_is_said(
    operator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", Path("/nowhere"))
    answer = operator.post("/backups/make/", follow=True)
    assert answer.redirect_chain == [("/backups/", 302)]
    assert "Backup failed: " in answer.content.decode()
    assert "No such file or directory" in answer.content.decode()


def test_those_that_are_kept_are_listed_and_sent(
    operator: Client, folder: Path
) -> None:
    page = operator.get("/backups/").content.decode()
    assert f'href="/backups/{NAME}"' in page
    assert str(folder) in page
    assert "secret-key" not in page
    assert content(operator.get(f"/backups/{NAME}")) == b"kept"


@pytest.mark.parametrize(
    "name", ["secret-key", "valat-2026-11-20-194501.zip", "..%2Fsecret-key", "..", ""]
)
def test_nothing_else_is_sent(operator: Client, folder: Path, name: str) -> None:
    answer = operator.get(f"/backups/{name or 'valat-.zip'}")
    assert answer.status_code == 404


@pytest.mark.parametrize("role", ["visitor", Role.Kind.OWNER])
def test_nobody_else_gets_one(folder: Path, club: Club, role: str) -> None:
    """Not an owner either: accounts of other clubs are in it."""
    client = client_of(somebody(role, club, club))
    for answer in (
        client.get("/backups/"),
        client.get(f"/backups/{NAME}"),
        client.post("/backups/make/"),
    ):
        assert answer.status_code == (302 if role == "visitor" else 404)
    assert [each.name for each in retention.stored_backups()] == [NAME]


def test_only_the_operator_is_shown_the_way(operator: Client, club: Club) -> None:
    owner = client_of(somebody("owner", club, club))
    for page in ("/", f"/desk/{club.slug}/settings/"):
        assert 'href="/backups/"' in operator.get(page).content.decode()
        assert 'href="/backups/"' not in owner.get(page).content.decode()


def test_a_site_without_backups_yet_says_when_the_first_is_made(
    operator: Client, folder: Path
) -> None:
    (folder / NAME).unlink()
    page = operator.get("/backups/").content.decode()
    assert message("The first backup is made when a round is published.") in page


def test_no_club_takes_the_address(operator: Client) -> None:
    with pytest.raises(Exception, match="The site itself uses the address “"):
        Club(name="x", slug="backups").full_clean()
