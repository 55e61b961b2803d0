"""The view to choose the language of the pages."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from clubs.i18n import message
from clubs.languages import offered
from clubs.models import User

OWN = ("same-origin", "none")


@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Store the choice in the browser and with the account; return to the page.

    A visitor's form has no CSRF token, because a page with one couldn't be cached. A
    visitor sent here by another site has no session (SameSite) and is refused.
    """
    if request.user.is_authenticated:
        return _with_token(request)
    if request.headers.get("Sec-Fetch-Site", OWN[0]) not in OWN:
        raise PermissionDenied("Another site sent this form.")
    return _choose(request)


def _choose(request: HttpRequest) -> HttpResponse:
    response = set_language(request)
    language = request.POST.get("language", "")
    if language not in offered():
        response.cookies.clear()  # Django stores every language that it knows itself
        messages.error(request, message("Valat isn’t available in this language yet."))
    elif isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=language)
    return response


_with_token = csrf_protect(_choose)
