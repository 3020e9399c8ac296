#include "dataset/stored_game.hpp"

#include <algorithm>
#include <string>

namespace mj {

namespace {

constexpr std::size_t kAnswerBytes = 3;

bool is_index(std::span<const std::int64_t> places, std::size_t games, std::size_t end) {
    return places.size() == games + 1 && places.front() == 0 &&
           places.back() == static_cast<std::int64_t>(end) && std::ranges::is_sorted(places);
}

}  // namespace

std::uint8_t flags_of(const StoredAnswer& answer) {
    unsigned flags = answer.seat;
    if (answer.preempted) flags |= kPreemptedBit;
    if (answer.unknown) flags |= kUnknownBit;
    if (answer.valued) flags |= kValuedBit;
    return static_cast<std::uint8_t>(flags);
}

void StoredGames::check() const {
    const bool fits = turns.size() == size() && scores.size() == size() * kSeats &&
                      answers.size() == answer_turns.size() * kAnswerBytes &&
                      is_index(wall_at, size(), walls.size()) &&
                      is_index(answer_at, size(), answer_turns.size()) &&
                      is_index(value_at, size(), values.size());
    if (!fits) throw StoredGameError("the arrays of the games do not belong together");
}

StoredAnswer StoredGames::answer(std::size_t place) const {
    const std::uint8_t* bytes = answers.data() + place * kAnswerBytes;
    const unsigned flags = bytes[0];
    const StoredAnswer found{.turn = answer_turns[place],
                             .seat = static_cast<std::uint8_t>(flags & kSeatBits),
                             .move = bytes[1],
                             .discard = bytes[2],
                             .preempted = (flags & kPreemptedBit) != 0,
                             .unknown = (flags & kUnknownBit) != 0,
                             .valued = (flags & kValuedBit) != 0};
    const bool is_move = found.move < kMoves || (found.unknown && found.move == kNoMove);
    if (!is_move || (found.discard >= kTileKinds && found.discard != kNoTile)) {
        throw StoredGameError("an answer that nobody can give");
    }
    return found;
}

Game StoredGames::opened(std::size_t game) const {
    const auto first = static_cast<std::size_t>(wall_at[game]);
    const auto wall = walls.subspan(first, static_cast<std::size_t>(wall_at[game + 1]) - first);
    if (const char* fault = fault_of_wall(wall, winds[game])) throw StoredGameError(fault);
    return new_game(wall, winds[game]);
}

}  // namespace mj
