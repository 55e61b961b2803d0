"""Debian's nginx in front of a site, set up as docs/operations.md has it."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

from django.conf import settings

from tests.server.site import HOST, Site, free_port

PAGE = "docs/operations.md"
# Certificates are not ours to make; everything else stays as it is written there.
ONLY_HTTPS = re.compile(r"^\s*ssl_\w+ .*;\n", re.MULTILINE)
AROUND = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
{user}
worker_rlimit_nofile 20000;
events {{ worker_connections 8000; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{ours}
}}
"""


def nginx(folder: Path) -> Path:
    """The one that is installed, or Debian's out of its package; nothing is started."""
    installed = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if installed:
        return Path(installed)
    subprocess.run(["apt-get", "-q", "download", "nginx"], cwd=folder, check=True)
    (package,) = folder.glob("nginx_*.deb")
    subprocess.run(["dpkg", "-x", package, folder], check=True)
    return folder / "usr/sbin/nginx"


def configuration(site: Site, port: int, folder: Path) -> str:
    page = (settings.BASE_DIR / PAGE).read_text(encoding="utf-8")
    blocks = re.findall(
        r"^    (?:server|upstream|proxy_cache_path|map) (?:.*;\n|(?:.*\n)*?    \}\n)",
        page,
        re.MULTILINE,
    )
    ours = dedent("".join(blocks))
    ours = ONLY_HTTPS.sub("", ours)
    ours = ours.replace("listen 443 ssl", f"listen {HOST}:{port}")
    ours = ours.replace("127.0.0.1:8000", f"{HOST}:{site.port}")
    ours = ours.replace("/var/cache/nginx", str(folder))
    user = "user root;" if folder.owner() == "root" else ""
    return AROUND.format(folder=folder, ours=ours, user=user)


@contextmanager
def proxy(site: Site, folder: Path) -> Iterator[int]:
    """The port of an nginx that passes on to this site."""
    port, program = free_port(), nginx(folder)
    file = folder / "nginx.conf"
    file.write_text(configuration(site, port, folder), encoding="utf-8")
    process = subprocess.Popen([program, "-p", folder, "-c", file])
    try:
        while process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex((HOST, port)) == 0:
                    break
            time.sleep(0.05)
        else:
            raise RuntimeError("nginx did not start")
        yield port
    finally:
        process.terminate()
        process.wait()
