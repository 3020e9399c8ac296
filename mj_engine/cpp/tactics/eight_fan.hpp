// Whether a way to 8 fan stays in sight: the rough test with which `greedy` holds claims back.
// Its twin: mj_bot/tactics/greedy.py.
#pragma once

#include "tactics/successor.hpp"

namespace mj {

// Errs on the side of no, as mj_bot.tactics.greedy.eight_fan_stays. It knows the fans of 6 points
// and more that winners have with open melds: All Pungs, Half and Full Flush, All Types and the
// fans of three chows; two more points to a fan of 6 are taken to come along.
bool eight_fan_stays(const Counts& unseen, const Position& position);

}  // namespace mj
