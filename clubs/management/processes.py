"""Some processes that do the same: begun, begun again where one dies, ended together."""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable

LOG = logging.getLogger("valat.serve")
ENDS = {signal.SIGTERM, signal.SIGINT}
PATIENCE = 30  # s for a process to end what it is at
SOON, HOUR = 60, 60 * 60  # s
PAUSE = 1  # s before another takes the place of one that died at once


class Processes:
    """`work` runs `count` times side by side, each in a process of its own.

    It is told to end by SIGTERM, and gets the id of this process.
    """

    def __init__(self, count: int, work: Callable[[int], None]) -> None:
        self.count = count
        self.work = work
        self.begun: dict[int, float] = {}  # by process id, when
        self.watched = {*ENDS, signal.SIGCHLD}
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # not under nohup
            self.watched.add(signal.SIGHUP)

    def run(self, at_end: Callable[[], None], hourly: Callable[[], None]) -> None:
        """Until SIGTERM, Ctrl-C or the terminal's end; then `at_end` and goodbye.

        `hourly` is called soon after the start, and whenever an hour passed quietly.
        """
        before = signal.pthread_sigmask(signal.SIG_BLOCK, self.watched)
        try:
            self._fill()
            wait = SOON
            while True:
                told = signal.sigtimedwait(self.watched, wait)
                if told is None:
                    wait = HOUR
                    hourly()
                elif told.si_signo == signal.SIGCHLD:
                    self._replace()
                else:
                    break
            at_end()
            self._end()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _fill(self) -> None:
        while len(self.begun) < self.count:
            self._begin()

    def _begin(self) -> None:
        parent = os.getpid()
        if child := os.fork():
            self.begun[child] = time.monotonic()
            return
        status = 1
        try:
            # A terminal sends Ctrl-C to all; the first process passes the word on.
            signal.signal(signal.SIGINT, lambda *_: None)
            signal.signal(signal.SIGHUP, lambda *_: None)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, self.watched)
            self.work(parent)
            status = 0
        except Exception:
            LOG.exception("A process of the site failed.")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)  # what the first process began, it ends

    def _replace(self) -> None:
        for child, status in self._gone():
            lived = time.monotonic() - self.begun.pop(child)
            code = os.waitstatus_to_exitcode(status)
            how = f"signal {-code}" if code < 0 else f"status {code}"
            LOG.warning("A process of the site ended (%s); another begins.", how)
            if lived < PAUSE:
                time.sleep(PAUSE)
        self._fill()

    def _gone(self) -> list[tuple[int, int]]:
        ended = [os.waitpid(child, os.WNOHANG) for child in self.begun]
        return [(child, status) for child, status in ended if child]

    def _end(self) -> None:
        """Each may end what it is at; a second Ctrl-C does not wait for that."""
        self._tell(signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE
        while self.begun:
            left = max(0.0, deadline - time.monotonic())
            told = signal.sigtimedwait(self.watched, left)
            if told is None or told.si_signo != signal.SIGCHLD:
                self._tell(signal.SIGKILL)
            for child, _ in self._gone():
                del self.begun[child]

    def _tell(self, word: signal.Signals) -> None:
        for child in self.begun:
            os.kill(child, word)
