"""Pictures of paper sheets that can be looked at."""

from collections.abc import Iterator
from contextlib import contextmanager

from PIL import ImageFile

from scoring.models import Photo, Sheet


def pictures_of(sheet: Sheet) -> list[Photo]:
    """Those not removed, oldest first; one query."""
    return list(sheet.photos.filter(removed_at=None))


@contextmanager
def whole_pictures() -> Iterator[None]:
    """Take half a picture for none, also where WeasyPrint has told Pillow otherwise."""
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before
