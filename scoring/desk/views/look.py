"""The page for the club's look, and its public files: emblem, icon and styles."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Member, club_at, member_of
from clubs.branding import APP, CODE, Shades, app_of, shades_of
from clubs.forms import EditForm, NameField
from clubs.i18n import message
from clubs.images import MAX_BYTES, TOO_BIG, Picture, Unusable, emblem_of, icon_of
from clubs.models import Club, Emblem
from scoring.core.access import OWNER
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import desk_frame
from scoring.core.writes import Actor, find_editor
from scoring.desk.branding import change_look

# A year: a new emblem or color has a new address.
FOR_GOOD = "public, max-age=31536000, immutable"
OWN = "own"
COLOURS = {
    "": _("Felt green (the site’s color)"),
    "#7b1e2e": _("Wine red"),
    "#1f3f7a": _("Navy blue"),
    "#5a2a72": _("Violet"),
    "#8a4b12": _("Copper"),
    "#6b5310": _("Old gold"),
    "#2f5d62": _("Sea green"),
    "#3d4450": _("Slate"),
    OWN: _("Custom color"),
}


class BrandingForm(EditForm, IdempotentForm):
    """A form for emblem and color; `emblem_made` is the re-encoded emblem.

    `emblem_before` is the digest of the emblem on the page.
    """

    units = (("colour", "own_colour"),)

    emblem = forms.FileField(
        label=_("Emblem"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_(
            "A PNG, JPEG or WebP, preferably a square of 400 pixels or more. It "
            "appears next to the club’s name on its pages, in the hall and on paper."
        ),
    )
    without_emblem = forms.BooleanField(label=_("Remove emblem"), required=False)
    colour = forms.ChoiceField(
        label=_("Color"),
        choices=COLOURS,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "Used for the top of public pages, their links, the hall display and "
            "printouts."
        ),
    )
    own_colour = forms.CharField(
        label=_("Custom color"),
        required=False,
        max_length=7,
        widget=forms.TextInput(attrs={"type": "color"}),
    )
    thanks = NameField(
        label=_("Thank-you line"),
        required=False,
        max_length=120,
        help_text=_(
            "Shown at the bottom of the hall display. For example, “With thanks to "
            "Kubala’s Bakery.”"
        ),
    )
    emblem_before = forms.CharField(
        max_length=40, required=False, widget=forms.HiddenInput
    )
    emblem_made: tuple[Picture, Picture] | None = None

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.find_editor = partial(find_editor, kind="settings", club=club)
        self.emblem_mark = club.emblem_mark
        if not club.emblem_mark:
            del self.fields["without_emblem"]

    def clean_emblem(self) -> None:
        file = self.cleaned_data["emblem"]
        if not file:
            return
        if file.size > MAX_BYTES:  # before it is decoded
            raise ValidationError(TOO_BIG)
        try:
            self.emblem_made = emblem_of(file)
        except Unusable as wrong:
            raise ValidationError(str(wrong)) from None

    def clean_own_colour(self) -> str:
        typed = self.cleaned_data["own_colour"].strip().lower()
        if self._takes_own and not CODE.fullmatch(typed):
            raise ValidationError(
                message(
                    "Enter a color with # and six digits or letters a to f. For "
                    "example, #7b1e2e"
                )
            )
        return str(typed)

    def clean(self) -> dict[str, Any]:
        """Refuse to replace an emblem that the page didn't show."""
        data = super().clean() or {}
        before = data.get("emblem_before", "")
        is_changed = self.emblem_made or data.get("without_emblem")
        if is_changed and "emblem_before" in self.data and before != self.emblem_mark:
            self.type_over(emblem_before=self.emblem_mark)
            error = message(
                "Someone else changed the emblem while you were editing. Choose your "
                "emblem again to replace it."
            )
            self.add_error("emblem", error)
        return data

    @property
    def _takes_own(self) -> bool:
        """Whether the custom color is chosen.

        Picking a custom color without changing the list chooses it too.
        """
        changed = self.changed_data
        picked = "own_colour" in changed and "colour" not in changed
        return self.data.get("colour") == OWN or (
            picked and bool(self.data.get("own_colour"))
        )

    @property
    def chosen(self) -> str:
        """The color as it is stored."""
        return str(self.cleaned_data["own_colour" if self._takes_own else "colour"])


