// libFuzzer: any bytes as the steps of a hand, one per line. What the table plays must come out the
// same when replayed from its answers.
#include <cstdlib>
#include <string>
#include <string_view>

#include "records/plain_hand.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    mj::PlainHand hand;
    for (mj::Tile tile = 0; tile < mj::kTileKinds; ++tile)
        hand.wall.insert(hand.wall.end(), 4, tile);
    hand.common_wall = text.starts_with('c');
    hand.drawn = size % 2 == 0;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        if (auto step = mj::step_of(text.substr(0, end))) hand.steps.push_back(std::move(*step));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    mj::HandFault fault;
    const auto played = mj::played(hand, fault);
    if (!played) return fault.reason.empty() ? (std::abort(), 0) : 0;
    std::vector<mj::Answers> turns;
    for (const auto& turn : played->record.turns) turns.push_back(turn.answers);
    const auto begun = mj::new_game(hand.wall, hand.prevalent_wind, hand.common_wall);
    const auto again = mj::played_again(begun, turns, true);
    if (again.record.turns.size() != turns.size()) std::abort();
    return 0;
}
