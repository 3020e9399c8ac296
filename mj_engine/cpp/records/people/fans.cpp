#include "records/people/fans.hpp"

#include "core/json_value.hpp"
#include "table/judge_names.hpp"

namespace mj {

namespace {

using fan::Fan;
using fan::kFanNames;

constexpr int kMostTimes = 8;
constexpr int kOneTime = 256;
constexpr std::size_t kLongestName = 20;
// The last of MahjongGB's list is none of the platforms'.
constexpr int kPeoplesFans = static_cast<int>(Fan::FlowerTiles) + 1;

constexpr std::string_view name_of(Fan fan) {
    return kFanNames[static_cast<std::size_t>(fan)].name;
}

// Tziakcha numbers these twice: chows that are one step apart, and two.
constexpr bool has_two_numbers(int fan) {
    return fan == static_cast<int>(Fan::FourPureShiftedChows) ||
           fan == static_cast<int>(Fan::PureShiftedChows);
}

}  // namespace

std::optional<FanLine> fan_of_number(int number, int value) {
    if (number <= 0 || value / kOneTime >= kMostTimes) return std::nullopt;
    int next = 1;
    for (int fan = 0; fan < kPeoplesFans; ++fan) {
        next += has_two_numbers(fan) ? 2 : 1;
        if (number >= next) continue;
        return FanLine{std::string(judge_name_of(static_cast<std::uint8_t>(fan))),
                       value / kOneTime + 1, value % kOneTime};
    }
    return std::nullopt;
}

FanLine fan_of_name(std::string_view text) {
    const auto star = text.find('*');
    std::string_view name = text.substr(0, star);
    const auto times = star == std::string_view::npos ? std::string_view() : text.substr(star + 1);
    if (name == "一色三连环") name = name_of(Fan::PureShiftedChows);
    if (name == "一色四连环") name = name_of(Fan::FourPureShiftedChows);
    if (name == "单钓" || name == "单骑") {
        name = judge_name_of(static_cast<std::uint8_t>(Fan::SingleWait));
    }
    FanLine line{std::string(first_letters(name, kLongestName)), 1, 0};
    if (times.size() == 1 && times[0] >= '0' && times[0] <= '9') line.times = times[0] - '0';
    for (int fan = 0; fan < fan::kFans; ++fan) {
        const auto known = judge_name_of(static_cast<std::uint8_t>(fan));
        if (name == known) line.value = kFanNames[static_cast<std::size_t>(fan)].value;
    }
    return line;
}

}  // namespace mj
