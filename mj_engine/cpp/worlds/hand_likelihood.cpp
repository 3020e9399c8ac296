#include "worlds/hand_likelihood.hpp"

#include <algorithm>
#include <bit>

#include "shanten/forms.hpp"

namespace mj {

namespace {

namespace at = hand_features;

// The first turn of each class of own discards.
constexpr std::array<int, at::kTurns> kTurnClasses{0, 1, 3, 5, 7, 9, 11, 14, 17};
constexpr int kEarly = 5;  // its first discards
constexpr int kMostTurns = 20;
constexpr int kChowTiles = 9;

constexpr TileSet run_of(int first) { return TileSet{7} << static_cast<unsigned>(first); }

// The nine tiles of the three-chow fans that make up most of 8 fan: mixed triple chow, mixed
// straight, pure straight, mixed shifted chows, pure shifted chows.
std::vector<TileSet> three_chows() {
    std::vector<TileSet> found;
    constexpr std::array<std::array<int, 3>, 6> kOrders{
        {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
    for (int first = 0; first < 7; ++first) {
        found.push_back(run_of(first) | run_of(9 + first) | run_of(18 + first));
    }
    for (const auto& order : kOrders) {
        for (int step = 1; step <= 3; step += 2) {
            for (int first = 0; first + 2 * step < 7; ++first) {
                TileSet set = 0;
                for (int place = 0; place < 3; ++place) {
                    set |= run_of(9 * order[place] + first + step * place);
                }
                found.push_back(set);
            }
        }
    }
    for (int suit = 0; suit < kSuits; ++suit) {
        found.push_back(TileSet{0x1FF} << static_cast<unsigned>(9 * suit));
    }
    return found;
}

TileSet kinds_of(const Counts& counts) {
    TileSet kinds = 0;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (counts[tile] > 0) kinds |= bit_of(tile);
    }
    return kinds;
}

int class_of(int tile, int seat, int prevalent_wind) {
    if (tile >= kFirstDragon || tile == kFirstHonour + seat ||
        tile == kFirstHonour + prevalent_wind) {
        return 0;
    }
    if (tile >= kFirstHonour) return 1;
    const int place = place_of(static_cast<Tile>(tile));
    return 2 + std::min({place, kSuitSize - 1 - place, 2});
}

}  // namespace

HandLikelihood::HandLikelihood(const Game& game, int seat, const HandWeights& weights,
                               HandTools& tools)
    : weights_(&weights),
      tools_(&tools),
      seat_(seat),
      prevalent_wind_(game.prevalent_wind),
      of_seat_(game.melds[seat]) {
    look_at_melds();
    look_at_discards(game);
    for (int tile = 0; tile < kTileKinds; ++tile) {
        for (int count = 1; count <= kCopies; ++count) {
            float& score = tile_scores_[tile][count];
            of_tile(tile, count, [&](int place, float value) { score += weights[place] * value; });
        }
    }
}

void HandLikelihood::look_at_melds() {
    melds_ = std::min<int>(of_seat_.size, at::kMelds - 1);
    for (const Meld& meld : of_seat_) {
        if (meld.tile == kNoTile) continue;
        if (meld.kind == MeldKind::Chow) {
            only_pungs_ = false;
            for (int part = meld.tile - 1; part <= meld.tile + 1; ++part) ++melded_[part];
        } else {
            melded_[meld.tile] += 3;
        }
    }
}

void HandLikelihood::look_at_discards(const Game& game) {
    seen_ = game.seen;
    const Discards& own = game.discards[seat_];
    tens_ = static_cast<float>(std::min<int>(own.size, kMostTurns)) / 10.0F;
    while (turn_class_ + 1 < at::kTurns && own.size >= kTurnClasses[turn_class_ + 1]) {
        ++turn_class_;
    }
    for (int place = 0; place < own.size; ++place) {
        const int tile = own[place].tile;
        const bool late = place >= kEarly;
        own_[tile] = late ? 2 : 1;
        for (int step = 1; step <= 2; ++step) {
            for (const int beside : {tile - step, tile + step}) {
                if (tile >= kFirstHonour || beside < 0 || beside / 9 != tile / 9) continue;
                ++near_[beside][2 * (step - 1) + (late ? 1 : 0)];
            }
        }
    }
    for (int other = 0; other < kSeats; ++other) {
        if (other == seat_) continue;
        const Discards& theirs = game.discards[other];
        for (int place = 0; place < theirs.size; ++place) {
            const int tile = theirs[place].tile;
            others_[tile] = theirs.size - place <= 2 ? 1 : std::max<int>(others_[tile], 2);
            if (theirs.size - place <= 2) others_[tile] = 1;
        }
    }
}

// The contribution of one kind with this number of copies in the hand.
template <typename Sink>
void HandLikelihood::of_tile(int tile, int count, const Sink& sink) const {
    const int copies = std::min(count, at::kCounts) - 1;
    const int first =
        at::kTile + (class_of(tile, seat_, prevalent_wind_) * at::kCounts + copies) * 3;
    sink(first, 1);
    sink(first + 1, tens_);
    sink(first + 2, tens_ * tens_);
    const bool honour = tile >= kFirstHonour;
    if (own_[tile] > 0) {
        sink(at::kOwn + ((honour ? 2 : 0) + own_[tile] - 1) * at::kCounts + copies, 1);
    }
    if (others_[tile] > 0) sink(at::kOthers + (others_[tile] - 1) * at::kCounts + copies, 1);
    const auto held = static_cast<float>(count);
    for (int kind = 0; kind < 4; ++kind) {
        if (near_[tile][kind] > 0) {
            sink(at::kNear + kind, held * static_cast<float>(near_[tile][kind]));
        }
    }
    const auto seen = static_cast<float>(seen_[tile]);
    if (!honour) sink(at::kShown, held * seen);
    if (honour && count == 1) sink(at::kShown + 1, seen);
    if (honour && count > 1) sink(at::kShown + 2, seen);
}

template <typename Sink>
void HandLikelihood::of_whole(const Counts& hand, const Sink& sink) {
    const int distance = tools_->shanten.distance(hand);
    const int far = std::clamp(distance, 0, at::kFarthest - 1);
    sink(at::kShanten + (turn_class_ * at::kMelds + melds_) * at::kFarthest + far, 1);
    const auto twice = [&](int place, float value) {
        sink(place, value);
        sink(place + 1, value * tens_);
    };
    Counts whole = hand;
    for (int tile = 0; tile < kTileKinds; ++tile) whole[tile] += melded_[tile];
    const TileSet kinds = kinds_of(whole);
    static const std::vector<TileSet> kThreeChows = three_chows();
    int most = 0;
    for (const TileSet set : kThreeChows) most = std::max(most, std::popcount(set & kinds));
    const int missing = std::min(kChowTiles - most, at::kMissing - 1);
    twice(at::kChows + (std::min(far, 3) * at::kMissing + missing) * 2, 1);

    int pairs = 0;
    int lone = 0;
    int joined = 0;
    int gaps = 0;
    std::array<int, kTypes> of_type{};
    for (int tile = 0; tile < kTileKinds; ++tile) {
        of_type[type_of(static_cast<Tile>(tile))] += whole[tile];
        if (hand[tile] == 0) continue;
        pairs += hand[tile] > 1 ? 1 : 0;
        if (tile >= kFirstHonour) continue;
        const int place = place_of(static_cast<Tile>(tile));
        const bool next = place < 8 && hand[tile + 1] > 0;
        const bool after = place < 7 && hand[tile + 2] > 0;
        const bool before = (place > 0 && hand[tile - 1] > 0) || (place > 1 && hand[tile - 2] > 0);
        joined += next ? 1 : 0;
        gaps += after && !next ? 1 : 0;
        lone += hand[tile] == 1 && !next && !after && !before ? 1 : 0;
    }
    const int suited = of_type[0] + of_type[1] + of_type[2];
    const int outside = suited - std::max({of_type[0], of_type[1], of_type[2]});
    twice(at::kFlush + std::min(outside, 5) * 2, 1);
    if (melds_ == 0 || only_pungs_) {
        twice(at::kPungs + (std::min(pairs, 6) * 2 + (melds_ > 0 ? 1 : 0)) * 2, 1);
    }
    const auto types = std::ranges::count_if(of_type, [](int tiles) { return tiles > 0; });
    twice(at::kTypesHeld + (static_cast<int>(types) - 1) * 2, 1);
    twice(at::kShape, static_cast<float>(lone));
    twice(at::kShape + 2, static_cast<float>(joined));
    twice(at::kShape + 4, static_cast<float>(gaps));
    twice(at::kShape + 6, static_cast<float>(pairs));
    twice(at::kShape + 8, static_cast<float>(outside) / 4.0F);
    if (of_seat_.size == 0) {
        if (shanten::seven_pairs_distance(hand) == distance) twice(at::kForms, 1);
        if (shanten::thirteen_orphans_distance(hand) == distance) twice(at::kForms + 2, 1);
        if (shanten::honors_and_knitted_distance(hand) == distance) twice(at::kForms + 4, 1);
    }
    if (of_seat_.size <= 1) {
        int straight = 0;
        for (const auto& one : shanten::kKnittedStraights) {
            straight = std::max(straight, shanten::kinds_of(hand, one));
        }
        if (straight >= 7) twice(at::kForms + 6, static_cast<float>(straight - 6));
    }
    if (distance == 0 && sum_of(hand) % 3 == 1) of_ready(hand, sink);
}

// The waits, and whether they pay: a ready hand without 8 fan is rare.
template <typename Sink>
void HandLikelihood::of_ready(const Counts& hand, const Sink& sink) {
    float pays = 0;
    float drawn_only = 0;
    float recent = 0;
    float own = 0;
    int fan = 0;
    for (TileSet left = tools_->shanten.effective(hand, 0); left != 0; left &= left - 1) {
        const auto tile = static_cast<Tile>(std::countr_zero(left));
        const int copies = kCopies - seen_[tile] - hand[tile];
        if (copies <= 0) continue;
        const FinishedFan found =
            tools_->fans.finished(Multiset(hand), of_seat_, tile, seat_, prevalent_wind_);
        if (found.on_discard >= kLeastFan) {
            pays += static_cast<float>(copies);
            recent += others_[tile] == 1 ? 1.0F : 0.0F;
            own += own_[tile] > 0 ? 1.0F : 0.0F;
            fan = std::max<int>(fan, found.on_discard);
        } else if (found.self_drawn >= kLeastFan) {
            drawn_only += static_cast<float>(copies);
        }
    }
    const int first = at::kReady;
    const int kind = pays > 0 ? 0 : drawn_only > 0 ? 1 : 2;
    sink(first + 2 * kind, 1);
    sink(first + 2 * kind + 1, tens_);
    sink(first + 6, pays / 4);
    sink(first + 7, pays / 4 * tens_);
    sink(first + 8, recent);
    sink(first + 9, own);
    sink(first + 10, drawn_only / 4);
    sink(first + 11, fan >= 16 ? 1.0F : 0.0F);
    sink(first + 12, fan >= 24 ? 1.0F : 0.0F);
    sink(first + 13, pays > 0 ? static_cast<float>(melds_) : 0.0F);
}

double HandLikelihood::of(const Counts& hand) {
    float score = 0;
    for (int tile = 0; tile < kTileKinds; ++tile) score += tile_scores_[tile][hand[tile]];
    of_whole(hand, [&](int place, float value) { score += (*weights_)[place] * value; });
    return score;
}

void HandLikelihood::add_features(const Counts& hand, std::span<double> sums) {
    const auto sink = [&](int place, float value) { sums[place] += value; };
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (hand[tile] > 0) of_tile(tile, hand[tile], sink);
    }
    of_whole(hand, sink);
}

}  // namespace mj
