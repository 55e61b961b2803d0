"""What was kept as an English text, said again to whoever reads now.

For short texts that the site writes where people write, too: why a score was corrected.
They are told by their sentence alone, so old rows are told again as well.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from clubs.wording.sentences import say

_PLACE = re.compile(r"\{(\w+)\}")


def retold(text: str, templates: Iterable[str]) -> str:
    """The text in the reader's language if one of these made it; else as it stands.

    What stands in a place of it may be made by one of them again.
    """
    templates = tuple(templates)
    for template in templates:
        if match := _pattern(template).fullmatch(text):
            values = match.groupdict()
            return say(template, **{k: retold(v, templates) for k, v in values.items()})
    return text


@lru_cache(maxsize=256)
def _pattern(template: str) -> re.Pattern[str]:
    words = _PLACE.split(template)
    parts = (f"(?P<{w}>.+?)" if at % 2 else re.escape(w) for at, w in enumerate(words))
    return re.compile("".join(parts))
