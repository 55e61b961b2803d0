"""The settings MAIL_URL and MAIL_FROM: the site's mail server and sender."""

from dataclasses import dataclass
from urllib.parse import unquote

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from config.env import WrongSetting, split, text

EXAMPLE = "smtp://user:password@mail.example.org:587"
USUAL_PORTS = {"smtp": 587, "smtps": 465}
ON_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class MailServer:
    """The mail server, and how the connection to it is encrypted."""

    host: str
    port: int
    user: str
    password: str
    starts_tls: bool
    begins_in_tls: bool


def mail_server(name: str) -> MailServer | None:
    """Return the server at the URL in the setting `name`; None without one.

    Passwords and links are never sent unencrypted, except to a server on this machine.
    """
    value = text(name, "")
    if not value:
        return None
    wrong = WrongSetting(name, f"must be like {EXAMPLE}")
    parts = split(value, wrong)
    host, port = parts.hostname, parts.port
    if parts.scheme not in USUAL_PORTS or not host or parts.path.strip("/"):
        raise wrong
    if parts.query or parts.fragment:
        raise WrongSetting(name, f"ends after the port, like {EXAMPLE}")
    secret = parts.scheme == "smtps"
    return MailServer(
        host=host,
        port=port or USUAL_PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starts_tls=not secret and host not in ON_THIS_MACHINE,
        begins_in_tls=secret,
    )


def sender(name: str, server: MailServer | None) -> str:
    """Return the sender's address; by default the user name at the mail server."""
    address = text(name, server.user if server else "")
    if server is None:
        return address or "webmaster@localhost"
    try:
        validate_email(address)
    except ValidationError:
        raise WrongSetting(
            name, f"must be the address mail comes from, not {address!r}"
        ) from None
    return address
