// Whether a way to 8 fan stays in sight: a rough test, by which `greedy` leaves out claims.
// Its twin: mj_bot/tactics/greedy.py.
#pragma once

#include "tactics/successor.hpp"

namespace mj {

// Says no if in doubt, like mj_bot.tactics.greedy.eight_fan_stays. It knows the fans of 6 points
// and more that winners have with open melds: All Pungs, Half and Full Flush, All Types and the
// fans of three chows; a fan of 6 is taken to get two more points from somewhere.
bool eight_fan_stays(const Counts& unseen, const Position& position);

}  // namespace mj
