#include <tuple>
#include <vector>

#include "numbers/difficulty.hpp"
#include "routes/families/families.hpp"

namespace mj {

namespace {

// A possible pung: the cost of its missing copies, copies held, the tile.
struct Pung {
    double cost;
    int held;
    Tile tile;
};

// The possible pungs of the tiles in the hand, the cheapest first; none with a dead tile.
class Pungs {
  public:
    Pungs(const Counts& hand, const Difficulty& difficulty) {
        for (Tile tile = 0; tile < kTileKinds; ++tile) {
            const int held = hand[tile];
            if (held >= kPungSize) {
                of_[size_++] = {0, held, tile};
            } else if (held > 0 && difficulty[tile] < kDead) {
                of_[size_++] = {(kPungSize - held) * difficulty[tile], held, tile};
            }
        }
        std::sort(of_.begin(), of_.begin() + size_, [](const Pung& one, const Pung& other) {
            return std::tie(one.cost, one.held, one.tile) <
                   std::tie(other.cost, other.held, other.tile);
        });
    }

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] std::span<const Pung> first(int count) const {
        return std::span(of_).first(static_cast<std::size_t>(count));
    }

  private:
    std::array<Pung, kTileKinds> of_{};
    int size_ = 0;
};

void take(Suits& suits, const Pung& pung) {
    SuitTiles& tiles = suits[suit_of(pung.tile)];
    tiles = tiles.less(place_of(pung.tile), std::min(pung.held, kPungSize));
}

Suits without(Suits suits, std::span<const Pung> pungs) {
    for (const Pung& pung : pungs) take(suits, pung);
    return suits;
}

// Whether no tile in the hand is within two of it.
bool is_isolated(const Suits& suits, Tile tile) {
    if (is_honour(tile)) return true;
    const SuitTiles tiles = suits[suit_of(tile)];
    const int place = place_of(tile);
    const SuitTiles near = tiles.within(std::max(0, place - 2), std::min(place + 2, kSuitSize - 1));
    return near.size() == tiles.count(place);
}

// Chooses among equally cheap pungs so that the rest of the hand costs least.
class Choice {
  public:
    Choice(const Suits& suits, std::span<const Pung> pungs, Search& search)
        : suits_(suits), search_(search) {
        for (const Pung& pung : pungs) {
            // Isolated tiles leave the same rest, so any of them will do.
            const bool same = pung.held < kPungSize && is_isolated(suits, pung.tile);
            (same ? alike_ : others_).push_back(pung);
        }
    }

    double least(int wanted) {
        const int alike = static_cast<int>(alike_.size());
        const int others = static_cast<int>(others_.size());
        for (int count = std::max(0, wanted - alike); count <= std::min(wanted, others); ++count) {
            Suits rest = suits_;
            for (int place = 0; place < wanted - count; ++place) take(rest, alike_[place]);
            choose(rest, 0, count);
        }
        return best_;
    }

  private:
    // Tries every way to take that many of the others from an index on.
    void choose(const Suits& rest, std::size_t from, int count) {
        if (count == 0) {
            best_ = std::min(best_, search_.one_set(rest));
            return;
        }
        for (std::size_t place = from; place < others_.size(); ++place) {
            Suits less = rest;
            take(less, others_[place]);
            choose(less, place + 1, count - 1);
        }
    }

    const Suits& suits_;
    Search& search_;
    std::vector<Pung> alike_, others_;
    double best_ = kDead;
};

}  // namespace

// The cheapest pungs, and a pair from the remaining tiles.
double all_pungs_distance(const RoutePosition& position, const Outlook& outlook) {
    const double far = numbers::difficulty::kOutOfReach;
    if (position.chow_count > 0) return far;
    const Pungs pungs(position.hand, outlook.difficulty);
    const int wanted = kSets - position.open_sets();
    if (pungs.size() < wanted) return far;
    const auto chosen = pungs.first(wanted);
    double cost = 0;
    for (const Pung& pung : chosen) cost += pung.cost;
    return std::min(far, cost + outlook.search.pair(without(position.suits, chosen)));
}

// Three pungs, any set and a pair. Takes the three cheapest pungs; of equally cheap ones those that
// leave the best rest.
double three_concealed_pungs_distance(const RoutePosition& position, Outlook& outlook) {
    const double far = numbers::difficulty::kOutOfReach;
    if (position.chow_count > 0) return far;
    if (position.open_sets() == kSets) return outlook.search.pair(position.suits);
    const Pungs pungs(position.hand, outlook.difficulty);
    const int wanted = kSets - 1 - position.open_sets();
    if (pungs.size() < wanted) return far;
    // Pungs cheaper than the last one needed are certain; those with its cost are a choice.
    double cost = 0;
    int sure = 0;
    int equal = 0;
    if (wanted > 0) {
        const auto all = pungs.first(pungs.size());
        const double limit = all[wanted - 1].cost;
        for (const Pung& pung : all) {
            sure += static_cast<int>(pung.cost < limit);
            equal += static_cast<int>(pung.cost == limit);
        }
        for (const Pung& pung : all.first(wanted)) cost += pung.cost;
    }
    const Suits left = without(position.suits, pungs.first(sure));
    const auto open = pungs.first(sure + equal).subspan(static_cast<std::size_t>(sure));
    return std::min(far, Choice(left, open, outlook.search).least(wanted - sure) + cost);
}

}  // namespace mj
