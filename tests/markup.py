"""HTML as it is read: blanks that nobody sees are left out."""

import re

from django.http import HttpResponse

# Beside these a blank shows nothing.
EDGES = (
    "html head title meta link body header main footer nav section article aside h1 h2 h3 h4 "
    "p div ul ol li dl dt dd table caption thead tbody tfoot tr th td form fieldset legend "
    "details summary figure figcaption option br hr noscript template"
).replace(" ", "|")


def flowing(html: str | HttpResponse) -> str:
    """In one line: a blank is one, none stands in a tag's end or beside a block."""
    text = html if isinstance(html, str) else html.content.decode()
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" (?=/?>)", "", text)
    text = re.sub(rf" ?(</?(?:{EDGES})\b[^>]*>) ?", r"\1", text)
    # Inside of a button, and within what ends there.
    text = re.sub(r"(<button\b[^>]*>) ", r"\1", text).replace(" </button>", "</button>")
    return text.strip()
