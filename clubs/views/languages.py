"""To choose the language one reads in."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from clubs.models import User
from clubs.selectors.languages import offered
from clubs.wording import say


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the choice in the browser, and with the account; back to the page."""
    response = set_language(request)
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in offered():
        User.objects.filter(pk=request.user.pk).update(language=language)
    if settings.LANGUAGE_COOKIE_NAME not in response.cookies:
        messages.error(request, say("Valat does not speak this language yet."))
    return response
