// What to play, out of Python's lists and arrays.
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

// The player, to be asked about a game in the middle. Raises ValueError if there is none, or it has
// to have seen what was before.
const mj::TacticSpec& spec_for_any_decision(const std::shared_ptr<mj::TacticSpec>& player);

// At least one thread; raises ValueError else.
int checked_threads(int threads);

// By game 1 where all draw from one wall; empty where they do in none.
using CommonWalls = std::span<const std::uint8_t>;

// One game a wall. Raises ValueError for whatever cannot be played.
mj::Plan plan_of_games(const nb::typed<nb::list, nb::bytes>& walls, const Specs& players,
                       const Winds& winds, const Seating& seatings, const Seeds& seeds,
                       bool records, CommonWalls common_walls = {});

}  // namespace bind
