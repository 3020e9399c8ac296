// FanCache: caches the fan of finished targets, because the same ones come up again in a game.
// Its twin: mj_bot/odds/value/finishes.py.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/meld.hpp"
#include "core/tile.hpp"
#include "odds/multiset.hpp"

namespace mj {

// The fan of a win on a discard and self-drawn, and the wait's share of the first; 0 for no win.
struct FinishedFan {
    std::int16_t on_discard = 0, self_drawn = 0, wait = 0;
};

class FanCache {
  public:
    FanCache();

    // Completing a hand (without the winning tile) with this tile.
    FinishedFan finished(const Multiset& hand, const Melds& melds, Tile tile, int seat_wind,
                         int prevalent_wind);

    // The fan of four melded pungs, in a fixed order, and a pair, Melded Hand included.
    int four_pungs(std::span<const Tile> pungs, Tile pair, int seat_wind, int prevalent_wind);

  private:
    // Everything the fan depends on; the key is exact.
    using Key = std::array<std::uint64_t, 3>;
    struct Entry {
        Key key{};
        FinishedFan found;

        [[nodiscard]] bool holds(const Key& other) const {
            return key[0] == other[0] && key[1] == other[1] && key[2] == other[2];
        }
    };

    static Key key_of(const Multiset& hand, const Melds& melds, Tile tile, unsigned winds);
    static std::size_t place_of(const Key& key);

    // Each key has two slots; a new entry evicts the older one.
    std::vector<Entry> entries_;
    struct FourPungs {
        std::uint64_t key = 0;  // of no hand: four pungs are of four tiles
        int fan = 0;
    };
    std::vector<FourPungs> four_pungs_;
};

}  // namespace mj
