"""Pictures of paper sheets: evidence for the desk, shown to nobody else."""

from django.db import models

from scoring.models.rounds import Sheet
from scoring.models.signed import Signed


def is_file_name(name: str) -> bool:
    """Whether it names a file in the store of the photos, and nothing beyond it."""
    return bool(name) and name[0] != "." and not set(name) & {"/", "\\", "\0"}


class Photo(Signed):
    """A picture of a paper sheet, made again without what the camera wrote into it.

    Its file lies among the site's data under `name`, never among the public files.
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
        """Its name in the store of the photos, until it is removed.

        Raises FileNotFoundError for a name that leads elsewhere: somebody made it up.
        """
        if not is_file_name(self.name):
            raise FileNotFoundError(f"{self.name!r} is no name of a picture")
        return self.name
