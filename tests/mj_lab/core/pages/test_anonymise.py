"""Records without names: nothing of them is left, and the game is the same."""

from pathlib import Path

import pytest

from mj_lab.core.pages.anonymise import Anonymiser
from mj_lab.core.records.archives import FoundGame
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import to_line
from mj_lab.core.records.matches import read_matches

NAMES = {"id", "players", "player_ids", "began", "place"}


@pytest.mark.foreign
def test_no_name_is_left_and_players_stay_who_they_are(data_folder: Path) -> None:
    matches = list(read_matches(data_folder / "salasasa_native.json"))
    names = Anonymiser()
    hidden = [names.found(FoundGame("file: hand", match)) for match in matches]
    letters: dict[str, str] = {}
    for number, (one, match) in enumerate(zip(hidden, matches, strict=True), start=1):
        game = one.game
        assert game.model_dump(exclude=NAMES) == match.model_dump(exclude=NAMES)  # type: ignore[union-attr]
        assert one.place == f"game {number}"
        for name, letter in zip(match.players, game.players, strict=True):  # type: ignore[union-attr]
            assert letters.setdefault(name, letter) == letter
        text = to_line(game)  # type: ignore[arg-type]
        assert not [name for name in (*match.players, *match.player_ids) if f'"{name}"' in text]
        assert "native1" not in text
    assert sorted(letters.values()) == ["A", "B", "C", "D"]


@pytest.mark.foreign
def test_one_seat(data_folder: Path) -> None:
    match = next(read_matches(data_folder / "salasasa_native.json"))
    view = seat_of(match, 1)
    hidden = Anonymiser().game(view)
    assert hidden == view._replace(id="1", player="A")
