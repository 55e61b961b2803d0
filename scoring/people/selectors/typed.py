"""One person as somebody types him: “12 Marie Kubala; Lodge 24”.

The door, the field of the entries and a pasted list all read it here.
"""

import re
from dataclasses import dataclass

from clubs.wording import AFTER_A_NAME

NUMBERED = re.compile(r"\s*(?:#|No\.?\s*)?(\d{1,4})\s*[.):]?\s+(?=\D)", re.IGNORECASE)
# A comma parts name and lodge, but belongs to “Josef Marek, Jr.”.
AFTER = rf"(?:{'|'.join(AFTER_A_NAME)})\b\.?\s*(?:[;,]|$)"
PARTED = re.compile(rf"\s*(?:;|,(?!\s*{AFTER}))\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TypedPerson:
    """Start number as it was typed, name and lodge; empty where they are not there."""

    number: str
    name: str
    lodge: str


def typed_person(text: str) -> TypedPerson:
    """“Name”, “Name, Lodge”, “12 Name; Lodge”."""
    numbered = NUMBERED.match(text)
    rest = text[numbered.end() :] if numbered else text
    name, *lodge = PARTED.split(rest.strip(), maxsplit=1)
    return TypedPerson(numbered[1] if numbered else "", name, "".join(lodge))
