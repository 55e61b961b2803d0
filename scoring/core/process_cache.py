"""A cache of recent results in one process, without invalidation."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar

T = TypeVar("T")


class ProcessCache(Generic[T]):
    """A cache of recent results of one kind, for all threads of the process.

    Entries are never invalidated: the key has everything the result depends on, so
    changed data has another key, and unused entries drop out. A row's key alone isn't
    enough: a restored site can reuse it.

    Stores at most `most` results, and at most `most_bytes` if `weigh` returns the size
    of one; the newest always stays.
    """

    all: ClassVar[list["ProcessCache[Any]"]] = []  # cleared between tests

    def __init__(
        self,
        most: int,
        weigh: Callable[[T], int] = lambda _: 0,
        most_bytes: int = 0,
    ) -> None:
        self.most, self.weigh, self.most_bytes = most, weigh, most_bytes
        self.results: OrderedDict[Hashable, T] = OrderedDict()
        self._looking = Lock()
        self._making: dict[Hashable, Lock] = {}  # by the keys being computed
        ProcessCache.all.append(self)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the result for a key; concurrent callers wait for one to compute it.

        Callers with other keys don't wait: a large result must not delay small ones.
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
