"""A pack is asked for once, however often the button is pressed."""

from scoring.core.forms.keyed import KeyedForm


class PackForm(KeyedForm):
    """Nothing to choose."""
