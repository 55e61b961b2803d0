"""Every mail as a mail program shows it: nothing poor or cut off, light and dark, and in a
language whose words are longer.
"""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe, AxeResults
from playwright.sync_api import Page

from clubs.compile_messages import MADE_UP
from clubs.models import Club
from tests import builders
from tests.made_up import offered
from tests.scoring.emails.conftest import clock, with_mail
from tests.scoring.emails.every_mail import every_mail

__all__ = ["clock", "with_mail"]
pytestmark = pytest.mark.django_db(transaction=True)
TOO_WIDE = "document.documentElement.scrollWidth - window.innerWidth"


@pytest.fixture
def club() -> Club:
    return builders.club(name="Slovanská podporující jednota, Lodge 24")


@pytest.mark.parametrize("language", ["", MADE_UP])
def test_axe_finds_nothing_in_any_mail(
    small: Page, club: Club, clock: Any, with_mail: Any, language: str
) -> None:
    with offered():
        mails = every_mail(club, clock, with_mail, language=language)
    found = {}
    for kind, message in mails.items():
        small.goto("about:blank")
        small.set_content(str(message.alternatives[0][0]))
        small.evaluate(Axe().axe_script)
        for scheme in ("light", "dark"):
            small.emulate_media(color_scheme=scheme)
            result = AxeResults(small.evaluate("axe.run()"))
            if result.violations_count:
                found[kind, scheme] = result.generate_report()
        wide = small.evaluate(TOO_WIDE)
        if wide > 0:
            found[kind, "width"] = f"{wide} px too wide"
    assert len(mails) == 8
    assert found == {}
