// Table: a game between people and our players; it stops where a person has to decide.
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
    using Players = std::array<std::shared_ptr<mj::Tactic>, mj::kSeats>;

    // Stands at its first decision. A seat without a player is a person's.
    Table(const mj::Game& game, Players players,
          const std::array<std::uint32_t, mj::kSeats>& seeds);

    // Replays the recorded answers, four to a turn, and stops at the turn after them. Returns an
    // error if one does not fit.
    std::optional<mj::Fault> follow(const std::vector<std::vector<std::string_view>>& rows);

    // Plays to the next decision of a person.
    void begin() { play_on(); }

    // Takes a person's answer and plays to the next decision of a person, or to the end. Returns an
    // error if the answer is not possible.
    std::optional<mj::Fault> play(int seat, std::string_view answer);

    [[nodiscard]] bool over() const { return session_.game.over(); }

    // The table as a person sees it, and the requests sent to that seat from this turn on.
    void write(int seat, std::size_t from, mj::Json& json) const;

    // The finished game as mj_lab stores it.
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
