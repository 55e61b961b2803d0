"""Errors and mails in the made-up language: what is still plain English is not translated.

Every page is read so by the operator of tests/test_permissions.py.
"""

import pytest
from django.conf import settings as site
from django.template.loader import render_to_string
from django.utils import timezone, translation

from clubs.compile_messages import MADE_UP
from clubs.failures import Trouble
from tests.in_turn import in_turn
from tests.made_up import offered, untranslated, visible
from tests.world import Evening

pytestmark = pytest.mark.django_db
# What no address leads to: errors, and what is sent by mail.
TEMPLATES = site.BASE_DIR / "templates"
SENT = sorted(
    path.relative_to(TEMPLATES).as_posix()
    for pattern in ("4*.html", "500.html", "trouble.html", "*/email/*", "*/messages/*")
    for path in TEMPLATES.glob(pattern)
)


@in_turn("name", SENT)
def test_no_error_and_no_mail_has_a_sentence_left(name: str, here: Evening) -> None:
    address = "https://example.org/"
    facts = {
        **{"user": here.club.roles.first().user, "club": here.club},
        **{"timestamp": timezone.now(), "ip": "127.0.0.1", "trouble": Trouble.FULL},
        **dict.fromkeys(("email", "to_email", "from_email"), "marie@example.org"),
        **dict.fromkeys(("deleted_email", "activate_url"), address),
        "password_reset_url": address,
    }
    with offered(), translation.override(MADE_UP):
        text = render_to_string(name, facts)
    assert "\n".join(untranslated(visible(text))) == ""
    assert "⟦" in text
