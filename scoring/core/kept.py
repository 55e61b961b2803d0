"""What a process keeps of its newest work, by all that the work follows from."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The newest results of one kind, for all threads of the process.

    Nothing is ever taken back: the key has all that the work follows from, so what has
    changed has another key, and what is asked for no more falls out. No key of a table
    alone: a restored site gives it to somebody else.
    """

    all: ClassVar[list["Kept[Any]"]] = []  # tests begin without

    def __init__(self, most: int) -> None:
        self.most = most
        self.results: OrderedDict[Hashable, T] = OrderedDict()
        self._looking, self._making = Lock(), Lock()
        Kept.all.append(self)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made for this key; many who ask at once wait for one who makes it."""
        if (known := self._known(key)) is not None:
            return known
        with self._making:
            if (known := self._known(key)) is not None:
                return known
            made = make()
            with self._looking:
                self.results[key] = made
                while len(self.results) > self.most:
                    self.results.popitem(last=False)
            return made

    def _known(self, key: Hashable) -> T | None:
        with self._looking:
            if key in self.results:
                self.results.move_to_end(key)
            return self.results.get(key)
