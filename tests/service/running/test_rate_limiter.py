"""A token bucket refills at its rate and holds no more than its burst."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from service.running.rate_limiter import TokenBucket

PAUSES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 40)), max_size=30)
"""Pauses in eighths of a second, and the number of tokens taken after each."""


@given(st.sampled_from((1, 2, 8, 16)), st.sampled_from((1, 4)), PAUSES)
def test_it_has_what_is_left_of_the_burst_and_what_was_refilled(
    per_second: int, burst: int, pauses: list[tuple[int, int]]
) -> None:
    """All times and tokens are exact as binary fractions."""
    now = 0.0
    bucket = TokenBucket(per_second, burst, lambda: now)
    left = Fraction(per_second * burst)
    for pause, taken in pauses:
        now += pause / 8
        left = min(left + Fraction(per_second * pause, 8), Fraction(per_second * burst))
        assert bucket.available() == left // 1
        assert bucket.is_overdrawn == (left < 0)
        bucket.take(taken)
        left -= taken
    assert (bucket.full_at > now) == (left < per_second * burst)
