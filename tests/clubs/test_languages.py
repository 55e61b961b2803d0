"""In which language a page answers: one's own choice, the club's, the browser's."""

from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from clubs import tasks
from clubs.models import Club, User
from clubs.views.allauth_adapters import AccountAdapter
from tests import builders
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.sent_forms import filled

pytestmark = pytest.mark.django_db
CHOOSE = reverse("clubs:language")
HOME = reverse("clubs:home")


@pytest.fixture
def four(settings: Any) -> None:
    """No catalogue of ours is needed: what is asked is which language was taken."""
    settings.LANGUAGES = [
        ("en", "English"),
        ("cs", "Čeština"),
        ("de", "Deutsch"),
        ("hu", "Magyar"),
    ]


def language_at(address: str, client: Client, browser: str = "") -> str:
    """Of an answer, which its headers and the page itself name alike."""
    answer = client.get(address, headers={"accept-language": browser})
    language = answer.headers["Content-Language"]
    assert f'<html lang="{language}">' in answer.content.decode()
    return language


def reader(club: Club, *, cookie: str = "", account: str = "") -> Client:
    client = Client()
    client.force_login(builders.member(club, "director", "anna"))
    User.objects.update(language=account)
    if cookie:
        client.cookies["language"] = cookie
    return client


@pytest.mark.usefixtures("four")
@in_turn(
    "cookie, account, club, browser, taken",
    [
        ("hu", "de", "cs", "en", "hu"),
        ("", "de", "cs", "hu", "de"),
        ("", "", "cs", "hu", "cs"),
        ("", "", "", "hu", "hu"),
        ("", "", "", "", "en"),
        ("xx", "xx", "xx", "xx", "en"),
        ("xx", "de", "cs", "hu", "de"),
        ("xx", "xx", "cs", "hu", "cs"),
        ("../de", "fr", "fr", "fr, hu;q=0.5", "hu"),
        ("de", "", "cs", "", "de"),
    ],
)
def test_the_nearest_choice_speaks(
    cookie: str, account: str, club: str, browser: str, taken: str
) -> None:
    here = builders.club(language=club)
    client = reader(here, cookie=cookie, account=account)
    at_desk = reverse("scoring:desk", args=[here.slug])
    assert language_at(at_desk, client, browser) == taken


@pytest.mark.usefixtures("four")
def test_a_page_of_no_club_asks_no_club(client: Client) -> None:
    builders.club(language="cs")
    assert language_at(HOME, client, "de") == "de"


@pytest.mark.usefixtures("four")
def test_a_club_speaks_to_visitors_where_there_is_no_such_page_too(
    client: Client,
) -> None:
    builders.club("lodge-24", language="cs")
    nothing = reverse("scoring:tournament", args=["lodge-24", "none"])
    assert language_at(nothing, client, "de") == "cs"
    assert language_at("/no/such/page/at/all/", client, "de") == "de"


@pytest.mark.usefixtures("four")
def test_caches_are_told_what_the_language_hangs_on(client: Client) -> None:
    vary = client.get(HOME).headers["Vary"]
    assert {"Accept-Language", "Cookie"} <= set(vary.split(", "))


@pytest.mark.usefixtures("four")
def test_nobody_is_answered_in_the_language_of_whoever_asked_before(
    client: Client,
) -> None:
    before = translation.get_language()
    assert language_at(HOME, client, "de") == "de"
    assert translation.get_language() == before
    assert language_at(HOME, client) == "en"


def test_one_language_is_not_asked_for(client: Client, four: None) -> None:
    club = builders.club(language="cs")
    page = reverse("scoring:club", args=[club.slug])
    client.get(page)
    with CaptureQueriesContext(connection) as of_several:
        client.get(page, headers={"accept-language": "de"})
    with (
        override_settings(LANGUAGES=[("en", "English")]),
    ):
        client.get(page)  # in another language the page is drawn again
        with CaptureQueriesContext(connection) as of_one:
            answer = client.get(page, headers={"accept-language": "de"})
    assert len(of_one) <= len(of_several)
    assert "Accept-Language" not in answer.headers.get("Vary", "")
    assert "Content-Language" not in answer.headers
    assert "language-switch" not in answer.content.decode()


@pytest.mark.usefixtures("four")
def test_the_foot_of_a_page_offers_each_by_its_own_name(client: Client) -> None:
    html = flowing(client.get(f"{HOME}?code=a b"))
    assert 'value="cs" lang="cs">Čeština' in html
    assert 'value="en" lang="en" aria-current="true">English' in html
    assert 'name="next" value="/?code=a%20b"' in html


