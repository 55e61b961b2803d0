"""Bounced emails: parsing delivery status messages (RFC 3464).

Every email has the site's signature in its Message-ID, and a bounce message returns it.
So only the recipient of an email can report that it didn't arrive, and only for their
own address.
"""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.parser import HeaderParser

from django.core.signing import BadSignature, Signer

from scoring.models import Letter
from scoring.signups import email_addresses

SALT = "scoring.letters.bounces"
# The original email, or only its header.
WHOLE = ("message/rfc822", "message/global")
HEAD = ("text/rfc822-headers", "message/global-headers")
STATUS = ("message/delivery-status", "message/global-delivery-status")
MOST = 2_000_000  # bytes read of a message; ours are far smaller


def message_id(letter: Letter, host: str) -> str:
    """Return the Message-ID of an email; equal if it is sent twice."""
    return f"<{_signer().sign(str(letter.pk))}@{host}>"


def _signer() -> Signer:
    """Return a signer whose signatures need no quotes before the @."""
    return Signer(salt=SALT, sep=".")


def note_bounce(message: bytes) -> Letter | None:
    """Mark the address of a permanently failed email; None if nothing is marked.

    Ignores delays, and damaged, foreign and forged messages.
    """
    try:
        report = message_from_bytes(message[:MOST])
        failure, letter = _failed_for_good(report), _letter_of(report)
    except (RecursionError, ValueError, LookupError):  # made to break a parser
        return None
    if not failure or letter is None:
        return None
    email_addresses.note_refused(letter.to, failure)
    Letter.objects.filter(pk=letter.pk).update(outcome=Letter.Outcome.BOUNCED)
    return letter


def _failed_for_good(report: Message) -> str:
    """Return the status code of a permanent failure, such as 5.1.1; otherwise ""."""
    for part in _parts(report, STATUS):
        blocks = part.get_payload()
        for block in blocks if isinstance(blocks, list) else []:
            if not isinstance(block, Message):
                continue
            action, status = (str(block.get(name, "")) for name in ("Action", "Status"))
            code = status.strip().partition(" ")[0]
            if action.strip().lower() == "failed" and code.startswith("5."):
                return code
    return ""


def _letter_of(report: Message) -> Letter | None:
    """Return the email that a bounce message refers to."""
    for name in _message_ids(report):
        signed = name.strip().strip("<>").rpartition("@")[0]
        try:
            pk = _signer().unsign(signed)
        except BadSignature:
            continue
        rows = Letter.objects.select_related("to__player__club")
        return rows.filter(pk=int(pk)).first()
    return None


def _message_ids(report: Message) -> Iterator[str]:
    for part in _parts(report, WHOLE):
        inside = part.get_payload()
        if isinstance(inside, list) and inside and isinstance(inside[0], Message):
            yield str(inside[0].get("Message-ID", ""))
    for part in _parts(report, HEAD):
        text = part.get_payload(decode=True)
        if isinstance(text, bytes):
            head = HeaderParser().parsestr(text.decode("ascii", "replace"))
            yield str(head.get("Message-ID", ""))


def _parts(report: Message, kinds: tuple[str, ...]) -> Iterator[Message]:
    """Yield a report's parts of these types; nothing for other messages."""
    if report.get_content_type() != "multipart/report":
        return
    parts = report.get_payload()
    for part in parts if isinstance(parts, list) else []:
        if isinstance(part, Message) and part.get_content_type() in kinds:
            yield part
