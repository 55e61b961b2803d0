"""Photos of paper sheets: evidence that only the desk can see."""

from django.db import models

from scoring.models.rounds import Sheet
from scoring.models.signed import Signed


def is_file_name(name: str) -> bool:
    """Return whether this is a plain file name in the store of the photos."""
    return bool(name) and name[0] != "." and not set(name) & {"/", "\\", "\0"}


class Photo(Signed):
    """A photo of a paper sheet, re-encoded without the camera's metadata.

    Its file is among the site's data under `name`, never among the public files.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="photos")
    key = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=40, unique=True)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    removed_at = models.DateTimeField(null=True)
    removed_by_name = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"picture of {self.sheet}"

    @property
    def file(self) -> str:
        """The file's name in the store of the photos, until it is removed.

        Raises FileNotFoundError for a name that leads elsewhere, which someone made up.
        """
        if not is_file_name(self.name):
            raise FileNotFoundError(f"{self.name!r} is no name of a picture")
        return self.name
