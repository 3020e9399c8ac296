#include "odds/value/hand_value.hpp"

#include <algorithm>

#include "core/clones.hpp"
#include "numbers/hand_value.hpp"
#include "odds/value/lanes.hpp"

namespace mj {

namespace {

// The offers of a state in one block of columns: found: the value so far. gained, taken: the sums
// over the offers that are better.
template <typename Block>
struct OffersOf {
    Block found{}, floor, gained, taken;

    [[gnu::always_inline]] void begin() {
        floor = found * numbers::hand_value::kClearly;
        gained = taken = Block{};
    }
    [[gnu::always_inline]] void add(const float* value, float rate) {
        Block gain;
        Block its_rate;
        load(gain, value);
        rate_above(gain, floor, rate, its_rate);
        gained += gain * its_rate;
        taken += its_rate;
    }
    [[gnu::always_inline]] void end(float rival_win_rate) {
        found = gained / (taken + rival_win_rate);
    }
};

constexpr int kWide = 8;
constexpr int kNarrow = 4;

}  // namespace

HandValues HandValuer::operator()(const HandContext& context, const TileLocation& location,
                                  std::span<const TargetHand> targets, bool discarding) {
    if (discarding) {
        // A complete hand that may not win has to break up. The nearest targets come first.
        const auto incomplete = std::ranges::find_if(
            targets, [](const TargetHand& target) { return target.distance > 0; });
        targets = targets.subspan(incomplete - targets.begin());
    }
    find_columns(context, targets, discarding, columns_);
    Ends ends;
    lanes_ = 0;
    if (!targets.empty()) {
        const int lanes = columns_.size == 1 ? 1 : (columns_.size + 3) / 4 * 4;
        finishes_.make(context, targets, columns_, lanes);
        lattice_.make(finishes_);
        take_rates(context, location);
        lanes_ = lattice_.size() > 1 ? lanes : 0;
        ends = run(lanes);
    }
    HandValues values;
    values.discards = columns_.discards;
    values.tile = columns_.tile;
    for (unsigned discard = 0; discard < values.discards; ++discard) {
        const int column = columns_.column[discard];
        values.value[discard] = ends.value[column];
        values.drawing_now[discard] = ends.drawing_now[column];
        values.rate[discard] = ends.rate[column];
    }
    return values;
}

std::array<float, kTileKinds> HandValuer::after_draws(unsigned place, float value) const {
    std::array<float, kTileKinds> values{};
    values.fill(value);
    if (lanes_ == 0) return values;
    const int mode = finishes_.modes() - 1;
    const int column = columns_.column[place];
    for (const Step& step : steps_) {
        const float to = step.to[mode * lanes_ + column];
        float& found = values[step.tile];
        found = std::max(found, to);
        if (step.finish == nullptr) continue;
        found = std::max(found, step.finish[(2 * mode + kSelfDrawn) * lanes_ + column]);
    }
    return values;
}

void HandValuer::take_rates(const HandContext& context, const TileLocation& location) {
    have_ = Multiset(context.have);
    for (unsigned tile = 0; tile < kTileKinds; ++tile) {
        const int have = context.have[tile];
        const int unseen = context.unseen[tile];
        const auto copies = static_cast<float>(std::max(unseen, 1));
        const float drawn = static_cast<float>(location.drawn[tile]) / copies;
        const float claims = static_cast<float>(location.discarded[tile]) *
                             static_cast<float>(options_.rival_discard_weight) / copies;
        for (int got = 0; got <= kCopies; ++got) {
            const auto left = static_cast<float>(std::max(unseen - got, 0));
            const float each = claims * left;
            const float from_all = kOthers * each;
            const bool pung = have + got >= 2;
            const float chow = is_suited(static_cast<Tile>(tile)) ? each : 0;
            rates_[tile][got] = {
                drawn * left, from_all, {pung ? from_all : 0, pung ? from_all : chow}};
        }
    }
}

// Compiled for several widths of vectors, with all that it calls.
MJ_CLONES HandValuer::Ends HandValuer::run(int lanes) {
    switch (lanes) {
        case 1: return run_all<1>();
        case 4: return run_all<4>();
        case 8: return run_all<8>();
        case 12: return run_all<12>();
        default: return run_all<kMostColumns>();
    }
}

// Values all states, the largest first, and returns the values of the empty state.
template <int Lanes>
HandValuer::Ends HandValuer::run_all() {
    const int modes = finishes_.modes();
    const std::size_t stride = static_cast<std::size_t>(modes) * Lanes;
    Ends ends;
    steps_.clear();
    for (int tiles = lattice_.size() - 2; tiles >= 0; --tiles) {
        const Level& level = lattice_.level(tiles);
        std::swap(values_, above_);
        values_.resize(std::max(values_.size(), level.states.size() * stride));
        for (const int state : level.by_edges) {
            list_offers<Lanes>(level, tiles, state);
            for (int mode = 0; mode < modes; ++mode) {
                value_of_offers<Lanes>(mode, &values_[state * stride + mode * Lanes],
                                       ends.rate.data());
            }
        }
    }
    if (lattice_.size() == 1) return ends;
    // The last mode is that of the hand itself.
    const float* own = &values_[stride - Lanes];
    std::copy_n(own, Lanes, ends.value.begin());
    std::copy_n(own, Lanes, ends.drawing_now.begin());
    drawn_now<Lanes>(modes - 1, own, ends.drawing_now.data());
    return ends;
}

// An edge of a state with this many tiles. chow: whether its tile can be claimed for one.
template <int Lanes>
HandValuer::Step HandValuer::step_of(const Level& level, int tiles, int state, const Edge& edge,
                                     bool chow) const {
    const Level& above = lattice_.level(tiles + 1);
    const std::size_t stride = static_cast<std::size_t>(finishes_.modes()) * Lanes;
    const auto [child, tile] = edge;
    const TileRates& rates = rates_[tile][level.states.key(state).count(tile)];
    const int group = above.group[child];
    const bool last = tiles + 2 == lattice_.size() || above.edges_of(child).empty();
    return {last ? finishes_.nothing() : &above_[child * stride],
            group >= 0 ? finishes_.value(group, tile) : nullptr,
            last,
            static_cast<Tile>(tile),
            rates.own,
            rates.from_all,
            rates.claimed[chow]};
}

// Lists what the edges of a state offer in each mode.
template <int Lanes>
void HandValuer::list_offers(const Level& level, int tiles, int state) {
    const Multiset::Kinds held = level.states.key(state).kinds_with(have_);
    for (Offers& offers : offers_) offers.count = 0;
    made_size_ = 0;
    for (const Edge& edge : level.edges_of(state)) {
        const bool chow = held.makes_chow(edge.tile) != 0;
        const Step step = step_of<Lanes>(level, tiles, state, edge, chow);
        if (tiles == 0) steps_.push_back(step);
        offer<Lanes>(step);
    }
}

// A draw stays in the mode, a claim leads to the open one.
template <int Lanes>
void HandValuer::offer(const Step& step) {
    const bool concealed = finishes_.modes() == kModes;
    if (step.finish != nullptr) {
        offer_finish<Lanes>(step, kOpen);
        if (concealed) offer_finish<Lanes>(step, kConcealed);
        return;
    }
    offers_[kOpen].add(step.to, step.own + step.claimed);
    if (!concealed) return;
    offers_[kConcealed].add(step.to + Lanes, step.own);
    offers_[kConcealed].add(step.to, step.claimed);
}

// A step that finishes targets: the hand plays on if that is better than winning.
template <int Lanes>
void HandValuer::offer_finish(const Step& step, int mode) {
    Offers& offers = offers_[mode];
    const float* won = step.finish + (2 * mode + kOnDiscard) * Lanes;
    const float* drawn = step.finish + (2 * mode + kSelfDrawn) * Lanes;
    if (step.last) {
        offers.add(drawn, step.own);
        offers.add(won, step.from_all);
        return;
    }
    const float* to = step.to + mode * Lanes;
    float* best_drawn = &made_[made_size_];
    float* wins = best_drawn + Lanes;
    float* goes_on = wins + Lanes;
    made_size_ += 3 * Lanes;
    for (int lane = 0; lane < Lanes; ++lane) {
        const float opened = step.claimed > 0 ? step.to[lane] : 0;
        best_drawn[lane] = std::max(to[lane], drawn[lane]);
        wins[lane] = won[lane] >= opened ? won[lane] : 0;
        goes_on[lane] = won[lane] >= opened ? 0 : opened;
    }
    offers.add(best_drawn, step.own);
    offers.add(wins, step.from_all);
    offers.add(goes_on, step.claimed);
}

// The value of all offers by column, and the rate of better ones.
template <int Lanes>
void HandValuer::value_of_offers(int mode, float* value, float* rate) const {
    if constexpr (Lanes == 1) {
        std::array<OffersOf<float>, 1> one;
        value_of_blocks(mode, std::span(one), std::span<OffersOf<Float4>, 0>(), value, rate);
    } else {
        std::array<OffersOf<Float8>, Lanes / kWide> wide;
        std::array<OffersOf<Float4>, Lanes % kWide / kNarrow> narrow;
        value_of_blocks(mode, std::span(wide), std::span(narrow), value, rate);
    }
}

// All blocks at once: the loop over the offers is short, and its end cannot be foretold.
template <typename Wide, typename Narrow>
void HandValuer::value_of_blocks(int mode, Wide wide, Narrow narrow, float* value,
                                 float* rate) const {
    const auto offers = offers_[mode].all();
    // Most states offer few, which needs no loop.
    if (offers.size() == 2) {
        value_of_offers_in(offers.first<2>(), wide, narrow, value, rate);
    } else if (offers.size() == 4) {
        value_of_offers_in(offers.first<4>(), wide, narrow, value, rate);
    } else {
        value_of_offers_in(offers, wide, narrow, value, rate);
    }
}

template <typename Offered, typename Wide, typename Narrow>
void HandValuer::value_of_offers_in(Offered offers, Wide wide, Narrow narrow, float* value,
                                    float* rate) const {
    const auto each_block = [&](auto visit) {
        int lane = 0;
        for (auto& block : wide) {
            visit(block, lane);
            lane += sizeof(block.found) / sizeof(float);
        }
        for (auto& block : narrow) visit(block, lane);
    };
    for (int round = 0; round < numbers::hand_value::kRounds; ++round) {
        each_block([](auto& block, int) { block.begin(); });
        for (const Offer& offer : offers) {
            each_block([&](auto& block, int lane) { block.add(offer.value + lane, offer.rate); });
        }
        each_block([&](auto& block, int) { block.end(rival_win_rate_); });
    }
    each_block([&](auto& block, int lane) {
        store(block.found, value + lane);
        store(block.taken, rate + lane);
    });
}

// Adds what the steps gain if the next tile is drawn at once.
template <int Lanes>
void HandValuer::drawn_now(int mode, const float* here, float* now) const {
    for (const Step& step : steps_) {
        const float* to = step.to + mode * Lanes;
        const float* finish = step.finish != nullptr ? step.finish : finishes_.nothing();
        const float* drawn_win = finish + (2 * mode + kSelfDrawn) * Lanes;
        for (int lane = 0; lane < Lanes; ++lane) {
            const float drawn = std::max(to[lane], drawn_win[lane]);
            now[lane] += std::max(drawn - here[lane], 0.0F) * step.own;
        }
    }
}

}  // namespace mj
