// Written: a reason as JSON, the same for Python and for browsers, without its words.
#pragma once

#include "core/json.hpp"
#include "why/facts.hpp"

namespace mj::why {

// The actions, the figures that both have, the facts with their figures by name; null for nothing.
void write_reason(const std::optional<Reason>& reason, Json& json);

}  // namespace mj::why
