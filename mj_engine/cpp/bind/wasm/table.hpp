// Table: a game with people and players of ours at its seats; it waits where a person has to
// decide.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "core/expected.hpp"
#include "core/json.hpp"
#include "play/session.hpp"
#include "table/record.hpp"

namespace wasm {

class Table {
  public:
    using Players = std::array<std::unique_ptr<mj::Tactic>, mj::kSeats>;

    // At its first decision; a person sits where there is no player.
    Table(const mj::Game& game, Players players,
          const std::array<std::uint32_t, mj::kSeats>& seeds);

    // Takes the answers of the turns of a game on record, the four of a turn in one row; then it is
    // at the turn behind them. Says why it cannot be.
    std::optional<mj::Fault> follow(const std::vector<std::vector<std::string_view>>& rows);

    // Plays to the first decision of a person.
    void begin() { play_on(); }

    // Takes a person's answer and plays on to a person's next decision, or to the end. Says why it
    // cannot be.
    std::optional<mj::Fault> play(int seat, std::string_view answer);

    [[nodiscard]] bool over() const { return session_.game.over(); }

    // What a person sees of it, and what it was sent from this turn on.
    void write(int seat, std::size_t from, mj::Json& json) const;

    // The finished game as mj_lab keeps it.
    [[nodiscard]] std::string line(std::string_view id,
                                   const std::vector<std::string>& players) const {
        return mj::line_of(session_.game, record_, id, players);
    }

  private:
    void play_on();

    mj::Session session_;
    mj::Record record_;
    Players players_;
};

}  // namespace wasm
