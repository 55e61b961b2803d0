"""Mails that came back: a delivery status message (RFC 3464), and whose mailbox is gone.

Every mail has the site's signature in its Message-ID, and a message of its failure brings
that back. So nobody but who got a mail can say that it did not arrive, and of his own
address alone.
"""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.parser import HeaderParser

from django.core.signing import BadSignature, Signer

from scoring.models import Letter
from scoring.signups import email_addresses

SALT = "scoring.letters.bounces"
# The mail as it was sent, or its head alone.
WHOLE = ("message/rfc822", "message/global")
HEAD = ("text/rfc822-headers", "message/global-headers")
STATUS = ("message/delivery-status", "message/global-delivery-status")
MOST = 2_000_000  # bytes that are read of a message; ours are far smaller


def message_id(letter: Letter, host: str) -> str:
    """What a mail is known by anywhere; the same, should it go twice."""
    return f"<{_signer().sign(str(letter.pk))}@{host}>"


def _signer() -> Signer:
    """Of the signs that may stand before the @ without quotation marks."""
    return Signer(salt=SALT, sep=".")


def note_bounce(message: bytes) -> Letter | None:
    """Mark the address of a mail that came back for good; None where nothing is marked.

    Of a mail that is late, of damaged, foreign and forged messages nothing is.
    """
    try:
        report = message_from_bytes(message[:MOST])
        failure, letter = _failed_for_good(report), _letter_of(report)
    except (RecursionError, ValueError, LookupError):  # made to break a reader
        return None
    if not failure or letter is None:
        return None
    email_addresses.note_refused(letter.to, failure)
    Letter.objects.filter(pk=letter.pk).update(outcome=Letter.Outcome.BOUNCED)
    return letter


def _failed_for_good(report: Message) -> str:
    """The status code of a delivery that is given up, as 5.1.1; "" of any other."""
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
    """Which mail of ours it brings back."""
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
    """The parts of a report, of these kinds; what is no report has none."""
    if report.get_content_type() != "multipart/report":
        return
    parts = report.get_payload()
    for part in parts if isinstance(parts, list) else []:
        if isinstance(part, Message) and part.get_content_type() in kinds:
            yield part
