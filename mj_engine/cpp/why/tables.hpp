// Tables: which tiles each fan asks for, and the numbers that separate one fact from another. They
// are mj_lab's (mj_lab/analysis/why), read from the file of numbers.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/tile.hpp"
#include "fan/fans.hpp"
#include "shanten/shanten.hpp"

namespace mj::why {

// A set or a pair as it lies: its tiles in order.
using Tiles = std::vector<Tile>;

// How plans.py looks at the tiles of a fan of the whole hand.
enum class Rule : std::uint8_t { None, Pairs, AllTypes, HalfFlush, FullFlush, Knitted, Allowed };

// sets: every choice of sets that makes the fan, for fans of certain sets. allowed: of a fan that
// asks something of every tile those that it allows.
struct FanTiles {
    Rule rule = Rule::None;
    TileSet allowed = 0;
    bool single = false;          // one tile of each kind
    bool concealed_only = false;  // a claim gives it away
    std::vector<std::vector<Tiles>> sets;

    // Whether a player would name a hand by this fan: it asks for certain tiles.
    [[nodiscard]] bool named() const { return rule != Rule::None || !sets.empty(); }
};

// facts.py and points.py say what each is.
struct Limits {
    double equal, otherwise, least_chance, second, against, least, more_copies, more_part;
    int most_missing;
};

struct Tables {
    std::vector<FanTiles> of;  // by the place in fan::kFanNames
    Limits limits;
};

// The tables out of whatever has numbers by name. `sets` has a row for each fan: of every choice
// how many sets, of every set how many tiles, then the tiles.
template <typename Named>
Tables tables_by_name(const Named& of) {
    const std::array<double, 9> limits = of("limits");
    const std::vector<double> rules = of("rules");
    const std::vector<double> single = of("single");
    const std::vector<double> concealed = of("concealed_only");
    const std::vector<std::vector<double>> allowed = of("allowed");
    const std::vector<std::vector<double>> sets = of("sets");
    Tables tables{.of = std::vector<FanTiles>(fan::kFans),
                  .limits = {limits[0], limits[1], limits[2], limits[3], limits[4], limits[5],
                             limits[6], limits[7], static_cast<int>(limits[8])}};
    const std::size_t known = std::min({tables.of.size(), rules.size(), single.size(),
                                        concealed.size(), allowed.size(), sets.size()});
    for (std::size_t place = 0; place < known; ++place) {
        FanTiles& fan = tables.of[place];
        fan.rule = static_cast<Rule>(rules[place]);
        fan.single = single[place] != 0;
        fan.concealed_only = concealed[place] != 0;
        for (const double tile : allowed[place]) fan.allowed |= bit_of(static_cast<int>(tile));
        const auto& row = sets[place];
        for (std::size_t at = 0; at < row.size();) {
            auto& choice = fan.sets.emplace_back(static_cast<std::size_t>(row[at++]));
            for (Tiles& set : choice) {
                const auto size = static_cast<std::size_t>(row[at++]);
                for (std::size_t tile = 0; tile < size; ++tile) {
                    set.push_back(static_cast<Tile>(row[at++]));
                }
            }
        }
    }
    return tables;
}

}  // namespace mj::why
