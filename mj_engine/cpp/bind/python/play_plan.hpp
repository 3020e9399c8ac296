// The games to play, from Python's lists and arrays.
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

// Players as the table wants them. Raises ValueError if there is none.
std::vector<mj::TacticSpec> specs_of(const Specs& players);

// A player for the middle of a game. Raises ValueError if there is none, or if it must have seen
// the game before.
const mj::TacticSpec& spec_for_any_decision(const std::shared_ptr<mj::TacticSpec>& player);

// At least one thread, else raises ValueError.
int checked_threads(int threads);

// 1 for each game in which all draw from one wall; empty if there is none.
using CommonWalls = std::span<const std::uint8_t>;

// One game on each wall. Raises ValueError for anything that cannot be played.
mj::Plan plan_of_games(const nb::typed<nb::list, nb::bytes>& walls, const Specs& players,
                       const Winds& winds, const Seating& seatings, const Seeds& seeds,
                       bool records, CommonWalls common_walls = {});

}  // namespace bind
