"""Share texts: numbers, words and the order of regions, in any language."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from play.clock import HelpCounts
from play.regions import RegionOrder
from play.share import HELP_EMOJI, ShareCard, ShareWords, share_text
from play.tracks import Track

DAY = date(2027, 3, 3)
ORDERS = st.permutations(range(1, 17)).map(tuple)


def test_help_mistakes_and_penalties_are_listed() -> None:
    help_counts = HelpCounts(nudges=1, hints=1, place_checks=2, mistakes=1)
    card = ShareCard(DAY, Track.HARD, "15x15", 3_600, help_counts, streak=30, ranked=False)
    assert share_text(card).splitlines() == [
        "Ouro #123 · Hard 15x15",
        "Time 1:02:15 (1:00:00 + 2:15)",
        "Hints 2 · Checks 2 · Mistakes 1 · 🔥 30 · Unranked",
    ]


def test_regions_are_rows_of_emoji() -> None:
    wide = RegionOrder((1, 2, 3, 4, 5, 6, 7, 8, 12, 11, 10, 9), frozenset({3, 11}))
    card = ShareCard(DAY, Track.EASY, "10x7", 59, HelpCounts(), regions=wide)
    rows = [row.replace("\ufe0f\u20e3", "") for row in share_text(card).splitlines()[3:]]
    assert rows == [f"123{HELP_EMOJI}", "4566", f"998{HELP_EMOJI}"]


def test_words_may_be_in_any_language_and_order() -> None:
    words = ShareWords(title="{track}({size}) 第{number}回", track="ふつう", no_help="ヒントなし")
    card = ShareCard(DAY, Track.NORMAL, "10x10", 61, HelpCounts())
    assert share_text(card, words) == "ふつう(10x10) 第123回\nTime 1:01\nヒントなし"


@given(
    st.sampled_from(Track),
    st.integers(0, 10**5),
    st.builds(HelpCounts, *[st.integers(0, 99)] * 7),
    st.integers(0, 9999),
    st.booleans(),
    st.builds(RegionOrder, ORDERS, st.frozensets(st.integers(0, 15))),
)
def test_a_share_text_is_short_and_mentions_nobody(  # noqa: PLR0917 - from hypothesis
    track: Track,
    seconds: int,
    help_counts: HelpCounts,
    streak: int,
    ranked: bool,
    order: RegionOrder,
) -> None:
    card = ShareCard(DAY, track, "12x12", seconds, help_counts, streak, ranked, order)
    text = share_text(card)
    assert len(text) < 250
    assert len(text.splitlines()) == 7
    assert not set(text) & set("@<>`*_|{}")


def test_every_word_is_used() -> None:
    marks = {name: f"[{name}]" for name in ShareWords.__struct_fields__}
    marked = ShareWords(**marks | {"title": "[title] {track} {size}"})
    other = share_text(ShareCard(None, None, "7x7", 1, HelpCounts()), marked)
    texts = [
        share_text(ShareCard(DAY, track, "7x7", 1, help_counts, 2, ranked=False), marked)
        for track in Track
        for help_counts in (HelpCounts(), HelpCounts(1, 1, 1, 1, 1, 1, 1))
    ]
    texts.append(other)
    for over in (-1, 0, 1):
        card = ShareCard(None, None, "7x7", 1, HelpCounts(), over=over)
        texts.append(share_text(card, marked))
    assert all(any(mark in text for text in texts) for mark in marks.values())
