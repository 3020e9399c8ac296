// Builds the games to play from Python's lists and arrays.
#pragma once

#include <memory>
#include <span>

#include "bind/python/convert.hpp"
#include "play/many.hpp"

namespace bind {

using Seating = nb::ndarray<const std::uint8_t, nb::shape<-1, mj::kSeats>, nb::c_contig>;
using Seeds = nb::ndarray<const std::uint32_t, nb::shape<-1, mj::kSeats>, nb::c_contig>;
using Winds = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig>;
using Specs = std::vector<std::shared_ptr<mj::TacticSpec>>;

// Converts Python's players to the engine's. Raises ValueError if there are none.
std::vector<mj::TacticSpec> specs_of(const Specs& players);

// A player that joins in the middle of a game. Raises ValueError if there is none, or if it needs
// the game's history.
const mj::TacticSpec& spec_for_any_decision(const std::shared_ptr<mj::TacticSpec>& player);

// Raises ValueError for less than one thread.
int checked_threads(int threads);

// 1 for each game with a common wall; empty if there is none.
using CommonWalls = std::span<const std::uint8_t>;

// One game on each wall. Raises ValueError for anything that cannot be played.
mj::Plan plan_of_games(const nb::typed<nb::list, nb::bytes>& walls, const Specs& players,
                       const Winds& winds, const Seating& seatings, const Seeds& seeds,
                       bool records, CommonWalls common_walls = {});

}  // namespace bind
