"""Debian's nginx in front of a site, set up as docs/nginx.conf has it."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tests.server.site import HOST, Site, free_port

EXAMPLE = "docs/nginx.conf"
NCHAN = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
# On ports of our own, of IPv4 alone and without https; everything else stays as it is
# written there. tests/server/test_nginx.py starts the very file.
ELSEWHERE = re.compile(r"^\s*(?:ssl_\w+ |listen \[::\]).*\n", re.MULTILINE)
AROUND = """
load_module {nchan};
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


def nginx(folder: Path) -> tuple[Path, Path]:
    """nginx and its module nchan: installed, or Debian's out of their packages.

    Nothing is started but what a test starts.
    """
    installed = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if installed and NCHAN.exists():
        return Path(installed), NCHAN
    packages = ["nginx", "libnginx-mod-nchan"]
    subprocess.run(["apt-get", "-q", "download", *packages], cwd=folder, check=True)
    for package in folder.glob("*nginx*.deb"):
        subprocess.run(["dpkg", "-x", package, folder], check=True)
    return folder / "usr/sbin/nginx", folder / NCHAN.relative_to("/")


def configuration(
    sites: Sequence[Site], port: int, folder: Path, publisher: int, store: str
) -> str:
    ours = (settings.BASE_DIR / EXAMPLE).read_text(encoding="utf-8")
    ours = ELSEWHERE.sub("", ours)
    ours = ours.replace("listen 443 ssl http2;", f"listen {HOST}:{port};")
    ours = ours.replace("listen 80;", f"listen {HOST}:{free_port()};")
    servers = " ".join(f"server {HOST}:{site.port} fail_timeout=2s;" for site in sites)
    ours = ours.replace("server 127.0.0.1:8000;", servers)
    ours = ours.replace("127.0.0.1:8081", f"{HOST}:{publisher}")
    ours = ours.replace("http://127.0.0.1:9000", store or "http://127.0.0.1:9000")
    ours = ours.replace("/var/lib/nginx", str(folder))
    ours = ours.replace("/var/log/nginx", str(folder))
    ours = ours.replace("/var/lib/valat", str(sites[0].folder))
    user = "user root;" if folder.owner() == "root" else ""
    return AROUND.format(folder=folder, ours=ours, user=user, nchan=nginx(folder)[1])


@contextmanager
def proxy(
    site: Site, folder: Path, *others: Site, publisher: int = 0, store: str = ""
) -> Iterator[int]:
    """The port of an nginx that passes on to this site, and others beside it."""
    port, program = free_port(), nginx(folder)[0]
    file = folder / "nginx.conf"
    sites = [site, *others]
    text = configuration(sites, port, folder, publisher or free_port(), store)
    file.write_text(text, encoding="utf-8")
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
