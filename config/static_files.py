"""The style of every page but the table's and the hall's: some parts, found as one file.

A page waits for each of its styles before it shows anything.
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
# In this order. What has links to other files is in the same folder as the whole.
PARTS = (
    "vendor/bootstrap/bootstrap.css",
    "css/tokens.css",
    "css/valat.css",
    "css/drawings.css",
)
COMMENT = re.compile(r"/\*(?!!).*?\*/\s*", re.DOTALL)  # but for a licence
# A licence or a string, which stay as they are; else the space that no style needs.
SPACE = re.compile(r"""(/\*!.*?\*/|"[^"]*"|'[^']*')|\s*([{},;])\s*|\s+""", re.DOTALL)


class JoinedStyle(BaseFinder):
    """Finds it where it is written, anew whenever one of its parts has changed."""

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
    """The folder that has it as it is now; a file that is right keeps its time."""
    folder: Path = settings.DATA_DIR / "joined"
    path, text = folder / NAME, joined()
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return folder
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", dir=path.parent, encoding="utf-8", delete=False
    ) as file:
        file.write(text)
    os.replace(file.name, path)  # others may read it meanwhile
    return folder
