#include "fan/division.hpp"

namespace mj::fan {

namespace {

// Goes through the kinds from the lowest. As many chows start at a kind as leave none of it, a pair
// or a pung, so every division comes up once.
class Divider {
  public:
    Divider(const Counts& tiles, const Melds& melds, Divisions& out)
        : left_(tiles), melds_(melds), out_(out) {}

    void from(Tile tile) {
        while (tile < kTileKinds && left_[tile] == 0) ++tile;
        if (tile == kTileKinds) {
            finish();
            return;
        }
        const int count = left_[tile];
        with_chows(tile, count);
        if (count >= 2 && now_.pair == kNoTile) with_pair(tile, count - 2);
        if (count >= 3) with_pung(tile, count - 3);
    }

  private:
    void with_pung(Tile tile, int chows) {
        if (now_.size == kSets) return;
        now_.push({MeldKind::Pung, tile, true, true});
        with_chows(tile, chows);
        --now_.size;
    }

    void with_pair(Tile tile, int chows) {
        now_.pair = tile;
        with_chows(tile, chows);
        now_.pair = kNoTile;
    }

    // Continues after this tile, with `count` chows starting at it.
    void with_chows(Tile tile, int count) {
        const auto next = static_cast<Tile>(tile + 1);
        if (count == 0) {
            from(next);
            return;
        }
        const auto chows = static_cast<std::uint8_t>(count);
        if (!is_chow_middle(next) || now_.size + count > kSets) return;
        auto& middle = left_[tile + 1];
        auto& last = left_[tile + 2];
        if (middle < chows || last < chows) return;
        for (int chow = 0; chow < count; ++chow) now_.push({MeldKind::Chow, next, true, true});
        middle = static_cast<std::uint8_t>(middle - chows);
        last = static_cast<std::uint8_t>(last - chows);
        from(next);
        middle = static_cast<std::uint8_t>(middle + chows);
        last = static_cast<std::uint8_t>(last + chows);
        now_.size -= count;
    }

    void finish() {
        if (now_.pair == kNoTile || out_.size == kMostDivisions) return;
        Division whole = now_;
        for (const Meld& meld : melds_) {
            if (whole.size == kSets) return;
            whole.push({meld.kind, meld.tile, false, meld.concealed()});
        }
        out_.of[out_.size++] = whole;
    }

    Counts left_;
    const Melds& melds_;
    Divisions& out_;
    Division now_;
};

}  // namespace

void divide(const Counts& tiles, const Melds& melds, Divisions& out) {
    out.size = 0;
    Divider(tiles, melds, out).from(0);
}

}  // namespace mj::fan
