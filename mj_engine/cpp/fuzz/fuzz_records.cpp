// Any bytes as a file of records: what is read is written as lines that are read alike, and the
// table plays them or says why not.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "records/found.hpp"
#include "records/judged.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kMost = 100;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto found = mj::read_file(text, "file", kMost);
    if (!found) return 0;
    for (const auto& hand : found->hands) {
        const std::string line = mj::line_of(hand.match);
        const auto again = mj::read_file(line, "line", 1);
        if (!again || mj::line_of(again->hands.front().match) != line) std::abort();
        (void)mj::disagreement(hand.match);
    }
    return 0;
}
