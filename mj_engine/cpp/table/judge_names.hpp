// The judge's fan names where they differ from MahjongGB's.
#pragma once

#include <string_view>

#include "fan/fans.hpp"

namespace mj {

// MahjongGB's names say that the hand waits for one tile only; the judge uses the plain names.
constexpr std::string_view judge_name_of(std::uint8_t fan) {
    switch (static_cast<fan::Fan>(fan)) {
        case fan::Fan::EdgeWait: return "边张";
        case fan::Fan::ClosedWait: return "嵌张";
        case fan::Fan::SingleWait: return "单钓将";
        default: return fan::kFanNames[fan].name;
    }
}

}  // namespace mj
