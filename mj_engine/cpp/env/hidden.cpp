#include "env/hidden.hpp"

#include <algorithm>

namespace mj {

namespace {

class Writer {
  public:
    Writer(const Game& game, std::span<std::uint8_t, kHiddenCells> cells)
        : game_(game), cells_(cells) {
        std::ranges::fill(cells_, std::uint8_t{0});
    }

    void other(int place, int seat) {
        unary(hidden_channel::kHands + place * kCopies, game_.hands[seat]);
        for (const Meld& meld : game_.melds[seat]) {
            if (meld.concealed()) set(hidden_channel::kKongs + place, meld.tile);
        }
    }

    // A wall is drawn from its end.
    void wall(int place, int seat) {
        Counts left{};
        int draws = 0;
        const Tile* const first = game_.wall.data() + game_.wall_of(seat) * game_.wall_size;
        for (const Tile* end = first + game_.drawn_from(seat); end != first;) {
            const Tile tile = *--end;
            if (is_flower(tile)) continue;
            if (draws < kNextDraws) {
                set(hidden_channel::kDraws + place * kNextDraws + draws++, tile);
            }
            ++left[tile];
        }
        unary(hidden_channel::kWalls + place * kCopies, left);
    }

  private:
    void set(int channel, int tile) { cells_[channel * kTileKinds + tile] = 1; }

    void unary(int channel, const Counts& counts) {
        for (int tile = 0; tile < kTileKinds; ++tile) {
            for (int copy = 0; copy < counts[tile]; ++copy) set(channel + copy, tile);
        }
    }

    const Game& game_;
    std::span<std::uint8_t, kHiddenCells> cells_;
};

}  // namespace

void write_hidden(const Game& game, int seat, std::span<std::uint8_t, kHiddenCells> cells) {
    Writer writer(game, cells);
    for (int step = 0; step < kSeats; ++step) {
        const int whose = (seat + step) % kSeats;
        if (step > 0) writer.other(step - 1, whose);
        writer.wall(step, whose);
    }
}

}  // namespace mj
