#include "odds/value/hand_value.hpp"

#include <algorithm>

#include "numbers/hand_value.hpp"
#include "odds/value/lanes.hpp"

namespace mj {

namespace {

// The tiles as bits, with gaps so that no chow crosses from suit to suit.
constexpr unsigned kGap = 2;
constexpr unsigned place_in_row(unsigned tile) { return kGap + tile + kGap * (tile / kSuitSize); }
constexpr std::uint64_t bit_of(unsigned tile) { return std::uint64_t{1} << place_in_row(tile); }

// Whether a chow could be claimed with the tile; held: the bits of the held tiles.
bool waits_for_chow(std::uint64_t held, unsigned tile) {
    if (tile >= kFirstHonour) return false;
    const std::uint64_t near = held >> (place_in_row(tile) - kGap);
    constexpr std::uint64_t two_below = 0b00011;
    constexpr std::uint64_t around = 0b01010;
    constexpr std::uint64_t two_above = 0b11000;
    return (near & two_below) == two_below || (near & around) == around ||
           (near & two_above) == two_above;
}

}  // namespace

HandValues HandValuer::operator()(const HandContext& context, const TileLocation& location,
                                  std::span<const TargetHand> targets, bool discarding) {
    if (discarding) {
        // A complete hand that may not win has to break up.
        incomplete_.clear();
        std::ranges::copy_if(targets, std::back_inserter(incomplete_),
                             [](const TargetHand& target) { return target.distance > 0; });
        targets = incomplete_;
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
        switch (lanes) {
            case 1: ends = run<1>(); break;
            case 4: ends = run<4>(); break;
            case 8: ends = run<8>(); break;
            case 12: ends = run<12>(); break;
            default: ends = run<16>(); break;
        }
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
    have_ = context.have;
    unseen_ = context.unseen;
    have_places_ = 0;
    for (unsigned tile = 0; tile < kTileKinds; ++tile) {
        const auto left = static_cast<float>(std::max<int>(context.unseen[tile], 1));
        drawn_[tile] = static_cast<float>(location.drawn[tile]) / left;
        claims_[tile] = static_cast<float>(location.discarded[tile]) *
                        static_cast<float>(options_.rival_discard_weight) / left;
        if (have_[tile] != 0) have_places_ |= bit_of(tile);
    }
}

// Values all states, the largest first, and returns the values of the empty state.
template <int Lanes>
HandValuer::Ends HandValuer::run() {
    const int modes = finishes_.modes();
    const std::size_t stride = static_cast<std::size_t>(modes) * Lanes;
    Ends ends;
    values_.assign(lattice_.level(lattice_.size() - 1).states.size() * stride, 0);
    for (int tiles = lattice_.size() - 2; tiles >= 0; --tiles) {
        const Level& level = lattice_.level(tiles);
        std::swap(values_, above_);
        values_.assign(level.states.size() * stride, 0);
        for (int state = 0; state < level.states.size(); ++state) {
            if (level.edges_of(state).empty()) continue;
            list_steps<Lanes>(level, tiles, state);
            for (int mode = 0; mode < modes; ++mode) {
                list_offers<Lanes>(mode);
                value_of_offers<Lanes>(&values_[state * stride + mode * Lanes], ends.rate.data());
            }
        }
    }
    // The last mode is that of the hand itself.
    const float* own = &values_[stride - Lanes];
    std::copy_n(own, Lanes, ends.value.begin());
    std::copy_n(own, Lanes, ends.drawing_now.begin());
    if (lattice_.size() > 1) drawn_now<Lanes>(modes - 1, own, ends.drawing_now.data());
    return ends;
}

// Lists the edges of a state with this many tiles, and their rates.
template <int Lanes>
void HandValuer::list_steps(const Level& level, int tiles, int state) {
    const Level& above = lattice_.level(tiles + 1);
    const bool highest = tiles + 2 == lattice_.size();
    const Multiset& got = level.states.key(state);
    const std::size_t stride = static_cast<std::size_t>(finishes_.modes()) * Lanes;
    std::uint64_t held = have_places_;
    got.each_taken([&](unsigned tile, const Multiset&) { held |= bit_of(tile); });
    steps_.clear();
    for (const auto [child, tile] : level.edges_of(state)) {
        const int counted = got.count(tile);
        const auto left = static_cast<float>(std::max(unseen_[tile] - counted, 0));
        const float each = claims_[tile] * left;
        const float from_all = kOthers * each;
        const float chow = waits_for_chow(held, tile) ? each : 0;
        const int group = above.group[child];
        steps_.push_back(
            {&above_[child * stride], group >= 0 ? finishes_.value(group, tile) : nullptr,
             highest || above.edges_of(child).empty(), static_cast<Tile>(tile), drawn_[tile] * left,
             from_all, have_[tile] + counted >= 2 ? from_all : chow});
    }
}

// Lists what the steps offer in a mode: a draw stays in the mode, a claim leads to the open one.
template <int Lanes>
void HandValuer::list_offers(int mode) {
    offers_.clear();
    made_size_ = 0;
    made_.resize(3 * Lanes * steps_.size());
    for (const Step& step : steps_) {
        const float* to = step.to + mode * Lanes;
        if (step.finish != nullptr) {
            offer_finish<Lanes>(step, mode);
        } else if (mode == kOpen) {
            offer(to, step.own + step.claimed);
        } else {
            offer(to, step.own);
            offer(step.to, step.claimed);
        }
    }
}

// A step that finishes targets: the hand plays on if that is better than winning.
template <int Lanes>
void HandValuer::offer_finish(const Step& step, int mode) {
    const float* won = step.finish + (2 * mode + kOnDiscard) * Lanes;
    const float* drawn = step.finish + (2 * mode + kSelfDrawn) * Lanes;
    if (step.last) {
        offer(drawn, step.own);
        offer(won, step.from_all);
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
    offer(best_drawn, step.own);
    offer(wins, step.from_all);
    offer(goes_on, step.claimed);
}

// The value of all offers by column, and the rate of better ones.
template <int Lanes>
void HandValuer::value_of_offers(float* value, float* rate) const {
    // clang before 16 wants the word.
    using Block = typename BlockOf<Lanes>::Type;  // NOLINT(readability-redundant-typename)
    constexpr int size = BlockOf<Lanes>::kSize;
    for (int lane = 0; lane < Lanes; lane += size) {
        Block found{};
        Block taken{};
        for (int round = 0; round < numbers::hand_value::kRounds; ++round) {
            const Block floor = found * numbers::hand_value::kClearly;
            Block gained{};
            taken = Block{};
            for (const Offer& offer : offers_) {
                const auto gain = load<Block>(offer.value + lane);
                const Block its_rate = rate_above(gain, floor, offer.rate);
                gained += gain * its_rate;
                taken += its_rate;
            }
            found = gained / (taken + rival_win_rate_);
        }
        store(found, value + lane);
        store(taken, rate + lane);
    }
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
