#include "odds/opponents/deal_in.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <utility>

#include "numbers/coefficients.hpp"
#include "numbers/deal_in.hpp"
#include "odds/opponents/discard_ages.hpp"

namespace mj {

namespace {

// What another seat's discards and melds tell.
struct Opponent {
    double near = 0;                       // the log-odds that it can win now
    double honours = 0;                    // added for an honour
    Ages let_go{};                         // ages of the others' discards: it let these pass
    std::array<int, kTileKinds> newest{};  // the index of its last own discard of a tile, else -1
    std::array<Tile, 4> chows{};           // middle tiles of its chows
    int chow_count = 0;
    int flush = -1;  // the only suit of two or more melds
    bool pungs = false, more = false;
};

int middles(std::span<const Discard> discards) {
    return static_cast<int>(std::ranges::count_if(
        discards, [](const Discard& discard) { return rank_kind(discard.tile) == 2; }));
}

int honours(std::span<const Discard> discards) {
    return static_cast<int>(std::ranges::count_if(
        discards, [](const Discard& discard) { return is_honour(discard.tile); }));
}

constexpr auto& kFit = numbers::coefficients::kDealIn;
// By unseen copies; by `rank_kind`.
constexpr std::array kHonour{kFit.honour_0_unseen, kFit.honour_1_unseen, kFit.honour_2_unseen,
                             kFit.honour_3_unseen};
constexpr std::array kSuited{kFit.terminal, kFit.next_to_terminal, 0.0};
// What another seat's discard adds, up to each age.
constexpr std::array<std::pair<int, double>, 5> kLetGo{
    {{0, kFit.let_go_0},
     {1, kFit.let_go_1},
     {3, kFit.let_go_3},
     {7, kFit.let_go_7},
     {numbers::deal_in::kEver, kFit.let_go_ever}}};
// For two melds of a suit, and for more: a tile of the suit, another suit, an honour.
constexpr std::array<std::array<double, 3>, 2> kFlush{
    {{kFit.flush_2_inside, kFit.flush_2_outside, kFit.flush_2_honour},
     {kFit.flush_3_inside, kFit.flush_3_outside, kFit.flush_3_honour}}};

class Model {
  public:
    explicit Model(const GameState& state) : state_(state) {}

    [[nodiscard]] Opponent opponent(int seat) const;
    [[nodiscard]] double alone(Tile tile) const;
    [[nodiscard]] double of(Tile tile, const Opponent& other) const {
        return by_discards(tile, other) + by_melds(tile, other);
    }

  private:
    void look_at_melds(const Melds& melds, Opponent& other) const;
    [[nodiscard]] double by_discards(Tile tile, const Opponent& other) const;
    [[nodiscard]] double by_melds(Tile tile, const Opponent& other) const;
    [[nodiscard]] double by_chows(Tile tile, const Opponent& other) const;

