#include "learned/candidate_features.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "numbers/coefficients.hpp"
#include "numbers/win_chance.hpp"
#include "odds/opponents/deal_in.hpp"
#include "odds/opponents/discard_ages.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

constexpr double kTens = 10;

double number(bool yes) { return yes ? 1 : 0; }

bool threw(const GameState& state, int seat, Tile tile) {
    return std::ranges::any_of(state.discards[seat],
                               [&](const Discard& discard) { return discard.tile == tile; });
}

// How many kinds in the hand are `apart` numbers away in the same suit; 0 for honours.
double held(const Counts& hand, Tile tile, int apart) {
    double found = 0;
    for (const int step : {-apart, apart}) {
        const int near = beside(tile, step);
        found += number(near >= 0 && hand[near] > 0);
    }
    return found;
}

// Computes the features of one decision's candidates; the names are mj_bot's.
class Writer {
  public:
    Writer(const GameState& state, double best, std::span<double> rows)
        : state_(state),
          best_(best),
          deal_in_(deal_in_of(state)),
          turn_(tens_of(state.discards[state.seat].size)),
          last_(1.0 / (1 + state.walls[state.seat])),
          melds_(state.own_melds().size),
          concealed_(number(std::ranges::all_of(
              state.own_melds(), [](const Meld& meld) { return meld.concealed(); }))),
          claiming_(state.decision == Decision::Claim),
          rows_(rows) {}

    void write(const Candidate& candidate, const TargetSummary& reach);

  private:
    void add(std::initializer_list<double> features) {
        for (const double feature : features) rows_[place_++] = feature;
    }
    void add_shared();
    void add_value(const Candidate& candidate, double win, double gain);
    void add_summary(const TargetSummary& reach, double win);
    void add_kind(const Candidate& candidate, const TargetSummary& reach, double gain);
    void add_tile(Tile tile, const Counts& before);
    void add_kept(const Counts& left);

    const GameState& state_;
    double best_;
    DealIn deal_in_;
    double turn_, last_, melds_, concealed_;
    bool claiming_;
    std::span<double> rows_;
    std::size_t place_ = 0;
};

void Writer::write(const Candidate& candidate, const TargetSummary& reach) {
    const std::size_t end = place_ + kCandidateFeatures;
    const Action& action = candidate.action;
    add_shared();
    if (action.kind == ActionKind::Hu || ends_drawn(state_, action)) {
        while (place_ < end) rows_[place_++] = 0;
        return;
    }
    const double win = numbers::coefficients::kWinPoints * candidate.win_chance;
    const double gain = win * (1 - candidate.win_chance);
    const Counts left = hand_after(state_, action).hand;
    add_value(candidate, win, gain);
    add_summary(reach, win);
    add_kind(candidate, reach, gain);
    if (discards(action)) {
        Counts before = left;
        ++before[action.tile];
        add_tile(action.tile, before);
    } else {
        constexpr int features_of_tile = 20;
        for (int none = 0; none < features_of_tile; ++none) rows_[place_++] = 0;
    }
    add_kept(left);
}

void Writer::add_shared() {
    int rival_melds = 0;
    for (int seat = 0; seat < kSeats; ++seat) {
        if (seat != state_.seat) rival_melds = std::max<int>(rival_melds, state_.melds[seat].size);
    }
    add({turn_, state_.walls[state_.seat] / kTens, melds_, concealed_, deal_in_.threat,
         static_cast<double>(rival_melds), number(claiming_), best_});
}

void Writer::add_value(const Candidate& candidate, double win, double gain) {
    const double threat = deal_in_.threat;
    const double value = candidate.value;
    const double size =
        gain * std::log(std::max(candidate.hand_value, numbers::win_chance::kMinHandValue));
    const double rate = gain * candidate.rate;
    const double risk = numbers::coefficients::kDealInPoints * candidate.deal_in;
    add({value, 1 / (1 + best_ - value), value * turn_, value * threat});
    add({win, win * turn_, win * threat, win * last_});
    add({size, size * turn_, rate, rate * turn_});
    add({risk, risk * turn_, risk * threat, candidate.deal_in * win});
}

