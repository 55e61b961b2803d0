"""What a line of the log says, by its code: tests don't repeat its English."""

from typing import Any

from scoring.models.log_messages import log_message


def log_text(code: str, /, **values: Any) -> str:
    """Return the sentence of a code with its values, as the log shows it.

    log_text("link.made", name="Marie Kubala")
    """
    return str(log_message(code, **values))
