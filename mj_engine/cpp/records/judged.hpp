// Judged: a match on record played again at our table: does it come out as it says?
// Its twins: mj_lab/check/verify.py, AsRecordedGame of mj_lab/records/match.py.
#pragma once

#include "records/match.hpp"
#include "table/game.hpp"

namespace mj {

// Whether this answer of one seat is no fault now, a win apart, at a table where the last tile may
// make a kong and be claimed too, as on people's.
bool allows_as_recorded(const Game& game, int seat, const Action& action);

// Where our table departs from a match, in one line; nothing if it does not.
std::optional<std::string> disagreement(const MatchOnRecord& match);

// How a game ended, as matches have it.
MatchEnd end_of(const Result& result);

}  // namespace mj
