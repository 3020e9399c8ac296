#include "why/target_hand.hpp"

#include <algorithm>

#include "fan/fan.hpp"

namespace mj::why {

namespace {

constexpr int kMostMissing = 5;

class Search {
  public:
    Search(std::span<const std::uint8_t> fans, const Held& held) : fans_(fans), held_(held) {}

    // Tries each missing tile once; then one of them once more, and so on.
    std::optional<FoundHand> with(std::span<const Tile> missing) {
        missing_ = missing;
        for (int more = 0; more <= kMostMissing - static_cast<int>(missing.size()); ++more) {
            lacks_ = {};
            for (const Tile tile : missing) ++lacks_[tile];
            if (repeat(0, more)) return found_;
        }
        return std::nullopt;
    }

  private:
    // Adds `more` missing tiles from this index on; the same one may repeat.
    bool repeat(std::size_t from, int more) {
        if (more == 0) return fits() && complete();
        for (std::size_t place = from; place < missing_.size(); ++place) {
            ++lacks_[missing_[place]];
            if (repeat(place, more - 1)) return true;
            --lacks_[missing_[place]];
        }
        return false;
    }

    [[nodiscard]] bool fits() const {
        for (int tile = 0; tile < kTileKinds; ++tile) {
            if (lacks_[tile] > 0 && held_.hand[tile] + lacks_[tile] > kCopies) return false;
        }
        return sum_of(lacks_) > 0;
    }

    // Puts the missing tiles in place of as many of the hand's, minus one.
    bool complete() {
        left_ = held_.hand;
        first_ = static_cast<Tile>(
            std::ranges::find_if(lacks_, [](auto count) { return count > 0; }) - lacks_.begin());
        return spare(0, sum_of(lacks_) - 1);
    }

    // Removes that many tiles, the lowest kinds first.
    bool spare(int tile, int count) {
        if (count == 0) return is_it();
        if (tile == kTileKinds) return false;
        const int most = lacks_[tile] > 0 ? 0 : std::min<int>(left_[tile], count);
        for (int away = most; away >= 0; --away) {
            left_[tile] = static_cast<std::uint8_t>(left_[tile] - away);
            if (spare(tile + 1, count - away)) return true;
            left_[tile] = static_cast<std::uint8_t>(left_[tile] + away);
        }
        return false;
    }

    bool is_it() {
        Counts counts = left_;
        for (int tile = 0; tile < kTileKinds; ++tile) {
            counts[tile] = static_cast<std::uint8_t>(counts[tile] + lacks_[tile]);
        }
        --counts[first_];
        if (!winning_shape(counts, first_)) return false;
        ++counts[first_];
        if (!has_fans(counts)) return false;
        found_ = {counts, lacks_};
        return true;
    }

    // Whether a complete hand has these fans, whichever missing tile comes last.
    [[nodiscard]] bool has_fans(const Counts& counts) const {
        WinContext context;
        context.seat_wind = static_cast<std::uint8_t>(held_.seat_wind);
        context.prevalent_wind = static_cast<std::uint8_t>(held_.prevalent_wind);
        for (const bool self_drawn : {false, true}) {
            context.self_drawn = self_drawn;
            for (Tile last = 0; last < kTileKinds; ++last) {
                if (lacks_[last] == 0) continue;
                Counts hand = counts;
                --hand[last];
                Win win;
                if (!mj::win(hand, held_.melds, last, context, win)) continue;
                std::ranges::sort(
                    win.items.begin(), win.items.begin() + win.count, {},
                    [](const FanItem& one) { return std::pair(-one.value, one.fan); });
                const auto same = [](const FanItem& item, std::uint8_t fan) {
                    return item.fan == fan;
                };
                const auto first = win.fans().first(std::min(win.fans().size(), fans_.size()));
                if (std::ranges::equal(first, fans_, same)) return true;
            }
        }
        return false;
    }

    std::span<const std::uint8_t> fans_;
    const Held& held_;
    std::span<const Tile> missing_;
    Counts lacks_{}, left_{};
    Tile first_ = kNoTile;
    FoundHand found_{};
};

}  // namespace

std::optional<FoundHand> target_hand(std::span<const std::uint8_t> fans,
                                     std::span<const Tile> missing, const Held& held) {
    return Search(fans, held).with(missing);
}

}  // namespace mj::why
