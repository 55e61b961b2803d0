"""A club's own look on a page: its emblem beside its name, its colour over the site's."""

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.branding import emblem_address, icon_address, style_address
from clubs.models import Club

register = template.Library()

OF_A_CLUB = ("<slug:club>/", "embed/")  # how the routes of its public pages begin


@register.simple_tag(takes_context=True)
def club_style(context: Context) -> SafeString | str:
    """The colour of a club on its public pages; its desk keeps the site's."""
    club = context.get("club")
    match = getattr(context.get("request"), "resolver_match", None)
    if not isinstance(club, Club) or not match or not match.route.startswith(OF_A_CLUB):
        return ""
    address = style_address(club)
    return format_html('<link rel="stylesheet" href="{}">', address) if address else ""


@register.simple_tag(takes_context=True)
def club_app(context: Context) -> SafeString | str:
    """Lets a phone keep the club's page among its apps: over https alone, as phones do.

    Or the page that stands there, where that has an `app` of its own.
    """
    club, request = context.get("club"), context.get("request")
    if not isinstance(club, Club) or not request or not request.is_secure():
        return ""
    app = context.get("app") or reverse("scoring:club-app", args=[club.slug])
    return app_links(app, club)


def app_links(manifest: str, club: Club) -> SafeString:
    """Of a page's head; Apple's phones take the picture from a link of its own."""
    return format_html(
        '<link rel="manifest" href="{}"><link rel="apple-touch-icon" href="{}">',
        manifest,
        icon_address(club),
    )


@register.simple_tag
def emblem(club: Club, *, small: bool = False) -> SafeString | str:
    """The emblem beside a name that says whose it is; nothing without one."""
    address = emblem_address(club, small=small) if isinstance(club, Club) else ""
    if not address:
        return ""
    return format_html('<span class="emblem"><img src="{}" alt=""></span>', address)
