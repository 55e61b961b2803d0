"""A person's emails: their address and choice, confirmation, and unsubscribing.

Opening a page changes nothing, because programs that scan emails open links too. Each
change needs a button. Unsubscribing needs no cookie, because a mail program does it by
itself (RFC 8058).
"""

from typing import Any

from allauth.core.ratelimit import consume
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from clubs.access import member_of
from clubs.forms import PlainForm
from clubs.i18n import message
from clubs.languages import offered
from clubs.models import Pictures, Player
from clubs.players import living_of
from scoring.core.access import DIRECTOR
from scoring.core.names import is_unnamed, public_name
from scoring.core.page_context import desk_frame
from scoring.core.writes import Actor
from scoring.models import MailAddress
from scoring.people import players
from scoring.signups import email_addresses, email_log, notifications
from scoring.signups.access import own_access
from scoring.signups.email_addresses import GUARDIAN, OFF, OWN, Wish, recently_changed

LONGEST = 254  # length of an address
PLAIN = "text/plain; charset=utf-8"


class MailForm(PlainForm):
    """An email address, the emails to send there, and a minor's guardian."""

    email = forms.EmailField(
        label=_("Email"),
        max_length=LONGEST,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    wishes = forms.MultipleChoiceField(
        label=_("Emails I want"),
        choices=Wish.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one.")},
    )
    is_minor = forms.BooleanField(required=False)
    guardian = forms.EmailField(
        label=_("Email of a parent or guardian"),
        max_length=LONGEST,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=_("They’ll get an email with a link to agree."),
    )

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.fields["is_minor"].label = message(
            "I’m younger than {age}", age=player.club.guardian_age
        )
        if player.is_minor:
            del self.fields["is_minor"]

    @classmethod
    def for_address(cls, player: Player, address: MailAddress | None) -> "MailForm":
        """Return the form with stored values, without addresses of hidden people.

        Most addresses contain a name.
        """
        facts: dict[str, Any] = {}
        if address:
            facts = {"wishes": address.wishes, "is_minor": bool(address.guardian)}
        if address and not is_unnamed(player.club, player.pk):
            facts |= {"email": address.email, "guardian": address.guardian}
        return cls(player, initial=facts)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        is_minor = self.player.is_minor or data.get("is_minor")
        if is_minor and not data.get("guardian") and "guardian" not in self.errors:
            text = message(
                "If you’re younger than that, a parent or guardian has to agree too."
            )
            self.add_error("guardian", text)
        if not is_minor:
            data["guardian"] = ""
        return data


class WishesForm(PlainForm):
    """The emails a person wants, possibly none."""

    wishes = forms.MultipleChoiceField(
        label=_("Emails I want"),
        choices=Wish.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def my_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Show a person's address and choice of emails; a POST changes or deletes them."""
    access = own_access(token)
    player, actor = access.player, access.actor
    address = email_addresses.address_of(player)
    if request.method != "POST":
        return _my_page(request, player, token, MailForm.for_address(player, address))
    if "delete" in request.POST:
        email_addresses.remove(player=player, actor=actor)
        return redirect("scoring:my-mail", token)
    if "again" in request.POST:
        return _ask_again(request, actor, token, address)
    if "only_wishes" in request.POST and address:
        chosen = WishesForm(request.POST)
        if chosen.is_valid():
            wished = chosen.cleaned_data["wishes"]
            email_addresses.set_wishes(address=address, actor=actor, wishes=wished)
            messages.success(request, message("Saved."))
        return redirect("scoring:my-mail", token)
    form = MailForm(player, request.POST)
    if not notifications.is_on() or not form.is_valid():
        return _my_page(request, player, token, form)
    data = form.cleaned_data
    if not _may_send(request, data["email"], data["guardian"]):
        form.add_error("email", TOO_OFTEN)
        return _my_page(request, player, token, form)
    email_addresses.give(
        player=player,
        actor=actor,
        email=data["email"],
        wishes=data["wishes"],
        guardian=data["guardian"],
        language=_language(),
    )
    return redirect("scoring:my-mail", token)


TOO_OFTEN = _("We’ve sent enough emails there today. Try again tomorrow.")


def _ask_again(
    request: HttpRequest, actor: Actor, token: str, address: MailAddress | None
) -> HttpResponse:
    """Send the email with the confirmation link again."""
    if address and not address.is_confirmed and notifications.is_on():
        if _may_send(request, address.email, address.guardian):
            email_addresses.ask_again(address=address, actor=actor)
            messages.success(request, message("The email was sent again."))
        else:
            messages.error(request, str(TOO_OFTEN))
    return redirect("scoring:my-mail", token)


def _may_send(request: HttpRequest, *emails: str) -> bool:
    """Return whether we can send to these mailboxes, counting by mailbox and household.

    The limit prevents anyone from filling a stranger's mailbox with our links.
    """
    return all(
        consume(request, action="mail_address", key=email.lower())
        for email in emails
        if email
    )


def _language() -> str:
    language = translation.get_language() or ""
    return language if language in offered() else ""


def _address_text(email: str, is_hidden: bool) -> str:
    """Return an address, or its initials on a page that must not reveal whose it is.

    A card with the page's code can be left lying around, and most addresses contain a
    name.
    """
    if not is_hidden:
        return email
    return "@".join(f"{part[:1]}…" for part in email.split("@"))


def _my_page(
    request: HttpRequest, player: Player, token: str, form: MailForm
) -> HttpResponse:
    address = email_addresses.address_of(player)
    is_hidden = is_unnamed(player.club, player.pk)
    context = {
        "club": player.club,
        "name": public_name(player.name, player.club, player.pk),
        "address": address,
        "email": _address_text(address.email, is_hidden) if address else "",
        "guardian": _address_text(address.guardian, is_hidden) if address else "",
        "form": form,
        "fields": [field for field in form if field.name != "is_minor"],
        "wishes_form": WishesForm(
            initial={"wishes": address.wishes if address else []}
        ),
        "troubles": email_log.troubles_of_address(address) if address else [],
        "is_on": notifications.is_on(),
        "me": reverse("scoring:me", args=[token]),
        "indexable": False,
    }
    return render(request, "scoring/signups/my_mail.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def mail_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether the address is right and show the consent text; a POST agrees."""
    is_guardian = False
    address = email_addresses.opened(token, OWN)
    if address is None:
        address, is_guardian = email_addresses.opened(token, GUARDIAN), True
    if address is None:
        raise Http404(GONE)
    player = address.player
    actor = Actor(None, player.name, source=email_addresses.BY_MAIL)
    if is_guardian:
        actor = Actor(None, str(message("a guardian")), source=email_addresses.BY_MAIL)
    if request.method == "POST":
        if "no" in request.POST:
            email_addresses.remove(player=player, actor=actor)
            messages.success(
                request,
                message("The address was deleted. We won’t send any more email."),
            )
            return redirect("clubs:home" if player.club.is_shut else player.club)
        answer = GUARDIAN_SAYS.get(request.POST.get("pictures", ""))
        if answer and is_guardian:
            email_addresses.say_of_pictures(player=player, actor=actor, answer=answer)
        else:
            email_addresses.confirm(address=address, actor=actor, guardian=is_guardian)
        return redirect(request.path)
    context = {
        "club": player.club,
        "name": public_name(player.name, player.club, player.pk),
        "address": address,
        "is_guardian": is_guardian,
        "is_done": address.guardian_confirmed_at
        if is_guardian
        else address.confirmed_at,
        "words": email_addresses.words_of(address.wishes, player.club),
        "of_pictures": _of_pictures(player) if is_guardian else None,
        "indexable": False,
    }
    return render(request, "scoring/signups/mail_confirm.html", context)


GUARDIAN_SAYS = {"yes": Pictures.GUARDIAN, "no": Pictures.NOT}


def _of_pictures(player: Player) -> dict[str, str]:
    """Return the guardian's answer about photos of a minor, and the consent text."""
    living = living_of(player)
    return {
        "said": players.words_on_pictures(living.pictures, living),
        "would_agree": players.words_on_pictures(Pictures.GUARDIAN, living),
        "state": living.pictures,
    }


GONE = _("This link has expired. Your address is no longer on file.")


@csrf_exempt  # mail programs post without cookies; the token identifies the address
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def mail_off(request: HttpRequest, token: str, wish: str) -> HttpResponse:
    """Turn off one kind of emails, or all of them; a GET only shows the button."""
    address = email_addresses.opened(token, OFF)
    if address is None or wish not in {"all", *Wish.values}:
        raise Http404(GONE)
    actor = Actor(None, address.player.name, source=email_addresses.BY_MAIL)
    kind = "" if wish == "all" or "all" in request.POST else wish
    if request.method == "POST":
        email_addresses.turn_off(address=address, actor=actor, wish=kind)
        if "List-Unsubscribe" in request.POST:  # from a program, which needs no page
            return HttpResponse(message("Turned off."), content_type=PLAIN)
        address = email_addresses.address_of(address.player) or address
    context = {
        "club": address.player.club,
        "address": address,
        "label": Wish(wish).label if wish != "all" else "",
        "left": [kind.label for kind in Wish if kind in address.wishes],
        "is_off": not address.wishes if wish == "all" else wish not in address.wishes,
        "indexable": False,
    }
    return render(request, "scoring/signups/mail_off.html", context)


class ConsentAgeForm(PlainForm):
    """The settings of guardian age and of sign-up by name."""

    guardian_age = forms.IntegerField(
        label=_("Ask a guardian for players younger than"),
        min_value=0,
        max_value=21,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text=_("Years. Laws differ: 13 in the USA, 13 to 16 in Europe."),
    )
    word = forms.CharField(
        label=_("Club password"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_(
            "People who know it can sign up for an event by name, and you confirm "
            "who they are. Leave blank to turn this off."
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def mails(request: HttpRequest, club: str) -> HttpResponse:
    """Show the desk's email page: what is missing, problem addresses and settings."""
    member = member_of(request, club, DIRECTOR)
    the_club = member.club
    facts = {"guardian_age": the_club.guardian_age, "word": the_club.word}
    form = ConsentAgeForm(request.POST or None, initial=facts)
    if request.method == "POST" and form.is_valid():
        actor = Actor.at_desk(member.user)
        email_addresses.set_club(club=the_club, actor=actor, **form.cleaned_data)
        messages.success(request, message("Saved."))
        return redirect("scoring:mails", club)
    addresses = list(email_addresses.addresses_of(the_club))
    context = {
        **desk_frame(member, message("Email and sign-up by name")),
        "form": form,
        "missing": notifications.missing(),
        "refused": [address for address in addresses if address.refused_at],
        "waiting": [
            address
            for address in addresses
            if not address.refused_at and not address.is_confirmed
        ],
        "open": [address for address in addresses if address.is_open],
        "troubles": email_log.troubles_of_club(the_club),
        "changed": [change.in_language() for change in recently_changed(the_club)],
    }
    return render(request, "scoring/signups/mails.html", context)
