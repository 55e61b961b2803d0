"""What a process keeps of its newest work, by all that the work follows from."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar

T = TypeVar("T")


class ProcessCache(Generic[T]):
    """The newest results of one kind, for all threads of the process.

    Nothing is ever taken back: the key has all that the work follows from, so what has
    changed has another key, and what is asked for no more falls out. No key of a table
    alone: a restored site gives it to somebody else.

    At most `most` results stay, and no more than `most_bytes` of them where `weigh` says
    how large one is; the newest always stays.
    """

    all: ClassVar[list["ProcessCache[Any]"]] = []  # tests begin without

    def __init__(
        self,
        most: int,
        weigh: Callable[[T], int] = lambda _: 0,
        most_bytes: int = 0,
    ) -> None:
        self.most, self.weigh, self.most_bytes = most, weigh, most_bytes
        self.results: OrderedDict[Hashable, T] = OrderedDict()
        self._looking = Lock()
        self._making: dict[Hashable, Lock] = {}  # by the keys that are worked on
        ProcessCache.all.append(self)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made for this key; many who ask at once wait for one who makes it.

        Who asks for another key doesn't wait: the work on a large one holds up no small one.
        """
        with self._looking:
            if (known := self._known(key)) is not None:
                return known
            making = self._making.setdefault(key, Lock())
        with making:
            try:
                with self._looking:
                    if (known := self._known(key)) is not None:
                        return known
                result = make()
                with self._looking:
                    self._keep(key, result)
                return result
            finally:
                with self._looking:
                    self._making.pop(key, None)

    def _known(self, key: Hashable) -> T | None:
        if key in self.results:
            self.results.move_to_end(key)
        return self.results.get(key)

    def _keep(self, key: Hashable, result: T) -> None:
        self.results[key] = result
        while len(self.results) > 1 and self._is_full():
            self.results.popitem(last=False)

    def _is_full(self) -> bool:
        return len(self.results) > self.most or (
            sum(map(self.weigh, self.results.values())) > self.most_bytes
        )
