"""Debian's nginx as docs/nginx.conf has it hands out files where the site says so, alone."""

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.proxy import proxy
from tests.server.site import HOST, Caller, Site

SHOW = "/show"  # the site lets somebody see what comes behind it


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Site]:
    """The nginx in front of a site that lets everybody see everything."""

    class Says(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_shown = self.path.startswith(SHOW)
            self.send_response(200 if is_shown else 404)
            if is_shown:
                self.send_header("X-Accel-Redirect", self.path.removeprefix(SHOW))
                self.send_header("Cache-Control", "private, no-store")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    site = http.server.ThreadingHTTPServer((HOST, 0), Says)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "a b.jpg").write_bytes(b"a picture")
    (tmp_path / "secret-key").write_text("secret")
    with proxy(Site(tmp_path, site.server_port), tmp_path) as port:
        yield Site(tmp_path, port)
    site.shutdown()
    site.server_close()


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (f"{SHOW}/files/photos/a%20b.jpg", b"a picture"),
        ("/files/photos/a%20b.jpg", None),  # nobody said so
        (f"{SHOW}/files/secret-key", None),
        (f"{SHOW}/files/photos/../secret-key", None),
        (f"{SHOW}/files/photos/%2e%2e/secret-key", None),
        ("/files/secret-key", None),
        (f"{SHOW}/files/photos/no-such.jpg", None),
    ],
)
def test_a_file_is_shown_where_the_site_says_so(
    front: Site, path: str, shown: bytes | None
) -> None:
    status, body = Caller(front).get(path)
    assert status == (404 if shown is None else 200)
    assert shown is None or body == shown
    assert b"secret" not in body.replace(b"secret-key", b"")
