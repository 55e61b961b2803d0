"""What a hand would move, asked before it is saved; nothing is written."""

from typing import Any

from scoring.table.pages.api import PhonePermission, PhoneRequest, asks
from scoring.table.pages.messages import Message
from scoring.table.previews import preview_of, preview_of_void


@asks(PhonePermission.JOINED)
def preview(request: PhoneRequest, message: Message) -> dict[str, Any]:
    """The nets of a record and why, or what is wrong with it; what a void hand moves."""
    if void := message.text("void"):
        return preview_of_void(request.sheet, void)
    return preview_of(
        request.sheet, message.game_record(), replaces=message.text("replaces")
    )
