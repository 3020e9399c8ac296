// The routes without a cache of their own: the distance of each.
// Their twins: mj_bot/routes/families/, each in a module of this name.
#pragma once

#include "routes/outlook.hpp"

namespace mj {

double all_types_distance(const RoutePosition& position, const Outlook& outlook);
double all_pungs_distance(const RoutePosition& position, const Outlook& outlook);
double three_concealed_pungs_distance(const RoutePosition& position, Outlook& outlook);
double half_flush_distance(const RoutePosition& position, Outlook& outlook);
double upper_four_distance(const RoutePosition& position, Outlook& outlook);
double lower_four_distance(const RoutePosition& position, Outlook& outlook);
double melded_hand_distance(const RoutePosition& position, Outlook& outlook);
double seven_pairs_distance(const RoutePosition& position, const Outlook& outlook);
double thirteen_orphans_distance(const RoutePosition& position, const Outlook& outlook);
double honors_and_knitted_distance(const RoutePosition& position, const Outlook& outlook);

}  // namespace mj
