#include "records/people/tziakcha_tiles.hpp"

#include <algorithm>
#include <charconv>

#include "records/people/common_wall.hpp"

namespace mj {

namespace {

using Kind = JsonValue::Kind;

constexpr int kWidth = 36;  // of one side of the table, in tiles of the wall

}  // namespace

Tile tziakcha_kind(int kind, Trouble& trouble) {
    if (kind >= kTileKinds) {
        trouble.say("no such tile: " + std::to_string(kind));
        return 0;
    }
    const int suit = kind / kSuitSize;
    int dots = suit == 1 ? kSuitSize : 0;
    if (suit == 2) dots = -kSuitSize;
    return static_cast<Tile>(kind + dots);
}

Tile tziakcha_tile(int number, Trouble& trouble) {
    if (number >= kFirstTziakchaFlower)
        return static_cast<Tile>(kTileKinds + number - kFirstTziakchaFlower);
    return tziakcha_kind(number / kCopies, trouble);
}

std::vector<int> tziakcha_wall(const JsonValue& step, Trouble& trouble) {
    const auto dice = static_cast<unsigned>(number_in(step.find("d"), 0, 0xFFFF, "d", trouble));
    const JsonValue* digits = step.find("w");
    const bool is_wall = digits != nullptr && digits->is(Kind::Text) &&
                         digits->text.size() == 2 * std::size_t{kCommonWallSize} &&
                         letters_in(digits->text) == digits->text.size();
    if (!is_wall) trouble.say("w: expected a wall of 144 tiles, two hex digits each");
    if (trouble || !is_wall) return {};
    std::vector<int> tiles;
    for (std::size_t at = 0; at < digits->text.size(); at += 2) {
        int tile = -1;
        const char* const end = digits->text.data() + at + 2;
        const auto [past, error] = std::from_chars(end - 2, end, tile, 16);
        if (past != end || error != std::errc() || tile < 0) {
            trouble.say("w: not all of it are hex digits");
            return {};
        }
        tiles.push_back(tile);
    }
    auto sorted = tiles;
    std::ranges::sort(sorted);
    for (int tile = 0; tile < kCommonWallSize; ++tile) {
        if (sorted[tile] != tile) trouble.say("w: not each of the 144 tiles is there once");
    }
    const auto die = [dice](unsigned place) { return static_cast<int>(dice >> 4U * place & 15U); };
    const int side = ((1 - die(0) - die(1)) % kSeats + kSeats) % kSeats;
    const int begin = (side * kWidth + 2 * (die(0) + die(1) + die(2) + die(3))) % kCommonWallSize;
    std::ranges::rotate(tiles, tiles.begin() + begin);
    return tiles;
}

}  // namespace mj