    const GameState& state_;
};

Opponent Model::opponent(int seat) const {
    const auto& all = state_.discards[seat];
    const std::span discards(all.of.data(), all.size);
    const auto newest =
        discards.last(std::min<std::size_t>(numbers::deal_in::kNewestDiscards, discards.size()));
    const int first = middles(
        discards.first(std::min<std::size_t>(numbers::deal_in::kFirstDiscards, discards.size())));
    const auto size = static_cast<double>(discards.size());
    const double turns = tens_of(all.size);
    const double melds = std::min<int>(state_.melds[seat].size, numbers::deal_in::kMostMelds);
    const double share = std::log((honours(discards) + 0.5) / (size + 2));
    Opponent other;
    other.near = kFit.base + kFit.turn * turns + kFit.turn_squared * turns * turns +
                 (kFit.meld + kFit.meld_by_turn * turns) * melds +
                 kFit.new_middle * middles(newest) + kFit.new_honour * honours(newest) +
                 kFit.first_middle * first;
    other.honours = kFit.first_middle_and_honour * first + kFit.honour_share * share;
    other.let_go = ages_of(state_, seat);
    other.newest.fill(-1);
    for (int place = 0; place < all.size; ++place) other.newest[all[place].tile] = place;
    look_at_melds(state_.melds[seat], other);
    return other;
}

void Model::look_at_melds(const Melds& melds, Opponent& other) const {
    std::array<bool, kSuits> suits{};
    for (const auto& meld : melds) {
        if (meld.tile == kNoTile) continue;
        if (!meld.concealed() && is_suited(meld.tile)) suits[suit_of(meld.tile)] = true;
        if (meld.kind == MeldKind::Chow) other.chows[other.chow_count++] = meld.tile;
    }
    const int count = std::min<int>(melds.size, numbers::deal_in::kMostMelds);
    other.more = count > numbers::deal_in::kFlushMelds;
    if (count < numbers::deal_in::kFlushMelds) return;
    other.pungs = other.chow_count == 0;
    if (std::ranges::count(suits, true) == 1) {
        other.flush = static_cast<int>(std::ranges::find(suits, true) - suits.begin());
    }
}

// What the tile contributes by itself.
double Model::alone(Tile tile) const {
    const int unseen = state_.unseen[tile];
    if (is_honour(tile)) {
        return kHonour[std::min(unseen, 3)] + (tile >= kFirstDragon ? kFit.dragon : 0);
    }
    return kSuited[rank_kind(tile)] + (unseen < 2 ? kFit.few_unseen : 0);
}

double Model::by_discards(Tile tile, const Opponent& other) const {
    double odds = other.newest[tile] >= 0 ? kFit.own_discard : 0;
    const int age = other.let_go[tile];
    if (age != kNeverDiscarded) {
        for (const auto& [most, weight] : kLetGo) odds += age <= most ? weight : 0;
    }
    if (is_honour(tile)) return odds + other.honours;
    for (const int step : {-2, -1, 1, 2}) {
        const int near = beside(tile, step);
        if (near < 0 || other.newest[near] < 0) continue;
        const double early = std::abs(step) == 1 ? kFit.next_early : kFit.two_off_early;
        odds += other.newest[near] < numbers::deal_in::kEarlyDiscard ? early : kFit.near_late;
    }
    return odds;
}

double Model::by_melds(Tile tile, const Opponent& other) const {
    double odds = other.pungs && state_.unseen[tile] >= 2 ? kFit.pungs : 0;
    if (other.flush >= 0) {
        const auto& [inside, outside, with_honours] = kFlush[other.more ? 1 : 0];
        const double suited = suit_of(tile) == other.flush ? inside : outside;
        odds += is_honour(tile) ? with_honours : suited;
    }
    return is_honour(tile) ? odds : odds + by_chows(tile, other);
}

double Model::by_chows(Tile tile, const Opponent& other) const {
    const int number = place_of(tile);
    int same_number = 0;
    bool shifted = false;
    bool straight = false;
    bool inside = false;
    for (const Tile chow : std::span(other.chows).first(other.chow_count)) {
        const int middle = place_of(chow);
        const int away = std::abs(number - middle);
        if (suit_of(chow) != suit_of(tile)) {
            same_number += away <= 1 ? 1 : 0;
            shifted |= away == 2;
        } else {
            inside |= away <= 1;
        }
        straight |= std::ranges::find(numbers::deal_in::kStraightMiddles, middle) !=
                        numbers::deal_in::kStraightMiddles.end() &&
                    number / 3 != middle / 3;
    }
    double odds =
        (shifted ? kFit.shifted : 0) + (straight ? kFit.straight : 0) + (inside ? kFit.in_chow : 0);
    if (same_number > 0) odds += kFit.same_number;
    if (same_number > 1) odds += kFit.same_number_twice;
    return odds;
}

}  // namespace

DealIn deal_in_of(const GameState& state) {
    const Model model(state);
    DealIn deal_in;
    std::array<double, kTileKinds> safe;
    safe.fill(1);
    double together = 0;
    for (int seat = 0; seat < kSeats; ++seat) {
        if (seat == state.seat) continue;
        const Opponent other = model.opponent(seat);
        together += std::exp(other.near);
        for (Tile tile = 0; tile < kTileKinds; ++tile) {
            const double odds = other.near + model.alone(tile) + model.of(tile, other);
            safe[tile] *= 1 - 1 / (1 + std::exp(-odds));
        }
    }
    for (int tile = 0; tile < kTileKinds; ++tile) deal_in.of_tile[tile] = 1 - safe[tile];
    deal_in.threat = std::log(together);
    return deal_in;
}

}  // namespace mj
