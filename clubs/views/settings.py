"""The page of a club's settings."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubs.access import Member, member_of
from clubs.clubs import LICENCES, SETTINGS, change_club
from clubs.forms import CardForm, NameField
from clubs.i18n import message
from clubs.i18n.currency import currency_name
from clubs.languages import offered
from clubs.merging import EditConflict
from clubs.models import PAPERS, NameOrder, Role, Shown
from clubs.site_urls import (
    clean_embed_hosts,
    clean_phone_address,
    embed_code,
    phone_addresses,
    warning_about,
)
from clubs.views.accounts import zone_choices


def language_choices() -> list[tuple[str, str]]:
    return [("", message("Each reader’s browser language")), *offered().items()]


def names_shown() -> list[tuple[str, str]]:
    """Return each way to display names, with an example."""
    return [
        (Shown.FULL, message("Full: Marie Kubala")),
        (Shown.SHORT, message("Short: Marie K.")),
        (Shown.INITIALS, message("Initials: M. K.")),
        (Shown.NUMBER, message("Number only: Player 17")),
        (Shown.HIDDEN, message("Hidden")),
    ]


def name_orders() -> list[tuple[str, str]]:
    """Return each usual order of names, with an example."""
    return [
        (NameOrder.GIVEN_FIRST, message("Given name first: Marie Kubala")),
        (NameOrder.FAMILY_FIRST, message("Family name first: Kubala Marie")),
    ]


class ClubForm(CardForm):
    """The club's settings; its address is fixed, because it is printed on sheets."""

    name = NameField(label=_("Name"), max_length=80)
    town = NameField(label=_("Town"), max_length=80, required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        help_text=_("Times on pages and paper use this time zone."),
    )
    paper = forms.ChoiceField(
        label=_("Paper"),
        choices=PAPERS,
        widget=forms.RadioSelect,
        help_text=_("The paper size for sheets and lists."),
    )
    shown = forms.ChoiceField(
        label=_("Names in public"),
        choices=names_shown,
        widget=forms.RadioSelect,
        help_text=_(
            "Used on public pages, the hall display, wall lists and the report. You "
            "can change it for one person on their player page. The desk, score "
            "sheets and start-number cards show full names."
        ),
    )
    name_order = forms.ChoiceField(
        label=_("Usual order of names"),
        choices=name_orders,
        required=False,  # pages loaded before the field existed don't send it
        widget=forms.RadioSelect,
        help_text=_(
            "How names are written in your club. We use it to guess the family name "
            "until someone confirms it on the players page."
        ),
    )
    indexable = forms.BooleanField(
        label=_("Let search engines list the public pages"),
        required=False,
        help_text=_(
            "If cleared, pages ask search engines to stay away. Anyone who has the "
            "address can still read them."
        ),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=language_choices,
        help_text=_(
            "Used for people who haven’t chosen a language on a page or in their "
            "account."
        ),
    )
    licence = forms.ChoiceField(
        label=_("License for downloads"),
        required=False,
        choices=LICENCES,
        help_text=_("This tells others how they can reuse your downloadable files."),
    )
    embed_hosts = forms.CharField(
        label=_("Sites that can show your tables"),
        required=False,
        max_length=1000,
        help_text=_(
            "The hosts of the club’s own websites, one per line. For example, "
            "www.lodge24.org. Leave blank to allow no other sites."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )
    phone_address = forms.CharField(
        label=_("Address for phones"),
        required=False,
        max_length=200,
        help_text=_(
            "The address that printed QR codes open. Use this computer’s address on "
            "the hall’s network. For example, http://192.168.1.20:8000."
        ),
        widget=forms.URLInput(attrs={"list": "phone-addresses", "inputmode": "url"}),
    )

    cards = {
        "the-club": ("name", "town", "time_zone", "language", "paper"),
        "names": ("shown", "name_order"),
        "in-public": ("indexable", "licence"),
        "phone-address": ("phone_address",),
        "website": ("embed_hosts",),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(offered()) == 1:
            self.fields.pop("language", None)

    def clean_name_order(self) -> str:
        before: str = self.initial.get("name_order", NameOrder.GIVEN_FIRST)
        return self.cleaned_data["name_order"] or before

    def clean_embed_hosts(self) -> str:
        return clean_embed_hosts(self.cleaned_data["embed_hosts"])

    def clean_phone_address(self) -> str:
        return clean_phone_address(self.cleaned_data["phone_address"])


@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, Role.Kind.OWNER)
    initial = {name: getattr(member.club, name) for name in SETTINGS}
    cards = ClubForm.by_card(request.POST, initial=initial)
    sent = [form for form in cards.values() if form.is_bound]
    right = [form for form in sent if form.is_valid()]
    if right and right == sent and _saved(member, sent):
        messages.success(request, message("Club settings saved."))
        phones = cards["phone-address"]
        address = phones.cleaned_data["phone_address"] if phones.is_bound else ""
        if warning := _warning(request, address):
            messages.warning(request, warning)
        url = reverse("clubs:settings", args=[member.club.slug])
        return redirect(f"{url}#{request.POST.get('card', '')}".rstrip("#"))
    context = {
        "club": member.club,
        "club_role": member.role,
        "main_class": "at-desk",
        "cards": {card.replace("-", "_"): form for card, form in cards.items()},
        "currency": currency_name(member.club.currency),
        "phone_addresses": phone_addresses(
            scheme=request.scheme or "http", port=request.get_port()
        ),
        "code": embed_code(
            request,
            member.club,
            message("Next event: {club}", club=member.club.name),
            "scoring:next-embed",
        ),
        "phones_warning": _warning(request, member.club.phone_address),
        "crumbs": [
            (message("Desk"), reverse("scoring:desk", args=[member.club.slug])),
            (message("Settings"), ""),
        ],
    }
    return render(request, "clubs/settings.html", context)


def _saved(member: Member, sent: Sequence[ClubForm]) -> bool:
    """Save the settings, or add errors to the fields; return whether it worked."""
    club, form = member.club, sent[0]
    typed: dict[str, Any] = {}
    for sent_form in sent:
        typed |= sent_form.cleaned_data
    facts = {name: value for name, value in typed.items() if name in SETTINGS}
    try:
        change_club(club=club, user=member.user, original=club, **facts)
    except EditConflict as conflict:
        form.add_error(None, str(conflict))
    except ValidationError as wrong:
        for name, errors in wrong.message_dict.items():
            field_form = next(
                (sent_form for sent_form in sent if name in sent_form.fields), None
            )
            (field_form or form).add_error(name if field_form else None, errors)
    return not any(sent_form.errors for sent_form in sent)


def _warning(request: HttpRequest, address: str) -> str:
    """Return the problem with the address, if there is one."""
    return warning_about(address, port=request.get_port()) if address else ""
