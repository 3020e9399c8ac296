// Unpacking: base64 (RFC 4648) and zlib's streams (RFC 1950 and 1951), which records are sent in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mj {

// The bytes of a text of base64, nothing if it is not base64.
std::optional<std::string> from_base64(std::string_view text);

// What a zlib stream holds, `most` bytes at most; nothing if it is no zlib stream, breaks off or
// holds more. What follows the stream is left.
std::optional<std::string> inflated(std::string_view packed, std::size_t most);

}  // namespace mj
