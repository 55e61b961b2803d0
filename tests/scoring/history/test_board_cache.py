"""What another release left in the shared cache is computed again, never an error."""

import sys
from collections import namedtuple
from collections.abc import Callable
from types import ModuleType

import pytest

from scoring.history.board_cache import read_board, store_board

pytestmark = pytest.mark.django_db
FORMER = "scoring.history.former_board"


def rename_class(module: ModuleType) -> None:
    del vars(module)["Board"]


def rename_module(module: ModuleType) -> None:
    del sys.modules[FORMER]


def add_field(module: ModuleType) -> None:
    other = namedtuple("Board", "games pins")
    vars(module)["Board"] = other


@pytest.mark.parametrize("change", [rename_class, rename_module, add_field])
def test_a_board_of_another_release_is_not_stored(
    change: Callable[[ModuleType], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    former = ModuleType(FORMER)
    board = namedtuple("Board", "games")
    board.__module__ = FORMER
    vars(former)["Board"] = board
    monkeypatch.setitem(sys.modules, FORMER, former)
    store_board("records", ("version", board({})), 60)
    assert read_board("records", ("", None)) == ("version", board({}))
    change(former)
    assert read_board("records", ("", None)) == ("", None)