@pytest.mark.usefixtures("four")
def test_a_choice_stays_in_the_browser_and_leads_back(client: Client) -> None:
    answer = client.post(CHOOSE, {"language": "de", "next": "/?code=x"})
    assert (answer.status_code, answer.url) == (302, "/?code=x")
    kept = answer.cookies["language"]
    assert (kept.value, kept["samesite"], kept["max-age"]) == ("de", "Lax", 31536000)
    assert language_at(HOME, client, "hu") == "de"
    assert client.get(CHOOSE).status_code == 405


@pytest.mark.usefixtures("four")
def test_whoever_is_signed_in_finds_the_choice_elsewhere() -> None:
    club = builders.club(language="cs")
    builders.member(club, "owner", "karel")
    anna = reader(club)
    anna.post(CHOOSE, {"language": "de"})
    assert dict(User.objects.values_list("username", "language")) == {
        **{"anna": "de", "karel": ""}
    }
    elsewhere = Client()
    elsewhere.force_login(User.objects.get(username="anna"))
    assert language_at(HOME, elsewhere, "hu") == "de"


@pytest.mark.usefixtures("four")
def test_what_is_not_spoken_is_not_kept() -> None:
    client = reader(builders.club(), account="hu")
    answer = client.post(CHOOSE, {"language": "fr", "next": HOME})
    assert "language" not in answer.cookies
    assert User.objects.get().language == "hu"
    assert (
        message("Valat isn’t available in this language yet.")
        in client.get(HOME).content.decode()
    )


@pytest.mark.usefixtures("four")
@in_turn(
    "elsewhere",
    ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil", ""],
)
def test_the_way_back_leads_to_no_other_site(client: Client, elsewhere: str) -> None:
    for referer in ("", "https://evil.example/"):
        answer = client.post(
            CHOOSE,
            {"language": "de", "next": elsewhere},
            headers={"referer": referer},
        )
        assert answer.url == "/"


@pytest.mark.usefixtures("four")
def test_a_mail_about_an_account_is_in_its_language(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL = True
    monkeypatch.setattr(tasks, "on_commit", lambda call: call())
    spoken = []
    write = AccountAdapter.render_mail

    def heard(adapter: AccountAdapter, *what: Any) -> mail.EmailMessage:
        spoken.append(translation.get_language())
        return write(adapter, *what)

    monkeypatch.setattr(AccountAdapter, "render_mail", heard)
    forgot = reverse("account_reset_password")
    for language in ("de", "", "fr"):
        builders.user(
            f"u{language}", email=f"u{language}@example.org", language=language
        )
        client.post(
            forgot,
            {"email": f"u{language}@example.org"},
            headers={"accept-language": "hu"},
        )
    assert spoken == ["de", "hu", "hu"]
    assert len(mail.outbox) == 3


def settings_page(club: Club) -> str:
    return reverse("clubs:settings", args=[club.slug])


@pytest.mark.usefixtures("four")
def test_an_owner_gives_the_club_its_language(client: Client) -> None:
    club = builders.club()
    client.force_login(builders.member(club, "owner"))
    form = client.get(settings_page(club)).context["form"]
    facts = {each.name: each.value() for each in form if each.value()}
    refused = client.post(settings_page(club), {**facts, "language": "fr"})
    assert "language" in refused.context["form"].errors
    assert client.post(settings_page(club), {**facts, "language": "cs"}).url
    club.refresh_from_db()
    assert club.language == "cs"
    assert language_at(settings_page(club), client, "hu") == "cs"

    late = client.post(settings_page(club), {**facts, "language": "de"})
    assert late.context["form"].conflicts[0].current == "Čeština"
    chosen = {"language": "", "language-choice": "entered"}
    anew = {**filled(late.context["form"]), **chosen}
    assert client.post(settings_page(club), anew).status_code == 302
    assert language_at(settings_page(club), client, "hu") == "hu"


def test_where_one_is_spoken_the_club_is_asked_for_none(client: Client) -> None:
    club = builders.club(language="cs")
    client.force_login(builders.member(club, "owner"))
    form = client.get(settings_page(club)).context["form"]
    assert "language" not in form.fields
    facts = {each.name: each.value() for each in form if each.value()}
    assert (
        client.post(settings_page(club), {**facts, "town": "Waco"}).status_code == 302
    )
    club.refresh_from_db()
    assert (club.town, club.language) == ("Waco", "cs")
