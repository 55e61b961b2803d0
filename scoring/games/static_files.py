"""Static files that games have in their own folders."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import get_files
from django.core.files.storage import FileSystemStorage

from scoring.games import static_folders


class FilesOfGames(BaseFinder):
    """A finder that looks in games' folders, so that settings need not list them."""

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: Any = False) -> Any:
        """Return one path, or all with `find_all`; an empty list if there are none."""
        paths = [storage.path(path) for storage in _storages() if storage.exists(path)]
        return paths if find_all or not paths else paths[0]

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        for storage in _storages():
            for path in get_files(storage, list(ignore_patterns or ())):
                yield path, storage


def _storages() -> Iterator[FileSystemStorage]:
    for folder in static_folders():
        if folder.exists():
            yield FileSystemStorage(location=folder)
