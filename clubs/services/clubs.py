"""What a club says of itself."""

from typing import Any

from django.db import transaction
from django.utils.text import slugify

from clubs.models import RESERVED_SLUGS, Club


@transaction.atomic
def change_club(*, club: Club, **facts: Any) -> Club:
    """Change the club's settings. Raises ValidationError by field."""
    fresh = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    for name, value in facts.items():
        setattr(fresh, name, value)
    fresh.full_clean()
    fresh.save()
    return fresh


def address_for(name: str) -> str:
    """A free address made from a club's name."""
    base = slugify(name)[:40] or "club"
    if base in RESERVED_SLUGS:
        base = f"{base}-club"
    slug, n = base, 2
    while Club.objects.filter(slug=slug).exists():
        slug, n = f"{base}-{n}", n + 1
    return slug
