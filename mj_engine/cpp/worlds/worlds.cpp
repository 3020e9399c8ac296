#include "worlds/worlds.hpp"

#include <algorithm>
#include <vector>

#include "worlds/hand_weights.hpp"
#include "worlds/likely_hands.hpp"

namespace mj {

namespace {

// Swaps until a random deal becomes a likely one, and swaps between two worlds.
constexpr int kFirstExchanges = 20'000;
constexpr int kExchanges = 4'000;

// The tiles hidden from one seat: those that can be in a hand, by kind, and the flowers, which are
// only in walls.
struct Hidden {
    Counts standing{};
    std::vector<Tile> flowers;
};

Hidden hidden_from(const Game& game, int seat) {
    Hidden hidden;
    for (int other = 0; other < kSeats; ++other) {
        const Tile* wall = game.wall.data() + other * game.wall_size;
        for (int place = 0; place < game.left[other]; ++place) {
            if (is_flower(wall[place])) {
                hidden.flowers.push_back(wall[place]);
            } else {
                ++hidden.standing[wall[place]];
            }
        }
        if (other == seat) continue;
        for (int tile = 0; tile < kTileKinds; ++tile) {
            hidden.standing[tile] += game.hands[other][tile];
        }
        for (const Meld& meld : game.melds[other]) {
            if (meld.concealed()) hidden.standing[meld.tile] += kCopies;
        }
    }
    return hidden;
}

// For each concealed kong of the others, takes a kind with all four copies hidden.
void draw_kongs(Game& game, int seat, Counts& standing, Rng& rng) {
    for (int other = 0; other < kSeats; ++other) {
        if (other == seat) continue;
        for (Meld& meld : game.melds[other]) {
            if (!meld.concealed()) continue;
            const auto whole = static_cast<std::uint32_t>(std::ranges::count(standing, kCopies));
            std::uint32_t skipped = rng.below(whole);
            Tile tile = 0;
            while (standing[tile] != kCopies || skipped-- > 0) ++tile;
            meld.tile = tile;
            standing[tile] = 0;
        }
    }
}

// Redeals the other seats' hands and all walls. A concealed kong becomes one of any kind of which
// the seat sees no copy.
void shuffle_hidden(Game& game, int seat, Rng& rng) {
    Hidden hidden = hidden_from(game, seat);
    draw_kongs(game, seat, hidden.standing, rng);
    std::vector<Tile> tiles;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        tiles.insert(tiles.end(), hidden.standing[tile], tile);
    }
    rng.shuffle(std::span(tiles));
    for (int other = 0; other < kSeats; ++other) {
        if (other == seat) continue;
        const int size = sum_of(game.hands[other]);
        game.hands[other].fill(0);
        for (int drawn = 0; drawn < size; ++drawn) {
            ++game.hands[other][tiles.back()];
            tiles.pop_back();
        }
    }
    tiles.insert(tiles.end(), hidden.flowers.begin(), hidden.flowers.end());
    if (!hidden.flowers.empty()) rng.shuffle(std::span(tiles));
    refill_walls(game, tiles);
}

bool has_hidden_kong(const Game& game, int seat) {
    for (int other = 0; other < kSeats; ++other) {
        if (other != seat && std::ranges::any_of(game.melds[other], &Meld::concealed)) return true;
    }
    return false;
}

}  // namespace

void refill_walls(Game& game, std::span<const Tile> tiles) {
    auto next = tiles.begin();
    for (int seat = 0; seat < kSeats; ++seat) {
        std::copy_n(next, game.left[seat], game.wall.data() + seat * game.wall_size);
        next += game.left[seat];
    }
}

void shuffle_walls(Game& game, Rng& rng) {
    std::vector<Tile> tiles;
    for (int seat = 0; seat < kSeats; ++seat) {
        const Tile* wall = game.wall.data() + seat * game.wall_size;
        tiles.insert(tiles.end(), wall, wall + game.left[seat]);
    }
    rng.shuffle(std::span(tiles));
    refill_walls(game, tiles);
}

WorldDealer::WorldDealer(const Game& game, int seat, Worlds worlds, std::uint64_t seed)
    : game_(game), seat_(seat), worlds_(worlds), rng_(seed) {}

WorldDealer::~WorldDealer() = default;

Game WorldDealer::next() {
    Game game = game_;
    if (worlds_ == Worlds::Walls) shuffle_walls(game, rng_);
    if (worlds_ != Worlds::Sampled) return game;
    if (!tools_) tools_ = std::make_unique<HandTools>();
    if (!hands_ || has_hidden_kong(game, seat_)) {
        shuffle_hidden(game, seat_, rng_);
        hands_ = std::make_unique<LikelyHands>(game, seat_, kHandWeights, *tools_);
        hands_->run(kFirstExchanges, rng_);
    } else {
        hands_->run(kExchanges, rng_);
    }
    hands_->deal(game, rng_);
    return game;
}

}  // namespace mj
