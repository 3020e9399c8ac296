#include "expectimax/tree_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mj {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double& at(std::vector<double>& known, int place) {
    if (static_cast<int>(known.size()) <= place) known.resize(place + 1, kUnknown);
    return known[place];
}

}  // namespace

TreeSearch::TreeSearch(const TreeOptions& options) : options_(options), own_(options.claims) {}

void TreeSearch::begin(const GameState& state) {
    own_.begin(state);
    root_ = q_features_of(state);
    by_place_.clear();
    base_of_ = -1;
    leaves_ = 0;
    leaf_values_.clear();
    values_.clear();
    worths_.clear();
    comings_.clear();
}

double TreeSearch::value(const TreeHand& waiting, int layers) {
    values_.resize(std::max<std::size_t>(values_.size(), layers + 1));
    worths_.resize(values_.size());
    return value_of(own_.waiting().number_of(waiting), layers);
}

double TreeSearch::value_of(int waiting, int layers) {
    if (std::isnan(at(values_[layers], waiting))) {
        const double found = mean(waiting, layers);
        values_[layers][waiting] = found;
    }
    return values_[layers][waiting];
}

// The value of a waiting hand: the mean over the own draw (D), plus the gain by claims. Chances to
// claim come up before that draw; the first one that is better is taken.
double TreeSearch::mean(int waiting, int layers) {
    const Coming& coming = coming_of(waiting);
    double drawn = 0;
    for (const auto& [chance, tile, outcome] : coming.draws) {
        if (outcome.drawn < 0) {
            drawn += chance * outcome.points;
        } else if (layers == 1) {
            drawn += chance * leaf_after_draw(outcome.drawn, waiting, tile);
        } else {
            drawn += chance * worth_of(outcome.drawn, layers);
        }
    }
    double gain = 0;
    double rates = 0;
    for (const Coming::Claim& claim : coming.claims) {
        double best = -std::numeric_limits<double>::infinity();
        for (int place = 0; place < claim.outcomes; ++place) {
            const auto& [number, points] = claim.of[place];
            double value = points;
            if (number >= 0) value = layers == 1 ? leaf_value(number) : worth_of(number, layers);
            best = std::max(best, value);
        }
        const double better = best - drawn;
        if (better > 0) {
            gain += claim.rate * better;
            rates += claim.rate;
        }
    }
    return rates > 0 ? drawn + gain * (1 - std::exp(-rates)) / rates : drawn;
}

double TreeSearch::worth_of(int drawn, int layers) {
    if (!std::isnan(at(worths_[layers], drawn))) return worths_[layers][drawn];
    const TreeHand hand = own_.drawn()[drawn];
    double best = -std::numeric_limits<double>::infinity();
    const std::uint64_t searched = expanded(hand);
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if ((searched & bit_of(tile)) == 0) continue;
        const int left = own_.waiting().number_of(OwnHand::without(hand, tile));
        best = std::max(best, value_of(left, layers - 1));
    }
    return worths_[layers][drawn] = best;
}

std::uint64_t TreeSearch::expanded(const TreeHand& drawn) {
    std::array<Tile, kTileKinds> held;
    int count = 0;
    int tiles = 0;
    std::uint64_t searched = 0;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (drawn.hand[tile] == 0) continue;
        tiles += drawn.hand[tile];
        held[count++] = tile;
        searched |= bit_of(tile);
    }
    if (!options_.network) return searched;
    const QValues values = ranking(drawn);
    std::sort(held.begin(), held.begin() + count, [&](Tile one, Tile other) {
        return values[one] != values[other] ? values[one] > values[other] : one < other;
    });
    const double share = options_.alpha * (options_.of_tiles ? tiles : count);
    const int kept = std::min(count, static_cast<int>(std::ceil(share)));
    const double least = options_.within > 0 ? values[held[0]] - options_.within
                                             : -std::numeric_limits<double>::infinity();
    searched = 0;
    for (int place = 0; place < kept; ++place) {
        if (values[held[place]] >= least) searched |= bit_of(held[place]);
    }
    return searched;
}

QValues TreeSearch::ranking(const TreeHand& drawn) {
    QValues values{};
    QTower& tower = tower_of(drawn.melds, drawn.left);
    tower.look(drawn.hand, drawn.unseen, whole_);
    tower.points(whole_, values);
    return values;
}

double TreeSearch::leaf_value(int drawn) {
    if (!std::isnan(at(leaf_values_, drawn))) return leaf_values_[drawn];
    ++leaves_;
    const TreeHand hand = own_.drawn()[drawn];
    double value;
    if (options_.network) {
        value = best_held(hand, ranking(hand));
    } else {
        const int lacking = std::max(shanten_.distance(hand.hand), 0);
        value = options_.by_lacking.at(lacking);
    }
    return leaf_values_[drawn] = value;
}

// The same for a hand after a draw: with a network most of it is already computed.
double TreeSearch::leaf_after_draw(int drawn, int waiting, Tile tile) {
    if (!options_.network) return leaf_value(drawn);
    if (!std::isnan(at(leaf_values_, drawn))) return leaf_values_[drawn];
    ++leaves_;
    const TreeHand& before = own_.waiting()[waiting];
    QTower& tower = tower_of(before.melds, before.left - 1);
    if (base_of_ != waiting) {
        tower.look(before.hand, before.unseen, base_);
        base_of_ = waiting;
    }
    QValues values;
    tower.points_with(base_, tile, values);
    return leaf_values_[drawn] = best_held(own_.drawn()[drawn], values);
}

double TreeSearch::best_held(const TreeHand& drawn, const QValues& values) {
    double best = -std::numeric_limits<double>::infinity();
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (drawn.hand[tile] > 0) best = std::max<double>(best, values[tile]);
    }
    return best;
}

const Coming& TreeSearch::coming_of(int waiting) {
    if (static_cast<int>(comings_.size()) <= waiting) comings_.resize(waiting + 1);
    if (!comings_[waiting]) {
        auto found = std::make_unique<Coming>();
        own_.find_coming(TreeHand(own_.waiting()[waiting]), *found);
        comings_[waiting] = std::move(found);
    }
    return *comings_[waiting];
}

QTower& TreeSearch::tower_of(int melds, int left) {
    auto [place, is_new] = by_place_.try_emplace({melds, left}, nullptr);
    if (is_new) {
        const std::size_t used = by_place_.size() - 1;
        if (used == towers_.size()) towers_.push_back(std::make_unique<QTower>(*options_.network));
        towers_[used]->begin(q_features_in_tree(root_, own_.melds(melds), left));
        place->second = towers_[used].get();
    }
    return *place->second;
}

}  // namespace mj
