"""What was renamed since the site needed its address: no difference, but worth knowing."""

from collections.abc import Iterator

from clubs.models import Club, Season
from scoring.models import Tournament


def renamed(club: str | None = None) -> Iterator[str]:
    """A line for each club, tournament and season, of one club or of all."""
    for model, of_club in (
        (Club, "slug"),
        (Tournament, "club__slug"),
        (Season, "club__slug"),
    ):
        rows = model._default_manager.exclude(former_slug="").order_by("pk")
        for row in rows.filter(**{of_club: club}) if club else rows:
            kind = model._meta.verbose_name
            yield (
                f"The {kind} “{row}” was at “{row.former_slug}”, which is an address of "
                f"the site itself now; it is at “{row.slug}”, and the old one leads there."
            )
