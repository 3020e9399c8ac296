#include "why/fan_tiles.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

namespace mj::why {

namespace {

using fan::Fan;

// The sets of a fan. Letters are different suits and may stand for any suit; digits are numbers,
// and all of them may be raised together up to 9.
struct Pattern {
    Fan fan;
    std::string_view sets;
};

constexpr std::array<Pattern, 15> kPatterns{{{Fan::PureStraight, "a123 a456 a789"},
                                             {Fan::MixedStraight, "a123 b456 c789"},
                                             {Fan::MixedTripleChow, "a123 b123 c123"},
                                             {Fan::MixedShiftedChows, "a123 b234 c345"},
                                             {Fan::PureShiftedChows, "a123 a234 a345"},
                                             {Fan::PureShiftedChows, "a123 a345 a567"},
                                             {Fan::FourPureShiftedChows, "a123 a234 a345 a456"},
                                             {Fan::FourPureShiftedChows, "a123 a345 a567 a789"},
                                             {Fan::PureTripleChow, "a123 a123 a123"},
                                             {Fan::KnittedStraight, "a147 b258 c369"},
                                             {Fan::MixedShiftedPungs, "a111 b222 c333"},
                                             {Fan::PureShiftedPungs, "a111 a222 a333"},
                                             {Fan::FourPureShiftedPungs, "a111 a222 a333 a444"},
                                             {Fan::TriplePung, "a111 b111 c111"},
                                             {Fan::DoublePung, "a111 b111"}}};
constexpr std::size_t kSetWord = 5;  // a letter, three digits, a space

// Pungs of honours in the range [first, end): how many, and whether with a pair of another.
struct HonourPungs {
    Fan fan;
    Tile first, end;
    int pungs;
    bool pair;
};

constexpr std::array<HonourPungs, 7> kHonourPungs{
    {{Fan::BigThreeDragons, kFirstDragon, kTileKinds, 3, false},
     {Fan::LittleThreeDragons, kFirstDragon, kTileKinds, 2, true},
     {Fan::TwoDragonPungs, kFirstDragon, kTileKinds, 2, false},
     {Fan::DragonPung, kFirstDragon, kTileKinds, 1, false},
     {Fan::BigFourWinds, kFirstHonour, kFirstDragon, 4, false},
     {Fan::LittleFourWinds, kFirstHonour, kFirstDragon, 3, true},
     {Fan::BigThreeWinds, kFirstHonour, kFirstDragon, 3, false}}};

constexpr std::array kOfPairs{Fan::SevenPairs, Fan::SevenShiftedPairs, Fan::AllPungs,
                              Fan::ThreeConcealedPungs, Fan::FourConcealedPungs};
constexpr std::array kKnitted{Fan::LesserHonorsAndKnitted, Fan::GreaterHonorsAndKnitted};
constexpr std::array kConcealedOnly{Fan::SevenPairs,
                                    Fan::SevenShiftedPairs,
                                    Fan::LesserHonorsAndKnitted,
                                    Fan::GreaterHonorsAndKnitted,
                                    Fan::ThirteenOrphans,
                                    Fan::ThreeConcealedPungs,
                                    Fan::FourConcealedPungs,
                                    Fan::ConcealedHand};

constexpr TileSet numbered(int least, int most) {
    TileSet tiles = 0;
    for (int tile = 0; tile < kFirstHonour; ++tile) {
        const int number = tile % kSuitSize + 1;
        if (least <= number && number <= most) tiles |= bit_of(tile);
    }
    return tiles;
}

constexpr TileSet kTerminalsAndHonours = numbered(1, 1) | numbered(9, 9) | kHonours;

struct Allowed {
    Fan fan;
    TileSet tiles;
};

constexpr std::array<Allowed, 9> kAllowed{
    {{Fan::ThirteenOrphans, kTerminalsAndHonours},
     {Fan::AllTerminalsAndHonors, kTerminalsAndHonours},
     {Fan::OutsideHand, numbered(1, 3) | numbered(7, 9) | kHonours},
     {Fan::UpperFour, numbered(6, 9)},
     {Fan::LowerFour, numbered(1, 4)},
     {Fan::UpperTiles, numbered(7, 9)},
     {Fan::MiddleTiles, numbered(4, 6)},
     {Fan::LowerTiles, numbered(1, 3)},
     {Fan::AllSimples, numbered(2, 8)}}};

using Choice = std::vector<Tiles>;

void add_pattern(std::string_view pattern, std::vector<Choice>& found) {
    char highest = '1';
    for (const char one : pattern) {
        if (one >= '1' && one <= '9') highest = std::max(highest, one);
    }
    std::array<int, kSuits> suits{0, 1, 2};
    do {
        for (int up = 0; up <= '9' - highest; ++up) {
            Choice sets;
            for (std::size_t at = 0; at < pattern.size(); at += kSetWord) {
                Tiles& set = sets.emplace_back();
                const int first = kSuitSize * suits[pattern[at] - 'a'];
                for (const char one : pattern.substr(at + 1, kSetWord - 2)) {
                    set.push_back(static_cast<Tile>(first + one - '1' + up));
                }
            }
            std::ranges::sort(sets, {},
                              [](const Tiles& one) { return std::tuple(one[0], one[1], one[2]); });
            if (std::ranges::find(found, sets) == found.end()) found.push_back(std::move(sets));
        }
    } while (std::ranges::next_permutation(suits).found);
}

// Every choice of pungs from a tile on.
void add_pungs(const HonourPungs& of, Tile from, const Choice& chosen, std::vector<Choice>& found) {
    if (static_cast<int>(chosen.size()) == of.pungs) {
        if (!of.pair) found.push_back(chosen);
        for (Tile tile = of.first; of.pair && tile < of.end; ++tile) {
            if (std::ranges::find(chosen, Tiles{tile, tile, tile}) != chosen.end()) continue;
            found.push_back(chosen);
            found.back().push_back({tile, tile});
        }
        return;
    }
    for (Tile tile = from; tile < of.end; ++tile) {
        Choice more = chosen;
        more.push_back({tile, tile, tile});
        add_pungs(of, static_cast<Tile>(tile + 1), more, found);
    }
}

std::array<FanTiles, fan::kFans + 1> all_fan_tiles() {
    std::array<FanTiles, fan::kFans + 1> all;
    const auto of = [&](Fan fan) -> FanTiles& { return all[fan::index_of(fan)]; };
    for (const Fan fan : kOfPairs) of(fan).rule = Rule::Pairs;
    of(Fan::AllTypes).rule = Rule::AllTypes;
    of(Fan::HalfFlush).rule = Rule::HalfFlush;
    of(Fan::FullFlush).rule = Rule::FullFlush;
    for (const Fan fan : kKnitted) of(fan).rule = Rule::Knitted;
    for (const auto& [fan, tiles] : kAllowed) {
        of(fan).rule = Rule::Allowed;
        of(fan).allowed = tiles;
    }
    of(Fan::ThirteenOrphans).single = true;
    for (const Fan fan : kConcealedOnly) of(fan).concealed_only = true;
    for (const auto& [fan, sets] : kPatterns) add_pattern(sets, of(fan).sets);
    for (const HonourPungs& one : kHonourPungs) add_pungs(one, one.first, {}, of(one.fan).sets);
    return all;
}

}  // namespace

const FanTiles& fan_tiles(std::uint8_t fan) {
    static const std::array<FanTiles, fan::kFans + 1> kAll = all_fan_tiles();
    return kAll[std::min(fan, kNoFan)];
}

}  // namespace mj::why
