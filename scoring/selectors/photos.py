"""Pictures of paper sheets that can be looked at."""

from collections.abc import Iterable

from scoring.models import Photo, Sheet


def pictures_of(sheet: Sheet) -> list[Photo]:
    """Those not removed, oldest first; one query."""
    return list(sheet.photos.filter(removed_at=None))


def pictures_by_sheet(sheets: Iterable[Sheet]) -> dict[int, list[Photo]]:
    """The same of many sheets, by the sheet's key; one query."""
    found: dict[int, list[Photo]] = {}
    shown = Photo.objects.filter(sheet__in=sheets, removed_at=None)
    for photo in shown:
        found.setdefault(photo.sheet_id, []).append(photo)
    return found
