// Rows: tables and reviews as JSON, with the names of /api/v1.
#pragma once

#include <span>

#include "core/json.hpp"
#include "core/state.hpp"
#include "review/reviewing.hpp"
#include "table/game.hpp"

namespace wasm {

// Legal actions as [text, fan of a win].
void write_legal(std::span<const mj::Action> legal, mj::Json& json);

void write_state(const mj::GameState& state, mj::Json& json);
void write_result(const mj::Result& result, mj::Json& json);

// The fields of a decision in a review.
void write_reviewed(const mj::Reviewed& one, mj::Json& json);

}  // namespace wasm
