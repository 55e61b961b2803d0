"""An open file at the desk: refused with the place, looked at, in, and back."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from scoring.exports import card_evening_schema as file
from scoring.exports.card_evening_export import evening_of
from scoring.models import Change, OldList, Tournament
from tests import builders as build
from tests.messages import message
from tests.scoring.exports.random_evenings import evening
from tests.world import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Club:
    return build.club("there", name="Na Zámku")


@pytest.fixture
def director(there: Club) -> Client:
    return client_of(build.member(there, "director"))


@pytest.fixture
def sent(club: Club) -> bytes:
    return file.canonical_bytes(evening_of(evening(club, "spjst", 1), full=True))


def send(director: Client, content: bytes) -> HttpResponse:
    at = reverse("scoring:open-file-new", args=["there"])
    upload = SimpleUploadedFile("evening.json", content, "application/json")
    return director.post(at, {"file": upload})


def at(kept: OldList, name: str = "in") -> str:
    return reverse(f"scoring:open-file-{name}", args=["there", kept.pk])


def test_it_comes_in_and_goes_again(director: Client, there: Club, sent: bytes) -> None:
    build.player(there, "Marie Kubala")
    build.player(there, "Josef Marek Jr.")
    answer = send(director, sent)
    kept = there.old_lists.get()
    assert answer["Location"] == at(kept)
    page = director.get(at(kept)).content.decode()
    assert message("Found here with the same name") in page
    assert "The same person: Josef Marek Jr." in page
    assert director.post(at(kept)).status_code == 200  # nobody said who he is
    assert not there.tournaments.exists()
    director.post(at(kept), {"rest": "1"})
    made = there.tournaments.get()
    page = director.get(at(kept)).content.decode()
    assert made.get_absolute_url() in page
    listed = director.get(reverse("scoring:old-lists", args=["there"]))
    assert at(kept) in listed.content.decode()
    assert director.get(made.get_absolute_url()).status_code == 200
    assert message(
        "This file has already been imported. Nothing was imported again."
    ) in send(director, sent).content.decode() or (
        "already here" in send(director, sent).content.decode()
    )
    director.post(at(kept, "back"))
    assert not there.tournaments.exists()


def test_what_is_wrong_stands_at_its_place(director: Client, sent: bytes) -> None:
    document = json.loads(sent)
    document.pop("digest")
    document["entries"][0]["age"] = 40
    page = send(director, json.dumps(document).encode()).content.decode()
    assert "entries[0].age: The format has no such field" in page
    for content in (b"{", b"", b"PK\x03\x04", sent[:-40]):
        assert send(director, content).status_code == 200
    assert not OldList.objects.exists()


def test_other_totals_are_named_and_may_be_taken(
    director: Client, there: Club, sent: bytes
) -> None:
    document = json.loads(sent)
    document.pop("digest")
    document["standings"][0]["total"] += 7
    send(director, json.dumps(document).encode())
    kept = there.old_lists.get()
    page = director.post(at(kept), {"rest": "1"}).content.decode()
    assert "standings[0].total: the file has" in page
    assert message("Use totals from file") in page
    assert not there.tournaments.exists()
    director.post(at(kept), {"totals": "1"})
    made = there.tournaments.get()
    assert made.old_list == kept
    assert (
        message(
            "This event uses the totals from the file, so it’s listed under past "
            "results."
        )
        in director.get(at(kept)).content.decode()
    )
    director.post(at(kept, "back"))
    assert not there.tournaments.exists()


def test_by_command(club: Club, there: Club, tmp_path: Path, capsys: Any) -> None:
    made = evening(club, "marias", 1)
    path = tmp_path / "evening.json"
    call_command("evening", "export", club.slug, made.slug, str(path))
    call_command("evening", "validate", str(path))
    call_command("evening", "import", "--club", "there", str(path))
    again = tmp_path / "again.json"
    came = Tournament.objects.get(club=there)
    call_command("evening", "export", "there", came.slug, str(again))
    assert again.read_bytes() == path.read_bytes()
    said = capsys.readouterr().out
    assert "This file is valid:" in said
    assert f"Imported as there/{came.slug}." in said
    with pytest.raises(CommandError, match="already here"):
        call_command("evening", "import", "--club", "there", str(path))
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(CommandError, match="damaged"):
        call_command("evening", "validate", str(path))
    with pytest.raises(CommandError, match="No such file"):
        call_command("evening", "validate", str(tmp_path / "none"))


def counted() -> list[int]:
    return [
        m._base_manager.count() for m in (Club, Tournament, OldList, Change, Player)
    ]


def test_validate_says_what_import_would(
    club: Club, there: Club, tmp_path: Path, capsys: Any
) -> None:
    """Both compare all that the file says with what is computed, and keep nothing."""
    made = evening(club, "spjst", 1)
    path = tmp_path / "evening.json"
    for public in ((), ("--public",)):
        call_command("evening", "export", club.slug, made.slug, str(path), *public)
        before = counted()
        call_command("evening", "validate", str(path))
        call_command("evening", "import", "--club", "there", "--dry-run", str(path))
        assert counted() == before
        said = capsys.readouterr().out
        assert "This file is valid:" in said
        assert "would be imported as there/" in said
        assert "Nothing was changed." in said

    call_command("evening", "export", club.slug, made.slug, str(path))
    whole = json.loads(path.read_bytes())
    del whole["digest"]
    for row in whole["standings"]:
        row["total"] += 1
    path.write_text(json.dumps(whole))
    for command in (
        ("validate",),
        ("import", "--club", "there"),
        ("import", "--club", "there", "--dry-run"),
    ):
        with pytest.raises(CommandError) as error:
            call_command("evening", *command, str(path))
        assert str(error.value).count(".total: ") == len(whole["standings"])
        assert counted() == before
    whole["game"] = "whist"
    path.write_text(json.dumps(whole))
    with pytest.raises(CommandError, match="game: "):
        call_command("evening", "validate", str(path))
