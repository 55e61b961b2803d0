"""Names as the club shows them to everybody."""

from clubs.models import Club, short_name


def public_name(name: str, club: Club) -> str:
    """“Marie Kubala”, or “Marie K.” where the club does not show full names."""
    return name if club.full_names else short_name(name)
