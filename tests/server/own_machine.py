"""Debian's nginx with docs/nginx.conf as it stands, in namespaces of its own.

`python -m tests.server.own_machine FILE ANSWERS`, run by `unshare --mount --net` as root: its
disks and its network are nobody else's, so the file's own folders, ports and certificate can
be there. In place of the site a program gives the answers that ANSWERS lists by path, as JSON.
It prints, as JSON, what nginx made of them.
"""

import http.client
import http.server
import json
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAME = "tarok.example.org"  # as docs/nginx.conf has it
CERTIFICATE = Path("/etc/letsencrypt/live") / NAME
LOGS = Path("/var/log/nginx")
# What a fresh Debian 12 has empty, and what a service may write to.
EMPTY = ("/var/lib/nginx", "/var/log/nginx", "/var/cache", "/run")
AT_ONCE = 8
PATIENCE = 20  # s, on a busy machine
LONG = "x" * 7000


def install_file(file: str) -> None:
    """Put the file and a certificate where they belong."""
    own = tempfile.mkdtemp()
    mount("-t", "tmpfs", "own", own)
    shutil.copytree("/etc", f"{own}/etc", symlinks=True)
    mount("--bind", f"{own}/etc", "/etc")
    for folder in EMPTY:
        mount("-t", "tmpfs", "empty", folder)
    CERTIFICATE.mkdir(parents=True)
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    words += ["-subj", f"/CN={NAME}", "-keyout", f"{CERTIFICATE}/privkey.pem"]
    words += ["-out", f"{CERTIFICATE}/fullchain.pem"]
    subprocess.run(["openssl", *words], check=True, capture_output=True)
    there = Path("/etc/nginx/sites-available/valat")
    shutil.copy(file, there)
    Path("/etc/nginx/sites-enabled/valat").symlink_to(there)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


class Upstream:
    """The site's answers; one that can't be kept waits until all who ask are there."""

    def __init__(self, answers: dict[str, dict[str, Any]]) -> None:
        self.answers = answers
        self.asked: Counter[str] = Counter()
        self.together: set[str] = set()
        self.barrier = threading.Barrier(AT_ONCE)
        self.is_kept = False

    def answer(self, path: str) -> dict[str, Any]:
        self.asked[path] += 1
        if self.is_kept:
            time.sleep(0.05)  # so that the others ask meanwhile
        else:
            try:
                self.barrier.wait(2)
                self.together.add(path)
            except threading.BrokenBarrierError:
                pass
        return self.answers[path]

    @contextmanager
    def running(self) -> Iterator[None]:
        upstream = self

        class Says(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                facts = upstream.answer(self.path)
                self.send_response(facts["status"])
                for name, value in facts["headers"].items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 100

        server = Server(("127.0.0.1", 8000), Says)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()


@contextmanager
def nginx() -> Iterator[None]:
    """Debian's, begun with nothing but Debian's own settings and our file."""
    command = ["nginx", "-g", "daemon off;"]
    process = subprocess.Popen(command)
    try:
        end = time.monotonic() + PATIENCE
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", 443)) == 0:
                    break
            if process.poll() is not None or time.monotonic() > end:
                raise SystemExit("nginx did not start")
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


class Line(http.client.HTTPSConnection):
    """A line to nginx by this address, whatever the certificate says."""

    def __init__(self, address: str = "127.0.0.1", *protocols: str) -> None:
        context = ssl._create_unverified_context()
        context.set_alpn_protocols(list(protocols or ["http/1.1"]))
        super().__init__(NAME, context=context, timeout=4 * PATIENCE)
        self.address, self.context = address, context

    def connect(self) -> None:
        sock = socket.create_connection((self.address, 443), self.timeout)
        self.sock = self.context.wrap_socket(sock, server_hostname=NAME)

    def status_of(self, path: str) -> int:
        self.request("GET", path)
        answer = self.getresponse()
        answer.read()
        return answer.status


def ask_together(upstream: Upstream) -> dict[str, Any]:
    """Ask for each page several times at once."""
    lines = [Line() for _ in range(AT_ONCE)]
    found = {}
    with ThreadPoolExecutor(AT_ONCE) as people:
        for path, facts in upstream.answers.items():
            upstream.is_kept = facts["is_kept"]
            upstream.barrier = threading.Barrier(AT_ONCE)
            statuses = set(people.map(lambda line: line.status_of(path), lines))  # noqa: B023
            assert statuses == {facts["status"]}, (path, statuses)
            found[path] = upstream.asked[path], path in upstream.together
    return found


def redirect_of(address: str) -> list[Any]:
    line = http.client.HTTPConnection(address, 80, timeout=PATIENCE)
    line.request("GET", "/lodge-24/?page=2", headers={"Host": NAME})
    answer = line.getresponse()
    return [answer.status, answer.headers["Location"]]


def protocol_of(address: str) -> str | None:
    line = Line(address, "h2", "http/1.1")
    line.connect()
    return line.sock.selected_alpn_protocol()


def ask_in_vain(tokens: list[str]) -> list[int]:
    """While the site is away, for addresses with tokens in them and for a long one."""
    paths = [*(f"/{where}/{token}/" for token in tokens for where in ("t", "me"))]
    paths += [f"/t/?code={tokens[0]}", f"/lodge-24/{LONG}/", f"/sign-in/?next={LONG}"]
    return [Line().status_of(path) for path in paths]


def main(file: str, answers: str) -> None:
    install_file(file)
    upstream = Upstream(json.loads(Path(answers).read_text()))
    with nginx():
        with upstream.running():
            found = ask_together(upstream)
        vain = ask_in_vain(["V3ryS3cretT0ken_of-a-t", "An0therT0ken-of_someone"])
        said = {
            "asked": found,
            "redirects": [redirect_of(each) for each in ("127.0.0.1", "::1")],
            "protocols": [protocol_of(each) for each in ("127.0.0.1", "::1")],
            "vain": vain,
        }
    logs = {path.name: path.read_text() for path in LOGS.iterdir()}
    print(json.dumps(said | {"logs": logs}))


if __name__ == "__main__":
    main(*sys.argv[1:])
