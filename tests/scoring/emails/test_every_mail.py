"""What holds of every mail: names as the club shows them, links that change nothing when
they are opened, all sentences translated, text and HTML that say the same.
"""

import re
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils.html import escape

from clubs.compile_messages import MADE_UP
from clubs.models import Club, Player, Shown
from scoring.emails.content import WRITERS
from scoring.models import Letter
from scoring.signups.notifications import WISHES, Kind
from tests import made_up
from tests.messages import message
from tests.scoring.backups.commands.backed_up import everything
from tests.scoring.emails.conftest import SITE
from tests.scoring.emails.every_mail import OTHERS, PLACE, every_mail

pytestmark = pytest.mark.django_db
LINK = re.compile(rf"{SITE}(/[^\s\"<>]*)")
Mails = dict[str, EmailMultiAlternatives]


def texts(email: EmailMultiAlternatives) -> list[str]:
    """Everything in it that somebody may read: subject, text, HTML, the file."""
    files = [str(content) for _, content, _ in email.attachments]
    unfolded = [re.sub(r"\r?\n ", "", file) for file in files]
    return [email.subject, email.body, email.alternatives[0][0], *unfolded]


def test_there_is_one_of_each_kind(club: Club, clock: Any, with_mail: Any) -> None:
    assert {*every_mail(club, clock, with_mail)} == {*Kind.values}
    assert {*WRITERS} == {*WISHES} == {*Kind} - {Kind.ADDRESS, Kind.GUARDIAN}


def test_who_wishes_to_be_unknown_is_unknown_in_each(
    club: Club, clock: Any, with_mail: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Player.objects.bulk_create

    def hidden(rows: Any) -> Any:
        """From the first moment: some numbers, somebody not shown, a minor."""
        players = list(rows)
        for player, shown in zip(players[1:], Shown.values[1:], strict=True):
            player.shown = shown
        players[3].is_minor = True
        Club.objects.update(names_version=1)
        club.refresh_from_db()
        return made(players)

    monkeypatch.setattr(Player.objects, "bulk_create", hidden)
    mails = every_mail(club, clock, with_mail)
    found = [
        (kind, name)
        for kind, email in mails.items()
        for text in texts(email)
        for name in OTHERS
        if name in text or name.split()[1] in text
    ]
    assert found == []
    who_comes = mails["eve"].body
    # The names were asked for.
    assert message("Player {number}", number=4) in who_comes
    assert "A. S." in who_comes


def test_opening_any_link_changes_nothing(
    club: Club, clock: Any, with_mail: Any
) -> None:
    mails = every_mail(club, clock, with_mail)
    paths = {
        path.replace("&amp;", "&")
        for email in mails.values()
        for text in texts(email)
        for path in LINK.findall(text)
    }
    assert len(paths) > 10
    before = everything()
    for path in sorted(paths):
        client = Client()
        assert client.head(path).status_code == 200, path
        assert client.get(path).status_code == 200, path
    after = everything()
    assert {table for table in before if before[table] != after[table]} == set()


def test_nobody_is_led_to_an_evening_that_is_not_public(
    club: Club, clock: Any, with_mail: Any
) -> None:
    mails = every_mail(club, clock, with_mail, public=False)
    assert {*mails} == {*Kind.values}
    for kind, email in mails.items():
        paths = [path for text in texts(email) for path in LINK.findall(text)]
        assert [path for path in paths if path.startswith(f"/{club.slug}/")] == [], kind
        assert [path for path in paths if path.startswith("/me/")], kind


def test_every_mail_is_translated(club: Club, clock: Any, with_mail: Any) -> None:
    with made_up.offered():
        mails = every_mail(club, clock, with_mail, language=MADE_UP)
        for kind, email in mails.items():
            html = made_up.visible(str(email.alternatives[0][0]))
            text = [LINK.sub("", line) for line in email.body.splitlines()]
            shown = [line.replace(PLACE, "") for line in (*text, *html)]
            left = made_up.untranslated([email.subject, *shown])
            assert (kind, left) == (kind, [])
            assert "⟦" in email.subject


def test_text_and_html_say_the_same(club: Club, clock: Any, with_mail: Any) -> None:
    for kind, email in every_mail(club, clock, with_mail).items():
        html = " ".join(str(email.alternatives[0][0]).split())
        lines = [line.strip("- :") for line in email.body.splitlines()]
        missing = [
            line
            for line in lines
            if line and escape(line.split(": http")[0]) not in html
            if not line.startswith(SITE)
            if not all(escape(part) in html for part in line.split(": ", 1))
        ]
        assert (kind, missing) == (kind, [])
        assert "src=" not in html
        assert "\n\n\n" not in email.body, kind


def test_each_is_a_letter_that_has_gone(club: Club, clock: Any, with_mail: Any) -> None:
    every_mail(club, clock, with_mail)
    assert not Letter.objects.filter(done_at=None).exists()
