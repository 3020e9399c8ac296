// Whether 8 fan stays possible: a rough test with which `greedy` rejects claims.
// Its twin: mj_bot/tactics/greedy.py.
#pragma once

#include "tactics/successor.hpp"

namespace mj {

// Says no if in doubt, like mj_bot.tactics.greedy.eight_fan_stays. It knows the fans of 6 or more
// that open hands usually win with: All Pungs, Half and Full Flush, All Types and the fans of three
// chows. A fan of 6 is assumed to find two more points somewhere.
bool eight_fan_stays(const Counts& unseen, const Position& position);

}  // namespace mj
