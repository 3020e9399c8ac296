#include "expectimax/own_hand.hpp"

#include <algorithm>
#include <cstring>

#include "fan/fan.hpp"
#include "numbers/fan.hpp"
#include "table/game.hpp"

namespace mj {

namespace {

constexpr int kOthers = kSeats - 1;
// For a pung whose giver is not known: no fan depends on the giver.
constexpr std::uint8_t kSomeGiver = 1;

std::uint64_t hash_of(const TreeHand& hand) {
    static_assert(sizeof(TreeHand) % sizeof(std::uint64_t) == 0);
    std::array<std::uint64_t, sizeof(TreeHand) / sizeof(std::uint64_t)> words;
    std::memcpy(words.data(), &hand, sizeof hand);
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : words) {
        mixed = (mixed ^ word) * 0x9E3779B97F4A7C15ULL;
        mixed ^= mixed >> 29U;
    }
    return mixed;
}

}  // namespace

int HandNumbers::number_of(const TreeHand& hand) {
    const auto [id, is_new] =
        numbers_.find(hash_of(hand), [&](std::uint32_t known) { return hands_[known] == hand; });
    if (is_new) hands_.push_back(hand);
    return static_cast<int>(id);
}

void HandNumbers::clear() {
    hands_.clear();
    numbers_.clear();
}

void OwnHand::begin(const GameState& state) {
    state_ = &state;
    melds_.clear();
    drawn_.clear();
    waiting_.clear();
}

TreeHand OwnHand::hand_of(const Counts& hand, const Melds& melds, bool replacing) {
    return {hand, state_->unseen, state_->walls[state_->seat], std::uint8_t{replacing},
            melds_number(melds)};
}

TreeHand OwnHand::without(const TreeHand& drawn, Tile tile) {
    TreeHand left = drawn;
    --left.hand[tile];
    return left;
}

// If there is no tile to draw, only a discard can win.
void OwnHand::find_coming(const TreeHand& waiting, Coming& found) {
    found.draws.clear();
    found.claims.clear();
    const auto total = static_cast<double>(sum_of(waiting.unseen));
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (waiting.unseen[tile] == 0) continue;
        const double chance = waiting.unseen[tile] / total;
        const bool wins = winning_shape(waiting.hand, tile);
        if (waiting.left > 0) {
            found.draws.push_back({chance, tile, after_draw(waiting, tile, wins)});
        }
        if (waiting.replacing == 0) find_claims(waiting, tile, chance, wins, found);
    }
    if (found.draws.empty()) found.draws.push_back({1, kNoTile, {-1, kNobodyWins}});
}

Outcome OwnHand::after_draw(const TreeHand& waiting, Tile tile, bool wins) {
    if (wins) {
        const auto won = points(waiting, tile, true, waiting.replacing != 0);
        if (won) return {-1, *won};
    }
    if (waiting.left == 1) return {-1, kNobodyWins};
    TreeHand drawn = waiting;
    ++drawn.hand[tile];
    --drawn.unseen[tile];
    --drawn.left;
    drawn.replacing = 0;
    return {drawn_.number_of(drawn), 0};
}

void OwnHand::find_claims(const TreeHand& waiting, Tile tile, double chance, bool wins,
                          Coming& found) {
    if (wins) {
        const auto won = points(waiting, tile, false, false);
        if (won) {
            found.claims.push_back({kOthers * chance, 1, {Outcome{-1, *won}}});
            return;
        }
    }
    if (!claims_ || waiting.left == 0) return;
    const Counts& hand = waiting.hand;
    if (hand[tile] >= kCopies - 2) {
        const Meld pung{MeldKind::Pung, tile, kSomeGiver, false};
        found.claims.push_back({kOthers * chance, 1, {after_claim(waiting, pung, tile)}});
    }
    Coming::Claim chows{chance, 0, {}};
    for (int middle = tile - 1; middle <= tile + 1; ++middle) {
        if (!is_suited(tile) || middle < 0 || suit_of(static_cast<Tile>(middle)) != suit_of(tile) ||
            !is_chow_middle(static_cast<Tile>(middle))) {
            continue;
        }
        bool has_others = true;
        for (int part = middle - 1; part <= middle + 1; ++part) {
            if (part != tile) has_others &= hand[part] > 0;
        }
        if (!has_others) continue;
        const auto run = static_cast<Tile>(middle);
        const Meld chow{MeldKind::Chow, run, chow_offer(run, tile), false};
        chows.of[chows.outcomes++] = after_claim(waiting, chow, tile);
    }
    if (chows.outcomes > 0) found.claims.push_back(chows);
}

Outcome OwnHand::after_claim(const TreeHand& waiting, const Meld& meld, Tile tile) {
    TreeHand drawn = waiting;
    --drawn.unseen[tile];
    if (meld.kind == MeldKind::Pung) {
        drawn.hand[tile] -= 2;
    } else {
        for (int part = meld.tile - 1; part <= meld.tile + 1; ++part) {
            if (part != tile) --drawn.hand[part];
        }
    }
    Melds melds = melds_[waiting.melds];
    melds.push(meld);
    drawn.melds = melds_number(melds);
    return {drawn_.number_of(drawn), 0};
}

std::optional<double> OwnHand::points(const TreeHand& waiting, Tile tile, bool self_drawn,
                                      bool kong) const {
    const WinContext context{.self_drawn = self_drawn,
                             .fourth_tile = state_->shown[tile] == kCopies - 1,
                             .about_kong = kong,
                             .wall_last = false,
                             .seat_wind = state_->seat,
                             .prevalent_wind = state_->prevalent_wind,
                             .flowers = state_->flowers[state_->seat]};
    const int fan = fan_of(waiting.hand, melds_[waiting.melds], tile, context);
    if (fan < numbers::fan::kMinFan) return std::nullopt;
    return points_of_win(fan + context.flowers, self_drawn);
}

std::uint16_t OwnHand::melds_number(const Melds& melds) {
    const auto found = std::ranges::find_if(
        melds_, [&](const Melds& known) { return std::ranges::equal(known, melds); });
    const auto place = static_cast<std::uint16_t>(found - melds_.begin());
    if (found == melds_.end()) melds_.push_back(melds);
    return place;
}

}  // namespace mj
