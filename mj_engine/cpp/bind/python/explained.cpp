#include "bind/python/explained.hpp"

#include <nanobind/stl/string.h>

namespace bind {

namespace {

// A candidate in the format of `explain` of mj_bot's tactics.
nb::dict explained_row(const mj::Explained& explained, const mj::GameState& state, bool learned) {
    nb::dict row;
    const mj::Candidate& one = explained.candidate;
    row["action"] = mj::text_of(one.action);
    row["value"] = one.value;
    row["win_chance"] = explained.win_chance;
    row["expected_score"] = explained.expected_score;
    if (one.action.kind == mj::ActionKind::Hu) row["fan"] = one.action.fan;
    if (learned) row["learned"] = explained.learned;
    if (explained.ends) return row;
    row["deal_in"] = one.deal_in;
    row["hand_value"] = one.hand_value;
    nb::list targets;
    for (const mj::LikelyTarget& target : explained.targets) {
        nb::list fans;
        for (const auto& item : target.win.fans())
            fans.append(std::string(mj::fan::kFanNames[item.fan].name));
        nb::dict missing;
        for (mj::Tile tile = 0; tile < mj::kTileKinds; ++tile) {
            if (target.missing[tile] == 0) continue;
            missing[nb::cast(std::string(mj::code_of(tile)))] = state.unseen[tile];
        }
        nb::dict shown;
        shown["fan"] = target.win.fan;
        shown["fans"] = fans;
        shown["missing"] = missing;
        targets.append(shown);
    }
    row["targets"] = targets;
    return row;
}

}  // namespace

ExplainedRows explained_rows(const std::vector<mj::Explained>& explained,
                             const mj::GameState& state, bool learned) {
    nb::list rows;
    for (const auto& one : explained) rows.append(explained_row(one, state, learned));
    return ExplainedRows(rows);
}

}  // namespace bind
