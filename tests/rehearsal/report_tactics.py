"""Tactics that know the report alone: its tuples, its texts, its names of the state."""

# As a reader of the report wrote it; not to be changed.
MINE = '''"""Tactic `mine`: written from the report alone."""

class Mine:
    def __init__(self):
        self.seen = {}

    def loading(self, game_state, player_id, action):
        self.seen[player_id] = self.seen.get(player_id, 0) + 1

    def __call__(self, game_state):
        actions = game_state.action_space()
        for action in actions:
            if action[0] == "HU":
                return action
        plays = [action for action in actions if action[0] == "PLAY"]
        hand = game_state.my_hand
        if not plays:
            return ("PASS",)
        return max(plays, key=lambda a: (a[1][0] in "FJ", hand.count(a[1]) == 1))
'''

TEXT = '''"""Answers with texts, and hears actions as tuples."""

class Mine:
    def __init__(self):
        self.debug = ""
        self.heard = []

    def loading(self, game_state, player_id, action):
        word, *cards = action
        assert len(action) == 1 + len(cards) and all(card[0] in "WBTFJ" for card in cards)
        if word == "PLAY":
            self.heard.append(action[1])

    def __call__(self, game_state):
        self.debug = " ".join(self.heard[-5:])
        for word, *rest in game_state.action_space():
            if word == "HU":
                return "HU"
            if word in ("PENG", "CHI") and rest[-1][0] in "FJ":
                return " ".join([word] + rest)
        me = game_state.players[game_state.my_pid]
        if ("PASS",) in game_state.action_space():
            return "PASS"
        shown = sum([player.played for player in game_state.players], [])
        safest = max(game_state.my_hand, key=lambda card: (shown.count(card), card))
        assert me.player_id == game_state.my_pid
        return "PLAY " + safest
'''

LOADED = '''"""Goes by what others played, and folds a position of its own."""

from mj_bot.state import GameState
from mj_bot.routes.report_names import *

DEAL = {"requests": ["0 0 0", "1 0 0 0 0 W1 W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 J1", "2 W9"]}


class Mine:
    def __init__(self):
        self.ways = [one for fan in targets_table for one in fan]
        first = GameState.load_json(DEAL)
        assert first.my_hand[-1] == "W9" and first.history == [(0, "DRAW", "W9")]

    def __call__(self, game_state):
        actions = game_state.action_space()
        if actions[0][0] == HU:
            return actions[0]
        if (PASS,) in actions:
            return [PASS]
        others = [one for one in game_state.players if one.player_id != game_state.my_pid]
        thrown = {card for player in others for card in player.played}
        opened = {card for player in others for meld in player.melds for card in meld.cards}
        last = [words for player in others for words in player.history[-1:]]
        assert all(words[0] in (PLAY, PENG, CHI, GANG, "BUGANG") for words in last)
        near = min(self.ways, key=lambda way: self.distance(way, game_state))
        plays = [action for action in actions if action[0] == PLAY]
        return min(plays, key=lambda a: (a[1] in near, a[1] not in thrown | opened))

    def distance(self, way, game_state):
        remain, copies = list(game_state.my_hand), remain_cards(game_state)
        need = 0.0
        for card in way:
            if card in remain:
                remain.remove(card)
            else:
                need += st_diff[copies[card]]
        return need - connection_bonus(remain)
'''

OF_THE_REPORT = {"the report's": MINE, "texts": TEXT, "the report's names": LOADED}
