"""Algorithms that are written in Python."""

from __future__ import annotations

from typing import Callable, TypeVar

from commlab._commlab import Schedule
from commlab._session import session

Write = TypeVar("Write", bound=Callable[[Schedule], None])


def algorithm(
    collective: str, name: str | None = None, *, idea: str | None = None, ranks: str = "any"
) -> Callable[[Write], Write]:
    """Makes a function an algorithm of this collective, beside those of commlab. Its name is the function's, unless another
    is given; `ranks` says which numbers of ranks it supports: "any", "even" or "power of two".

    >>> @commlab.algorithm("all_reduce")
    ... def my_ring(s):
    ...     s.cut_into(s.ranks)
    ...     ring = s.everyone()
    ...     s.phase("reduce-scatter")
    ...     for k in range(s.ranks - 1):
    ...         s.next_step()
    ...         s.every(ring, to=shift(1), block=shift(-k), combine="reduce",
    ...                 from_="input" if k == 0 else "output", with_="input")
    ...     s.phase("all-gather")
    ...     for k in range(s.ranks - 1):
    ...         s.next_step()
    ...         s.every(ring, to=shift(1), block=shift(1 - k))
    >>> commlab.verify("all_reduce --algorithm my-ring")
    >>> commlab.run("all_reduce --algorithm my-ring --on host")
    """

    if not isinstance(collective, str):
        raise TypeError('the collective is missing; write @commlab.algorithm("all_reduce")')

    def add(write: Write) -> Write:
        if not callable(write):
            raise TypeError(f"expected a function that writes a schedule; found {type(write).__name__}")
        called = name or getattr(write, "__name__", "").replace("_", "-").lower()
        told = idea or (write.__doc__ or "").strip().split("\n")[0]
        session().add_algorithm(collective, called, told, ranks, write)
        return write

    return add


def forget(collective: str, name: str) -> bool:
    """Removes an algorithm that was written in Python; False: there is none of this name. Runs of it stay as they are.

    >>> commlab.forget("all_reduce", "my-ring")
    """
    return session().remove_algorithm(collective, name)
