"""One's own account; and no page of allauth is ever seen that is not ours."""

import pytest
from allauth.account import urls as account_urls
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.test import Client
from django.urls import NoReverseMatch, reverse

from clubs.models import RESERVED_SLUGS
from clubs.views import allauth_urls as ours
from config.security import POLICY
from tests import builders
from tests.markup import flowing
from tests.messages import message

pytestmark = pytest.mark.django_db
PARTS = {"key": "x", "uidb36": "1"}
NAMES = [each.name for each in ours.urlpatterns]


def at(name: str) -> str:
    pattern = next(each for each in ours.urlpatterns if each.name == name)
    parts = {part: PARTS[part] for part in pattern.pattern.converters}
    return reverse(name, kwargs=parts)


@pytest.fixture(params=[False, True], ids=["without mail", "with mail"])
def mail(request: pytest.FixtureRequest, settings) -> bool:
    settings.MAIL = request.param
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory" if request.param else "none"
    return request.param


@pytest.mark.parametrize("signed_in", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_every_page_is_in_our_look(
    client: Client, name: str, signed_in: bool, mail: bool
) -> None:
    if signed_in:
        user = builders.user("anna")
        Authenticator.objects.create(user=user, type="totp", data={"secret": "A" * 32})
        client.force_login(user)
    for answer in (client.get(at(name), follow=True), client.post(at(name))):
        if answer.status_code == 302:
            assert answer.url.startswith("/")
        elif answer.status_code != 405:
            assert answer.status_code == 200
            assert (
                message(
                    "Valat {number} · Every chip explained, every sheet right",
                    number=settings.VERSION,
                )
                in answer.content.decode()
            )
            assert answer.headers["Content-Security-Policy"] == POLICY
            assert "style=" not in answer.content.decode()
        client.cookies.pop("account_login", None)


@pytest.mark.parametrize("page", ["account/login", "account/base", "mfa/index"])
def test_allauths_own_pages_are_not_even_there(page: str) -> None:
    with pytest.raises(TemplateDoesNotExist):
        get_template(f"{page}.html")


def test_addresses_of_allauth_that_we_do_not_use_lead_nowhere(client: Client) -> None:
    unused = {each.name for each in account_urls.urlpatterns} - set(NAMES)
    assert {"account_logout", "account_inactive", "account_set_password"} <= unused
    for name in unused:
        with pytest.raises(NoReverseMatch):
            reverse(name)
    for path in ("login", "signup", "logout", "2fa", "password/reset", "3rdparty"):
        assert client.get(f"/accounts/{path}/").status_code == 404
    assert {"accounts", "sign-in", "sign-out", "join", "setup"} <= RESERVED_SLUGS


def test_the_account_says_who_one_is_and_may_do(
    client: Client, django_assert_num_queries
) -> None:
    club = builders.club()
    anna = builders.member(club, "director", "anna")
    client.force_login(anna)
    for n in range(3):
        builders.member(builders.club(f"club-{n}"), "scorekeeper", f"other{n}")
    with django_assert_num_queries(7):
        html = flowing(client.get(reverse("clubs:account")))
    assert "Anna Hlavac" in html
    assert "sign in as <strong>anna</strong>" in html
    assert f"{club}</a>: director" in html
    assert message("This site doesn’t send email") in html


def test_too_often_is_said_in_words(client: Client, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}
    facts = {"login": "anna", "password": "x"}
    client.post(reverse("clubs:sign-in"), facts)
    answer = client.post(reverse("clubs:sign-in"), facts)
    assert answer.status_code == 429
    assert "Wait a minute" in answer.content.decode()


def test_behind_our_proxy_each_address_is_counted_alone(settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}
    settings.HTTPS = True
    for address in ("192.0.2.1", "192.0.2.2"):
        seen = Client(HTTP_X_FORWARDED_FOR=f"198.51.100.7, {address}")
        facts = {"login": "anna", "password": "x"}
        assert seen.post(reverse("clubs:sign-in"), facts).status_code == 200
        assert seen.post(reverse("clubs:sign-in"), facts).status_code == 429
