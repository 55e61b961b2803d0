"""Pages are packed on their way: a hall's wifi is slow, and the standings of 400 are long.

Files go as they are: pictures and PDFs are packed already, and whoever fetches a large
one wants to see how much is still to come. Django hides the length of a packed page and
masks the forms' token, so that nobody guesses at it by how well the page packs.
"""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PackPages(GZipMiddleware):
    """gzip for pages alone, where the browser takes it."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        if response.streaming or not kind.startswith(("text/html", "application/json")):
            return response
        return super().process_response(request, response)
