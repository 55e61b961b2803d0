"""To choose the language one reads in."""

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
    if language not in offered():
        response.cookies.clear()  # Django keeps whatever it speaks itself
        messages.error(request, say("Valat does not speak this language yet."))
    elif isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=language)
    return response
