"""The same work on many things, in so many processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def side_by_side(
    work: Callable[[Thing], Result], things: Sequence[Thing], processes: int
) -> Iterator[tuple[Thing, Result]]:
    """Each thing with what came of it, as it is done; with one process here, in order.

    New processes start afresh (nothing of this one's browsers, threads or connections is inherited), so the
    work and the things have to be picklable.
    """
    if processes <= 1:
        yield from ((thing, work(thing)) for thing in things)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(work, thing): thing for thing in things}
        for future in as_completed(futures):
            yield futures[future], future.result()
