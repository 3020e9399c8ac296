// Shanten: how many tiles a hand lacks to be ready, over the five winning forms, and the tiles that
// bring it nearer. The definitions are MahjongGB's, as in mj_bot's shanten.
// Its twin: mj_bot/shanten/shanten.py.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "shanten/rows.hpp"

namespace mj {

// A set of tile kinds, one bit each.
using TileSet = std::uint64_t;
constexpr TileSet bit_of(int tile) { return TileSet{1} << static_cast<unsigned>(tile); }

// The winning forms, in the order of mj_bot.shanten.FORMS.
enum class WinForm : std::uint8_t {
    Regular,
    SevenPairs,
    ThirteenOrphans,
    HonorsAndKnitted,
    KnittedStraight
};
inline constexpr std::array<std::string_view, 5> kFormNames{
    "regular", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight"};
constexpr std::string_view name_of(WinForm form) {
    return kFormNames[static_cast<std::size_t>(form)];
}

// One form's distance, and the tiles that lower it.
struct FormShanten {
    WinForm form;
    int distance;
    TileSet effective;
};

// The least distance over all forms, the tiles that lower it, and the forms that have it.
struct Least {
    int distance;
    TileSet effective;
    std::vector<WinForm> forms;
};

// 0 is ready, -1 complete. The hand must have 13 - 3 x melds tiles or one more (sizes 1, 2, 4, 5,
// 7, 8, 10, 11, 13, 14); this is not checked. Not thread-safe.
class Shanten {
  public:
    // The least distance over all forms possible for a hand of this size.
    int distance(const Counts& hand);

    // Each form possible for a hand of this size.
    std::vector<FormShanten> by_form(const Counts& hand);

    // The least distance of these forms.
    Least least(const Counts& hand);

    // The tiles that lower that distance in any form that has it.
    TileSet effective(const Counts& hand, int distance);

  private:
    struct Suits {
        std::array<shanten::Packed, 4> packed;
        int size;
    };

    static Suits suits_of(const Counts& hand);
    int sets_distance(const Suits& suits, int sets);
    TileSet sets_effective(const Suits& suits, int sets, int distance);
    int straight_distance(const Counts& hand, const Suits& suits, int limit);
    TileSet straight_effective(const Counts& hand, const Suits& suits, int distance);

    shanten::Rows rows_;
};

}  // namespace mj
