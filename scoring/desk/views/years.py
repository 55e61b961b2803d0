"""Lists of many years, one year a page."""

import re

from django.http import HttpRequest


def asked_year(request: HttpRequest) -> int | None:
    """The year in the address, `?year=2024`; nothing where it is none."""
    asked = request.GET.get("year", "")
    return int(asked) if re.fullmatch("[0-9]{4}", asked) else None
