"""Stores of files for tests: `each_store` runs a test on folders and on S3 (moto)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings as site
from django.core.files.storage.handler import StorageHandler

from clubs.storage import store
from config.storage import stores
from scoring.models import Photo

BUCKET = "valat-tests"
KEYS = {
    "AWS_ACCESS_KEY_ID": "nobody",
    "AWS_SECRET_ACCESS_KEY": "nothing",
    "AWS_DEFAULT_REGION": "us-east-1",
}


@contextmanager
def in_s3() -> Iterator[Any]:
    """All files in a bucket that this process plays; gives boto3's client."""
    import boto3  # noqa: PLC0415  (a second that few tests need)
    from moto import mock_aws  # noqa: PLC0415  (as boto3)

    with patch.dict(os.environ, KEYS), mock_aws():
        from clubs.s3 import PrefixedS3Storage, _glancing  # noqa: PLC0415  (as boto3)

        PrefixedS3Storage.connections.clear()
        _glancing.cache_clear()
        PrefixedS3Storage.away_until = 0.0
        client = boto3.client("s3")
        client.create_bucket(Bucket=BUCKET)
        with patch("clubs.storage.storages", StorageHandler(stores(BUCKET, "site"))):
            yield client
        PrefixedS3Storage.connections.clear()


@pytest.fixture(params=["folders", "s3"])
def each_store(
    request: pytest.FixtureRequest, tmp_path: Path, settings
) -> Iterator[str]:
    """Where this test's files lie."""
    settings.DATA_DIR = tmp_path / "data"
    settings.PHOTOS = settings.DATA_DIR / "photos"
    if request.param == "folders":
        yield "folders"
        return
    with in_s3():
        yield "s3"
    assert not settings.PHOTOS.exists()


@contextmanager
def away() -> Iterator[None]:
    """Nobody answers where the files are."""
    from clubs.s3 import PrefixedS3Storage, _glancing  # noqa: PLC0415  (as boto3)

    nobody = {"AWS_ENDPOINT_URL_S3": "http://127.0.0.1:9"}
    usual = dict(PrefixedS3Storage.connections)
    PrefixedS3Storage.connections.clear()
    _glancing.cache_clear()
    with patch.dict(os.environ, nobody):
        yield
    _glancing.cache_clear()
    PrefixedS3Storage.connections.clear()
    PrefixedS3Storage.connections.update(usual)
    PrefixedS3Storage.away_until = 0.0


def path_of(photo: Photo) -> Path:
    """Of a picture that lies in a folder."""
    place: Path = site.PHOTOS / photo.name
    return place


def names(kind: str) -> list[str]:
    """All files of a kind."""
    return [each.name for each in store(kind).listing()]
