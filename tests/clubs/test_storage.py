"""Stores of files: a folder and a part of an S3 bucket promise the same."""

import os
from unittest.mock import patch

import pytest
from django.core.management.base import CommandError

from clubs.management.commands.serve import look_at_store
from clubs.storage import StorageDown, store, wrong_bucket
from config.storage import origins, stores
from tests.stores import BUCKET, KEYS, away, each_store, in_s3, names

__all__ = ["each_store"]


def test_a_file_comes_whole_or_not_at_all(each_store: str) -> None:
    files = store("prints")
    files.put("a/one.pdf", b"old")
    files.put("a/one.pdf", b"new")
    files.put("a/two.pdf", b"2")
    files.put("ab/three.pdf", b"3")
    assert files.content("a/one.pdf") == b"new"
    assert names("prints") == ["a/one.pdf", "a/two.pdf", "ab/three.pdf"]
    assert [each.name for each in files.listing("a")] == ["a/one.pdf", "a/two.pdf"]
    with files.at_hand("a/two.pdf") as path:
        assert path.read_bytes() == b"2"
    with files.open("a/two.pdf") as file:
        assert file.read() == b"2"
    files.delete_below("a")
    files.delete_below("a")
    files.delete("a/one.pdf")
    assert names("prints") == ["ab/three.pdf"]
    for read in (files.content, files.open):
        with pytest.raises(FileNotFoundError):
            read("a/one.pdf")
    with pytest.raises(FileNotFoundError), files.at_hand("a/one.pdf"):
        pass


def test_pages_may_show_what_the_store_sends() -> None:
    assert origins("valat")[0] == "https://valat.s3.amazonaws.com"
    parts = stores("valat", "site")
    assert parts["packs"]["OPTIONS"] == {
        "bucket_name": "valat",
        "location": "site/packs",
    }
    assert origins("valat")[1] == "https://valat.s3.us-east-1.amazonaws.com"
    with patch.dict(os.environ, {"AWS_ENDPOINT_URL_S3": "http://10.0.0.7:9000/"}):
        assert origins("valat") == ["http://10.0.0.7:9000"]


def test_a_folder_that_is_named_stays_one() -> None:
    with patch.dict(os.environ, {"PHOTOS": "/media/stick", "BACKUPS": "on"}):
        made = stores("valat")
    assert made["photos"]["BACKEND"] == "clubs.storage.Folder"
    assert {made[each]["BACKEND"] for each in ("prints", "backups")} == {
        "clubs.s3.PrefixedS3Storage"
    }


def test_one_that_is_away_is_not_asked_again_at_once() -> None:
    with in_s3(), away():
        with pytest.raises(StorageDown, match="is not responding"):
            store("packs").put("1/x.pdf", b"x")
        with patch("boto3.Session.resource") as opened:
            for act in (store("packs").listing, lambda: store("prints").exists("x")):
                with pytest.raises(StorageDown):
                    act()
        opened.assert_not_called()


def test_a_wrong_bucket_ends_the_start_and_one_that_is_away_does_not(settings) -> None:
    told: list[str] = []
    with in_s3():
        settings.BUCKET = BUCKET
        look_at_store(told.append)
        assert not told
        settings.BUCKET = "another"
        with pytest.raises(
            CommandError, match=r"^the setting FILES .* no such bucket$"
        ):
            look_at_store(told.append)
        settings.BUCKET = BUCKET
        with away():
            look_at_store(told.append)
        assert "is away" in told[0]
        with patch.dict(os.environ, {"AWS_ENDPOINT_URL_S3": "nowhere"}):
            assert wrong_bucket()[0]
    with patch.dict(os.environ, {"AWS_CONFIG_FILE": "/none", "HOME": "/none"}):
        for key in KEYS:
            os.environ.pop(key, None)
        os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
        is_wrong, why = wrong_bucket()
    assert (is_wrong, "credentials" in why) == (True, True)
