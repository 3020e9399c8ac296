#include "features/columns.hpp"

#include <algorithm>

namespace mj {

namespace {

class Writer {
  public:
    Writer(const GameState& state, std::span<std::uint8_t, kColumnsCells> cells)
        : state_(state), cells_(cells) {
        std::ranges::fill(cells_, std::uint8_t{0});
    }

    void write() {
        unary(channel::kHand, state_.hand);
        Counts seen;
        for (int tile = 0; tile < kTileKinds; ++tile) {
            seen[tile] = static_cast<std::uint8_t>(kCopies - state_.unseen[tile]);
        }
        unary(channel::kSeen, seen);
        for (int step = 0; step < kSeats; ++step) {
            const int seat = (state_.seat + step) % kSeats;
            melds(channel::kMelds + step * kMostMelds * kCopies, state_.melds[seat]);
            int row = channel::kDiscards + step * kDiscardRows;
            const int end = row + kDiscardRows;
            for (const Discard discard : state_.discards[seat]) {
                if (row == end) break;
                set(row++, discard.tile);
            }
        }
        categories();
        if (state_.decision == Decision::Nothing || state_.offered == kNoTile) return;
        set(channel::kClaimed, state_.offered);
        claims();
    }

  private:
    void set(int channel, int tile) { cells_[channel * kTileKinds + tile] = 1; }

    void whole(int channel) {
        std::ranges::fill(cells_.subspan(channel * kTileKinds, kTileKinds), std::uint8_t{1});
    }

    void unary(int channel, const Counts& counts) {
        for (int tile = 0; tile < kTileKinds; ++tile) {
            for (int copy = 0; copy < counts[tile]; ++copy) set(channel + copy, tile);
        }
    }

    template <std::size_t Size>
    void bucket(int channel, int number, const std::array<int, Size>& least) {
        whole(channel + static_cast<int>(std::ranges::upper_bound(least, number) - least.begin()) -
              1);
    }

    void melds(int channel, const Melds& melds) {
        for (const Meld& meld : melds) {
            if (meld.tile == kNoTile) {
                whole(channel + kCopies - 1);
            } else if (meld.kind == MeldKind::Chow) {
                for (int tile = meld.tile - 1; tile <= meld.tile + 1; ++tile) set(channel, tile);
            } else {
                const int size = meld.kind == MeldKind::Pung ? 3 : kCopies;
                for (int copy = 0; copy < size; ++copy) set(channel + copy, meld.tile);
            }
            channel += kCopies;
        }
    }

    void categories() {
        int left = 0;
        for (const int wall : state_.walls) left += wall;
        whole(channel::kSeatWind + state_.seat);
        whole(channel::kPrevalentWind + state_.prevalent_wind);
        whole(channel::kToAct + (state_.turn - state_.seat + kSeats) % kSeats);
        bucket(channel::kWall, left, kWallBuckets);
        bucket(channel::kOwnWall, state_.walls[state_.seat], kOwnWallBuckets);
        bucket(channel::kTurn, state_.discards[state_.seat].size, kTurnBuckets);
        whole(channel::kOwnMelds + state_.own_melds().size);
        if (state_.decision != Decision::Nothing) {
            whole(channel::kDecision + static_cast<int>(state_.decision) - 1);
        }
    }

    // The hand after each possible claim, and the tiles of its meld.
    void claims() {
        each_claim(state_, [&](int place, const Counts& left, const Meld&) {
            unary(channel::kAfterClaim + place * kCopies, left);
            for (int tile = 0; tile < kTileKinds; ++tile) {
                if (left[tile] < state_.hand[tile] + int{tile == state_.offered}) {
                    set(channel::kMade, tile);
                }
            }
        });
    }

    const GameState& state_;
    std::span<std::uint8_t, kColumnsCells> cells_;
};

}  // namespace

void write_columns(const GameState& state, std::span<std::uint8_t, kColumnsCells> cells) {
    Writer(state, cells).write();
}

}  // namespace mj
