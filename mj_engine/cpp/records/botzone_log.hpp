// Botzone's own log of a match: what the judge put out and what the players answered, in turn.
// Its twin: mj_lab/records/formats/botzone_log.py.
#pragma once

#include "records/match.hpp"

namespace mj {

// Whether this is an entry of a log, as it stands in a list alone, and no match.
bool is_log_entry(const JsonValue& entry);

// The match in a log: an object with `log`, and `initdata` if there is any, or the list alone.
// Without a wall one is made in which each seat draws what it drew. Says what is wrong with others.
Expected<MatchOnRecord> match_of_log(const JsonValue& record);

}  // namespace mj
