"""Differences between an open file and the event made from it, place by place."""

from collections.abc import Iterator
from typing import Any

from clubs.i18n import message
from scoring.exports import card_evening_schema as file
from scoring.exports.card_evening_export import evening_of
from scoring.models import Tournament

ASIDE = ("digest", "names")
NAMES = ("name", "given_name", "family_name")  # fields with a person's name
# Fields that identify the items of a list, whatever their order; other lists are
# ordered.
KEYS: dict[str, tuple[str, ...]] = {
    "entries": ("number",),
    "rounds": ("number",),
    "tables": ("number",),
    "hands": ("number",),
    "sit_outs": ("entry", "why", "credit"),
    "standings": ("entry",),
    "standings.rounds": ("round",),
}

# In these, missing fields are compared, too.
WHOLE = {"record", "house_rules", "extensions"}


def differences_from(evening: file.Evening, tournament: Tournament) -> Iterator[str]:
    """Yield each place where the file differs from the event made from it.

    Facts missing in the file aren't compared. That includes missing standings, and
    people's names if the file has public names.
    """
    theirs = file.plain(evening)
    ours = file.plain(evening_of(tournament, full=True))
    if evening.names == "shown":
        for entry in (*theirs["entries"], *ours["entries"]):
            for name in NAMES:
                entry.pop(name, None)
    if not evening.standings:
        ours["standings"] = []
    for name in sorted(theirs.keys() - {*ASIDE}):
        yield from _compare(name, name, theirs[name], ours.get(name))


def _compare(place: str, kind: str, theirs: Any, ours: Any) -> Iterator[str]:
    """Yield differences; `kind` is the place without its numbers: `rounds.tables`."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        whole = not WHOLE.isdisjoint(kind.split("."))
        for name in sorted(theirs.keys() | ours.keys() if whole else theirs):
            yield from _compare(
                f"{place}.{name}", f"{kind}.{name}", theirs.get(name), ours.get(name)
            )
    elif isinstance(theirs, list) and isinstance(ours, list):
        for suffix, mine, other in _pairs(_keys_of(kind), theirs, ours):
            yield from _compare(f"{place}{suffix}", kind, mine, other)
    elif theirs != ours or type(theirs) is not type(ours):
        yield message(
            "{place}: the file has {theirs}, and this site has {ours}",
            place=place,
            theirs=_value_text(theirs),
            ours=_value_text(ours),
        )


def _keys_of(kind: str) -> tuple[str, ...]:
    return KEYS.get(kind) or KEYS.get(kind.rpartition(".")[2], ())


def _pairs(
    keys: tuple[str, ...], theirs: list[Any], ours: list[Any]
) -> Iterator[tuple[str, Any, Any]]:
    """Yield the items of the file and those here in pairs; None without a match."""
    left: dict[tuple[Any, ...], list[Any]] = {}
    for n, item in enumerate(ours):
        left.setdefault(_key_of(item, keys, n), []).append(item)
    for n, item in enumerate(theirs):
        matches = left.get(_key_of(item, keys, n))
        yield f"[{n}]", item, matches.pop(0) if matches else None
    for key, items in left.items():
        label = " ".join(str(part) for part in key if part is not None)
        for item in items:
            yield f"[{label}]", None, item


def _key_of(item: Any, keys: tuple[str, ...], index: int) -> tuple[Any, ...]:
    """Return the identity of an item; a void hand differs from one of its number."""
    if not keys:
        return (index,)
    return (*(item.get(key) for key in keys), "void" if "void" in item else None)


def _value_text(value: Any) -> str:
    if value is None:
        return message("nothing")
    return str(value)[:60]
