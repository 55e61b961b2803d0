"""Pages for owners to manage API tokens of programs."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Member, member_of
from clubs.forms import NameField
from clubs.i18n import message
from clubs.site_urls import link_address
from scoring.api import tokens
from scoring.core.access import OWNER
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import desk_frame
from scoring.models import ApiToken

READS = (
    (
        "names",
        _("Players’ full names, and the file of each event"),
    ),
    (
        "drafts",
        _("Events that aren’t public, and the club before it’s approved"),
    ),
)
LASTING = (
    (30, _("A month")),
    (90, _("Three months")),
    (365, _("A year")),
)
SHOWN_ONCE = _(
    "This token was already created and shown once. If no one saved it, withdraw it "
    "and create a new one."
)


class TokenForm(IdempotentForm):
    """A new token: the program's name, its rights and its duration."""

    name = NameField(
        label=_("Program or purpose"),
        max_length=80,
        help_text=_("A name you’ll recognize, such as the lodge’s website."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reads = forms.MultipleChoiceField(
        label=_("What the program can read"),
        choices=READS,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _(
                "Select at least one. Anyone can read what’s public without a token."
            )
        },
    )
    days = forms.TypedChoiceField(
        label=_("Expires after"), choices=LASTING, coerce=int, initial=90
    )


@require_safe
def programs(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, OWNER)
    return _page(request, member, TokenForm())


@never_cache
@require_POST
def program_let(request: HttpRequest, club: str) -> HttpResponse:
    """Create a token, which only this response has, no address and no session."""
    member = member_of(request, club, OWNER)
    form = TokenForm(request.POST)
    if form.is_valid():
        facts = form.cleaned_data
        with form.refusals():
            token, word = tokens.make(
                club=member.club,
                user=member.user,
                name=facts["name"],
                names="names" in facts["reads"],
                drafts="drafts" in facts["reads"],
                days=facts["days"],
                key=facts["key"],
            )
            if word:
                return _token_page(request, member, token, word)
            messages.info(request, SHOWN_ONCE)
            return redirect("scoring:programs", member.club.slug)
    return _page(request, member, form)


@require_POST
def program_withdraw(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    member = member_of(request, club, OWNER)
    token = member.club.api_tokens.filter(pk=pk).first()
    if token is None:
        raise Http404("There is no such token.")
    tokens.withdraw(token, member.user)
    text = message("{name} can now read only what’s public.", name=token.name)
    messages.success(request, text)
    return redirect("scoring:programs", member.club.slug)


def _page(request: HttpRequest, member: Member, form: TokenForm) -> HttpResponse:
    reading, past = tokens.tokens_of(member.club)
    context = {
        **_frame(member),
        "reading": _with_words(reading),
        "past": _with_words(past),
        "form": form,
    }
    return render(request, "scoring/api/programs.html", context)


def _token_page(
    request: HttpRequest, member: Member, token: ApiToken, word: str
) -> HttpResponse:
    way = reverse("scoring:api:tournaments", args=[member.club.slug])
    context = {
        **_frame(member, token.name),
        "token": token,
        "reads": tokens.in_words(token),
        "word": word,
        "example": link_address(request, member.club) + way,
        "is_plain": not request.is_secure(),
    }
    return render(request, "scoring/api/program_let.html", context)


def _frame(member: Member, *crumbs: str) -> dict[str, Any]:
    settings = reverse("clubs:settings", args=[member.club.slug])
    tokens_url = reverse("scoring:programs", args=[member.club.slug])
    way = ((message("Settings"), settings), (message("API tokens"), tokens_url))
    return desk_frame(member, *way, *crumbs)


def _with_words(found: list[ApiToken]) -> list[tuple[ApiToken, str]]:
    return [(token, tokens.in_words(token)) for token in found]