void Writer::add_summary(const TargetSummary& reach, double win) {
    const double ways = std::log1p(reach.ways);
    const double distance = reach.distance;
    const double dearest = reach.dearest;
    add({distance, distance * turn_, win * number(reach.distance == 1)});
    add({ways, ways * turn_, reach.fan, reach.fan * win, dearest, dearest * win});
    add({reach.special, distance - reach.shape});
}

void Writer::add_kind(const Candidate& candidate, const TargetSummary& reach, double gain) {
    using enum ActionKind;
    const ActionKind kind = candidate.action.kind;
    const double chow = number(kind == Chi);
    const double pung = number(kind == Peng);
    const double kong = number(kind == Gang && claiming_);
    const double own_kong = number(!claiming_ && kind != Play && kind != Pass);
    const double claim = chow + pung + kong;
    // Without the claim, the seat after the discarder draws next.
    const int seats_between = (state_.seat - state_.turn + kSeats) % kSeats - 1;
    const double skipped = claim * seats_between;
    const double pass_next = number(kind == Pass && (state_.turn + 1) % kSeats == state_.seat);
    add({chow, pung, kong, own_kong, chow * gain, pung * gain, kong * gain, own_kong * gain});
    add({claim * turn_, claim * turn_ * gain});
    add({claim * melds_, claim * melds_ * gain});
    add({claim * concealed_, claim * concealed_ * gain});
    add({claim * reach.distance, claim * deal_in_.threat, claim * gain * last_});
    add({skipped, skipped * gain, pass_next, pass_next * gain});
}

// before: the hand with the tile still in it.
void Writer::add_tile(Tile tile, const Counts& before) {
    const int kind = rank_kind(tile);
    const double honour = number(is_honour(tile));
    const bool own_wind =
        tile == kFirstHonour + state_.seat || tile == kFirstHonour + state_.prevalent_wind;
    const double terminal = number(kind == 0);
    const double near = held(before, tile, 1);
    const double two_off = held(before, tile, 2);
    const double unseen = state_.unseen[tile];
    bool is_shown = false;
    for (int seat = 0; seat < kSeats; ++seat) {
        is_shown |= seat != state_.seat && threw(state_, seat, tile);
    }
    const double shown = number(is_shown);
    const double new_honour = honour * (1 - shown);
    const int next = (state_.seat + 1) % kSeats;
    const auto of_suit = std::ranges::count_if(state_.discards[next], [&](const Discard& discard) {
        return suit_of(discard.tile) == suit_of(tile);
    });
    const double next_suit = static_cast<double>(of_suit) / (1 + state_.discards[next].size);
    add({honour, honour * turn_, number(tile >= kFirstDragon), number(own_wind)});
    add({terminal, terminal * turn_, number(kind == 1)});
    add({number(before[tile] == 2), number(before[tile] >= 3)});
    add({near, near * turn_, two_off, number(before[tile] == 1 && near + two_off == 0)});
    add({unseen, unseen * turn_, shown, new_honour, new_honour * turn_});
    add({number(threw(state_, next, tile)), next_suit});
}

// left: the hand after the discard.
void Writer::add_kept(const Counts& left) {
    double least = 1;
    double sum = 0;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (left[tile] == 0) continue;
        least = std::min(least, deal_in_.of_tile[tile]);
        sum += deal_in_.of_tile[tile] * left[tile];
    }
    const double safest = numbers::coefficients::kDealInPoints * least;
    const double danger = numbers::coefficients::kDealInPoints * sum / sum_of(left);
    add({safest, safest * turn_, danger, danger * turn_});
}

}  // namespace

std::vector<double> candidate_features(const GameState& state,
                                       std::span<const Candidate> candidates,
                                       const TargetSummaries& reaches) {
    std::vector<std::size_t> all(candidates.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return candidate_features(state, candidates, reaches, all);
}

std::vector<double> candidate_features(const GameState& state,
                                       std::span<const Candidate> candidates,
                                       const TargetSummaries& reaches,
                                       std::span<const std::size_t> places) {
    std::vector<double> rows(places.size() * kCandidateFeatures);
    const double best = std::ranges::max(candidates, {}, &Candidate::value).value;
    Writer writer(state, best, rows);
    for (const std::size_t place : places) writer.write(candidates[place], reaches.of(place));
    return rows;
}

}  // namespace mj
