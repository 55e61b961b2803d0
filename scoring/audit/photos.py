"""Whether each picture's file is there and whole, and whether each file is a picture's."""

import time
from collections.abc import Iterator

from django.conf import settings
from PIL import Image

from scoring.models import Photo, Tournament
from scoring.models.photos import is_file_name
from scoring.sheets.photos_shown import whole_pictures

UNDER_WAY = 60  # seconds in which a file may wait for its row


def wrong_photos(tournament: Tournament) -> Iterator[str]:
    """Pictures without their file, and files of pictures that were removed."""
    photos = Photo.objects.filter(sheet__round__tournament=tournament)
    for photo in photos.select_related("sheet__round"):
        where = f"{photo.sheet}, picture {photo.pk} ({photo.name})"
        if not is_file_name(photo.name):
            yield f"{where}: this names no file of a picture"
        elif photo.removed_at:
            if photo.path.exists():
                yield f"{where}: removed, yet its file is there"
        elif not photo.path.exists():
            yield f"{where}: its file is missing"
        elif _size_of(photo) != (photo.width, photo.height):
            yield f"{where}: its file is damaged"


def stray_files() -> Iterator[str]:
    """Files that no picture names: an upload that was cut off, or somebody's own."""
    if not settings.PHOTOS.is_dir():
        return
    known = set(Photo.objects.values_list("name", flat=True))
    for path in sorted(settings.PHOTOS.iterdir()):
        age = time.time() - path.lstat().st_mtime
        if path.name not in known and age > UNDER_WAY:
            yield f"{path}: belongs to no picture and may be deleted"


def _size_of(photo: Photo) -> tuple[int, int] | None:
    """In pixels, by decoding all of the file; None where that fails."""
    try:
        with whole_pictures(), Image.open(photo.path, formats=["JPEG"]) as image:
            size = image.size
            image.draft("L", (1, 1))  # an eighth of the work
            image.load()
    except Exception:  # decoders have many words for what is no picture
        return None
    return size
