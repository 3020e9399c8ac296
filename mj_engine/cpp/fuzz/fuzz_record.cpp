// libFuzzer: any bytes as a record. What is read and replayed to its end must be written as a
// record that is replayed without a difference.
#include <cstdlib>
#include <iostream>

#include "table/json.hpp"
#include "table/match.hpp"

namespace {

void check_written(const mj::Game& game, const mj::Record& record) {
    const std::string line = mj::line_of(game, record, "fuzz", {});
    mj::Game again;
    mj::Record its;
    const auto found = mj::replay(mj::read_match(line), again, its);
    if (!found) return;
    std::cerr << *found << '\n' << line << '\n';
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const std::string_view text(reinterpret_cast<const char*>(data), size);
        const mj::Match match = mj::read_match(text);
        mj::Game game;
        mj::Record record;
        mj::replay(match, game, record);
        if (game.over()) check_written(game, record);
    } catch (const mj::RecordError&) {
        return 0;
    }
    return 0;
}
