"""Every page of the desk links to its page of the director's guide."""

import re
from http import HTTPStatus

import pytest
from django.http import HttpResponse

from clubs.guides import guides
from scoring.core.guide_tasks import TASKS
from tests.test_permissions import DOORS, NO
from tests.world import Evening, client_of, somebody, undone

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<p class="guide-link">\s*<a href="([^"]+)"')
ADDRESSES = {task.get_absolute_url() for task in guides()["director"].tasks}


def desk_page(answer: HttpResponse) -> str:
    """The HTML of a whole page of the desk; "" for anything else."""
    body = answer.getvalue() if answer.streaming else answer.content
    is_html = "text/html" in answer.headers.get("Content-Type", "")
    if answer.status_code != HTTPStatus.OK or not is_html:
        return ""
    html = body.decode()
    return html if 'id="desk-more"' in html else ""


def test_each_page_and_each_form_shown_again_has_a_link(here: Evening) -> None:
    owner = client_of(somebody("owner", here.club, here.club))
    seen, missing, without_task = [], [], []
    for name, door in DOORS.items():
        at = here.address(name)
        if not at.startswith("/desk/"):
            continue
        pages = []
        if door.get != NO and (html := desk_page(owner.get(at))):
            pages.append(html)
            if name.rpartition(":")[2] not in TASKS:
                without_task.append(name)
        if door.post == HTTPStatus.OK:
            with undone(owner):
                pages.append(desk_page(owner.post(at, {})))
        for html in filter(None, pages):
            seen.append(name)
            link = LINK.search(html)
            if link is None or link[1] not in ADDRESSES:
                missing.append(name)
    assert len(seen) > 60
    assert (missing, without_task) == ([], [])
