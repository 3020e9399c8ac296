// Rows: what is said of tiles, wins, candidates and tables, as JSON with the names of /api/v1.
#pragma once

#include <span>

#include "core/json.hpp"
#include "core/state.hpp"
#include "odds/odds.hpp"
#include "review/effective.hpp"
#include "review/reviewing.hpp"
#include "table/game.hpp"
#include "table/waits.hpp"
#include "table/win_rows.hpp"
#include "why/facts.hpp"

namespace wasm {

// Tiles by their copies left, and the sum of those; the same with the shanten and its forms.
void write_effective(mj::TileSet tiles, const mj::Counts& unseen, mj::Json& json);
void write_least(const mj::Least& least, const mj::Counts& unseen, mj::Json& json);

// Texts of tiles by counts, each as often as it is there.
void write_tiles(const mj::Counts& counts, mj::Json& json);

// Legal actions as [text, fan of a win].
void write_legal(std::span<const mj::Action> legal, mj::Json& json);

void write_state(const mj::GameState& state, mj::Json& json);
void write_result(const mj::Result& result, mj::Json& json);

// The decision that candidates are of, and by what they are as good as the first.
struct Decided {
    const mj::GameState& state;
    const mj::LossScale& losses;
    bool others_known;
};

// The members of one of all candidates as `explain` of mj_bot's tactics has it, and whether it is
// as good as the first. The danger of a discard is null where nothing is known of the others.
void write_candidate(const mj::Explained& explained, std::span<const mj::Explained> all,
                     const Decided& decided, mj::Json& json);

// The waits that each legal discard or claim leaves, by the action.
void write_waits_after(const mj::GameState& state, std::span<const mj::Action> legal,
                       mj::Json& json);
void write_waits(const std::vector<mj::Wait>& waits, int flowers, mj::Json& json);
// What is said of actions, with the digits that are shown.
std::vector<mj::why::Row> rows_of(const std::vector<mj::Explained>& explained,
                                  const mj::GameState& state, bool others_known);

// The members of a decision in a review.
void write_reviewed(const mj::Reviewed& one, mj::Json& json);

}  // namespace wasm
