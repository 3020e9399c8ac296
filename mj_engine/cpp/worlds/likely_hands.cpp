#include "worlds/likely_hands.hpp"

#include <cmath>

#include "worlds/worlds.hpp"

namespace mj {

LikelyHands::LikelyHands(const Game& game, int seat, const HandWeights& weights, HandTools& tools) {
    others_.reserve(kSeats - 1);
    for (int other = 0; other < kSeats; ++other) {
        if (other == seat) continue;
        const auto place = static_cast<std::uint8_t>(others_.size());
        others_.push_back({other, game.hands[other], 0, {game, other, weights, tools}});
        for (Tile tile = 0; tile < kTileKinds; ++tile) {
            tiles_.insert(tiles_.end(), game.hands[other][tile], tile);
        }
        owner_.resize(tiles_.size(), place);
        others_.back().score = others_.back().likelihood.of(others_.back().hand);
    }
    held_ = tiles_.size();
    for (int wall = 0; wall < kSeats; ++wall) {
        const Tile* first = game.wall.data() + wall * game.wall_size;
        for (int place = 0; place < game.left[wall]; ++place) {
            (first[place] < kTileKinds ? tiles_ : flowers_).push_back(first[place]);
        }
    }
    owner_.resize(tiles_.size(), kSeats - 1);
}

void LikelyHands::run(int exchanges, Rng& rng) {
    constexpr double kAll = 4294967296.0;  // 2^32
    for (int step = 0; step < exchanges && held_ > 0; ++step) {
        const std::size_t one = rng.below(static_cast<std::uint32_t>(held_));
        const std::size_t other = rng.below(static_cast<std::uint32_t>(tiles_.size()));
        if (owner_[one] == owner_[other] || tiles_[one] == tiles_[other]) continue;
        Other& gives = others_[owner_[one]];
        const bool from_wall = other >= held_;
        const double before = gives.score + (from_wall ? 0 : others_[owner_[other]].score);
        exchange(one, other);
        const double mine = gives.likelihood.of(gives.hand);
        const double theirs =
            from_wall ? 0 : others_[owner_[other]].likelihood.of(others_[owner_[other]].hand);
        const double ratio = std::exp(mine + theirs - before);
        if (ratio >= 1 || rng.below(0xFFFFFFFFU) < ratio * kAll) {
            gives.score = mine;
            if (!from_wall) others_[owner_[other]].score = theirs;
        } else {
            exchange(one, other);
        }
    }
}

void LikelyHands::exchange(std::size_t one, std::size_t other) {
    Counts& gives = others_[owner_[one]].hand;
    --gives[tiles_[one]];
    ++gives[tiles_[other]];
    if (other < held_) {
        Counts& takes = others_[owner_[other]].hand;
        --takes[tiles_[other]];
        ++takes[tiles_[one]];
    }
    std::swap(tiles_[one], tiles_[other]);
}

void LikelyHands::deal(Game& game, Rng& rng) const {
    for (const Other& other : others_) game.hands[other.seat] = other.hand;
    std::vector<Tile> walls(tiles_.begin() + static_cast<std::ptrdiff_t>(held_), tiles_.end());
    walls.insert(walls.end(), flowers_.begin(), flowers_.end());
    rng.shuffle(std::span(walls));
    refill_walls(game, walls);
}

void LikelyHands::add_features(std::span<double> sums) {
    for (Other& other : others_) other.likelihood.add_features(other.hand, sums);
}

}  // namespace mj
