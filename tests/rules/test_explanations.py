"""What stands above a payment, in any game."""

import pytest

from rules.explanations import Paragraph
from tests.messages import message


@pytest.mark.parametrize(
    ("item", "title"),
    [("game", "Game"), ("new_pool", message("New pool")), ("xxi", "XXI")],
)
def test_a_payment_is_called_by_words(item, title):
    assert Paragraph(item, "house", (), ()).title == title
