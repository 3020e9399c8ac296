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
        if (view_.decision == Decision::Claim && !view_.wall_last()) claims();
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

    void claims() {
        const int tile = view_.offered;
        if ((view_.turn + 1) % kSeats == view_.seat) {
            for (int place = 0; place < 3; ++place) {
                const int middle = tile + 1 - place;
                const bool in_suit = middle >= 0 && is_chow_middle(static_cast<Tile>(middle)) &&
                                     middle / kSuitSize == tile / kSuitSize;
                if (in_suit) claim(place, {middle - 1, middle, middle + 1}, 3);
            }
        }
        claim(3, {tile, tile, tile}, 3);
        claim(4, {tile, tile, tile, tile}, kCopies);
    }

    // The hand after a claim and the meld, if it can be made.
    void claim(int place, const std::array<int, kCopies>& tiles, int size) {
        Counts left = view_.hand;
        ++left[view_.offered];
        for (int used = 0; used < size; ++used) {
            if (left[tiles[used]]-- == 0) return;
        }
        unary(channel::kAfterClaim + place * kCopies, left);
        for (int used = 0; used < size; ++used) set(channel::kMade, tiles[used]);
    }

    const View& view_;
    std::span<std::uint8_t, kColumnsCells> cells_;
};

}  // namespace

void write_columns(const View& view, std::span<std::uint8_t, kColumnsCells> cells) {
    Writer(view, cells).write();
}

}  // namespace mj
