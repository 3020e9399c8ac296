#include "features/columns.hpp"

#include <algorithm>

namespace mj {

namespace {

class Writer {
  public:
    Writer(const View& view, std::span<std::uint8_t, kColumnsCells> cells)
        : view_(view), cells_(cells) {
        std::ranges::fill(cells_, std::uint8_t{0});
    }

    void write() {
        unary(channel::kHand, view_.hand);
        Counts seen;
        for (int tile = 0; tile < kTileKinds; ++tile) {
            seen[tile] = static_cast<std::uint8_t>(kCopies - view_.unseen[tile]);
        }
        unary(channel::kSeen, seen);
        for (int step = 0; step < kSeats; ++step) {
            const int seat = (view_.seat + step) % kSeats;
            melds(channel::kMelds + step * kMostMelds * kCopies, view_.melds[seat]);
            int row = channel::kDiscards + step * kDiscardRows;
            const int end = row + kDiscardRows;
            for (const Discard discard : view_.discards[seat]) {
                if (row == end) break;
                set(row++, discard.tile);
            }
        }
        categories();
        if (view_.decision == Decision::Nothing || view_.offered == kNoTile) return;
        set(channel::kClaimed, view_.offered);
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
        for (const int wall : view_.walls) left += wall;
        whole(channel::kSeatWind + view_.seat);
        whole(channel::kPrevalentWind + view_.prevalent_wind);
        whole(channel::kToAct + (view_.turn - view_.seat + kSeats) % kSeats);
        bucket(channel::kWall, left, kWallBuckets);
        bucket(channel::kOwnWall, view_.walls[view_.seat], kOwnWallBuckets);
        bucket(channel::kTurn, view_.discards[view_.seat].size, kTurnBuckets);
        whole(channel::kOwnMelds + view_.own_melds().size);
        if (view_.decision != Decision::Nothing) {
            whole(channel::kDecision + static_cast<int>(view_.decision) - 1);
        }
    }

    // The hand after each claim that can be made, and the tiles of its meld.
    void claims() {
        each_claim(view_, [&](int place, const Counts& left, const Meld&) {
            unary(channel::kAfterClaim + place * kCopies, left);
            for (int tile = 0; tile < kTileKinds; ++tile) {
                if (left[tile] < view_.hand[tile] + int{tile == view_.offered}) {
                    set(channel::kMade, tile);
                }
            }
        });
    }

    const View& view_;
    std::span<std::uint8_t, kColumnsCells> cells_;
};

}  // namespace

void write_columns(const View& view, std::span<std::uint8_t, kColumnsCells> cells) {
    Writer(view, cells).write();
}

}  // namespace mj
