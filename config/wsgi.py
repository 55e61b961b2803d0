"""The WSGI application of `manage.py serve`, with checks before and after Django.

Neither Django nor the server makes these checks of requests and responses.
"""

import logging
import os
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.core.wsgi import get_wsgi_application

LOG = logging.getLogger("valat.wsgi")

WITHOUT_BODY = ("204", "304")  # RFC 9110, 15.3.5 and 15.4.5

UTF8 = ("charset=utf-8", 'charset="utf-8"')
LONGEST_LOGGED = 80  # characters of the request
NOT_OURS = b"Send the form in UTF-8.\n"


def without_bodies(site: WSGIApplication) -> WSGIApplication:
    """Remove bodies from responses to HEAD, and from 204 and 304.

    A body there would be read as the response to the next request on the connection,
    which, behind a proxy, can be another client's.
    """

    def application(
        environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        statuses: list[str] = []

        def start(status: str, *more: Any) -> Callable[[bytes], object]:
            statuses.append(status)
            return start_response(status, *more)

        body = site(environ, start)
        is_head = environ["REQUEST_METHOD"] == "HEAD"
        if not is_head and not statuses[-1].startswith(WITHOUT_BODY):
            return body
        if hasattr(body, "close"):
            body.close()
        return []

    return application


def only_utf8(site: WSGIApplication) -> WSGIApplication:
    """Reject requests in other charsets before Django reads them.

    Django would decode the address in that charset, and fail before any middleware.
    """

    def application(
        environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        kind = environ.get("CONTENT_TYPE", "")
        if is_utf8(kind):
            return site(environ, start_response)
        LOG.warning("refused, not in UTF-8: %r", kind[:LONGEST_LOGGED])
        size = str(len(NOT_OURS))
        start_response(
            "400 Bad Request",
            [("Content-Type", "text/plain"), ("Content-Length", size)],
        )
        return [NOT_OURS]

    return application


def is_utf8(kind: str) -> bool:
    """Return whether a Content-Type names no charset, or utf-8 once.

    Accepts only the spelling of browsers: anything that two parsers could read
    differently is rejected.
    """
    _, *parameters = kind.lower().split(";")
    # With an asterisk any parameter can name a charset: RFC 2231, 4.
    naming = [
        parameter.strip()
        for parameter in parameters
        if "charset" in parameter or "*" in parameter
    ]
    return not naming or (len(naming) == 1 and naming[0] in UTF8)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = without_bodies(only_utf8(get_wsgi_application()))
