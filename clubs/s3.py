"""The site's files in an S3 store, for a site of several machines.

Only loaded if the setting FILES names a bucket. The store's address, region and keys
come from the environment, as boto3 knows them (AWS_ENDPOINT_URL_S3, AWS_DEFAULT_REGION,
AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY).

A person waits for every response: a store that is down costs two seconds, and then
isn't asked for five.
"""

import errno
import logging
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, ClassVar

from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection
from django.conf import settings
from django.core.files.base import File
from storages.backends.s3 import S3Storage

from clubs.i18n import message
from clubs.storage import StorageDown, StoredFile, file_of

LOG = logging.getLogger("valat.files")
CONNECTS, ANSWERS = 2, 10  # s, timeouts while a person waits
GLANCE = 1  # s, timeout for a monitor
AWAY = 5.0  # s without a new attempt after a failure
SIGNED = 60  # s that a signed address works
IN_MEMORY = 2 << 20  # bytes of a file in memory; the rest of a larger one is on disk
NO_ANSWER = "does not answer"
REFUSED = {
    400: "does not understand the keys or the region",
    403: "refuses these keys",
    404: "has no such bucket",
}


class PrefixedS3Storage(S3Storage):
    """A part of the bucket, with all names below `location`."""

    is_shared = True
    # Shared by all parts of the bucket and all threads of this process: each connection
    # takes megabytes.
    connections: ClassVar[dict[int, Any]] = {}
    connecting = Lock()
    away_until = 0.0

    def __init__(self, **options: Any) -> None:
        super().__init__(
            querystring_expire=SIGNED,
            file_overwrite=True,
            max_memory_size=IN_MEMORY,
            transfer_config=TransferConfig(use_threads=False),
            client_config=Config(
                connect_timeout=CONNECTS,
                read_timeout=ANSWERS,
                retries={"total_max_attempts": 1},
                signature_version="s3v4",
                s3={"addressing_style": options.pop("addressing", "auto")},
            ),
            **options,
        )

    def put(self, name: str, content: bytes | BinaryIO) -> None:
        with reached(name):
            self.save(name, file_of(content))

    def content(self, name: str) -> bytes:
        with reached(name):
            answer = self._client.get_object(
                Bucket=self.bucket_name, Key=self._key(name)
            )
            content: bytes = answer["Body"].read()
        return content

    def open(self, name: str, mode: str = "rb") -> File:
        """Open a file after fetching all of it, so that no response breaks off."""
        with reached(name):
            file: File = super().open(name, mode)
            file.seek(0)  # this fetches it
        return file

    @contextmanager
    def at_hand(self, name: str) -> Iterator[Path]:
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(
            dir=settings.DATA_DIR, prefix=".fetched-"
        ) as folder:
            path = Path(folder) / Path(name).name
            with reached(name):
                self.bucket.Object(self._key(name)).download_file(
                    str(path), Config=self.transfer_config
                )
            yield path

    def exists(self, name: str) -> bool:
        with reached(name):
            found: bool = super().exists(name)
        return found

    def delete(self, name: str) -> None:
        with reached(name):
            super().delete(name)

    def listing(self, folder: str = "", *, flat: bool = False) -> list[StoredFile]:
        top = f"{self.location.strip('/')}/"
        prefix = f"{top}{folder}/" if folder else top
        with reached(folder):
            return [
                StoredFile(item.key.removeprefix(top), item.size, item.last_modified)
                for item in self.bucket.objects.filter(Prefix=prefix)
                if not flat or "/" not in item.key.removeprefix(prefix)
            ]

    def delete_below(self, folder: str) -> None:
        with reached(folder):
            self.bucket.objects.filter(Prefix=f"{self._key(folder)}/").delete()

    def address(self, name: str, *, kind: str, disposition: str) -> str:
        parameters = {
            "ResponseContentType": kind,
            "ResponseContentDisposition": disposition,
            "ResponseCacheControl": f"private, max-age={SIGNED}",
        }
        with reached(name):
            signed: str = self.url(name, parameters=parameters)
        return signed

    def place(self, name: str) -> str:
        return f"s3://{self.bucket_name}/{self._key(name)}"

    def _key(self, name: str) -> str:
        key: str = self._normalize_name(name)
        return key

    @property
    def connection(self) -> Any:
        with self.connecting:
            key = os.getpid()  # processes can't share connections
            if key not in self.connections:
                self.connections[key] = self._create_session().resource(
                    "s3", config=self.client_config
                )
            return self.connections[key]

    @property
    def bucket(self) -> Any:
        return self.connection.Bucket(self.bucket_name)

    @property
    def _client(self) -> Any:
        return self.connection.meta.client


def trouble_of(bucket: str) -> tuple[bool, str]:
    """Return whether the trouble with a bucket is the setting's fault, and one line."""
    try:
        PrefixedS3Storage(bucket_name=bucket).bucket.meta.client.head_bucket(
            Bucket=bucket
        )
    except ClientError as error:
        status = error.response["ResponseMetadata"]["HTTPStatusCode"]
        return (
            status in REFUSED,
            f"the store {REFUSED.get(status, f'answers {status}')}",
        )
    except (BotoCoreError, ValueError) as error:
        # A timeout can pass. Wrong keys, a wrong region or address need the site admin.
        return not isinstance(
            error, (HTTPClientError, NoConnection)
        ), f"{error}".splitlines()[0]
    finally:
        PrefixedS3Storage.connections.clear()  # the processes open their own
    return False, ""


def check_storage(bucket: str) -> str:
    """Return the reason why the store doesn't respond now; "" if it responds."""
    if time.monotonic() < PrefixedS3Storage.away_until:
        return NO_ANSWER
    try:
        _glancing(os.getpid()).head_bucket(Bucket=bucket)
    except ClientError as error:
        status = error.response["ResponseMetadata"]["HTTPStatusCode"]
        return REFUSED.get(status, f"answers {status}")
    except (BotoCoreError, ValueError):
        return NO_ANSWER
    return ""


@cache
def _glancing(process: int) -> Any:
    """Return a client of this process with a short timeout."""
    part = PrefixedS3Storage()
    moment = Config(connect_timeout=GLANCE, read_timeout=GLANCE)
    config = part.client_config.merge(moment)
    return part._create_session().client("s3", config=config)


@contextmanager
def reached(name: str) -> Iterator[None]:
    """Turn the store's errors into FileNotFoundError or StorageDown."""
    if time.monotonic() < PrefixedS3Storage.away_until:
        raise _storage_down(name)
    try:
        yield
    except ClientError as error:
        status = error.response["ResponseMetadata"]["HTTPStatusCode"]
        if status == 404:
            raise FileNotFoundError(errno.ENOENT, "No such file", name) from None
        LOG.error("The store of files refuses: %s", error)
        raise _storage_down(name) from error
    except (BotoCoreError, Boto3Error) as error:
        LOG.error("The store of files does not answer: %s", type(error).__name__)
        PrefixedS3Storage.away_until = time.monotonic() + AWAY
        raise _storage_down(name) from error


def _storage_down(name: str) -> StorageDown:
    text = message("The site’s file storage is not responding")
    return StorageDown(errno.EHOSTUNREACH, text, name)