@dataclass(frozen=True, slots=True)
class Sample:
    """A preview of a color in use."""

    name: str
    shades: Shades
    adjusted: bool


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, club: str) -> HttpResponse:
    """Change the club's look, with a preview."""
    member = member_of(request, club, OWNER)
    the_club = member.club
    form = BrandingForm(
        request.POST or None,
        request.FILES or None,
        initial=_initial(the_club),
        club=the_club,
    )
    if request.method == "POST" and form.is_valid() and _saved(member, form):
        messages.success(request, message("The club’s appearance was saved."))
        return redirect("scoring:look", the_club.slug)
    settings = reverse("clubs:settings", args=[the_club.slug])
    context = {
        **desk_frame(
            member, (message("Settings"), settings), message("Emblem and color")
        ),
        "form": form,
        "sample": _sample(the_club),
    }
    return render(request, "scoring/desk/branding.html", context)


def _initial(club: Club) -> dict[str, str]:
    named = club.colour in COLOURS
    return {
        "colour": club.colour if named else OWN,
        "own_colour": "#7b1e2e" if named else club.colour,
        "thanks": club.thanks,
        "emblem_before": club.emblem_mark,
    }


def _sample(club: Club) -> Sample | None:
    if not club.colour:
        return None
    shades = shades_of(club.colour)
    return Sample(club.colour, shades, {shades.link, shades.dark_link} != {club.colour})


def _saved(member: Member, form: BrandingForm) -> bool:
    data = form.cleaned_data
    with form.refusals():
        change_look(
            club=member.club,
            actor=Actor.at_desk(member.user),
            colour=form.chosen,
            thanks=data["thanks"],
            emblem=form.emblem_made,
            without_emblem=data.get("without_emblem", False),
            original=member.club,
            key=data["key"],
        )
    return not form.errors


@require_safe
def club_emblem(
    request: HttpRequest, club: str, digest: str, *, small: bool = False
) -> HttpResponse:
    """Send the emblem with this digest; 404 for an older one."""
    emblem = Emblem.objects.filter(club__slug=club, club__emblem_mark=digest).first()
    if emblem is None:
        raise Http404(message("That emblem doesn’t exist."))
    content = bytes(emblem.small if small else emblem.content)
    response = HttpResponse(content, content_type="image/png")
    response["Cache-Control"] = FOR_GOOD
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_safe
def club_icon(request: HttpRequest, club: str, digest: str) -> HttpResponse:
    """Send the emblem with this digest as a square icon for phones."""
    emblem = Emblem.objects.filter(club__slug=club, club__emblem_mark=digest).first()
    if emblem is None:
        raise Http404(message("That emblem doesn’t exist."))
    content = icon_of(bytes(emblem.content))
    response = HttpResponse(content, content_type="image/png")
    response["Cache-Control"] = FOR_GOOD
    return response


@require_safe
def club_app(request: HttpRequest, club: str) -> HttpResponse:
    """Send the manifest that lets a phone install the club's page as an app."""
    the_club = club_at(club)
    start = reverse("scoring:club", args=[the_club.slug])
    app = app_of(the_club, the_club.name, the_club.name, start)
    return JsonResponse(app, content_type=APP)


@require_safe
def club_style(request: HttpRequest, club: str, colour: str) -> HttpResponse:
    """Send the style sheet of the club's color; 404 for an older one."""
    if club_at(club).colour != f"#{colour}":
        raise Http404(message("That style sheet doesn’t exist."))
    response = HttpResponse(shades_of(f"#{colour}").style, content_type="text/css")
    response["Cache-Control"] = FOR_GOOD
    return response
