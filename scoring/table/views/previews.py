"""What a hand would move, asked before it is saved; nothing is written."""

from typing import Any

from scoring.table.forms.messages import Message
from scoring.table.selectors.previews import preview_of
from scoring.table.views.api import PhonePermission, PhoneRequest, asks


@asks(PhonePermission.JOINED)
def preview(request: PhoneRequest, message: Message) -> dict[str, Any]:
    """The nets of a record and why, or what is wrong with it."""
    return preview_of(
        request.sheet, message.game_record(), replaces=message.text("replaces")
    )
