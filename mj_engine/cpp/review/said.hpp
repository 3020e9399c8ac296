// Said: `learned`'s view of a decision as JSON, with the names of /api/v1.
#pragma once

#include <span>

#include "core/json.hpp"
#include "learned/learned.hpp"
#include "review/losses.hpp"

namespace mj {

// The tactic to ask, and the loss scale that decides what is as good as its best.
struct Adviser {
    Learned& learned;
    const LossScale& losses;
};

// All its candidates in a decision, the best first. others_known: whether the state includes what
// the others did.
struct Said {
    const GameState& state;
    std::span<const Explained> all;
    const LossScale& losses;
    bool others_known;
};

// The fields of one candidate as in `explain` of mj_bot's tactics, without `action` and `fan`, and
// whether it is as good as the first. Danger is null if nothing is known about the others.
void write_candidate(const Said& said, const Explained& one, Json& json);

// The action of a row; for a win also its fan.
void write_action(const Action& action, Json& json);

// `reason`: why the first candidate is better than the action `than`, if it is given.
void write_reason(const Said& said, const Action* than, Json& json);

}  // namespace mj
