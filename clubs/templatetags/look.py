"""Template tags for a club's look: its emblem next to its name, and its color."""

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.branding import emblem_address, icon_address, style_address
from clubs.models import Club

register = template.Library()

OF_A_CLUB = ("<slug:club>/", "embed/")  # prefixes of the routes of public club pages


@register.simple_tag(takes_context=True)
def club_style(context: Context) -> SafeString | str:
    """Return a club's style sheet on its public pages; the desk uses the site's."""
    club = context.get("club")
    match = getattr(context.get("request"), "resolver_match", None)
    if not isinstance(club, Club) or not match or not match.route.startswith(OF_A_CLUB):
        return ""
    address = style_address(club)
    return format_html('<link rel="stylesheet" href="{}">', address) if address else ""


@register.simple_tag(takes_context=True)
def club_app(context: Context) -> SafeString | str:
    """Return links that let a phone install the club's page as an app, only over https.

    Uses the page's own `app` if it has one.
    """
    club, request = context.get("club"), context.get("request")
    if not isinstance(club, Club) or not request or not request.is_secure():
        return ""
    app = context.get("app") or reverse("scoring:club-app", args=[club.slug])
    return app_links(app, club)


def app_links(manifest: str, club: Club) -> SafeString:
    """Return manifest links for a page's head; Apple phones need the icon, too."""
    return format_html(
        '<link rel="manifest" href="{}"><link rel="apple-touch-icon" href="{}">',
        manifest,
        icon_address(club),
    )


@register.simple_tag
def emblem(club: Club, *, small: bool = False) -> SafeString | str:
    """Return the emblem next to a club's name, without alt text; or ""."""
    address = emblem_address(club, small=small) if isinstance(club, Club) else ""
    if not address:
        return ""
    return format_html('<span class="emblem"><img src="{}" alt=""></span>', address)
