"""What the form of a sheet's numbers says of them, seat by seat."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_noop

from clubs.wording import chips, say

_OF_COLOUR = {
    "blue": gettext_noop("{name}, blue chips"),
    "red": gettext_noop("{name}, red chips"),
    "white": gettext_noop("{name}, white chips"),
}


def labels(
    names: Sequence[str], *, has_chips: bool, colours: Iterable[str], may_rule: bool
) -> dict[str, str]:
    """What each number is called, by its field, seat by seat."""
    said: dict[str, str] = {}
    for seat, name in enumerate(names, start=1):
        if has_chips:
            said[f"held{seat}"] = say("{name}, chips held", name=name)
            said[f"borrowed{seat}"] = say("{name}, borrowed", name=name)
            said |= {f"{each}{seat}": _of_colour(name, each) for each in colours}
        else:
            said[f"held{seat}"] = say("{name}, score", name=name)
        if may_rule:
            said[f"ruled{seat}"] = say("{name}, ruled", name=name)
    return said


def _of_colour(name: str, colour: str) -> str:
    if colour in _OF_COLOUR:
        return say(_OF_COLOUR[colour], name=name)
    return say("{name}, chips: {colour}", name=name, colour=colour)


def missing(name: str, has_chips: bool) -> str:
    if has_chips:
        return say("Type how many chips {name} has; 0 if there are none.", name=name)
    return say("Type how many points {name} has; 0 if there are none.", name=name)


def colours_differ(name: str, worth: int, held: int) -> str:
    return say(
        "{name}: the colours add up to {worth}, but {held} is written here. "
        "Put one of them right, or empty this field.",
        name=name,
        worth=worth,
        held=held,
    )


def too_many(name: str, held: int, began_with: int) -> str:
    return say(
        "{name} cannot hold {held} chips: the table began with {began_with}. "
        "Look at the paper again.",
        name=name,
        held=held,
        began_with=began_with,
    )


def not_with_loan(name: str, score: int, borrowed: int) -> str:
    """A score below 0 where chips are held: what that is held and borrowed."""
    return say(
        "{score} cannot be with {borrowed} borrowed: {name} would owe {owed}. "
        "Leave borrowed empty, or write the chips {name} holds.",
        score=chips(score),
        borrowed=borrowed,
        name=name,
        owed=-score,
    )
