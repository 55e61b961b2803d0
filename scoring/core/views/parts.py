"""Pages that stay open and ask again for what is live on them."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from clubs.access import htmx_of
from clubs.wording import in_ms

NOW = "X-Valat-Now"  # the server's time in ms, by which the page's clock counts


def is_part(request: HttpRequest) -> bool:
    """Whether an open page asks for a part of it (htmx), not somebody for the page."""
    return bool(htmx_of(request)) and not htmx_of(request).boosted


def stamped(response: HttpResponse) -> HttpResponse:
    """With the server's time on it."""
    response.headers[NOW] = str(in_ms(timezone.now()))
    return response
