"""Compression of pages: a hall's wifi is slow, and standings of 400 players are long.

Files aren't compressed: images and PDFs already are, and browsers can then display the
progress of large downloads. Django randomizes the length of compressed pages and masks
the CSRF token, so that it can't be guessed from the compressed size.
"""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PackPages(GZipMiddleware):
    """A gzip middleware for pages and JSON only, if the browser accepts it."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        if response.streaming or not kind.startswith(("text/html", "application/json")):
            return response
        return super().process_response(request, response)
