"""The site's public name, for links that somebody else opens: in mails, by one's hand."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from clubs.phone_address import in_brackets


def own_address() -> str:
    """The site's address for phones, where nobody asks from whose address it follows."""
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    if settings.HTTPS and settings.PUBLIC_NAMES:
        return f"https://{settings.PUBLIC_NAMES[0].lstrip('.')}"
    host = next(iter(settings.PHONE_ADDRESSES_NOW()), "127.0.0.1")
    return f"http://{in_brackets(host)}:{settings.PORT}"


def site_address(request: HttpRequest) -> str:
    """With http:// or https://, without a last slash: `https://tarok.example.org`.

    Where SITE_URL does not say it, the first public name behind a proxy, else the name
    that was asked for. That one the site answers to, but whoever asks may send any port
    with it, so only the site's own is taken.
    """
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    names = [name for name in settings.PUBLIC_NAMES if not name.startswith(".")]
    if settings.HTTPS and names:
        return f"https://{names[0]}"
    asked = urlsplit(f"//{request.get_host()}")
    host = in_brackets(asked.hostname or "")
    if settings.HTTPS:
        return f"https://{host}"
    port = f":{settings.PORT}" if asked.port and settings.PORT != 80 else ""
    return f"http://{host}{port}"
