"""Timing: every contestant gets each task in turn, in the same process, and of all rounds the least time counts.

The time is the processor's, not the wall's, so that other work on the machine disturbs it less; the ratios are what matters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Generic, TypeVar

ROUNDS = 3
Task = TypeVar("Task")


@dataclass(frozen=True, slots=True)
class Times:
    """The least time of each task, in seconds."""

    least: tuple[float, ...]

    def at(self, share: float) -> float:
        """The time that this share of the tasks does not exceed, in milliseconds."""
        ordered = sorted(self.least)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000

    @property
    def p50(self) -> float:
        return self.at(0.50)

    @property
    def p95(self) -> float:
        return self.at(0.95)


class Race(Generic[Task]):
    """Contestants by name, each a function of a task."""

    def __init__(self, contestants: Mapping[str, Callable[[Task], object]], rounds: int = ROUNDS) -> None:
        self.contestants = contestants
        self.rounds = rounds

    def run(self, tasks: Sequence[Task]) -> dict[str, Times]:
        """The times of each contestant."""
        least = {name: [float("inf")] * len(tasks) for name in self.contestants}
        for _ in range(self.rounds):
            for at, task in enumerate(tasks):
                for name, contestant in self.contestants.items():
                    start = thread_time()
                    contestant(task)
                    least[name][at] = min(least[name][at], thread_time() - start)
        return {name: Times(tuple(times)) for name, times in least.items()}


def once(work: Callable[[], object]) -> float:
    """The seconds that some work takes."""
    start = thread_time()
    work()
    return thread_time() - start
