// PartDistances: how many tiles each part of a suit lacks; a class of parts is computed on first
// use.
// Its twin: mj_bot/odds/targets/suit_parts.py.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/meld.hpp"
#include "odds/targets/target_table.hpp"

namespace mj {

// Everything the distances of a suit's parts depend on: for each tile how many are held and how
// many are unseen, and the melds' codes.
struct SuitKey {
    std::uint64_t tiles = 0;  // twice three bits per tile
    std::uint32_t chows = 0;  // three bits each, as in `Parts::codes`
    std::uint32_t pungs = 0;
    constexpr bool operator==(const SuitKey&) const = default;
};

class PartDistances {
  public:
    // Starts with a suit's hand: `have` and `unseen` of its tiles.
    void begin(const Parts& parts, const SuitKey& key, std::span<const std::uint8_t> have,
               std::span<const std::uint8_t> unseen);

    // Computes the parts of this class if needed.
    void need(int part_class) {
        if (!made_[part_class]) make(part_class);
    }

    // Puts the parts with fewer copies of a tile (its place in the suit) out of reach.
    void keep_with(int tile, int copies);

    [[nodiscard]] const SuitKey& key() const { return key_; }
    // How many tiles of the suit are held.
    [[nodiscard]] int held() const { return held_; }
    // The least distance in a class; `far` until it is computed.
    [[nodiscard]] int least(int part_class) const { return least_[part_class]; }
    // By part; `far` until its class is computed.
    [[nodiscard]] const std::uint8_t* data() const { return distance_.data(); }

  private:
    void make(int part_class);
    void cut_without_melds(int begin, int end);

    const Parts* parts_ = nullptr;
    SuitKey key_;
    int held_ = 0;
    std::array<std::uint8_t, kSuitSize> have_{}, reach_{};
    std::array<bool, kPartClasses> made_{};
    std::array<int, kPartClasses> least_{};
    std::vector<std::uint8_t> distance_;
};

// The key of one suit (3 for the honours).
SuitKey suit_key(std::span<const std::uint8_t> have, std::span<const std::uint8_t> unseen,
                 const Melds& melds, int suit);

}  // namespace mj
