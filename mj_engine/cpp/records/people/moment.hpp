// A moment as records write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mj {

// Seconds since 1970 of 2026-11-23 12:30:05, a zone behind it or none: then it is China's. Nothing
// if it is no time.
std::optional<std::int64_t> seconds_of(std::string_view moment);

}  // namespace mj
