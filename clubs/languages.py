"""The language somebody reads in: his choice, else the club's, else his browser's."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from clubs.models import Club, User

CHOICE = "X-Language"  # a header


def offered() -> dict[str, str]:
    """Code and own name of each language that this site speaks."""
    return dict(settings.LANGUAGES)


def activate_language(request: HttpRequest, club: Club | None) -> None:
    """Answer from here on in the account's language, else in the club's.

    A choice that stands in the browser's cookie is spoken already. One language offered:
    nothing is asked.
    """
    if len(offered()) == 1 or _chosen(request):
        return
    for source in (request.user, club):
        language = getattr(source, "language", "")
        if language in offered():
            translation.activate(language)
            return


def language_of(user: User | None) -> str:
    """What a mail about an account is written in: its owner's, else the reader's."""
    chosen = user.language if user else ""
    return chosen if chosen in offered() else translation.get_language()


def speak_at_table(request: HttpRequest, club: Club) -> None:
    """The same for a phone at a table, where nobody signs in.

    What it asks besides the page brings no cookies, and says itself what was chosen.
    """
    if len(offered()) == 1:
        return
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    for language in (request.headers.get(CHOICE, ""), chosen, club.language):
        if language in offered():
            translation.activate(language)
            return


def language_mark() -> str:
    """Tells apart what is said in another language than the code's; there it is ""."""
    language = translation.get_language()
    return "" if language == settings.LANGUAGE_CODE else f"-{language}"


def club_at(slug: str | None) -> Club | None:
    """The club of an address, its language alone."""
    return Club.objects.filter(slug=slug).only("language").first() if slug else None


def _chosen(request: HttpRequest) -> bool:
    return request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "") in offered()
