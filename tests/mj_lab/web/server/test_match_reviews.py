"""Reviews of whole matches at a server: piece by piece, of a table once and for all."""

from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.game.seating import seat_of_player
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.review.reviewing import review_game
from mj_lab.explain.review.views import game_of_match
from mj_lab.web.server import match_reviews as module
from mj_lab.web.server.match_reviews import MatchReviews
from mj_lab.web.server.my_games.listing import listing
from mj_lab.web.server.my_games.reviews import KeptReviews
from mj_lab.web.server.uploads import Upload, Uploads
from tests.mj_lab.web.server.my_games.played import ME, played_table
from tests.recorded import Recorded


def all_pieces(reviews: MatchReviews, token: str) -> list[dict[str, Any]]:
    pieces = [reviews.go_on(token)]
    while "data" not in pieces[-1]:
        pieces.append(reviews.go_on(token))
    return pieces


def test_a_match_at_a_table_is_reviewed_and_counts_in_my_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PIECE_SECONDS", 0.0)
    table, tokens = played_table(tmp_path, 2, hands=4, again=False)
    tables = tmp_path / "tables"
    reviews = MatchReviews(Uploads(), tables)
    token = f"{tokens[ME]}.{table.id}"
    # No time for any hand: the first answer says that it begins.
    assert reviews.go_on(token) == {"done": 0, "all": 4, "hands": 0, "of": 4}
    monkeypatch.setattr(module, "_PIECE_SECONDS", 0.01)
    *pieces, last = all_pieces(reviews, token)
    assert [piece["hands"] for piece in pieces] == [1, 2, 3]
    data = last["data"]
    (shown,) = data["tables"]
    assert (shown["name"], shown["hands"], len(shown["rows"])) == (f"table-{table.id}", 4, 4)
    totals = [sum(result[player] for result in table.results) for player in range(4)]
    assert shown["standing"] == totals
    # Bots of one name are told apart.
    assert len(data["players"]) == 4
    told = listing(tables, KeptReviews(tables), [str(tokens[ME])])
    rows = {row["hand"]: row for row in told["hands"]}
    for hand, game in enumerate(data["matches"]):
        mine = game["seats"][seat_of_player(ME, hand)]
        row = rows[hand]
        assert game["replay"] == row["replay"].partition("?")[0]
        assert row["review"]["points_lost"] == mine["points_lost"]
        assert row["match"] == f"/review/{token}"
    assert all_pieces(reviews, token) == [last]
    # Another player's token leads to the same match, a wrong table's to none.
    with pytest.raises(ValueError, match="keeps no such match"):
        reviews.go_on(f"{tokens[ME]}.{table.id}0")


def test_hands_of_a_table_know_their_place(tmp_path: Path) -> None:
    """So that a dropped or reviewed file of each is a match again."""
    table, _ = played_table(tmp_path, 2, hands=4, again=False)
    paths = [tmp_path / "tables" / f"table-{table.id}-{number}.jsonl" for number in range(1, 5)]
    matches = [match for path in paths for match in read_matches(path)]
    totals = [0, 0, 0, 0]
    for number, match in enumerate(matches):
        assert match.place is not None
        seats = [seat_of_player(player, number) for player in range(4)]
        assert (match.place.hand, match.place.hands) == (number, 4)
        assert [match.place.totals[seat] for seat in seats] == totals
        totals = [total + match.scores[seat] for total, seat in zip(totals, seats, strict=True)]
    upload = Upload("all", [*matches[::-1], *matches])
    first, second = upload.tables
    assert first["standing"] == second["standing"] == totals
    assert [row["game"] for row in first["rows"]] == [3, 2, 1, 0]
    assert [game.place for game in upload.reviewable("2")] == [5, 6, 7, 8]
    assert [game.place for game in upload.reviewable("")] == list(range(1, 9))
    for wrong in ("0", "3", "x", "9" * 5000, "-1", "²"):
        assert list(upload.reviewable(wrong)) == []


def test_single_games_of_a_file_are_reviewed_together(recorded: Recorded) -> None:
    games = [Match.model_validate(record) for record in recorded("rare_games")[:2]]
    uploads = Uploads()
    token = uploads.keep(Upload("two", games))
    data = all_pieces(MatchReviews(uploads, None), token)[-1]["data"]
    assert data["tables"] == [] and data["games"] == 2
    for number, (shown, game) in enumerate(zip(data["matches"], games, strict=True), start=1):
        assert shown["replay"] == f"/uploads/{token}/{number}"
        wanted = review_game(game_of_match(game), data["tactic"])
        assert [seat["points_lost"] for seat in shown["seats"]] == pytest.approx(
            [seat.points_lost for seat in wanted.seats], abs=1e-4
        )


def test_what_is_too_much_is_refused(recorded: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_HANDS", 1)
    uploads = Uploads()
    games = [Match.model_validate(record) for record in recorded("rare_games")[:2]]
    token = uploads.keep(Upload("two", games))
    with pytest.raises(ValueError, match="over 1 hands"):
        MatchReviews(uploads, None).go_on(token)
    for unknown in ("", "nobody", f"{token}.1"):
        with pytest.raises(ValueError, match="keeps no such match"):
            MatchReviews(uploads, None).go_on(unknown)


def test_a_hand_that_cannot_be_reviewed_is_told_each_time(recorded: Recorded) -> None:
    """A page that is loaded again is answered too."""
    game = Match.model_validate(recorded("rare_games")[0])
    requests = (*game.requests[:5], ("3 9 PLAY W1",) * 4, *game.requests[6:])
    uploads = Uploads()
    token = uploads.keep(Upload("bad", [game.model_copy(update={"requests": requests})]))
    reviews = MatchReviews(uploads, None)
    for _ in range(2):
        with pytest.raises(ValueError, match=f"{game.id}: seat 0"):
            reviews.go_on(token)
