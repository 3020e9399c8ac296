// Said: what `learned` says of a decision, as JSON with the names of /api/v1.
#pragma once

#include <span>

#include "core/json.hpp"
#include "learned/learned.hpp"
#include "review/losses.hpp"

namespace mj {

// Who is asked; by the losses actions are as good as its best.
struct Adviser {
    Learned& learned;
    const LossScale& losses;
};

// All that it says of a decision, the best first. others_known: whether the state has what the
// others did.
struct Said {
    const GameState& state;
    std::span<const Explained> all;
    const LossScale& losses;
    bool others_known;
};

// The members of one of the candidates as `explain` of mj_bot's tactics has it, `action` and `fan`
// apart, and whether it is as good as the first. The danger of a discard is null where nothing is
// known of the others.
void write_candidate(const Said& said, const Explained& one, Json& json);

// The action of a row, and the fan of a win.
void write_action(const Action& action, Json& json);

// `reason`: why the first of what is said, and not the one with this action, if there is one.
void write_reason(const Said& said, const Action* than, Json& json);

}  // namespace mj
