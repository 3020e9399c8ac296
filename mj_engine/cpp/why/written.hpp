// Written: a reason as JSON without sentences, the same for Python and browsers.
#pragma once

#include "core/json.hpp"
#include "why/facts.hpp"

namespace mj::why {

// The actions, the figures that both have, the facts with named figures; null for no reason.
void write_reason(const std::optional<Reason>& reason, Json& json);

}  // namespace mj::why
