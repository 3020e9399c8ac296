#include "review/said.hpp"

#include <algorithm>
#include <cmath>

#include "review/reviewing.hpp"
#include "table/judge_names.hpp"
#include "why/written.hpp"

namespace mj {

namespace {

void write_target(const LikelyTarget& target, const GameState& state, Json& json) {
    json.open('{').key("fan").number(target.win.fan);
    json.key("fans").list(target.win.fans(),
                          [&](const FanItem& item) { json.text(judge_name_of(item.fan)); });
    json.key("missing").open('{');
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (target.missing[tile] > 0) json.key(code_of(tile)).number(state.unseen[tile]);
    }
    json.close('}').close('}');
}

// Whether to show the danger: without knowledge of the others there is none to show.
bool is_danger_known(const Candidate& one, bool others_known) {
    return one.deal_in == 0 || others_known;
}

// Pages show figures with four digits; facts use the same rounded figures.
double shown(double value) {
    constexpr double kDigits = 1e4;
    return std::round(value * kDigits) / kDigits;
}

std::vector<why::Row> rows_of(const Said& said) {
    std::vector<why::Row> rows;
    for (const Explained& one : said.all) {
        const Candidate& candidate = one.candidate;
        why::Row& row = rows.emplace_back();
        row.text = text_of(candidate.action);
        row.action = candidate.action;
        row.win_chance = shown(one.win_chance);
        row.expected_score = shown(one.expected_score);
        row.learned = shown(one.learned);
        if (candidate.action.kind == ActionKind::Hu) row.fan = candidate.action.fan;
        if (!one.ends && is_danger_known(candidate, said.others_known)) {
            row.deal_in = shown(candidate.deal_in);
        }
        row.plans = why::plans_of(one.targets, said.state.unseen);
    }
    return rows;
}

bool is_as_good(const Said& said, const Explained& one) {
    const auto figures = [&](const Explained& of) {
        Figures known = figures_of(of);
        if (!is_danger_known(of.candidate, said.others_known)) known.deal_in = 0;
        return known;
    };
    const int discards = said.state.discards[said.state.seat].size;
    return loss_of(figures(said.all.front()), figures(one), discards, said.losses).as_good();
}

}  // namespace

void write_action(const Action& action, Json& json) {
    json.key("action").text(text_of(action));
    if (action.kind == ActionKind::Hu) json.key("fan").number(action.fan);
}

void write_candidate(const Said& said, const Explained& one, Json& json) {
    const Candidate& candidate = one.candidate;
    json.key("value").number(candidate.value).key("win_chance").number(one.win_chance);
    json.key("expected_score").number(one.expected_score).key("learned").number(one.learned);
    if (&one != said.all.data() && is_as_good(said, one)) json.key("as_good").truth(true);
    if (one.ends) return;
    json.key("deal_in");
    if (is_danger_known(candidate, said.others_known)) {
        json.number(candidate.deal_in);
    } else {
        json.null();
    }
    json.key("hand_value").number(candidate.hand_value);
    json.key("targets").list(
        one.targets, [&](const LikelyTarget& target) { write_target(target, said.state, json); });
}

void write_reason(const Said& said, const Action* than, Json& json) {
    const auto rows = rows_of(said);
    const auto is_it = [&](const why::Row& row) { return row.action->same(*than); };
    const auto place = than == nullptr ? rows.end() : std::ranges::find_if(rows, is_it);
    std::optional<std::size_t> other;
    if (place != rows.end()) other = static_cast<std::size_t>(place - rows.begin());
    json.key("reason");
    why::write_reason(rows.empty() ? std::nullopt : why::reason_of(said.state, rows, 0, other),
                      json);
}

}  // namespace mj
