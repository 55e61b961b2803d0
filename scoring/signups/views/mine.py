"""The own pages of the signed-in user, `/me/`, found by a mailbox both confirmed.

An account and a player are linked only by the same confirmed mailbox, which shows that
both belong to one person.
"""

from allauth.account.models import EmailAddress
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.access import SignInFirst
from clubs.models import User
from scoring.core.writes import Actor
from scoring.models import MailAddress
from scoring.signups import email_addresses, personal_links


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """Show the own page of each club; a POST creates a link that was closed or lost."""
    if not isinstance(request.user, User):
        raise SignInFirst
    found = email_addresses.of_mailboxes(_mailboxes(request.user))
    if request.method == "POST":
        number = request.POST.get("address", "")
        chosen = next((row for row in found if str(row.pk) == number), None)
        if chosen:
            link = personal_links.give(
                player=chosen.player, actor=Actor.at_desk(request.user)
            )
            return redirect(personal_links.path_of(link))
        return redirect("scoring:mine")
    unconfirmed = EmailAddress.objects.filter(user=request.user, verified=False)
    context = {
        "pages": [_page(row) for row in found],
        "unconfirmed": unconfirmed.exists(),
    }
    return render(request, "scoring/signups/mine.html", context)


def _mailboxes(user: User) -> list[str]:
    verified = EmailAddress.objects.filter(user=user, verified=True)
    return [email.lower() for email in verified.values_list("email", flat=True)]


def _page(row: MailAddress) -> dict[str, object]:
    link = personal_links.link_of(row.player)
    return {
        "address": row,
        "club": row.player.club,
        "player": row.player,
        "path": personal_links.path_of(link) if link else "",
        "mail": reverse("scoring:my-mail", args=[personal_links.token_of(link)])
        if link
        else "",
    }
