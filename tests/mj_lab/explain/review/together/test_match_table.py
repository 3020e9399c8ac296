"""The hands of a match together: people's matches, whose totals the platform counts too."""

from pathlib import Path

import pytest

from mj_bot.events import SEATS
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.review.reviewing import GameReview, SeatReview
from mj_lab.explain.review.together.match_table import match_tables


def reviewed(path: Path) -> list[GameReview]:
    """The hands as if each seat had lost its number and the hand's."""
    return [
        GameReview(
            match.id,
            path.name,
            "",
            tuple(
                SeatReview(seat, match.players[seat], match.scores[seat], (), 0)
                for seat in range(SEATS)
            ),
            match,
        )
        for match in read_matches(path)
    ]


@pytest.mark.foreign
@pytest.mark.parametrize("name", ["tziakcha_match.json", "salasasa_native.json"])
def test_players_keep_their_columns(data_folder: Path, name: str) -> None:
    games = reviewed(data_folder / name)
    (table,) = match_tables(games)
    assert len(table["rows"]) == len(games)
    assert table["hands"] == 16
    totals = [0] * SEATS
    for row, game in zip(table["rows"], games, strict=True):
        match = game.match
        assert match is not None and match.place is not None
        for player, (seat, score, _) in enumerate(row["cells"]):
            assert match.players[seat] == table["players"][player]
            # What the platform says everybody had before this hand.
            assert match.place.totals[seat] == totals[player]
            totals[player] += score
    assert table["standing"] == totals
    assert len({row["cells"][0][0] for row in table["rows"]}) > 1, "seats change"


@pytest.mark.foreign
def test_what_is_no_match_has_no_table(data_folder: Path) -> None:
    games = reviewed(data_folder / "tziakcha_match.json")
    assert match_tables(games[:1]) == []
    alone = [
        game._replace(record=game.match.model_copy(update={"place": None}))
        for game in games
        if game.match is not None
    ]
    assert match_tables(alone) == []
    others = [
        game._replace(record=game.match.model_copy(update={"player_ids": tuple("abcd")}))
        for game in games[:1]
        if game.match is not None
    ]
    assert match_tables([*others, *games[1:]]) == []
