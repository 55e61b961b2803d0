"""The style sheet of all pages except the table's and the hall's, joined from parts.

One file is faster: a page waits for each of its style sheets before displaying
anything.
"""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

NAME = "css/site.css"
# In this order. Parts that link to other files are in the same folder as the whole.
PARTS = (
    "vendor/bootstrap/bootstrap.css",
    "css/tokens.css",
    "css/valat.css",
    "css/drawings.css",
)
COMMENT = re.compile(r"/\*(?!!).*?\*/\s*", re.DOTALL)  # except licenses
# Licenses and strings stay unchanged; other needless whitespace is removed.
SPACE = re.compile(r"""(/\*!.*?\*/|"[^"]*"|'[^']*')|\s*([{},;])\s*|\s+""", re.DOTALL)


class JoinedStyle(BaseFinder):
    """A finder for the joined style sheet, made again whenever a part has changed."""

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: Any = False) -> Any:
        paths = [str(_update_folder() / NAME)] if path == NAME else []
        return paths if find_all or not paths else paths[0]

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        if not matches_patterns(NAME, list(ignore_patterns or ())):
            yield NAME, FileSystemStorage(location=_update_folder())


def joined() -> str:
    """Return all parts as one text, without comments and needless space."""
    static = settings.BASE_DIR / "static"
    texts = [(static / part).read_text(encoding="utf-8") for part in PARTS]
    text = COMMENT.sub("", "".join(texts))
    return SPACE.sub(lambda found: found[1] or found[2] or " ", text).replace(";}", "}")


def _update_folder() -> Path:
    """Return the folder with the current file; an unchanged file keeps its time."""
    folder: Path = settings.DATA_DIR / "joined"
    path, text = folder / NAME, joined()
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return folder
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", dir=path.parent, encoding="utf-8", delete=False
    ) as file:
        file.write(text)
    os.replace(file.name, path)  # atomic, because others may be reading it
    return folder
