// Legality: what a seat may do now, by the judge's rules; checks answers and lists them.
// Its twin: mj_bot/actions.py.
#pragma once

#include "table/game.hpp"

namespace mj {

// The legal answers of one seat, as a plain value; at most 51.
struct ActionList {
    std::array<Action, 64> of;
    std::uint8_t size = 0;

    void push(const Action& action) { of[size++] = action; }
    [[nodiscard]] std::span<const Action> all() const { return {of.data(), size}; }
};

// What the game asks of a seat now.
Decision decision_of(const Game& game, int seat);

// Whether the seat that drew may do this; wins are checked elsewhere.
bool allows_own(const Game& game, int seat, const Action& action);

// Whether a seat may pung, kong or chow the discard on offer.
bool allows_claim(const Game& game, int seat, const Action& action);

// A win of a seat now: hand, tile and flags.
struct Winning {
    Counts hand;
    Tile tile;
    WinContext context;
};
Winning winning_of(const Game& game, int seat);

// The win of a seat now; nothing if the hand and the tile do not make one.
std::optional<Win> win_now(const Game& game, int seat);

// The fan of a win of a seat now, without flowers; -1 if the hand does not win.
int fan_now(const Game& game, int seat);

// Every legal answer of a seat, each once, in the order of mj_bot.actions.action_space: a win
// first; only PASS if nothing is asked.
void list_legal(const Game& game, int seat, ActionList& list);

// Whether the seat has to decide: at its own draw, or if there is more than PASS.
bool must_decide(const Game& game, int seat);

// Whether the answer is legal.
bool is_legal(const Game& game, int seat, const Action& action);

}  // namespace mj
