"""Minimal subsets that suffice for something: a contradiction, a forced edge, a single solution.

Whether a set suffices is monotone: so does every larger set. A set is minimal when no member can be
deleted; there can be several minimal subsets, of different sizes. The caller supplies the test,
which is the expensive part, as a function of the member to delete and the present set. It returns
members among the others that suffice, or None when the others do not suffice (or when a limit ends
the test). Often these are fewer than all others, as a SAT solver names the assumptions that it
used; that saves tests. Every function here tests each member at most once.

Sources: deletion with and without refinement by the solver's cores, in J. Marques-Silva, Minimal
unsatisfiability: models, algorithms and applications, ISMVL 2010; halves, in U. Junker,
QUICKXPLAIN: preferred explanations and relaxations for over-constrained problems, AAAI 2004.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

Member = TypeVar("Member")
Members = TypeVar("Members", bound=Collection[object])
State = TypeVar("State")


def reduced_by_cores(
    members: Members,
    order: Iterable[Member],
    without: Callable[[Member, Members], Members | None],
    is_limit_reached: Callable[[], bool] = lambda: False,
) -> tuple[Members, bool]:
    """Delete the members of `order` in turn, each with all that the test shows to be superfluous.

    This needs the fewest tests, but the result depends on what the test returns. Returns the
    remaining members, and whether all of `order` among them are needed: after a test without
    success, `is_limit_reached` says that its outcome is not known, which ends the reduction.

    >>> def numbers_of_sum_9(dropped: int, numbers: list[int]) -> list[int] | None:
    ...     others = [number for number in numbers if number != dropped]
    ...     return others if sum(others) >= 9 else None
    >>> reduced_by_cores([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], numbers_of_sum_9)
    ([2, 3, 4], True)
    """
    left = members
    for member in order:
        if member in left:
            less = without(member, left)
            if less is not None:
                left = less
            elif is_limit_reached():
                return left, False
    return left, True


def minimal_in_order(
    order: Sequence[Member],
    sufficient: Collection[Member],
    without: Callable[[Member, AbstractSet[Member]], Collection[Member] | None],
    most: int | None = None,
) -> set[Member]:
    """The members that remain when each of `order` in turn is deleted if the others suffice.

    The result depends only on which sets suffice, so it is the same with every solver. `sufficient`
    are members known to suffice; like those that the test returns, they only save tests. Returns
    an empty set as soon as more than `most` members are needed.

    >>> def number_of_at_least_3(dropped: int, numbers: AbstractSet[int]) -> list[int] | None:
    ...     return [n for n in numbers if n != dropped and n >= 3][:1] or None
    >>> minimal_in_order([5, 4, 3, 2], [5], number_of_at_least_3)
    {3}
    """
    left = set(order)
    needed = 0
    for member in order:
        less = without(member, left) if member in sufficient else sufficient
        if less is not None:
            sufficient = less
            left.remove(member)
        else:
            needed += 1
            if most is not None and needed > most:
                return set()
    return left


def minimal_by_halves(
    base: State,
    members: Sequence[Member],
    add: Callable[[State, Sequence[Member]], State],
    suffices: Callable[[State], bool],
) -> list[Member]:
    """The members that `minimal_in_order` keeps, for a state to which members are added.

    All together must suffice with `base`. What follows from one half of the members is shared by
    all tests of the other, and when it suffices, the other half is deleted at once.

    >>> minimal_by_halves(0, [1, 2, 3, 4], lambda total, new: total + sum(new), lambda t: t >= 7)
    [3, 4]
    """
    if suffices(base):
        return []
    if len(members) == 1:
        return list(members)
    middle = len(members) // 2
    last = members[middle:]
    first = minimal_by_halves(add(base, last), members[:middle], add, suffices)
    return first + minimal_by_halves(add(base, first), last, add, suffices)
