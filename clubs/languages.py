"""The language of a response: the reader's choice, or the club's, or the browser's."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from clubs.models import Club, User

CHOICE = "X-Language"  # a header


def offered() -> dict[str, str]:
    """Return code and own name of each language that this site offers."""
    return dict(settings.LANGUAGES)


def activate_language(request: HttpRequest, club: Club | None) -> None:
    """Activate the account's language, or else the club's.

    A choice in the browser's cookie is already active. If only one language is offered,
    no user or club is loaded.
    """
    if len(offered()) == 1 or _chosen(request):
        return
    for source in (request.user, club):
        language = getattr(source, "language", "")
        if language in offered():
            translation.activate(language)
            return


def language_of(user: User | None) -> str:
    """Return the language for emails about an account: its owner's or the reader's."""
    chosen = user.language if user else ""
    return chosen if chosen in offered() else translation.get_language()


def speak_at_table(request: HttpRequest, club: Club) -> None:
    """Activate the language for a phone at a table, where no one signs in.

    The page's scripts send requests without cookies, with the chosen language in a
    header.
    """
    if len(offered()) == 1:
        return
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    for language in (request.headers.get(CHOICE, ""), chosen, club.language):
        if language in offered():
            translation.activate(language)
            return


def language_mark() -> str:
    """Return a suffix for other languages than the code's; there it is ""."""
    language = translation.get_language()
    return "" if language == settings.LANGUAGE_CODE else f"-{language}"


def club_at(slug: str | None) -> Club | None:
    """Return the club at an address, with only its language loaded."""
    return Club.objects.filter(slug=slug).only("language").first() if slug else None


def _chosen(request: HttpRequest) -> bool:
    return request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "") in offered()
