// HandLikelihood: how likely another seat's hidden hand is, given what that seat did.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "odds/value/fan_cache.hpp"
#include "shanten/shanten.hpp"
#include "table/game.hpp"

namespace mj {

// The features of a hand, block by block; see hand_likelihood.cpp.
namespace hand_features {
inline constexpr int kTurns = 9;     // classes by number of own discards
inline constexpr int kMelds = 4;     // 0 to 3 and more
inline constexpr int kFarthest = 6;  // shanten 0 to 5 and more
inline constexpr int kShanten = 0;
inline constexpr int kReady = kShanten + kTurns * kMelds * kFarthest;
inline constexpr int kReadyFeatures = 14;
inline constexpr int kChows = kReady + kReadyFeatures;
inline constexpr int kMissing = 6;
inline constexpr int kFlush = kChows + kMissing * 4 * 2;
inline constexpr int kPungs = kFlush + 6 * 2;
inline constexpr int kTypesHeld = kPungs + 7 * 2 * 2;
inline constexpr int kForms = kTypesHeld + kTypes * 2;
inline constexpr int kShape = kForms + 4 * 2;
inline constexpr int kTile = kShape + 5 * 2;
inline constexpr int kTileClasses = 5;
inline constexpr int kCounts = 3;
inline constexpr int kOwn = kTile + kTileClasses * kCounts * 3;
inline constexpr int kNear = kOwn + 2 * 2 * kCounts;
inline constexpr int kOthers = kNear + 4;
inline constexpr int kShown = kOthers + 2 * kCounts;
inline constexpr int kAll = kShown + 3;
}  // namespace hand_features

using HandWeights = std::array<float, hand_features::kAll>;

// Caches shared by the likelihoods of one thread.
struct HandTools {
    Shanten shanten;
    FanCache fans;
};

class HandLikelihood {
  public:
    // For a seat of this game, from its discards, its melds and the open tiles.
    HandLikelihood(const Game& game, int seat, const HandWeights& weights, HandTools& tools);

    // The log-likelihood of the concealed tiles, up to a constant. The hand must be between turns,
    // without a drawn tile.
    [[nodiscard]] double of(const Counts& hand);

    // Adds the features of a hand.
    void add_features(const Counts& hand, std::span<double> sums);

  private:
    template <typename Sink>
    void of_tile(int tile, int count, const Sink& sink) const;
    template <typename Sink>
    void of_whole(const Counts& hand, const Sink& sink);
    template <typename Sink>
    void of_ready(const Counts& hand, const Sink& sink);
    void look_at_discards(const Game& game);
    void look_at_melds();

    const HandWeights* weights_;
    HandTools* tools_;
    int seat_, turn_class_ = 0, melds_ = 0, prevalent_wind_;
    float tens_ = 0;
    Melds of_seat_;
    bool only_pungs_ = true;
    Counts melded_{};  // tiles in its melds; a kong counts as three
    Counts seen_{};    // open tiles: all discards and melds
    // By tile. own_: 1 if the seat discarded it early, 2 if late. near_: its discards one and two
    // off, early and late. others_: 1 if another seat discarded it since this seat's last discard
    // but one, 2 if before.
    Counts own_{}, others_{};
    std::array<std::array<std::uint8_t, 4>, kTileKinds> near_{};
    std::array<std::array<float, kCopies + 1>, kTileKinds> tile_scores_{};
};

}  // namespace mj
