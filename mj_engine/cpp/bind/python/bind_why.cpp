// Python bindings: why one action is better than another.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "bind/python/asked.hpp"
#include "bind/python/bind.hpp"
#include "table/judge_names.hpp"
#include "why/written.hpp"

namespace nb = nanobind;

namespace {

using mj::why::Plan;
using mj::why::Row;

// A number by its name; nothing for anything else, True and False included.
template <typename Number>
std::optional<Number> number_in(const nb::dict& row, const char* name) {
    const nb::object value = row.get(name, nb::none());
    const bool is_number = nb::isinstance<nb::int_>(value) || nb::isinstance<nb::float_>(value);
    Number number{};
    if (!is_number || nb::isinstance<nb::bool_>(value) || !nb::try_cast(value, number)) return {};
    return number;
}

std::uint8_t fan_of_name(const std::string& name) {
    for (std::uint8_t fan = 0; fan < mj::fan::kFans; ++fan) {
        if (mj::judge_name_of(fan) == name) return fan;
    }
    return mj::why::kNoFan;
}

// A candidate's target hand: `fans` by the judge's names, `fan`, `missing` with the copies left by
// tile. Nothing if `given` is not one.
std::optional<Plan> plan_of(nb::handle given) {
    if (!nb::isinstance<nb::dict>(given)) return std::nullopt;
    const auto target = nb::borrow<nb::dict>(given);
    const nb::object fans = target.get("fans", nb::none());
    const nb::object missing = target.get("missing", nb::none());
    if (!nb::isinstance<nb::list>(fans) || !nb::isinstance<nb::dict>(missing)) return std::nullopt;
    Plan plan{.fans = {}, .total = number_in<int>(target, "fan"), .missing = {}, .copies = 0};
    for (const nb::handle fan : nb::borrow<nb::list>(fans)) {
        std::string name;
        if (!nb::try_cast(fan, name)) return std::nullopt;
        plan.fans.push_back(fan_of_name(name));
    }
    for (const auto& [code, left] : nb::borrow<nb::dict>(missing)) {
        std::string text;
        int copies = 0;
        if (!nb::try_cast(code, text) || !nb::try_cast(left, copies)) return std::nullopt;
        const auto tile = mj::tile_of(text);
        if (tile >= mj::kTileKinds) return std::nullopt;
        plan.missing.push_back(tile);
        plan.copies += copies;
    }
    std::ranges::sort(plan.missing);
    if (plan.fans.empty()) return std::nullopt;
    return plan;
}

Row row_of(const nb::dict& given, const bind::Asked& asked) {
    Row row;
    row.text = nb::cast<std::string>(nb::str(given["action"]));
    const auto is_it = [&](const mj::Action& one) { return mj::text_of(one) == row.text; };
    const auto legal = std::ranges::find_if(asked.legal, is_it);
    if (legal != asked.legal.end()) row.action = *legal;
    row.win_chance = number_in<double>(given, "win_chance");
    row.expected_score = number_in<double>(given, "expected_score");
    row.deal_in = number_in<double>(given, "deal_in");
    row.learned = number_in<double>(given, "learned");
    row.probability = number_in<double>(given, "probability");
    row.fan = number_in<int>(given, "fan");
    const nb::object targets = given.get("targets", nb::none());
    if (!nb::isinstance<nb::list>(targets)) return row;
    for (const nb::handle target : nb::borrow<nb::list>(targets)) {
        if (auto plan = plan_of(target)) row.plans.push_back(std::move(*plan));
    }
    return row;
}

using Rows = nb::typed<nb::list, nb::typed<nb::dict, nb::str, nb::any>>;

std::string reason(nb::handle state, nb::handle legal, const Rows& rows, std::size_t better,
                   std::optional<std::size_t> than) {
    const bind::Asked asked = bind::asked_of(state, legal);
    std::vector<Row> read;
    for (const nb::handle row : rows) read.push_back(row_of(nb::cast<nb::dict>(row), asked));
    if (better >= read.size() || than.value_or(0) >= read.size()) {
        throw nb::index_error("no such row");
    }
    mj::Json json;
    mj::why::write_reason(mj::why::reason_of(asked.state, read, better, than), json);
    return json.take();
}

}  // namespace

void bind_why(nb::module_& module) {
    module.attr("EQUAL_POINTS") = mj::why::kEqual;
    module.def("reason", reason, nb::arg("state"), nb::arg("legal"), nb::arg("rows"),
               nb::arg("better"), nb::arg("than").none(),
               "Why one row is better than another, or than the one that mj_engine.odds.reason "
               "chooses; as JSON, null if there is no other.");
}
