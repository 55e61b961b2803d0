"""Pictures of paper sheets that can be looked at."""

from scoring.models import Photo, Sheet


def pictures_of(sheet: Sheet) -> list[Photo]:
    """Those not removed, oldest first; one query."""
    return list(sheet.photos.filter(removed_at=None))
