"""A manager of processes: starts, restarts and ends them together."""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence

LOG = logging.getLogger("valat.serve")
ENDS = {signal.SIGTERM, signal.SIGINT}
PATIENCE = 30  # s for a process to finish its work
PAUSE = 1  # s before restarting a process that died immediately


class Processes:
    """A group of processes, one for each of `works`, side by side.

    Each gets the id of this process, and is asked to end by SIGTERM. A process that
    ends on its own is restarted.
    """

    def __init__(self, works: Sequence[Callable[[int], None]]) -> None:
        self.works = works
        # By process id: index of its work, start time.
        self.begun: dict[int, tuple[int, float]] = {}
        self.watched = {*ENDS, signal.SIGCHLD}
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # not under nohup
            self.watched.add(signal.SIGHUP)

    def run(self, at_end: Callable[[], None]) -> None:
        """Run until SIGTERM, Ctrl-C or the terminal's end; then `at_end` and stop."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, self.watched)
        try:
            self._fill()
            while signal.sigwaitinfo(self.watched).si_signo == signal.SIGCHLD:
                self._replace()
            at_end()
            self._end()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _fill(self) -> None:
        begun = {number for number, _ in self.begun.values()}
        for number in range(len(self.works)):
            if number not in begun:
                self._begin(number)

    def _begin(self, number: int) -> None:
        parent = os.getpid()
        if child := os.fork():
            self.begun[child] = number, time.monotonic()
            return
        status = 1
        try:
            # A terminal sends Ctrl-C to all processes; the first process asks the
            # others to end.
            signal.signal(signal.SIGINT, lambda *_: None)
            signal.signal(signal.SIGHUP, lambda *_: None)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, self.watched)
            self.works[number](parent)
            status = 0
        except Exception:  # whatever it is, the log has it before the process ends
            LOG.exception("A process of the site failed.")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)  # the first process cleans up what it created

    def _replace(self) -> None:
        for child, status in self._ended_children():
            _, since = self.begun.pop(child)
            code = os.waitstatus_to_exitcode(status)
            cause = f"signal {-code}" if code < 0 else f"status {code}"
            level = logging.WARNING if code else logging.INFO
            LOG.log(level, "A process of the site ended (%s); another begins.", cause)
            if time.monotonic() - since < PAUSE:
                time.sleep(PAUSE)
        self._fill()

    def _ended_children(self) -> list[tuple[int, int]]:
        ended = [os.waitpid(child, os.WNOHANG) for child in self.begun]
        return [(child, status) for child, status in ended if child]

    def _end(self) -> None:
        """End all processes; a second Ctrl-C doesn't wait for them to finish."""
        self._tell(signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE
        while self.begun:
            left = max(0.0, deadline - time.monotonic())
            signalled = signal.sigtimedwait(self.watched, left)
            if signalled is None or signalled.si_signo != signal.SIGCHLD:
                self._tell(signal.SIGKILL)
            for child, _ in self._ended_children():
                del self.begun[child]

    def _tell(self, word: signal.Signals) -> None:
        for child in self.begun:
            os.kill(child, word)
