// Session: a game whose seats are asked one by one, as a plain value.
#pragma once

#include "play/player.hpp"

namespace mj {

struct Session {
    Game game;
    Answers answers{};      // of the seats asked so far, PASS for the others
    std::uint8_t open = 0;  // seats that still have to decide, one bit each

    // Resets the answers for a new event.
    void ask_again();

    // Passes for all seats until one has to decide or the game is over.
    void advance(Record* record = nullptr);

    // The next seat to decide, counted from the seat whose turn it is; -1 if there is none.
    [[nodiscard]] int to_move() const;

    // Takes the legal answer of a seat that has to decide. After the last answer the game goes on
    // to the next decision.
    void play(int seat, const Action& action, Record* record = nullptr);
};

static_assert(std::is_trivially_copyable_v<Session>);

}  // namespace mj
