"""A running site as a monitor asks it: the counts of all its processes together."""

import http.client
import json
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from tests.server.site import HOST, Site

TOKEN = "a-token-of-the-monitor"
ASKED = 24


def ask(site: Site, path: str, **headers: str) -> tuple[int, str]:
    line = http.client.HTTPConnection(HOST, site.port, timeout=60)
    line.request("GET", path, headers={"Host": "anything.example", **headers})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, text


def test_all_processes_are_counted_and_old_counts_forgotten(
    transactional_db: None, tmp_path: Path
) -> None:
    site = Site(tmp_path, more={"WATCH_TOKEN": TOKEN, "HTTPS": "on", "HOST": HOST})
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    for _ in range(2):
        site.start()
        try:
            assert ask(site, "/healthz") == (200, "ok\n")
            assert ask(site, "/readyz") == (200, "ok\n")
            for _ in range(ASKED):
                ask(site, "/sign-in/", Host=HOST, **{"X-Forwarded-Proto": "https"})
            status, text = ask(site, "/metrics", **bearer)
            assert status == 200
            counted = 'valat_answers_total{page="clubs:sign-in",status="200"}'
            [line] = [row for row in text.splitlines() if row.startswith(counted)]
            assert float(line.split()[-1]) == ASKED
        finally:
            site.stop()


def test_logs_are_json_where_they_shall_be(tmp_path: Path) -> None:
    code = "import logging; logging.getLogger('valat.x').error('at /t/%s/', 'k' * 22)"
    run = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", code],
        cwd=settings.BASE_DIR,
        env={"DATA_DIR": str(tmp_path), "LOG_FORMAT": "json"},
        capture_output=True,
        text=True,
        check=True,
    )
    facts = json.loads(run.stderr)
    assert facts["message"] == "at /t/…/"
    assert (facts["level"], facts["logger"]) == ("ERROR", "valat.x")
